"""Marks submissions ahead of nbgrader, which comes to one after another, on all cores."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Condition, Thread

from ..course.coursework import Coursework
from ..downloads.contents import contents
from ..downloads.model import Attempt
from ..downloads.nbgrader import TIMESTAMP
from ..errors import KitError, SubmissionError
from ..grading.cohort import mark_all, split_earlier, tasks_for
from ..grading.results import Outcome, Task, filed_sheet
from ..marks.mark_sheet import MarkSheet
from ..marks.visibility import Phase
from ..questions.drawing import settle
from ..sandbox.doctor import missing_layers
from ..submission.choice import is_left_to_python
from ..submission.naming import at_paths
from ..submission.upload import Upload, attempt_at


class Clerk:
    """Keeps the mark sheets of a coursework in a folder, and finds those that are not there.

    All notebooks that are told at the start are marked, in their order, while nbgrader does
    its own work. What an earlier run has found counts if nothing has changed.
    """

    def __init__(
        self, coursework: Coursework, notebooks: Sequence[Path], out: Path, phase: Phase
    ) -> None:
        self._coursework = coursework
        self._out = out
        self.questions = settle(coursework, out)
        """What is asked: an earlier run's in the folder, or drawn from the secret of the course."""
        tasks = tasks_for(
            coursework,
            [_whole(one, coursework) for one in zip(at_paths(notebooks), notebooks, strict=True)],
            list(missing_layers()),
            phase=phase,
            questions=self.questions,
        )
        self._tasks: Mapping[Path, Task] = dict(zip(notebooks, tasks, strict=True))
        left = split_earlier(coursework, tasks, out).left
        self._waiting = {task.upload.name for task in left}
        self._problems: dict[str, str] = {}
        self._changed = Condition()
        if left:
            Thread(target=self._mark, args=(left,), daemon=True).start()

    def sheet(self, notebook: Path) -> MarkSheet:
        """The mark sheet of one of the notebooks. Raises KitError when it could not be marked."""
        task = self._tasks[notebook]
        name = task.upload.name
        with self._changed:
            self._changed.wait_for(lambda: name not in self._waiting)
        filed = filed_sheet(task, self._coursework, self._out)
        if filed is None:
            raise KitError(
                f"{name} is not completely marked: {self._problems.get(name, 'no reason')}"
            )
        return filed.full

    def _mark(self, tasks: Sequence[Task]) -> None:
        cores = len(os.sched_getaffinity(0))
        why = "the workers have ended"
        try:
            mark_all(self._coursework, tasks, self._out, cores, self._note)
        except Exception as error:  # noqa: BLE001 told for each submission that is left
            why = f"{type(error).__name__}: {error}"
        with self._changed:
            self._problems |= dict.fromkeys(self._waiting, why)
            self._waiting.clear()
            self._changed.notify_all()

    def _note(self, outcome: Outcome) -> None:
        with self._changed:
            self._problems[outcome.row.submission] = outcome.row.problem
            self._waiting.discard(outcome.row.submission)
            self._changed.notify_all()


def _whole(known: tuple[Upload, Path], coursework: Coursework) -> Upload:
    """The notebook, or all that lies with it if nothing is written in it but in Python files."""
    upload, notebook = known
    try:
        found = attempt_at(notebook.parent).files
        attempt = Attempt("1", {name: found[name] for name in found if name != TIMESTAMP})
        is_left = is_left_to_python(contents(attempt).files, coursework)
    except SubmissionError:
        return upload
    return replace(upload, attempt=attempt) if is_left else upload
