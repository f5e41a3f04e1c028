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
"""The public targets are too few for a mean that could decide. So many guesses are enough for
each of them: those who only make guesses that are still possible hardly ever need as many."""


def _scale(size: int, exercise: str, stated: _Size) -> Scale:
    enough = _ENOUGH[size] if is_public() else None
    marks = next(one.worth for one in _SCHEME.criteria if one.id == f"{exercise}.guesses")
    return Scale(stated.targets, tuple(stated.percent), stated.least, float(marks), enough)


_COURSEWORK = read_coursework(Path(__file__).parents[4], "guessing")
_SCHEME = _COURSEWORK.scheme
_STATED = msgspec.convert(_COURSEWORK.suite["scale"], _Stated)
MOST_GUESSES = _STATED.most_guesses
NOT_FOUND_COUNTS_AS = _STATED.not_found_counts_as
SCALES: Mapping[int, Scale] = {
    2: _scale(2, "two_cards", _STATED.two_cards),
    3: _scale(3, "three_cards", _STATED.three_cards),
    4: _scale(4, "four_cards", _STATED.four_cards),
}
"""By the number of cards."""
