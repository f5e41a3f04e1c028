"""Whether shuffled decks are uniformly random: four statistics with stated false alarms.

Each compares counts over many shuffles with what uniform orders give. Displacement
(how far a card has moved, round the end) and regions (from which part of the deck to
which) are compared by chi-squared, and neighbours that stay neighbours by their mean.
Over shuffles of three cards the six orders are compared by chi-squared.
A right shuffle exceeds each limit with a probability below 2 in ten million, so below
one in a million together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

_CHI_SQUARED_LIMIT = {5: 41.6, 9: 49.6, 10: 51.7}
"""What the sums of squares exceed with a probability below 2e-7, by degrees of freedom.

A little above the values of chi-squared: cards of one deck are not independent, which
makes the sums larger by 52/51, and few shuffles make the tail longer.
"""
_NORMAL_LIMIT = 5.5
"""The same for the number of neighbours, which is skewed like a Poisson number."""
_REGIONS = 4


def unfair(orders: Sequence[Sequence[int]]) -> str:
    """What is odd about the orders (each the numbers 0 to n-1), in words; empty for nothing."""
    size = len(orders[0])
    if len({tuple(order) for order in orders}) < len(orders):
        return "some seeds give the same order"
    if _too_far(_displacements(orders, size)):
        return "cards land too often or too seldom at certain distances from where they were"
    if _too_far(_regions(orders, size)):
        return "cards come too often or too seldom from one part of the deck to another"
    kept = sum(after == before + 1 for order in orders for before, after in pairwise(order))
    expected = len(orders) * (size - 1) / size
    if abs(kept - expected) > _NORMAL_LIMIT * math.sqrt(expected):
        return "neighbours stay together too often or too seldom"
    return ""


def uneven(orders: Sequence[tuple[object, ...]], kinds: int) -> bool:
    """Whether some of the `kinds` of orders come too often or too seldom."""
    counted = Counter(orders)
    expected = len(orders) / kinds
    distance = sum((seen - expected) ** 2 / expected for seen in counted.values())
    distance += expected * (kinds - len(counted))
    return distance > _CHI_SQUARED_LIMIT[kinds - 1]


def _displacements(orders: Sequence[Sequence[int]], size: int) -> list[tuple[int, float]]:
    """Counted and expected cards, by distance: three single distances and eight ranges."""
    moved = Counter((place - card) % size for order in orders for place, card in enumerate(order))
    single = [0, 1, size - 1]
    ranges = [
        range(2 + (size - 3) * part // 8, 2 + (size - 3) * (part + 1) // 8) for part in range(8)
    ]
    groups: Iterable[Sequence[int]] = [*([one] for one in single), *ranges]
    return [(sum(moved[one] for one in group), len(orders) * len(group)) for group in groups]


def _regions(orders: Sequence[Sequence[int]], size: int) -> list[tuple[int, float]]:
    counted = Counter(
        (place * _REGIONS // size, card * _REGIONS // size)
        for order in orders
        for place, card in enumerate(order)
    )
    part = size / _REGIONS
    expected = len(orders) * part * part / size
    return [
        (counted[row, column], expected) for row in range(_REGIONS) for column in range(_REGIONS)
    ]


def _too_far(counts: list[tuple[int, float]]) -> bool:
    freedom = 9 if len(counts) == _REGIONS**2 else len(counts) - 1
    distance = sum((seen - expected) ** 2 / expected for seen, expected in counts)
    return distance > _CHI_SQUARED_LIMIT[freedom]
