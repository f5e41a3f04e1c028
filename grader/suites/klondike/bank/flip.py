"""The boards that `flip` is asked to turn cards on."""

from collections.abc import Iterable
from dataclasses import replace

from klondike.board import Board, Column, Placed
from klondike.deck import deck_of_52
from patience_grader.suite.bank import Arguments, is_public
from suites.klondike.bank.pool import pool
from suites.klondike.shapes import visible

__all__ = ["ANY", "BURIED", "TURNING"]


def _uncovered(board: Board) -> Board:
    """The board with the visible cards of its even columns put under the deck."""
    columns: list[Column] = []
    deck = board.deck
    for index, column in enumerate(board.columns):
        shown = visible(column)
        if index % 2 == 0 and len(shown) < len(column):
            deck += tuple(placed.card for placed in shown)
            columns.append(column[len(shown) :])
        else:
            columns.append(column)
    return replace(board, deck=deck, columns=tuple(columns))


def _long(hidden: bool) -> Board:
    half = deck_of_52()[26:] if is_public() else deck_of_52()[:26]
    column = tuple(Placed(card, not hidden) for card in half)
    return Board((), (), pool()[0].pillars, (column,) * 7)


_UNCOVERED = [_uncovered(board) for board in pool()]
_FULL = [board for board in _UNCOVERED if all(board.columns)]
_TURNING = [
    *[board for board in _FULL if any(not column[0].visible for column in board.columns)][:12],
    _long(hidden=True),
]
_BURIED = [
    board
    for board in _TURNING
    if any(not one.visible for column in board.columns for one in column[1:])
]
_ANY = [
    *[board for board in _UNCOVERED if not all(board.columns)][::40],
    *_TURNING[::2],
    _long(hidden=False),
]


def _questions(boards: Iterable[Board]) -> list[Arguments]:
    return [(board,) for board in boards]


TURNING = _questions(_TURNING)
BURIED = _questions(_BURIED)
ANY = _questions(_ANY)
