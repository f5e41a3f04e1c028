"""What a submission was asked, and what it answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Asked:
    """A question and its answer. All of it is text."""

    called: str
    """The call, as Python, or what was typed."""
    given: str
    """What it was called on, drawn; empty when the call says it all."""
    expected: str
    """Empty when answers are judged only together."""
    got: str
    is_right: bool | None
    """None when it is judged only together with others, or was lost."""


@dataclass(frozen=True)
class Questions:
    """The questions of a criterion: some of them, with their numbers, and how many there are."""

    shown: Sequence[tuple[int, Asked]]
    count: int
    right: int
    wrong: int
    further: int = 0
    """How many calls were made besides, to find a smaller example."""
    asked_for: str = ""
    """The criterion for which they were asked, if it is another one."""
