"""The code cells of a notebook, read with distrust.

Only the sources count, and which cell of the coursework one is. Outputs, which a student
can write as well as a kernel, are never looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import SubmissionError

MAX_CELLS = 2_000
MAX_SOURCE = 1 << 20
"""The most characters that all cells hold together."""
MAX_PARTS = 400_000
"""The most lists and objects that a notebook is made of, outputs and metadata included."""

SET_UP = "set-up"
TEST = "test_"
"""How the names of the cells begin that hold the tests."""


@dataclass(frozen=True)
class Cell:
    """A cell, with its number in the notebook, from 1."""

    number: int
    source: str
    name: str = ""
    """The name by which nbgrader knows it, if it has one."""
    is_code: bool = True

    @property
    def is_given(self) -> bool:
        """Whether it was handed out to be run and not to be changed."""
        return self.name == SET_UP or self.name.startswith(TEST)


def read_cells(data: bytes) -> list[Cell]:
    """All cells of a notebook of any version. Raises SubmissionError when it is none."""
    if data.count(b"[") + data.count(b"{") > MAX_PARTS:
        raise SubmissionError(f"the notebook is made of more than {MAX_PARTS} parts")
    try:
        found = list(_cells(json.loads(data)))
    except (ValueError, RecursionError, MemoryError) as fault:
        raise SubmissionError(f"the notebook is not JSON ({type(fault).__name__})") from fault
    if sum(len(cell.source) for cell in found) > MAX_SOURCE:
        raise SubmissionError(f"the notebook's cells hold more than {MAX_SOURCE >> 20} MiB")
    return found


def _cells(document: Any) -> Iterator[Cell]:
    """The cells of a parsed notebook. Raises SubmissionError when it has none."""
    if not isinstance(document, dict):
        raise SubmissionError("the file is not a notebook")
    sheets = document.get("worksheets")  # before version 4 cells lay in worksheets
    parts = [document, *(sheets if isinstance(sheets, list) else [])]
    lists = [part.get("cells") for part in parts if isinstance(part, dict)]
    cells = [cell for some in lists if isinstance(some, list) for cell in some]
    if not any(isinstance(some, list) for some in lists):
        raise SubmissionError("the file is not a notebook: it has no cells")
    for number, cell in enumerate(cells, 1):
        if number > MAX_CELLS:
            raise SubmissionError(f"the notebook has more than {MAX_CELLS} cells")
        if isinstance(cell, dict):
            source = _text(cell.get("source", cell.get("input", "")))
            yield Cell(number, source, _name(cell), cell.get("cell_type") == "code")


def _text(source: object) -> str:
    """A source, which is a text or a list of lines, with plain line ends."""
    lines = source if isinstance(source, list) else [source]
    text = "".join(line for line in lines if isinstance(line, str))
    encoded = text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="replace")
    return encoded.decode()


def _name(cell: dict[str, Any]) -> str:
    metadata = cell.get("metadata")
    ours = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = ours.get("grade_id") if isinstance(ours, dict) else None
    return name if isinstance(name, str) else ""
