"""What comes of a submission under its suite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ..marks.misread import Misread
from ..marks.verdict import Verdict
from ..sandbox.answers import Answer
from ..sandbox.student import Answered, nobody
from ..suite.journal import Journal


@dataclass(frozen=True)
class SuiteResult:
    """What became of one submission: a verdict a criterion, and the files that broke."""

    verdicts: Mapping[str, Verdict]
    troubles: Mapping[str, Answer]
    stopped: str = ""
    """Why none of the verdicts count, as it was stopped for its time; empty if they do."""
    misread: Misread | None = None
    """What explains most of what was lost, if a misreading of the handout does."""


class RunSuite(Protocol):
    """Sits a submission."""

    def __call__(
        self,
        files: Mapping[str, str],
        answered: Answered = nobody,
        journal: Journal | None = None,
    ) -> SuiteResult:
        """What became of its source texts, by module name.

        `answered` hears of each answer, and a `journal` takes down what is asked.
        """


class SuiteRunner(RunSuite, Protocol):
    """Sits one submission after another."""

    def get_ready(self) -> None:
        """Starts what all submissions of this process need, unless that is done.

        Raises KitError when it cannot be started.
        """
