"""What examines submissions: the processors of this machine, or those of others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from ..course.coursework import Coursework
from ..report.table import Row
from .cohort import mark_all
from .pool import Report
from .results import Task
from .template import Template


class Engine(Protocol):
    """Examines submissions and puts their results on disk."""

    def mark_all(
        self, coursework: Coursework, tasks: Sequence[Task], out: Path, report: Report
    ) -> list[Row]:
        """The rows of all tasks, whose results lie in `out` then.

        `report` is called with each outcome when its results lie there. Raises the PatienceError
        that keeps all of them from being examined; what was reported before stays.
        """


class Processes:
    """Processes of this machine, at most so many at a time."""

    def __init__(self, jobs: int, begun: Template | None = None) -> None:
        """The first ones are forked from the template that was `begun`, if one was."""
        self._jobs = jobs
        self._begun = begun

    def mark_all(
        self, coursework: Coursework, tasks: Sequence[Task], out: Path, report: Report
    ) -> list[Row]:
        """As every engine does."""
        if not tasks:
            return []
        begun, self._begun = self._begun, None
        return mark_all(coursework, tasks, out, self._jobs, report, begun)
