"""Exercises 3 to 13: showing the board, and the rules of the game."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile, zip_longest

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
    recent = ", ".join(str(card).strip() for card in reversed(board.discard[:3]))
    cells = [[_face(placed) for placed in reversed(column)] for column in board.columns]
    rows = zip_longest(*cells, fillvalue="   ")
    return "\n".join(
        [
            f"Deck size: {len(board.deck)}",
            f"Discard: {recent}".rstrip(),
            "Pillars:",
            *_pillar_lines(board.pillars),
            "",
            " ".join(f"[{index}]" for index in range(len(board.columns))),
            *(" ".join(row).rstrip() for row in rows),
        ]
    )


def _face(placed: Placed) -> str:
    return str(placed.card) if placed.visible else "???"


def _pillar_lines(pillars: Pillars) -> list[str]:
    shown = (Suit.SPADES, Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS)
    tops = {suit: pillars.top(suit) for suit in shown}
    return [
        f"  {suit.name.title()}: " + (f"{suit.symbol}{top}" if top else "<empty>")
        for suit, top in tops.items()
    ]


def setup(deck: Deck) -> Board:
    """The board at the start of a game, dealt from the top of the deck.

    Column 0 gets one card, column 1 the next two, and so on up to seven for
    column 6. The last card dealt to a column is visible and ends at index 0;
    what is left is the deck, in its order. Pillars and discard pile are empty.
    """
    columns = []
    for size in range(1, 8):
        dealt, deck = deck[:size], deck[size:]
        newest_first = reversed(dealt)
        columns.append(tuple(Placed(card, card == dealt[-1]) for card in newest_first))
    return Board(deck, (), EMPTY_PILLARS, tuple(columns))


def is_won(board: Board) -> bool:
    """Whether a king lies on every pillar."""
    return all(board.pillars.top(suit) == Value.KING for suit in Suit)


def flip(board: Board) -> Board:
    """The board with the card at index 0 of every column turned face up."""
    columns = tuple(
        (Placed(column[0].card, True), *column[1:]) if column else () for column in board.columns
    )
    return replace(board, columns=columns)


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns with the one at this index replaced by the column given."""
    return (*columns[:index], column, *columns[index + 1 :])


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other: opposite colour and one lower in value."""
    return card.is_red != onto.is_red and card.value + 1 == onto.value


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card is the next for its pillar, whose top value is given.

    An empty pillar (`None`) takes an ace, any other the value one above its top.
    """
    return card.value == (1 if top is None else top + 1)


def draw(board: Board) -> Board:
    """The board after turning the top card of the deck onto the discard pile.

    An empty deck is first replaced by the discard pile, reversed.

    Raises DeckEmpty when deck and discard pile are both empty.
    """
    deck, discard = board.deck, board.discard
    if not deck:
        deck, discard = discard[::-1], ()
    if not deck:
        raise DeckEmpty
    return replace(board, deck=deck[1:], discard=(deck[0], *discard))


def move(count: int, source: int, target: int, board: Board) -> Board:
    """The board after moving that many visible cards from one column to another.

    Raises InvalidCount when the count is below 1, MovingTooManyCards when it
    exceeds the visible cards of the source, ColumnKing when the target is empty
    and the highest card moved is not a king, and WrongOrder when that card does not
    fit on the target.
    """
    if count < 1:
        raise InvalidCount
    column = board.columns[source]
    if count > len(_visible(column)):
        raise MovingTooManyCards
    moved, left = column[:count], column[count:]
    onto = board.columns[target]
    _check_column_takes(moved[-1].card, onto)
    columns = update_column(source, left, board.columns)
    return replace(board, columns=update_column(target, moved + onto, columns))


def _visible(column: Column) -> Column:
    return tuple(takewhile(lambda placed: placed.visible, column))


def _check_column_takes(card: Card, column: Column) -> None:
    if not column and card.value != Value.KING:
        raise ColumnKing
    if column and not can_stack(card, column[0].card):
        raise WrongOrder


def move_stack(source: int, target: int, board: Board) -> Board:
    """The board after moving all visible cards of one column to another.

    Raises what `move` raises for that many cards.
    """
    return move(len(_visible(board.columns[source])), source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """The board after moving the top card of the discard pile to a column.

    Raises DiscardEmpty when there is no such card, ColumnKing when the column is
    empty and the card no king, and WrongOrder when it does not fit.
    """
    if not board.discard:
        raise DiscardEmpty
    card, *left = board.discard
    column = board.columns[target]
    _check_column_takes(card, column)
    columns = update_column(target, (Placed(card, True), *column), board.columns)
    return replace(board, discard=tuple(left), columns=columns)


def move_to_pillar(source: int | None, board: Board) -> Board:
    """The board after moving a card to its pillar.

    The card is the one at index 0 of the source column, or, when the source is
    `None`, the top of the discard pile.

    Raises DiscardEmpty or ColumnEmpty when there is no such card, and
    WrongPillarOrder when it is not the next card of its pillar.
    """
    if source is None:
        if not board.discard:
            raise DiscardEmpty
        card = board.discard[0]
        without = replace(board, discard=board.discard[1:])
    else:
        column = board.columns[source]
        if not column:
            raise ColumnEmpty
        card = column[0].card
        without = replace(board, columns=update_column(source, column[1:], board.columns))
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    return replace(without, pillars=board.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """The board after moving the top card of a pillar back to a column.

    Raises PillarEmpty when there is no such card, ColumnKing when the column is
    empty and the card no king, and WrongOrder when it does not fit.
    """
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty
    card = Card(suit, top)
    column = board.columns[target]
    _check_column_takes(card, column)
    columns = update_column(target, (Placed(card, True), *column), board.columns)
    return replace(board, pillars=board.pillars.lowered(suit), columns=columns)


def solve(board: Board) -> Board:
    """The board after moving cards from the columns to the pillars until none can go.

    Only the card at index 0 of a column can go; a hidden card that this uncovers
    is turned and takes part.
    """
    for source, column in enumerate(board.columns):
        if column and can_stack_on_pillar(column[0].card, board.pillars.top(column[0].card.suit)):
            return solve(flip(move_to_pillar(source, board)))
    return board
