"""The decks and seeds with which `shuffle` is asked."""

from random import Random

from klondike.deck import deck_of_52
from patience_grader.sandbox.guest.wire import Seed
from patience_grader.suite.bank import Arguments, drawing, is_public
from suites.klondike.bank.fair import FAIR
from suites.klondike.fairness import digest

__all__ = [
    "FAIR_ORDERS",
    "FEW",
    "FULL",
    "LISTED",
    "MANY",
    "ONE",
    "SEEDED",
    "SIZES",
    "SMALL",
    "THREES",
    "TWOS",
]

_SHUFFLES = 700
_SMALL_SHUFFLES = 500
_FEW = {3: 24, 4: 3, 5: 3, 10: 3, 26: 3, 52: 24}
"""So many decks of each size say how a submission draws.

Who leaves the last swap out gives the orders of a fair shuffle for 24 decks once in 2**24.
"""
_FIRST = drawing(__name__).randrange(10**9)
"""What is added to every seed."""

FULL = tuple(reversed(deck_of_52())) if is_public() else deck_of_52()


def _with(seed: int, size: int = len(FULL)) -> Arguments:
    return Seed(_FIRST + seed), FULL[:size]


def _last(seed: int, size: int) -> Arguments:
    return Seed(_FIRST + seed), FULL[-size:]


_PARTS = {3: _last, 4: _with, 5: _last, 10: _with, 26: _last, 51: _with, 52: _with}
SIZES = [part(size, size) for size, part in _PARTS.items()]
"""From both ends: who returns the first cards of a new deck in place of those given is seen."""
ONE = [_with(1, 1)]
SMALL = [_with(seed, size) for size in (0, 1, 2) for seed in range(size * 8 + 1)]
SEEDED = [_with(seed) for seed in (1, 2, 3, 1, 2, 3)]
TWOS = [_with(seed, 2) for seed in range(40)]
THREES = [_with(seed, 3) for seed in range(_SMALL_SHUFFLES)]
MANY = [_with(seed) for seed in range(1000, 1000 + _SHUFFLES)]
_SEEDED_FEW = [(2000 + seed, size) for size, count in _FEW.items() for seed in range(count)]
FEW = [_with(seed, size) for seed, size in _SEEDED_FEW]
FAIR_ORDERS = [
    digest([bytes(way(Random(_FIRST + seed), size)) for seed, size in _SEEDED_FEW]) for way in FAIR
]
"""What the orders of the few are when they are drawn in one of the ways known to be fair."""
LISTED: list[Arguments] = [
    (Seed(_FIRST + seed), list(FULL[:size])) for seed, size in ((1, 5), (2, 20), (3, 52))
]
