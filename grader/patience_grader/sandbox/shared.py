"""Answers that were read once and serve every submission that writes the same.

Sharing them is safe for three reasons. An answer is found by all that a guest has written, so
whoever writes the same gets what reading it would give; a submission can thus bring about nothing
but saved work. Only values that were returned are shared: they were checked while they were read,
and no exception, which names files and lines of one submission, is among them. And how many and
how heavy they are is bounded, so no submission can fill the memory for those that follow.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .answers import Answer, Returned
from .guest import wire

__all__ = ["SharedAnswers", "SharedFrame", "written"]

_MOST = 20_000
_MOST_WRITTEN = 400
_MOST_WEIGHT = 1_000
"""What is longer or heavier is not shared."""
_MOST_FRAMES = 8
_LONGEST_FRAME = 200_000
_MOST_BYTES = 100
"""So many for each answer and each of what they weigh: a guest may write blanks without end."""


@dataclass(frozen=True)
class SharedFrame:
    """The answers in a frame, all of which are shared."""

    answers: tuple[Answer, ...]
    weight: int


class SharedAnswers:
    """The shared answers of one batch."""

    def __init__(self) -> None:
        self._first: dict[int, tuple[bytes, Returned]] = {}
        """The first light value for each number: most submissions answer the same."""
        self._in_turn: dict[str, Returned] = {}
        """Values in any order, by what was written."""
        self._frames: dict[tuple[int, bytes], SharedFrame] = {}
        """Frames by the number of their first answer, and what was written."""

    def of(self, number: int, row: object) -> Answer | None:
        """The shared answer to the question of this number, if the row is what was written."""
        first = self._first.get(number)
        if first is None or first[0] != written(row):
            return None
        return first[1]

    def share(self, number: int, row: object, answer: Answer) -> None:
        """Shares the answer if it is the first to this question, and light."""
        if number in self._first or not isinstance(answer, Returned):
            return
        if answer.weight <= _MOST_WEIGHT:
            self._first[number] = (written(row), answer)

    def is_shared(self, number: int, answer: Answer) -> bool:
        """Whether this very answer is the shared one to the question of this number."""
        first = self._first.get(number)
        return first is not None and first[1] is answer

    def of_frame(self, first: int, rows: bytes) -> SharedFrame | None:
        """The shared answers from the first of this number on, if these rows are what was written.

        Nothing of it is decoded then.
        """
        return self._frames.get((first, rows))

    def share_frame(self, first: int, rows: bytes, answers: Sequence[Answer]) -> None:
        """Shares the answers together, if each of them is shared."""
        if len(self._frames) >= _MOST_FRAMES or len(rows) > _LONGEST_FRAME:
            return
        weight = 0
        for number, answer in enumerate(answers, first):
            if not self.is_shared(number, answer):
                return
            assert isinstance(answer, Returned)
            weight += answer.weight
        if len(rows) <= _MOST_BYTES * (weight + len(answers)):
            self._frames[first, rows] = SharedFrame(tuple(answers), weight)

    def of_turn(self, written: str) -> Answer | None:
        """The shared answer of a turn, if this is what was written."""
        return self._in_turn.get(written)

    def share_turn(self, written: str, answer: Answer) -> None:
        """Shares the answer of a turn if it is short."""
        is_short = len(written) <= _MOST_WRITTEN
        if isinstance(answer, Returned) and is_short and len(self._in_turn) < _MOST:
            self._in_turn[written] = answer


def written(row: Any) -> bytes:
    """What was written, exactly: 0.0 is not -0.0, and 1 is not True. Raises WireError."""
    try:
        return marshal.dumps(row, 2)  # in this version the same for equal texts, wherever held
    except ValueError as fault:
        raise wire.WireError("an answer nested too deeply") from fault
