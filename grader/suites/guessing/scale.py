"""The scale from mean guesses to marks, as the handout's front matter states it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec
from patience_grader.course import read_coursework


class _Size(msgspec.Struct, forbid_unknown_fields=True):
    targets: int
    percent: list[tuple[float, float]]


class _Scale(msgspec.Struct, forbid_unknown_fields=True):
    most_guesses: int
    not_found_counts_as: int
    two_cards: _Size
    three_cards: _Size
    four_cards: _Size


@dataclass(frozen=True)
class Scale:
    """What mean guesses earn for one number of cards."""

    exercise: str
    targets: int
    points: tuple[tuple[Fraction, Fraction], ...]
    """Means, from low to high, each with the share of the marks that it earns."""

    def share(self, mean: Fraction) -> Fraction:
        """The share of the marks for a mean; between two points it changes evenly."""
        at = bisect_left(self.points, mean, key=lambda point: point[0])
        if at == 0:
            return self.points[0][1]
        if at == len(self.points):
            return self.points[-1][1]
        (low, most), (high, least) = self.points[at - 1 : at + 1]
        return most + (mean - low) / (high - low) * (least - most)


def _exact(number: float) -> Fraction:
    return Fraction(str(number))


def _scale(exercise: str, size: _Size) -> Scale:
    points = tuple((_exact(mean), _exact(percent) / 100) for mean, percent in size.percent)
    return Scale(exercise, size.targets, points)


_STATED = msgspec.convert(
    read_coursework(Path(__file__).parents[3], "guessing").suite["scale"], _Scale
)
MOST_GUESSES = _STATED.most_guesses
NOT_FOUND_COUNTS_AS = _STATED.not_found_counts_as
SCALES: Mapping[int, Scale] = {
    2: _scale("two_cards", _STATED.two_cards),
    3: _scale("three_cards", _STATED.three_cards),
    4: _scale("four_cards", _STATED.four_cards),
}
"""By the number of cards."""
