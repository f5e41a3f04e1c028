"""Exercises 3 to 13.

The rules are small values with one method each; the functions combine them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import ClassVar, Final, Generic, NamedTuple, NoReturn, Protocol, TypeVar, cast

from . import errors
from .board import EMPTY_PILLARS, Board, Column
from .cards import Card, Deck, Suit, Value

__all__ = [
    "can_stack",
    "can_stack_on_pillar",
    "draw",
    "flip",
    "is_won",
    "move",
    "move_from_discard",
    "move_from_pillar",
    "move_stack",
    "move_to_pillar",
    "setup",
    "show",
    "solve",
    "update_column",
]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Columns = tuple[Column, ...]


class Slot(NamedTuple):
    """The same as a `Placed`, but it can turn itself over."""

    card: Card
    visible: bool = True

    def turned(self) -> Slot:
        """This card face up."""
        return Slot(self.card)


class Side(Enum):
    """Which way of a picture text is pushed."""

    LEFT = auto()
    RIGHT = auto()


class Drawable(Protocol):
    """Anything that can draw itself."""

    def lines(self) -> Iterator[str]: ...


@dataclass(frozen=True)
class Labelled(Generic[T]):
    """A label and the things behind it."""

    label: str
    things: Sequence[T]
    indent: int = 0
    nothing: ClassVar[str] = "{}"

    def lines(self) -> Iterator[str]:
        """The one line it takes."""
        shown = ", ".join(str(thing).strip() for thing in self.things) or self.nothing
        yield f"{' ' * self.indent}{self.label}: {shown}"


@dataclass(frozen=True)
class Table:
    """Columns of cards, side by side."""

    columns: Columns
    width: int = 5
    side: Side = Side.RIGHT

    def _row(self, cells: Iterable[str]) -> str:
        adjust: Callable[[str, int], str] = str.rjust if self.side is Side.RIGHT else str.ljust
        return "".join(adjust(cell, self.width) for cell in cells)

    def lines(self) -> Iterator[str]:
        """A line of numbers, then one for each row."""
        yield self._row(f"[{number}]" for number, _ in enumerate(self.columns))
        for depth in range(max(map(len, self.columns), default=0)):
            yield self._row(self._cell(column, depth) for column in self.columns)

    @staticmethod
    def _cell(column: Column, depth: int) -> str:
        if depth >= len(column):
            return ""
        card, visible = column[-depth - 1]
        return str(card) if visible else "???"


@dataclass
class Picture:
    """A stack of drawable things."""

    parts: list[Drawable] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(line for part in self.parts for line in part.lines())


def show(board: Board) -> str:
    """The board as text."""
    picture = Picture()
    picture.parts.append(Labelled("Deck size", [len(board.deck)]))
    picture.parts.append(Labelled("Discard", tuple(reversed(board.discard[:3]))))
    for suit in Suit:
        top = board.pillars.top(suit)
        cards = [] if top is None else [Card(suit, top)]
        picture.parts.append(Labelled(suit.name.title(), cards, indent=2))
    picture.parts.append(Table(board.columns))
    return str(picture)


def setup(deck: Deck) -> Board:
    """Deal the cards."""
    ends: Final = (0, 1, 3, 6, 10, 15, 21, 28)

    def column(start: int, end: int) -> Column:
        dealt = (Slot(card, number == end) for number, card in enumerate(deck[:end], start=1))
        return cast(Column, tuple(dealt)[start:][::-1])

    return Board(
        deck=deck[ends[-1] :],
        discard=(),
        pillars=EMPTY_PILLARS,
        columns=tuple(column(start, end) for start, end in zip(ends, ends[1:])),
    )


def is_won(board: Board) -> bool:
    """Whether all thirteen cards of each suit are up."""
    return not {board.pillars.top(suit) for suit in Suit} - {Value.KING}


def flip(board: Board) -> Board:
    """Turn the card at the end of each column face up."""

    def flipped(column: Column) -> Column:
        if not column:
            return column
        return cast(Column, (Slot(column[0].card).turned(), *column[1:]))

    return replace(board, columns=tuple(flipped(column) for column in board.columns))


def update_column(index: int, column: Column, columns: Columns) -> Columns:
    """The columns with another one in place of the one at the index."""
    return (*columns[:index], column, *columns[index + 1 :])


def can_stack(card: Card, onto: Card) -> bool:
    """Whether one card fits on another in a column."""
    return card.is_red is (not onto.is_red) and int(onto.value) == int(card.value) + 1


def can_stack_on_pillar(card: Card, top: Value | None) -> bool:
    """Whether a card fits on a pillar with this top."""
    return int(card.value) == (0 if top is None else int(top)) + 1


class Place(ABC):
    """Somewhere that cards are taken from. Nothing is changed: a new board comes back."""

    @abstractmethod
    def take(self, board: Board) -> tuple[Column, Board]:
        """The cards taken and the board without them."""


@dataclass(frozen=True)
class FromDiscard(Place):
    """The top of the discard pile."""

    def take(self, board: Board) -> tuple[Column, Board]:
        if not board.discard:
            raise errors.DiscardEmpty
        first, *others = board.discard
        return cast(Column, (Slot(first),)), replace(board, discard=tuple(others))


@dataclass(frozen=True)
class FromColumn(Place):
    """Some cards of a column."""

    index: int
    count: int

    def take(self, board: Board) -> tuple[Column, Board]:
        column = board.columns[self.index]
        if self.count < 1:
            raise errors.InvalidCount
        if self.count > visible(column):
            raise errors.MovingTooManyCards
        left = update_column(self.index, column[self.count :], board.columns)
        return column[: self.count], replace(board, columns=left)


@dataclass(frozen=True)
class FromPillar(Place):
    """The top of a pillar."""

    suit: Suit

    def take(self, board: Board) -> tuple[Column, Board]:
        top = board.pillars.top(self.suit)
        if top is None:
            raise errors.PillarEmpty
        cards = (Slot(Card(self.suit, top)),)
        return cast(Column, cards), replace(board, pillars=board.pillars.lowered(self.suit))


def visible(column: Column) -> int:
    """How many cards lie face up."""
    return sum(1 for _, face_up in column if face_up)


def _refuse(error: type[errors.MoveError]) -> NoReturn:
    raise error


def _put(taken: tuple[Column, Board], target: int) -> Board:
    cards, board = taken
    column = board.columns[target]
    highest = cards[-1].card
    if not column and highest.value is not Value.KING:
        _refuse(errors.ColumnKing)
    if column and not can_stack(highest, column[0].card):
        _refuse(errors.WrongOrder)
    return replace(board, columns=update_column(target, cards + column, board.columns))


def draw(board: Board) -> Board:
    """Draw a card, with the discard pile as the new deck if there is none left."""
    if board.deck:
        first, *others = board.deck
        return replace(board, deck=tuple(others), discard=(first, *board.discard))
    if not board.discard:
        _refuse(errors.DeckEmpty)
    return draw(replace(board, deck=board.discard[::-1], discard=()))


def move(count: int, source: int, target: int, board: Board) -> Board:
    """Move cards from one column to another."""
    return _put(FromColumn(source, count).take(board), target)


def move_stack(source: int, target: int, board: Board) -> Board:
    """Move the visible cards of a column to another."""
    return move(visible(board.columns[source]), source, target, board)


def move_from_discard(target: int, board: Board) -> Board:
    """Move a card from the discard pile to a column."""
    return _put(FromDiscard().take(board), target)


def move_to_pillar(source: int | None, board: Board) -> Board:
    """Move a card to its pillar, from a column or (None) from the discard pile."""
    place: Place
    if source is None:
        place = FromDiscard()
    elif board.columns[source]:
        place = FromColumn(source, 1)
    else:
        _refuse(errors.ColumnEmpty)
    cards, rest = place.take(board)
    card = cards[0].card
    if not can_stack_on_pillar(card, board.pillars.top(card.suit)):
        _refuse(errors.WrongPillarOrder)
    return replace(rest, pillars=rest.pillars.raised(card.suit))


def move_from_pillar(suit: Suit, target: int, board: Board) -> Board:
    """Move a card from its pillar to a column."""
    return _put(FromPillar(suit).take(board), target)


def _ready(board: Board) -> Iterator[int]:
    """The columns with a visible card that goes up."""
    for index, column in enumerate(board.columns):
        if column and column[0].visible:
            card = column[0].card
            if can_stack_on_pillar(card, board.pillars.top(card.suit)):
                yield index


def solve(board: Board) -> Board:
    """Move cards to the pillars while a visible one goes there."""
    index = next(_ready(board), None)
    return board if index is None else solve(move_to_pillar(index, board))
