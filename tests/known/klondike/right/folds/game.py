"""Exercises 3 to 13, functionally: expressions, folds and iterators."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import accumulate, chain, islice, takewhile, zip_longest
from operator import attrgetter

from .board import EMPTY_PILLARS, Board, Column, Placed
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
    """All lines, one part after the other."""
    discards = (str(card).strip() for card in reversed(board.discard[:3]))
    pillars = (
        f"  {suit.name.title()}: {pillar_text(suit, board.pillars.top(suit))}" for suit in Suit
    )
    header = " ".join(f"[{number}]" for number in range(len(board.columns)))
    faces = (map(face, reversed(column)) for column in board.columns)
    rows = (" ".join(row).rstrip() for row in zip_longest(*faces, fillvalue="   "))
    head = (f"Deck size: {len(board.deck)}", f"Discard: {', '.join(discards)}", "Pillars:")
    return "\n".join(chain(head, pillars, ("", header), rows))


def pillar_text(suit: Suit, top: Value | None) -> str:
    """The card on top of a pillar."""
    return str(Card(suit, top)).strip() if top else "<empty>"


def face(placed: Placed) -> str:
    """A card of a column as it is drawn."""
    return str(placed.card) if placed.visible else "???"


def setup(deck: Deck) -> Board:
    """Seven slices of the deck, and the rest."""
    cards = iter(deck)
    columns = tuple(dealt(tuple(islice(cards, size))) for size in range(1, 8))
    return Board(tuple(cards), (), EMPTY_PILLARS, columns)


def dealt(cards: Deck) -> Column:
    """A column of cards, in the order in which they are dealt."""
    return tuple(Placed(card, not index) for index, card in enumerate(reversed(cards)))


def is_won(board: Board) -> bool:
    """Whether a king lies on every pillar."""
    return all(board.pillars.top(suit) == Value.KING for suit in Suit)


def flip(board: Board) -> Board:
    """The board with the last card of every column face up."""
    return replace(
        board,
        columns=tuple(
            tuple(placed._replace(visible=placed.visible or not i) for i, placed in enumerate(column))
            for column in board.columns
        ),
    )


def update_column(index: int, column: Column, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns, one of them replaced."""
    return tuple(column if i == index else other for i, other in enumerate(columns))


def can_stack(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other in a column."""
    return (onto.value - card.value, onto.is_red ^ card.is_red) == (1, True)


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether the card is the next one of its pillar."""
    return card.value - (top or 0) == 1


def draw(board: Board) -> Board:
    """The board after a card was drawn."""
    deck, discard = (board.deck, board.discard) if board.deck else (board.discard[::-1], ())
    if not deck:
        raise DeckEmpty
    return replace(board, deck=deck[1:], discard=(deck[0], *discard))


def move(count: int, source: int, target: int, board: Board) -> Board:
    """The board after so many cards were moved from column to column."""
    from_column, to_column = board.columns[source], board.columns[target]
    if count < 1:
        raise InvalidCount
    if count > len(visible(from_column)):
        raise MovingTooManyCards
    check(from_column[count - 1].card, to_column)
    changes = ((source, from_column[count:]), (target, from_column[:count] + to_column))
    return replace(
        board,
        columns=reduce(lambda columns, one: update_column(*one, columns), changes, board.columns),
    )


def visible(column: Column) -> Column:
    """The cards that lie face up."""
    return tuple(takewhile(attrgetter("visible"), column))


def check(card: Card, column: Column) -> None:
    """Refuses a card that may not be put on the column."""
    if column:
        if not can_stack(card, column[0].card):
            raise WrongOrder
    elif card.value != Value.KING:
        raise ColumnKing


def move_stack(source: int, target: int, board: Board) -> Board:
    """The board after all visible cards of a column were moved."""
    count = len(visible(board.columns[source]))
    if not count:
        raise ColumnEmpty
    return move(count, source, target, board)


def put(card: Card, target: int, board: Board) -> Board:
    """The board with the card at the bottom of the column."""
    column = (Placed(card, True), *board.columns[target])
    return replace(board, columns=update_column(target, column, board.columns))


def move_from_discard(target: int, board: Board) -> Board:
    """The board after the top card of the discard pile was moved to a column."""
    if not board.discard:
        raise DiscardEmpty
    card, *rest = board.discard
    check(card, board.columns[target])
    return put(card, target, replace(board, discard=tuple(rest)))


def move_to_pillar(source: int | None, board: Board) -> Board:
    """The board after a card was moved to its pillar."""
    pile = board.discard if source is None else board.columns[source]
    if not pile:
        raise DiscardEmpty if source is None else ColumnEmpty
    card = pile[0] if source is None else pile[0].card
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        raise WrongPillarOrder
    taken = (
        replace(board, discard=pile[1:])
        if source is None
        else replace(board, columns=update_column(source, pile[1:], board.columns))
    )
    return replace(taken, pillars=board.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """The board after the top card of a pillar was moved to a column."""
    top = board.pillars.top(suit)
    if not top:
        raise PillarEmpty
    card = Card(suit, top)
    check(card, board.columns[target])
    return put(card, target, replace(board, pillars=board.pillars.lowered(suit)))


def solve(board: Board) -> Board:
    """Rounds through the columns until one changes nothing; what is uncovered waits for flip."""
    after = reduce(up, range(len(board.columns)), board)
    return after if after == board else solve(after)


def up(board: Board, source: int) -> Board:
    """The board after the last card of the column went up, if it can."""
    column = board.columns[source]
    goes = (
        column
        and column[0].visible
        and can_stack_on_pillar(column[0].card, board.pillars.top(column[0].card.suit))
    )
    return move_to_pillar(source, board) if goes else board
