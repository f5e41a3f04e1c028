"""What is plugged into nbgrader: notebooks are read with distrust, and marked by the kit.

No kernel starts. `Marked` stands where nbgrader would run a notebook: it has the code in it
marked by the locked guest and writes the marks into the cells of the tests, from which
nbgrader takes them. What a notebook says of its own marks never gets there. Assignments that
are none of the kit's are graded as nbgrader grades them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.api import Gradebook
from nbgrader.preprocessors import (
    CheckCellMetadata,
    Execute,
    NbGraderPreprocessor,
    OverwriteCells,
)
from traitlets import Enum, Unicode

from ..course.coursework import Coursework, find_course
from ..errors import InputError
from ..marks.mark_sheet import MarkSheet
from ..marks.scheme import Exercise
from ..marks.visibility import Phase
from ..questions.file import GUESSABLE
from ..release.leaks import secret_lines
from ..report.page import exercise_part
from ..report.text import told_of
from ..submission.choice import MAX_NOTEBOOK_BYTES
from ..submission.notebook.locate import ENDING
from ..text.numbers import format_marks
from .background import Clerk
from .folder import beside
from .points import notes, shares
from .sanitize import Known, clean
from .writing import points, test_of

SHEETS = ".patience"
"""The folder of the mark sheets, in nbgrader's course folder."""

_Resources = dict[str, Any]


class Kit(NotebookExporter):
    """Reads notebooks for `nbgrader autograde`, and knows who marks them."""

    folder = Unicode("", help="The course folder of Patience, which holds `handout/`.").tag(
        config=True
    )
    phase = Enum(
        [str(one) for one in (Phase.SUBMISSION, Phase.DEADLINE, Phase.STAFF)],
        default_value=str(Phase.DEADLINE),
        help="For whom feedback is written, as in `patience grade --phase`.",
    ).tag(config=True)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        base: Any = super()
        base.__init__(*arguments, **named)
        self._clerks: dict[str, Clerk] = {}
        self._known: dict[str, Mapping[str, Known]] = {}

    def coursework(self, ours: Mapping[str, str]) -> Coursework | None:
        """The coursework that a notebook of nbgrader's is, if it is one of the kit's."""
        return _coursework(self.folder, ours)

    def from_file(
        self, file_stream: Any, resources: _Resources | None = None, **kw: Any
    ) -> tuple[Any, _Resources]:
        """The notebook as it may be graded, whatever stands in the file."""
        coursework = self.coursework(resources["nbgrader"]) if resources else None
        if resources is None or coursework is None:
            return super().from_file(file_stream, resources, **kw)
        self.optimistic_validation = True  # once, not after each of nbgrader's steps
        with Path(file_stream.name).open("rb") as file:
            data = file.read(MAX_NOTEBOOK_BYTES + 1)
        node = clean(data[:MAX_NOTEBOOK_BYTES], self._known_cells(resources["nbgrader"]))
        convert: Callable[..., tuple[Any, _Resources]] = self.from_notebook_node
        return convert(node, resources, **kw)

    def sheet(self, coursework: Coursework, ours: Mapping[str, str]) -> MarkSheet:
        """The mark sheet of what a student has submitted. Raises KitError."""
        converter: Any = self.parent
        directory = converter.coursedir
        name = f"{ours['notebook']}{ENDING}"
        if coursework.slug not in self._clerks:
            out = Path(directory.root).absolute() / SHEETS / coursework.slug
            notebooks = [Path(folder).absolute() / name for folder in sorted(converter.assignments)]
            self._clerks[coursework.slug] = Clerk(
                coursework, [one for one in notebooks if one.exists()], out, Phase(self.phase)
            )
            if self._clerks[coursework.slug].questions.are_guessable:
                self.log.warning("%s: %s", coursework.slug, GUESSABLE)
        folder = directory.format_path(
            directory.submitted_directory, ours["student"], ours["assignment"]
        )
        return self._clerks[coursework.slug].sheet(Path(folder).absolute() / name)

    def _known_cells(self, ours: Mapping[str, str]) -> Mapping[str, Known]:
        """The cells of a notebook as the gradebook has them, by their names."""
        name = ours["notebook"]
        if name not in self._known:
            with Gradebook(ours["db_url"]) as gradebook:
                self._known[name] = _known(gradebook.find_notebook(name, ours["assignment"]))
        return self._known[name]


class Marked(Execute):  # type: ignore[misc]
    """Writes the marks of the kit into the cells of the tests; runs no notebook of the kit's."""

    def preprocess(
        self, nb: NotebookNode, resources: _Resources, retries: Any = None
    ) -> tuple[NotebookNode, _Resources]:
        """The notebook with the marks in it. Raises KitError when the kit could not mark it."""
        ours = resources["nbgrader"]
        coursework = self.parent.coursework(ours)
        if coursework is None:
            run: tuple[NotebookNode, _Resources] = super().preprocess(nb, resources, retries)
            return run
        sheet = self.parent.sheet(coursework, ours)
        shown = sheet.as_visible(coursework.visibility, Phase(self.parent.phase))
        counted = shares(sheet)
        exercises = {test_of(one): one for one in coursework.scheme.exercises}
        for cell in nb.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if cell.cell_type == "code" and name in exercises and exercises[name].name in counted:
                cell.outputs = _outputs(shown, exercises[name], counted[exercises[name].name])
        return nb, resources


class _OnOthers:
    """A step of nbgrader that is not taken with the kit's notebooks.

    Their cells have just been made from the gradebook, so there is nothing in them to compare
    with it or to check.
    """

    def preprocess(
        self, nb: NotebookNode, resources: _Resources
    ) -> tuple[NotebookNode, _Resources]:
        """The notebook, unchanged if it is one of the kit's."""
        step: Any = self
        if step.parent.coursework(resources["nbgrader"]) is not None:
            return nb, resources
        others: Any = super()
        done: tuple[NotebookNode, _Resources] = others.preprocess(nb, resources)
        return done


class OverwriteOthers(_OnOthers, OverwriteCells):  # type: ignore[misc]
    """Puts back what was changed in cells, in notebooks that are none of the kit's."""


class CheckOthers(_OnOthers, CheckCellMetadata):  # type: ignore[misc]
    """Checks what nbgrader knows of cells, in notebooks that are none of the kit's."""


class Withheld(NbGraderPreprocessor):  # type: ignore[misc]
    """Sees to it that no assignment is released with a solution in it.

    Files that running the instructor's notebook has left beside it are taken out of the
    release, or put back as they were.
    """

    def preprocess(
        self, nb: NotebookNode, resources: _Resources
    ) -> tuple[NotebookNode, _Resources]:
        """The notebook, unchanged. Raises InputError when it would give the solution away."""
        ours = resources["nbgrader"]
        converter = self.parent.parent
        coursework = _coursework(converter.config.Kit.get("folder", ""), ours)
        if coursework is None:
            return nb, resources
        secret = secret_lines(coursework)
        for cell in nb.cells:
            if lines := _lines(cell.source) & secret:
                raise InputError(f"the release would hold the solution: {min(lines)}")
        directory = converter.coursedir
        folder = directory.format_path(
            directory.release_directory, ours["student"], ours["assignment"]
        )
        given = beside(coursework)
        written = {f"{coursework.package}/{name}" for name in coursework.reference}
        for path in sorted(Path(folder).rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            is_written = name in written and name not in given
            if is_written or _lines(path.read_text(encoding="utf-8", errors="replace")) & secret:
                self.log.warning("Not released, since it belongs to the solution: %s", name)
                path.unlink()
                if name in given:
                    path.write_text(given[name], encoding="utf-8")
        return nb, resources


def _coursework(folder: str, ours: Mapping[str, str]) -> Coursework | None:
    """The coursework whose notebook this is: one that is called like its assignment."""
    is_ours = ours["assignment"] == ours["notebook"]
    return _read_coursework(folder, ours["notebook"]) if is_ours else None


@cache
def _read_coursework(folder: str, slug: str) -> Coursework | None:
    course = find_course(Path(folder))
    return course.coursework(slug) if slug in course.slugs else None


def _lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines()}


def _known(notebook: Any) -> Mapping[str, Known]:
    graded = {cell.name: cell.max_score for cell in notebook.grade_cells}
    tasks = {cell.name: cell.max_score for cell in notebook.task_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    found = {}
    for cell in notebook.source_cells:
        metadata = {
            "grade": cell.name in graded,
            "grade_id": cell.name,
            "locked": bool(cell.locked),
            "schema_version": 3,
            "solution": cell.name in solutions,
            "task": cell.name in tasks,
            "checksum": cell.checksum,
            "cell_type": cell.cell_type,
        }
        if cell.name in graded or cell.name in tasks:
            metadata["points"] = {**graded, **tasks}[cell.name]
        found[cell.name] = Known(cell.source or "", cell.cell_type, metadata)
    return found


def _outputs(sheet: MarkSheet, exercise: Exercise, earned: Any) -> list[NotebookNode]:
    """What is said of an exercise, and then the number that nbgrader takes for the marks.

    A last value that is a number is marks in part, also when they are all or none.
    """
    why = list(notes(sheet))
    head = f"{exercise.name}: {format_marks(earned)} of {format_marks(exercise.worth)}"
    noted = [] if sheet.unreadable else list(told_of(sheet, exercise))
    shown = {
        "text/plain": "\n".join([head, *why, *noted]),
        "text/html": exercise_part(sheet, exercise, earned, why),
    }
    return [
        new_output("display_data", data=shown),
        new_output("execute_result", data={"text/plain": repr(points(earned))}),
    ]
