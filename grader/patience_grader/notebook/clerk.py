"""Marks one hand-in after another, as nbgrader comes to them, with one warm examiner."""

from __future__ import annotations

from pathlib import Path

from ..cohort import Examiner, tasks_for
from ..course import Coursework
from ..examiner import Outcome
from ..faults import KitFault
from ..filing import Task, filed_sheet
from ..intake import HandIn
from ..marksheet import MarkSheet
from ..sandbox.doctor import missing_layers
from ..seen import Phase


class Clerk:
    """Keeps the mark sheets of a coursework in a folder, and finds those that are not there."""

    def __init__(self, coursework: Coursework, out: Path, phase: Phase) -> None:
        self.coursework = coursework
        self._out = out
        self._phase = phase
        self._missing = list(missing_layers())
        self._examiner: Examiner | None = None

    def sheet(self, hand_in: HandIn) -> MarkSheet:
        """The mark sheet of a hand-in, from an earlier run if that marked just this.

        Raises KitFault when the kit could not mark it.
        """
        (task,) = tasks_for(self.coursework, [hand_in], self._missing, phase=self._phase)
        filed = filed_sheet(task, self.coursework, self._out)
        if filed is not None:
            return filed
        outcome = self._outcome(task)
        filed = filed_sheet(task, self.coursework, self._out)
        if filed is None:
            raise KitFault(f"{hand_in.name} could not be marked: {outcome.row.problem}")
        return filed

    def close(self) -> None:
        """Lets the examiner go."""
        if self._examiner is not None:
            self._examiner.stop()
            self._examiner = None

    def _outcome(self, task: Task) -> Outcome:
        if self._examiner is None:
            self._examiner = Examiner(self.coursework, self._out)
            self._examiner.hear()  # it is ready
        self._examiner.give(task)
        outcome = self._examiner.hear()
        if self._examiner.has_ended:
            self._examiner = None
        assert outcome is not None
        return outcome
