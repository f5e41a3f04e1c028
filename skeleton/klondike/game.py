"""Exercises 3 to 13: showing the board, and the rules of the game."""

from __future__ import annotations

from .board import EMPTY_PILLARS, Board, Column, Pillars, Placed
from .cards import Card, Deck, Suit, Value
from .errors import (
    ColumnEmpty,
    ColumnKing,
    DeckEmpty,
    DiscardEmpty,
    InvalidCount,
    MovingTooManyCards,
    PillarEmpty,
    WrongOrder,
    WrongPillarOrder,
)


def show(board: Board) -> str:
    """The board as text: deck size, discard pile, pillars and columns.

    Up to three discards are shown, the most recent last. Columns stand side
    by side under their numbers, the least recent card first; a hidden card is
    drawn as `???`.
    """
    raise NotImplementedError


def setup(deck: Deck) -> Board:
    """The board at the start of a game, dealt from the top of the deck.

    Column 0 gets one card, column 1 the next two, and so on up to seven for
    column 6. The last card dealt to a column is visible and ends at index 0;
    what is left is the deck, in its order. Pillars and discard pile are empty.
    """
    raise NotImplementedError


def is_won(board: Board) -> bool:
    """Whether a king lies on every pillar."""
    raise NotImplementedError


def flip(board: Board) -> Board:
    """The board with the card at index 0 of every column turned face up."""
    raise NotImplementedError


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns with the one at this index replaced by the column given."""
    raise NotImplementedError


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other: opposite colour and one lower in value."""
    raise NotImplementedError


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card is the next for its pillar, whose top value is given.

    An empty pillar (`None`) takes an ace, any other the value one above its top.
    """
    raise NotImplementedError


def draw(board: Board) -> Board:
    """The board after turning the top card of the deck onto the discard pile.

    An empty deck is first replaced by the discard pile, reversed.

    Raises DeckEmpty when deck and discard pile are both empty.
    """
    raise NotImplementedError


def move(count: int, source: int, target: int, board: Board) -> Board:
    """The board after moving that many visible cards from one column to another.

    Raises InvalidCount when the count is below 1, MovingTooManyCards when it
    exceeds the visible cards of the source, ColumnKing when the target is empty
    and the highest card moved is not a king, and WrongOrder when that card does not
    fit on the target.
    """
    raise NotImplementedError


def move_stack(source: int, target: int, board: Board) -> Board:
    """The board after moving all visible cards of one column to another.

    Raises what `move` raises for that many cards.
    """
    raise NotImplementedError


def move_from_discard(target: int, board: Board) -> Board:
    """The board after moving the top card of the discard pile to a column.

    Raises DiscardEmpty when there is no such card, ColumnKing when the column is
    empty and the card no king, and WrongOrder when it does not fit.
    """
    raise NotImplementedError


def move_to_pillar(source: int | None, board: Board) -> Board:
    """The board after moving a card to its pillar.

    The card is the one at index 0 of the source column, or, when the source is
    `None`, the top of the discard pile.

    Raises DiscardEmpty or ColumnEmpty when there is no such card, and
    WrongPillarOrder when it is not the next card of its pillar.
    """
    raise NotImplementedError


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """The board after moving the top card of a pillar back to a column.

    Raises PillarEmpty when there is no such card, ColumnKing when the column is
    empty and the card no king, and WrongOrder when it does not fit.
    """
    raise NotImplementedError


def solve(board: Board) -> Board:
    """The board after moving cards from the columns to the pillars until none can go.

    Only the card at index 0 of a column can go; a hidden card that this uncovers
    is turned and takes part.
    """
    raise NotImplementedError
