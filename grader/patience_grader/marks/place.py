"""Where a mark stands in its cohort, as roughly as that helps a student."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

_FEWEST = 12
"""In a smaller cohort, a quarter would say whose mark is which."""
_QUARTERS = ("highest quarter", "second quarter", "third quarter", "lowest quarter")


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """The quarter of the cohort in which a mark is."""

    quarter: int
    """From 0, the highest."""
    count: int
    """How many submissions there are."""

    @property
    def for_student(self) -> str:
        """What the student reads."""
        return f"This mark is in the {_QUARTERS[self.quarter]} of {self.count} submissions."


def places(marks: Mapping[str, Fraction]) -> Mapping[str, Place]:
    """The places of these marks, by submission; none if they are few.

    Equal marks are in the same quarter, the highest that any of them is in.
    """
    count = len(marks)
    if count < _FEWEST:
        return {}
    ordered = sorted(marks.values(), reverse=True)
    better = {mark: ordered.index(mark) for mark in set(ordered)}
    return {
        name: Place(quarter=4 * better[mark] // count, count=count) for name, mark in marks.items()
    }
