"""What comes of sitting a submission down to the suites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..marks.verdict import Verdict
from ..sandbox.answers import Answer


@dataclass(frozen=True)
class SuiteResult:
    """What became of one submission: a verdict a criterion, and the files that broke."""

    verdicts: Mapping[str, Verdict]
    troubles: Mapping[str, Answer]
    stopped: str = ""
    """Why none of the verdicts count, as it was stopped for its time; empty if they do."""


RunSuite = Callable[[Mapping[str, str]], SuiteResult]
"""Sits a submission, given its source texts by module name."""
