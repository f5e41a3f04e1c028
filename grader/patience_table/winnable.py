"""Deals that are won or known to be lost, by the solver library pyksolve where it is installed."""

from __future__ import annotations

import importlib.util
from enum import Enum

from .position import COLUMNS, DECK, Position

MISSING = "Known deals need the solver pyksolve, which not every system can install."
_SUITS = {"♣": 1, "♦": 2, "♥": 3, "♠": 4}
_MOST_STATES = 50_000
"""A deal that is not won within so many states is not called winnable: most are, in a second."""


class Ending(Enum):
    """What the solver found out."""

    WON = "won"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


def has_solver() -> bool:
    """Whether the solver is installed."""
    return importlib.util.find_spec("pyksolve") is not None


def is_winnable(start: Position, draws: int) -> bool:
    """Whether the deal was won by the solver, which sees all cards and may pass without end."""
    return solve(start, draws)[0] is Ending.WON


def solve(start: Position, draws: int) -> tuple[Ending, list[str]]:
    """How the deal ends, and the solver's words for the moves that win it."""
    from pyksolve import solver  # noqa: PLC0415 it need not be there

    if not _is_whole(start):
        return Ending.UNKNOWN, []
    game = solver.Solitaire()
    game.load_solitaire(deal_of(start))
    game.reset_game(draws)
    result = game.solve_fast(0, 0, _MOST_STATES)
    if result.name.startswith("Solved"):
        return Ending.WON, game.moves_made().split()
    impossible = result.name == "Impossible"
    return Ending.IMPOSSIBLE if impossible else Ending.UNKNOWN, []


def deal_of(start: Position) -> str:
    """The deal as the solver reads it: three digits a card, dealt row by row, then the stock."""
    rows = [
        start.columns[number][number - row].card
        for row in range(COLUMNS)
        for number in range(row, COLUMNS)
    ]
    return "".join(f"{card.value:02}{_SUITS[card.suit]}" for card in (*rows, *start.stock))


def _is_whole(start: Position) -> bool:
    """Whether this is a deal of all cards to the places where they belong."""
    sizes = [len(column) for column in start.columns]
    lying = [one.card for column in start.columns for one in column]
    is_deal = sizes == list(range(1, COLUMNS + 1))
    return is_deal and sorted((*lying, *start.stock)) == sorted(DECK)
