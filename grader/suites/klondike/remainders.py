"""Whether positions were chosen by the remainder of a random number from a small range.

A shuffle by swaps chooses one of n positions, then one of n - 1, and so on. From a shuffled
deck the choices can be read back, for a shuffle from the front and for one from the back; if
all orders are equally likely, so are all choices, however the deck was shuffled. A random byte
taken modulo 52 gives the remainders 0 to 47 five times in 256, the others four times. For each
range of numbers, the choices that would come more often are counted and weighed by how much
more often; the sum is then compared with its mean, in standard deviations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_MOST = 400
"""Larger ranges show in many more shuffles only."""
_LIMIT = 6.2
"""A right shuffle exceeds it once in ten million: one in 3.5 billion for each range and way."""

_FRONT = """\
def choices(order):
    deck = list(range(len(order)))
    for here in range(len(order) - 1):
        there = deck.index(order[here])
        deck[here], deck[there] = deck[there], deck[here]
        yield len(order) - here, there - here
"""
_BACK = """\
def choices(order):
    deck = list(range(len(order)))
    for here in range(len(order) - 1, 0, -1):
        there = deck.index(order[here])
        deck[here], deck[there] = deck[there], deck[here]
        yield here + 1, there
"""


@dataclass(frozen=True)
class Remainder:
    """A range of numbers whose remainders fit the choices too well."""

    numbers: int
    expected: float
    counted: int
    code: str
    """The count as Python, of `orders`."""
    needs: str
    """The function that it needs."""


def by_remainder(orders: Sequence[Sequence[int]]) -> Remainder | None:
    """The range of numbers that fits best, if it fits too well to be chance; else None."""
    size = len(orders[0])
    found = [
        (score, numbers, is_from_back, below)
        for is_from_back in (False, True)
        for below in [_below(orders, is_from_back=is_from_back)]
        for numbers in range(size + 1, _MOST + 1)
        for score in [_score(below, numbers, len(orders))]
    ]
    score, numbers, is_from_back, below = max(found, key=lambda one: one[0])
    if score < _LIMIT:
        return None
    favoured = range(2, size + 1)
    return Remainder(
        numbers,
        sum(len(orders) * (numbers % most) / most for most in favoured),
        sum(below[most][numbers % most] for most in favoured),
        f"sum(chosen < {numbers} % most for order in orders for most, chosen in choices(order))",
        _BACK if is_from_back else _FRONT,
    )


def choices(order: Sequence[int], *, is_from_back: bool) -> list[int]:
    """What was chosen of n positions, of n - 1, and so on down to 2, if the shuffle went this way.

    Counted from the position that is filled, or, from the back, from the front of the deck.
    """
    size = len(order)
    deck, places, chosen = list(range(size)), list(range(size)), []
    for step in range(size - 1):
        here = size - 1 - step if is_from_back else step
        there = places[order[here]]
        chosen.append(there if is_from_back else there - here)
        other = deck[here]
        deck[there], places[other] = other, there
    return chosen


def _below(orders: Sequence[Sequence[int]], *, is_from_back: bool) -> dict[int, list[int]]:
    """For each number of positions, how many choices were below 0, 1, 2 and so on."""
    size = len(orders[0])
    counts = [[0] * most for most in range(size, 1, -1)]
    for order in orders:
        for count, chosen in zip(counts, choices(order, is_from_back=is_from_back), strict=True):
            count[chosen] += 1
    sums = {}
    for count in counts:
        sums[len(count)] = below = [0]
        for one in count:
            below.append(below[-1] + one)
    return sums


def _score(below: dict[int, list[int]], numbers: int, orders: int) -> float:
    """By how many standard deviations the choices fit this range better than chance."""
    excess = variance = 0.0
    for most, sums in below.items():
        left = numbers % most
        excess += most * sums[left] - orders * left
        variance += left * (most - left)
    return excess / math.sqrt(orders * variance) if variance else 0.0
