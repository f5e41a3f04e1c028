"""What examines submissions: the processors of this machine, or those of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..course.coursework import Coursework
from ..report.table import Row
from .cohort import mark_all
from .pool import Report
from .results import Task


class Engine(Protocol):
    """Examines submissions and puts their results on disk."""

    def mark_all(
        self, coursework: Coursework, tasks: Sequence[Task], out: Path, report: Report
    ) -> list[Row]:
        """The rows of all tasks, whose results lie in `out` then.

        `report` is called with each outcome when its results lie there. Raises the PatienceError
        that keeps all of them from being examined; what was reported before stays.
        """


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, at most so many at a time."""

    jobs: int

    def mark_all(
        self, coursework: Coursework, tasks: Sequence[Task], out: Path, report: Report
    ) -> list[Row]:
        """As every engine does."""
        return mark_all(coursework, tasks, out, self.jobs, report)
