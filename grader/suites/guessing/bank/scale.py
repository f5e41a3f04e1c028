"""The scale from mean guesses to marks, as the handout's front matter states it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from patience_grader.course.coursework import read_coursework
from patience_grader.suite.bank import is_public
from suites.guessing.scale import Scale

__all__ = ["MOST_GUESSES", "NOT_FOUND_COUNTS_AS", "SCALES"]


class _Size(msgspec.Struct, forbid_unknown_fields=True):
    targets: int
    percent: list[tuple[float, float]]
    least: float


class _Stated(msgspec.Struct, forbid_unknown_fields=True):
    most_guesses: int
    not_found_counts_as: int
    two_cards: _Size
    three_cards: _Size
    four_cards: _Size


_ENOUGH = {2: 10, 3: 12, 4: 12}
"""The public targets are too few for a mean that says much. So many guesses are enough for
each of them: those who only make guesses that are still possible hardly ever need as many."""


def _scale(size: int, stated: _Size) -> Scale:
    enough = _ENOUGH[size] if is_public() else None
    return Scale(stated.targets, tuple(stated.percent), stated.least, enough)


_STATED = msgspec.convert(
    read_coursework(Path(__file__).parents[4], "guessing").suite["scale"], _Stated
)
MOST_GUESSES = _STATED.most_guesses
NOT_FOUND_COUNTS_AS = _STATED.not_found_counts_as
SCALES: Mapping[int, Scale] = {
    2: _scale(2, _STATED.two_cards),
    3: _scale(3, _STATED.three_cards),
    4: _scale(4, _STATED.four_cards),
}
"""By the number of cards."""
