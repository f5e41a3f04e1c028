"""Exercises 3 to 13, wherever possible with functions that call themselves."""

from __future__ import annotations

from dataclasses import replace

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
    """The board as text."""
    return "\n".join(
        [
            f"Deck size: {len(board.deck)}",
            f"Discard: {_discards(board.discard[:3])}",
            "Pillars:",
            f"  Spades: {_pillar(Suit.SPADES, board.pillars.spades)}",
            f"  Clubs: {_pillar(Suit.CLUBS, board.pillars.clubs)}",
            f"  Hearts: {_pillar(Suit.HEARTS, board.pillars.hearts)}",
            f"  Diamonds: {_pillar(Suit.DIAMONDS, board.pillars.diamonds)}",
            "",
            *_drawing(0, board.columns),
        ]
    )


def _discards(cards: Deck) -> str:
    if not cards:
        return ""
    if len(cards) == 1:
        return str(cards[0]).strip()
    return _discards(cards[1:]) + ", " + str(cards[0]).strip()


def _pillar(suit: Suit, top: Value | None) -> str:
    return "<empty>" if top is None else str(Card(suit, top)).strip()


def _drawing(number: int, columns: tuple[Column, ...]) -> list[str]:
    """The lines of these columns, of which the first has this number."""
    if not columns:
        return []
    left = [f"[{number}]"] + [_face(placed) for placed in reversed(columns[0])]
    return _beside(left, _drawing(number + 1, columns[1:]))


def _beside(left: list[str], right: list[str]) -> list[str]:
    height = max(len(left), len(right))
    left = left + ["   "] * (height - len(left))
    right = right + [""] * (height - len(right))
    return [f"{one} {other}" for one, other in zip(left, right)]


def _face(placed: Placed) -> str:
    return str(placed.card) if placed.visible else "???"


def setup(deck: Deck) -> Board:
    """The board at the start of a game."""
    columns, rest = _deal(1, tuple(deck))
    return Board(rest, (), EMPTY_PILLARS, columns)


def _deal(size: int, cards: Deck) -> tuple[tuple[Column, ...], Deck]:
    """The columns from this size up to seven, and the cards that are left."""
    if size > 7:
        return (), cards
    others, rest = _deal(size + 1, cards[size:])
    column = (Placed(cards[size - 1], True),) + _face_down(cards[: size - 1])
    return (column,) + others, rest


def _face_down(cards: Deck) -> Column:
    """Hidden cards, the one dealt first at the end."""
    if not cards:
        return ()
    return _face_down(cards[1:]) + (Placed(cards[0], False),)


def is_won(board: Board) -> bool:
    """Whether a king lies on every pillar."""
    return _kings(tuple(Suit), board.pillars)


def _kings(suits: tuple[Suit, ...], pillars: Pillars) -> bool:
    if not suits:
        return True
    return pillars.top(suits[0]) == Value.KING and _kings(suits[1:], pillars)


def flip(board: Board) -> Board:
    """The board with the card at index 0 of every column turned face up."""
    return replace(board, columns=_turned(board.columns))


def _turned(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    if not columns:
        return ()
    first, rest = columns[0], _turned(columns[1:])
    if not first:
        return (first,) + rest
    return ((Placed(first[0].card, True),) + first[1:],) + rest


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns with the one at this index replaced."""
    if index == 0:
        return (column,) + columns[1:]
    return columns[:1] + update_column(index - 1, column, columns[1:])


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other in a column."""
    return card.is_red != onto.is_red and card.value + 1 == onto.value


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card is the next one of its pillar."""
    if top is None:
        return card.value == Value.ACE
    return card.value == top + 1


def draw(board: Board) -> Board:
    """The board after a card was drawn."""
    if board.deck:
        discard = board.deck[:1] + board.discard
        return replace(board, deck=board.deck[1:], discard=discard)
    if board.discard:
        return draw(replace(board, deck=board.discard[::-1], discard=()))
    raise DeckEmpty


def move(count: int, source: int, target: int, board: Board) -> Board:
    """The board after so many cards were moved from column to column."""
    if count < 1:
        raise InvalidCount
    column = board.columns[source]
    if count > _visible(column):
        raise MovingTooManyCards
    left = replace(board, columns=update_column(source, column[count:], board.columns))
    return _put(column[:count], target, left)


def _visible(column: Column) -> int:
    """How many cards lie face up."""
    if not column or not column[0].visible:
        return 0
    return 1 + _visible(column[1:])


def _put(run: Column, target: int, board: Board) -> Board:
    """The board with these cards at the bottom of the column. Refuses what does not fit."""
    highest, column = run[-1].card, board.columns[target]
    if not column and highest.value != Value.KING:
        raise ColumnKing
    if column and not can_stack(highest, column[0].card):
        raise WrongOrder
    return replace(board, columns=update_column(target, run + column, board.columns))


def move_stack(source: int, target: int, board: Board) -> Board:
    """The board after all visible cards of a column were moved."""
    return move(_visible(board.columns[source]), source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """The board after the top card of the discard pile was moved to a column."""
    if not board.discard:
        raise DiscardEmpty
    left = replace(board, discard=board.discard[1:])
    return _put((Placed(board.discard[0], True),), target, left)


def move_to_pillar(source: int | None, board: Board) -> Board:
    """The board after a card was moved to its pillar."""
    if source is None:
        if not board.discard:
            raise DiscardEmpty
        left = replace(board, discard=board.discard[1:])
        return _raise_pillar(board.discard[0], left)
    column = board.columns[source]
    if not column:
        raise ColumnEmpty
    left = replace(board, columns=update_column(source, column[1:], board.columns))
    return _raise_pillar(column[0].card, left)


def _raise_pillar(card: Card, board: Board) -> Board:
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    return replace(board, pillars=board.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """The board after the top card of a pillar was moved to a column."""
    top = board.pillars.top(suit)
    if top is None:
        raise PillarEmpty
    left = replace(board, pillars=board.pillars.lowered(suit))
    return _put((Placed(Card(suit, top), True),), target, left)


def solve(board: Board) -> Board:
    """The board after cards went up from the columns until none can."""
    source = _ready(0, board)
    if source is None:
        return board
    return solve(flip(move_to_pillar(source, board)))


def _ready(index: int, board: Board) -> int | None:
    """The first column from this index whose card can go up."""
    if index == len(board.columns):
        return None
    column = board.columns[index]
    if column:
        card = column[0].card
        if can_stack_on_pillar(card, board.pillars.top(card.suit)):
            return index
    return _ready(index + 1, board)
