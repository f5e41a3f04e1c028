"""A student's notebook made fit for nbgrader, whatever stands in it.

Of each cell only its source and its kind are kept. What nbgrader knows of a cell comes from
its gradebook alone: points, locks and names in the notebook are not believed, cells that are
there twice count once, and cells that must hold marks and were deleted are put back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode, from_dict

from ..errors import SubmissionError
from ..submission.notebook.cells import Cell, read_cells


@dataclass(frozen=True)
class Known:
    """A cell as the gradebook has it."""

    source: str
    cell_type: str
    metadata: Mapping[str, Any]

    @property
    def counts(self) -> bool:
        """Whether it holds marks."""
        return bool(self.metadata["grade"] or self.metadata["task"])


def clean(data: bytes, known: Mapping[str, Known]) -> NotebookNode:
    """The notebook with these bytes, in which the cells of these names are known."""
    try:
        cells = read_cells(data)
    except SubmissionError as fault:
        note = f"This notebook cannot be read, and everything in it is left out: {fault}."
        cells = [Cell(1, note, is_code=False)]
    made = list(_cells(cells, known))
    for number, cell in enumerate(made):
        cell["id"] = f"cell-{number}"
    document = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    node: NotebookNode = from_dict(document)
    return node


def _cells(cells: list[Cell], known: Mapping[str, Known]) -> Iterator[dict[str, Any]]:
    left = dict(known)
    for cell in cells:
        mine = left.pop(cell.name, None)
        if mine is None:
            yield _cell(cell.source, "code" if cell.is_code else "markdown", {})
        else:
            source = mine.source if mine.metadata["locked"] else cell.source
            yield _cell(source, mine.cell_type, {"nbgrader": dict(mine.metadata)})
    for mine in left.values():
        if mine.counts:
            yield _cell(mine.source, mine.cell_type, {"nbgrader": dict(mine.metadata)})


def _cell(source: str, cell_type: str, metadata: Mapping[str, Any]) -> dict[str, Any]:
    more: dict[str, Any] = {"execution_count": None, "outputs": []} if cell_type == "code" else {}
    return {"cell_type": cell_type, "metadata": metadata, "source": source, **more}
