"""What of a value that came back can be looked at, and what of it counts."""

from __future__ import annotations

from typing import Any

from klondike.board import Board, Column, Pillars
from klondike.cards import Card

COLUMNS = range(7)


def is_board(value: Any) -> bool:
    """Whether a value that came back is a board whose columns can be looked at."""
    return (
        isinstance(value, Board)
        and isinstance(value.columns, tuple)
        and len(value.columns) == len(COLUMNS)
        and all(is_column(column) for column in value.columns)
        and isinstance(value.pillars, Pillars)
    )


def is_column(value: Any) -> bool:
    """Whether a value that came back is a column that can be looked at."""
    return isinstance(value, tuple) and all(
        isinstance(placed, tuple) and len(placed) == 2 and isinstance(placed[0], Card)
        for placed in value
    )


def settled(board: Any) -> tuple[object, ...]:
    """All of a board that counts, since a student may flip inside a move.

    Boards that are the same but for the turning of the last cards have it in common.
    """
    columns = [(column[0][0], column[1:]) if column else None for column in board.columns]
    return board.deck, board.discard, board.pillars, columns


def visible(column: Column) -> Column:
    """The visible cards of a column."""
    return tuple(placed for placed in column if placed.visible)
