"""Whether shuffled decks are uniformly random: five statistics with stated false alarms.

Each compares counts over many shuffles with what uniform orders give. Displacement
(how far a card has moved, round the end) and regions (from which part of the deck to
which) are compared by chi-squared, and neighbours that stay neighbours by their mean.
Over shuffles of three cards the six orders are compared by chi-squared. The last one looks
for numbers that were cut to size by a remainder (see `remainders`).
A right shuffle exceeds each limit with a probability below 2 in ten million, so below
one in a million together.
"""

from __future__ import annotations

import hashlib
import math
import operator
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from suites.klondike.remainders import by_remainder

_CHI_SQUARED_LIMIT = {5: 41.6, 9: 49.6, 10: 51.7}
"""What the sums of squares exceed with a probability below 2e-7, by degrees of freedom.

A little above the values of chi-squared: cards of one deck are not independent, which
makes the sums larger by 52/51, and few shuffles make the tail longer.
"""
_NORMAL_LIMIT = 5.5
"""The same for the number of neighbours, which is skewed like a Poisson number."""
_REGIONS = 4


@dataclass(frozen=True)
class Oddity:
    """A count over all shuffles that is far from what uniform orders give."""

    reason: str
    what: str
    """What was counted."""
    expected: float
    counted: int
    code: str
    """The count as Python, of `orders`: for each shuffle the old places of its cards, in order."""
    needs: str = ""
    """Python that the count needs."""


@dataclass(frozen=True)
class _Count:
    what: str
    expected: float
    counted: int
    code: str

    def odd(self, reason: str) -> Oddity:
        return Oddity(reason, self.what, self.expected, self.counted, self.code)

    @property
    def distance(self) -> float:
        return (self.counted - self.expected) ** 2 / self.expected


def digest(orders: Sequence[bytes]) -> str:
    """A short name for some orders, from which they cannot be told."""
    return hashlib.sha256(b"".join(orders)).hexdigest()[:16]


@lru_cache(maxsize=64)
def unfair(orders: tuple[bytes, ...]) -> Oddity | None:
    """What is odd about the orders (each the numbers 0 to n-1); None for nothing.

    Submissions that draw their numbers in the same way give the same orders.
    """
    size = len(orders[0])
    different = len(set(orders))
    if different < len(orders):
        code = "len(set(map(tuple, orders)))"
        reason = "some seeds give the same order"
        return Oddity(reason, "different orders", len(orders), different, code)
    joined = b"".join(orders)
    columns = [joined[place::size] for place in range(size)]
    counted = [Counter(column) for column in columns]
    displaced = _displacements(counted, len(orders))
    if _too_far(displaced):
        return _farthest(displaced).odd(
            "cards land too often or too seldom at certain distances from where they were"
        )
    regions = _regions(counted, len(orders))
    if _too_far(regions):
        return _farthest(regions).odd(
            "cards come too often or too seldom from one part of the deck to another"
        )
    kept = _neighbours(columns)
    if abs(kept.counted - kept.expected) > _NORMAL_LIMIT * math.sqrt(kept.expected):
        return kept.odd("neighbours stay together too often or too seldom")
    return _remainder(orders)


def uneven(orders: Sequence[tuple[object, ...]], kinds: int) -> bool:
    """Whether some of the `kinds` of orders come too often or too seldom."""
    counted = Counter(orders)
    expected = len(orders) / kinds
    distance = sum((seen - expected) ** 2 / expected for seen in counted.values())
    distance += expected * (kinds - len(counted))
    return distance > _CHI_SQUARED_LIMIT[kinds - 1]


def _displacements(counted: Sequence[Mapping[int, int]], orders: int) -> list[_Count]:
    """Cards by distance: three single distances and eight ranges.

    For each place it is `counted` how often each card lies there in so many orders.
    """
    size = len(counted)
    moved = Counter[int]()
    for place, cards in enumerate(counted):
        for card, times in cards.items():
            moved[(place - card) % size] += times
    ranges = [range(1), range(1, 2), range(size - 1, size)] + [
        range(2 + (size - 3) * part // 8, 2 + (size - 3) * (part + 1) // 8) for part in range(8)
    ]
    return [
        _Count(
            f"cards that moved on by {_span(group)}, round the end",
            orders * len(group),
            sum(moved[one] for one in group),
            f"sum((place - card) % {size} in {group!r} for order in orders "
            "for place, card in enumerate(order))",
        )
        for group in ranges
    ]


def _span(group: range) -> str:
    few = f"{group[0]} place" + "s" * (group[0] != 1)
    return few if len(group) == 1 else f"{group[0]} to {group[-1]} places"


def _regions(counted: Sequence[Mapping[int, int]], orders: int) -> list[_Count]:
    """Cards by the quarters of the deck that they lie in, and that they came from."""
    size = len(counted)
    moved = Counter[tuple[int, int]]()
    for place, cards in enumerate(counted):
        for card, times in cards.items():
            moved[place * _REGIONS // size, card * _REGIONS // size] += times
    part = size / _REGIONS
    return [
        _Count(
            f"cards that came from quarter {card + 1} of the deck to quarter {place + 1}",
            orders * part * part / size,
            moved[place, card],
            f"sum(place * {_REGIONS} // {size} == {place} and card * {_REGIONS} // {size} == "
            f"{card} for order in orders for place, card in enumerate(order))",
        )
        for place in range(_REGIONS)
        for card in range(_REGIONS)
    ]


def _neighbours(columns: Sequence[bytes]) -> _Count:
    """Cards that lie behind the same one as before; a column is what lies in one place."""
    size = len(columns)
    following = bytes((card + 1) % 256 for card in range(256))
    return _Count(
        "cards that follow the one that they followed before",
        len(columns[0]) * (size - 1) / size,
        sum(
            sum(map(operator.eq, after, before.translate(following)))
            for before, after in pairwise(columns)
        ),
        "sum(two == one + 1 for order in orders for one, two in zip(order, order[1:]))",
    )


def _remainder(orders: Sequence[Sequence[int]]) -> Oddity | None:
    found = by_remainder(orders)
    if found is None:
        return None
    reason = "some positions are chosen too often, as when a random number is cut by a remainder"
    what = f"choices that {found.numbers} numbers leave more often as a remainder"
    return Oddity(reason, what, found.expected, found.counted, found.code, found.needs)


def _too_far(counts: Sequence[_Count]) -> bool:
    freedom = 9 if len(counts) == _REGIONS**2 else len(counts) - 1
    return sum(one.distance for one in counts) > _CHI_SQUARED_LIMIT[freedom]


def _farthest(counts: Sequence[_Count]) -> _Count:
    return max(counts, key=lambda one: one.distance)
