"""What comes of sitting a hand-in down to the suites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..marks.verdict import Verdict
from ..sandbox.answers import Answer


@dataclass(frozen=True)
class Sitting:
    """What became of one hand-in: a verdict a criterion, and the files that broke."""

    verdicts: Mapping[str, Verdict]
    troubles: Mapping[str, Answer]


Sit = Callable[[Mapping[str, str]], Sitting]
"""Sits a hand-in, given its source texts by module name."""
