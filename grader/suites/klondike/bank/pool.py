"""The boards from which the questions are made."""

from __future__ import annotations

from functools import cache

from klondike.board import Board
from klondike.cards import Suit
from patience_grader.suite.bank import is_public
from suites.klondike.bank import boards
from suites.klondike.bank.simpler import size

_MARKED, _PUBLIC = 66, 1966


@cache
def pool() -> tuple[Board, ...]:
    """Boards from play and arbitrary ones, those with the least to look at first.

    No board of the public edition is one of the marked edition.
    """
    found = _public() - _marked() if is_public() else _marked()
    return tuple(sorted(found, key=lambda board: (size(board), repr(board))))


def _marked() -> set[Board]:
    return {
        *boards.generated(boards.played(), 100, _MARKED),
        *boards.generated(boards.arbitrary(), 500, _MARKED),
        *boards.generated(boards.endgame(), 60, _MARKED),
        boards.four_runs(Suit.HEARTS, Suit.DIAMONDS),
        boards.won(),
    }


def _public() -> set[Board]:
    return {
        *boards.generated(boards.played(), 100, _PUBLIC),
        *boards.generated(boards.arbitrary(), 500, _PUBLIC),
        *boards.generated(boards.endgame(), 60, _PUBLIC),
        boards.four_runs(Suit.DIAMONDS, Suit.HEARTS),
    }
