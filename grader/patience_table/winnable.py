"""Deals that are known to be winnable, by the solver library pyksolve where it is installed."""

from __future__ import annotations

import importlib.util

from .position import COLUMNS, DECK, Position

MISSING = "Known deals need a solver: pip install pyksolve."
_SUITS = {"♣": 1, "♦": 2, "♥": 3, "♠": 4}
_MOST_STATES = 50_000
"""A deal that is not won within so many states is not called winnable: most are, in a second."""


def has_solver() -> bool:
    """Whether the solver is installed."""
    return importlib.util.find_spec("pyksolve") is not None


def is_winnable(start: Position, draws: int) -> bool:
    """Whether the deal was won by the solver, which sees all cards and may pass without end."""
    from pyksolve import solver  # noqa: PLC0415 it need not be there

    if not _is_whole(start):
        return False
    game = solver.Solitaire()
    game.load_solitaire(deal_of(start))
    game.reset_game(draws)
    result = game.solve_fast(0, 0, _MOST_STATES)
    return bool(result.name.startswith("Solved"))


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
