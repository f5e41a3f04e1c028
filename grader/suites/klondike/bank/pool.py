"""The boards from which the questions are made."""

from __future__ import annotations

from functools import cache

from klondike.board import Board
from klondike.cards import Suit
from patience_grader.suite.bank import drawing, is_public
from suites.klondike.bank import boards
from suites.klondike.bank.simpler import size

_FIXED = {
    boards.four_runs(Suit.HEARTS, Suit.DIAMONDS),
    boards.won(),
}
"""Boards that the marked edition always has."""
_FIXED_IN_PUBLIC = {boards.four_runs(Suit.DIAMONDS, Suit.HEARTS)}


@cache
def pool() -> tuple[Board, ...]:
    """Boards from play and arbitrary ones, those with the least to look at first.

    No board of the public edition is one of the marked edition.
    """
    public = (_generated(public=True) | _FIXED_IN_PUBLIC) - _FIXED
    found = public if is_public() else (_generated(public=False) - public) | _FIXED
    return tuple(sorted(found, key=lambda board: (size(board), repr(board))))


def _generated(*, public: bool) -> set[Board]:
    kinds = {boards.played: 100, boards.arbitrary: 500, boards.endgame: 60, boards.long_run: 12}
    found = {
        board
        for kind, count in kinds.items()
        for board in boards.generated(kind, count, drawing(__name__, kind.__name__, public=public))
    }
    return found | set(boards.discards_that_fit(drawing(__name__, "discards", public=public)))
