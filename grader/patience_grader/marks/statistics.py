"""What the marks of a cohort say: about the cohort, and about each criterion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, sqrt

from .scheme import Criterion, Scheme
from .verdict import State

_STEPS = tuple(
    Fraction(text) for text in "1/20 1/10 1/5 1/4 1/2 1 2 5 10 20 25 50 100 200 500 1000".split()
)
_MOST_BINS = 14
_ENOUGH = 10
"""Of fewer submissions nothing is said about whether a criterion tells good from poor work."""


@dataclass(frozen=True)
class Spread:
    """Where the marks of a cohort lie."""

    mean: Fraction
    median: Fraction
    deviation: float
    lower: Fraction
    """The first quartile."""
    upper: Fraction


@dataclass(frozen=True)
class Bin:
    """How many marks lie from `least` up to, but without, the next bin's."""

    least: Fraction
    count: int


@dataclass(frozen=True)
class Earned:
    """What one submission earned by each criterion, in the handout's order, and how it ended."""

    awards: Sequence[Fraction]
    states: Sequence[State]


@dataclass(frozen=True)
class Item:
    """What a cohort did with one criterion."""

    criterion: Criterion
    full: int
    part: int
    none: int
    difficulty: float
    """The mean share of its worth that was earned: 1 is easiest."""
    discrimination: float | None
    """How the share goes with the marks for everything else, from -1 to 1: the point-biserial
    correlation if nobody earned a part. None if there are too few, or all earned the same."""

    @property
    def lost(self) -> int:
        """How many did not earn all of it."""
        return self.part + self.none

    @property
    def warning(self) -> str:
        """Why the question should be looked at; empty if nothing suggests that."""
        if self.full + self.part + self.none < _ENOUGH:
            return ""
        if not self.full + self.part:
            return "nobody earned it"
        if self.discrimination is not None and self.discrimination < 0:
            return "those who do well otherwise lose it more often"
        return ""


def spread(marks: Sequence[Fraction]) -> Spread:
    """Where these marks lie. At least one is needed."""
    ordered = sorted(marks)
    mean = sum(ordered, Fraction(0)) / len(ordered)
    squares = sum(((mark - mean) ** 2 for mark in ordered), Fraction(0))
    deviation = sqrt(squares / (len(ordered) - 1)) if len(ordered) > 1 else 0.0
    lower, median, upper = (_quantile(ordered, Fraction(part, 4)) for part in (1, 2, 3))
    return Spread(mean, median, deviation, lower, upper)


def _quantile(ordered: Sequence[Fraction], part: Fraction) -> Fraction:
    """The value below which this part of the sorted values lies, between two of them if need be."""
    place = part * (len(ordered) - 1)
    below, above = ordered[floor(place)], ordered[ceil(place)]
    return below + (above - below) * (place - floor(place))


def bins(marks: Sequence[Fraction], out_of: Fraction) -> list[Bin]:
    """The marks in bins of a round width. Those that are full, or more, have the last one."""
    width = next((step for step in _STEPS if out_of / step <= _MOST_BINS), out_of)
    steps = [width * number for number in range(ceil(out_of / width))]
    counts = [0] * (len(steps) + 1)
    for mark in marks:
        counts[len(steps) if mark >= out_of else max(0, floor(mark / width))] += 1
    return [Bin(*pair) for pair in zip((*steps, out_of), counts, strict=True)]


def items(cohort: Sequence[Earned], scheme: Scheme) -> list[Item]:
    """What the cohort did with each criterion, that which most have lost first.

    A criterion that somebody has still to mark, or that nobody was examined by, is left out.
    """
    totals = [float(sum(one.awards, Fraction(0))) for one in cohort]
    found = [
        item
        for place, criterion in enumerate(scheme.criteria)
        if (item := _item(cohort, totals, place, criterion))
    ]
    return sorted(found, key=lambda item: (-item.lost, item.difficulty))


def _item(
    cohort: Sequence[Earned], totals: Sequence[float], place: int, criterion: Criterion
) -> Item | None:
    if any(one.states[place] is State.AWAITING for one in cohort):
        return None
    worth = float(criterion.worth)
    examined = [
        (float(one.awards[place]), total)
        for one, total in zip(cohort, totals, strict=True)
        if one.states[place] is not State.VOID
    ]
    if not examined:
        return None
    shares = [earned / worth for earned, _ in examined]
    rests = [total - earned for earned, total in examined]
    full = sum(share == 1 for share in shares)
    none = sum(share == 0 for share in shares)
    return Item(
        criterion,
        full,
        len(shares) - full - none,
        none,
        sum(shares) / len(shares),
        _correlation(shares, rests) if len(shares) >= _ENOUGH else None,
    )


def _correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's; None if either is the same throughout."""
    if len({*one}) < 2 or len({*other}) < 2:
        return None
    mean_one, mean_other = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - mean_one) * (b - mean_other) for a, b in zip(one, other, strict=True))
    squares_one = sum((a - mean_one) ** 2 for a in one)
    squares_other = sum((b - mean_other) ** 2 for b in other)
    return both / sqrt(squares_one * squares_other)
