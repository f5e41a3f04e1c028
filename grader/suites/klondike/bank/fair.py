"""Shuffles that are known to be fair, in the ways in which most people write them.

Each draws a number below `n` in one of two ways, and is given how many cards there are; what
comes back are their old places in the new order. A submission that gives the same orders for a
few seeds draws as one of them does, so that its fairness needs no counting.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

Shuffle = Callable[[Random, int], list[int]]
"""Is given a generator and how many cards there are."""
_Draw = Callable[[Random, int], int]
_Way = Callable[[_Draw, Random, int], list[int]]


def _by_randrange(rng: Random, n: int) -> int:
    return rng.randrange(n)


def _by_random(rng: Random, n: int) -> int:
    return int(rng.random() * n)


def _swaps_from_the_front(draw: _Draw, rng: Random, size: int) -> list[int]:
    cards = list(range(size))
    for here in range(size - 1):
        there = here + draw(rng, size - here)
        cards[here], cards[there] = cards[there], cards[here]
    return cards


def _swaps_from_the_back(draw: _Draw, rng: Random, size: int) -> list[int]:
    cards = list(range(size))
    for here in range(size - 1, 0, -1):
        there = draw(rng, here + 1)
        cards[here], cards[there] = cards[there], cards[here]
    return cards


def _swaps_while_growing(draw: _Draw, rng: Random, size: int) -> list[int]:
    cards: list[int] = []
    for here in range(size):
        there = draw(rng, here + 1)
        cards.append(here)
        cards[here], cards[there] = cards[there], cards[here]
    return cards


def _swaps_while_growing_from_the_second(draw: _Draw, rng: Random, size: int) -> list[int]:
    cards = list(range(size))
    for here in range(1, size):
        there = draw(rng, here + 1)
        cards[here], cards[there] = cards[there], cards[here]
    return cards


def _takes_out(draw: _Draw, rng: Random, size: int) -> list[int]:
    left = list(range(size))
    return [left.pop(draw(rng, len(left))) for _ in range(size)]


def _takes_out_by_swaps(draw: _Draw, rng: Random, size: int) -> list[int]:
    return _swaps_from_the_back(draw, rng, size)[::-1]


def _puts_in_front(draw: _Draw, rng: Random, size: int) -> list[int]:
    return _takes_out(draw, rng, size)[::-1]


_WAYS: tuple[_Way, ...] = (
    *(_swaps_from_the_front, _swaps_from_the_back, _takes_out),
    *(_swaps_while_growing, _swaps_while_growing_from_the_second),
    *(_takes_out_by_swaps, _puts_in_front),
)
FAIR: tuple[Shuffle, ...] = tuple(
    partial(way, draw) for way in _WAYS for draw in (_by_randrange, _by_random)
)
