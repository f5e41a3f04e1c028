"""Values as students see them: boards, odd boards part by part, columns and cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from klondike.board import Board
from klondike.cards import Card
from suites.klondike.bank import BOOK
from suites.klondike.shapes import COLUMNS, is_board, is_column
from suites.klondike.sideways import sideways

_PART_AT_MOST = 120
_MOST_COLUMNS = 12


def drawn(value: object) -> str:
    """The value drawn. May raise for one whose parts are not what they should be."""
    if is_board(value):
        assert isinstance(value, Board)
        return BOOK.picture(value) or sideways(value)
    if isinstance(value, Board):
        return "\n".join(_parts(value))
    if value == ():
        return "(empty)"
    if isinstance(value, tuple):
        return "\n".join(_items(value))
    return value if isinstance(value, str) else repr(value)


def _parts(board: Board) -> Iterator[str]:
    """A board that is not as it should be, part by part."""
    yield "a board that cannot be drawn, with these parts:"
    for name in ("deck", "discard", "pillars"):
        yield f"{name}: {_part(getattr(board, name))}"
    columns: object = board.columns
    if not isinstance(columns, tuple):
        yield f"columns: {_part(columns)}"
        return
    yield f"columns: {len(columns)}" + (
        "" if len(columns) == len(COLUMNS) else f", not {len(COLUMNS)}"
    )
    for index, column in enumerate(columns[:_MOST_COLUMNS]):
        yield f"[{index}] {_draw_column(column) if is_column(column) else _bare(column)}"


def _bare(column: object) -> str:
    if isinstance(column, tuple) and column and all(isinstance(one, Card) for one in column):
        return f"cards, not Placed: {' '.join(str(one).strip() for one in column)}"
    return _part(column)


def _part(value: object) -> str:
    if isinstance(value, tuple) and value and all(isinstance(one, Card) for one in value):
        return f"{len(value)} cards" if len(value) > 1 else str(value[0]).strip()
    return repr(value)[:_PART_AT_MOST]


def _items(value: tuple[object, ...]) -> Iterator[str]:
    if all(isinstance(one, Card) for one in value):
        yield " ".join(str(one).strip() for one in value)
    elif all(is_column(one) for one in value):
        for index, column in enumerate(value):
            yield f"[{index}] {_draw_column(column)}"
    elif is_column(value):
        yield _draw_column(value)
    else:
        yield repr(value)


def _draw_column(column: Any) -> str:
    """A column as it is drawn on a board: the card played last, index 0, stands last."""
    cards = (f"{card}".strip() + ("" if face else " (hidden)") for card, face in column[::-1])
    return " ".join(cards) or "(empty)"
