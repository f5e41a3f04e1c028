"""The scale from mean guesses to marks."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

__all__ = ["Scale"]


@dataclass(frozen=True)
class Scale:
    """What mean guesses earn for one number of cards."""

    targets: int
    percent: tuple[tuple[float, float], ...]
    """Means, from low to high, each with the percentage of the marks that it earns."""
    least: float
    """The smallest mean that is possible: what lies below it was not found by guessing."""
    marks: float
    """How many marks the mean is for."""
    enough: int | None = None
    """In the public edition: so many guesses pass if no target takes more."""

    @cached_property
    def points(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The means, each with the share of the marks that it earns."""
        return tuple((_exact(mean), _exact(percent) / 100) for mean, percent in self.percent)

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
