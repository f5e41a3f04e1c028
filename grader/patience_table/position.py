"""What lies where on the table, and the board of a coursework that says the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from patience_grader.sandbox.guest.wire import Types

SUITS = "♠♥♣♦"
RED = "♦♥"
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
KING = len(NAMES)
COLUMNS = 7


class Undrawable(Exception):
    """What a function returned is not a board that can be drawn; the text says why."""


class Card(NamedTuple):
    """A card, by the symbol of its suit and its value from 1, the ace, to 13."""

    suit: str
    value: int

    @property
    def is_red(self) -> bool:
        """Whether it is a diamond or a heart."""
        return self.suit in RED

    def __str__(self) -> str:
        return f"{self.suit}{NAMES[self.value - 1]}"


def fits(card: Card, onto: Card) -> bool:
    """Whether the card may lie on the other in a column."""
    return onto.value - card.value == 1 and onto.is_red is not card.is_red


DECK = tuple(Card(suit, value) for suit in SUITS for value in range(1, KING + 1))


class Lying(NamedTuple):
    """A card in a column, and whether it lies face up."""

    card: Card
    visible: bool


Column = tuple[Lying, ...]


@dataclass(frozen=True)
class Position:
    """Where every card lies. Index 0 of the stock, of the waste and of a column is its top."""

    stock: tuple[Card, ...]
    waste: tuple[Card, ...]
    pillars: tuple[int, ...]
    """The value on top of each pillar in the order of `SUITS`, 0 where it is empty."""
    columns: tuple[Column, ...]

    @property
    def is_complete(self) -> bool:
        """Whether a king lies on every pillar."""
        return all(top == KING for top in self.pillars)


def position_of(board: Any, types: Types) -> Position:
    """The position that the board shows. Raises Undrawable when it is not such a board."""
    if not _is(board, types.classes["Board"]):
        raise Undrawable("no board came back")
    if not isinstance(board.columns, tuple) or len(board.columns) != COLUMNS:
        raise Undrawable(f"the board has not {COLUMNS} columns")
    return Position(
        tuple(_card(one, types) for one in _pile(board.deck)),
        tuple(_card(one, types) for one in _pile(board.discard)),
        _pillars(board.pillars, types),
        tuple(tuple(_lying(placed, types) for placed in _pile(column)) for column in board.columns),
    )


def _is(value: object, cls: type) -> bool:
    return isinstance(value, cls)


def _pile(pile: object) -> tuple[object, ...]:
    if not isinstance(pile, tuple):
        raise Undrawable("a pile of the board is not a tuple")
    return pile


def _card(card: Any, types: Types) -> Card:
    """The card, if its suit and its value are what they should be."""
    good = _is(card, types.classes["Card"]) and _is(card.suit, types.enums["Suit"])
    if not good or not _is(card.value, types.enums["Value"]):
        raise Undrawable(f"{str(card)[:40]!r} lies there, which is not a card")
    return Card(card.suit.value, int(card.value))


def _lying(placed: Any, types: Types) -> Lying:
    if not _is(placed, types.classes["Placed"]) or not _is(placed.visible, bool):
        raise Undrawable("in a column lies something that is not a card with a face up or down")
    return Lying(_card(placed.card, types), placed.visible)


def _pillars(pillars: Any, types: Types) -> tuple[int, ...]:
    if not _is(pillars, types.classes["Pillars"]):
        raise Undrawable("the pillars of the board are none")
    tops = [getattr(pillars, suit.name.lower()) for suit in _suits(types)]
    if not all(top is None or _is(top, types.enums["Value"]) for top in tops):
        raise Undrawable("on a pillar lies something that is not a value")
    return tuple(int(top or 0) for top in tops)


def _suits(types: Types) -> Sequence[Any]:
    return [types.enums["Suit"](symbol) for symbol in SUITS]


def board_of(position: Position, types: Types) -> Any:
    """The board of the coursework that shows the position."""
    suit, value = types.enums["Suit"], types.enums["Value"]
    card, placed = types.classes["Card"], types.classes["Placed"]

    def cards(pile: Sequence[Card]) -> tuple[Any, ...]:
        return tuple(card(suit(one.suit), value(one.value)) for one in pile)

    tops = {
        one.name.lower(): value(top) if top else None
        for one, top in zip(_suits(types), position.pillars, strict=True)
    }
    columns = tuple(
        tuple(placed(*cards([lying.card]), lying.visible) for lying in column)
        for column in position.columns
    )
    return types.classes["Board"](
        cards(position.stock), cards(position.waste), types.classes["Pillars"](**tops), columns
    )
