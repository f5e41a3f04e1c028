"""A whole game that is won by moves to the foundations alone, from a start made for it."""

from itertools import chain

from suites.terminal.bank.staging import scene
from suites.terminal.bank.tables import saved, start, table
from terminal.cards import RANKS, Card, read_card
from terminal.table import Table, set_up

__all__ = ["ALMOST", "EMPTY", "LOADED_EMPTY", "TAKEN", "WON"]

_SUITS = {"H": "A", "D": "B", "c": "C", "s": "D"}
_IN_STOCK = 24


def _upwards() -> list[Card]:
    return [read_card(suit + rank) for rank in RANKS for suit in _SUITS]


def _table() -> Table:
    """The stock in the order of the foundations, then the piles, from the first to the last."""
    cards = _upwards()
    rest = iter(cards[_IN_STOCK:])
    piles = [tuple(next(rest) for _ in range(size))[::-1] for size in range(1, 8)]
    return set_up(tuple(piles), tuple(cards[:_IN_STOCK]))


def _up(card: Card) -> str:
    return f"move {card} {_SUITS[card.suit.value]}"


_CARDS = _upwards()
_TAKING = list(chain.from_iterable(("deal", _up(card)) for card in _CARDS[:_IN_STOCK]))
TAKEN = len(_TAKING)
"""After so many lines all of the stock is dealt and moved to the foundations."""
WON = scene(_table(), [*_TAKING, *map(_up, _CARDS[_IN_STOCK:])])
EMPTY = scene(_table(), [*_TAKING, "deal", _up(_CARDS[_IN_STOCK])])

_LAST = table({1: "HK", 2: "DK", 3: "cK", 4: "sK"}, "HQ DQ cQ sQ", "|")
ALMOST = scene(
    start({}),
    ["load last.txt", "move HK A", "move DK B", "move cK C", "move sK D"],
    {"last.txt": saved(_LAST)},
)
"""A way to win for programs with which the whole game cannot be won."""
LOADED_EMPTY = scene(start({}), ["load last.txt", "deal"], {"last.txt": saved(_LAST)})
