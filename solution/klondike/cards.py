"""Cards: suits, values and the deck (supplied)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class Suit(Enum):
    """One of the four suits, ordered as they are listed here."""

    SPADES = "♠"
    CLUBS = "♣"
    DIAMONDS = "♦"
    HEARTS = "♥"

    @property
    def symbol(self) -> str:
        """The suit's symbol, one character."""
        return self.value

    @property
    def is_red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    def __lt__(self, other: Suit) -> bool:
        order = tuple(Suit)
        return order.index(self) < order.index(other)

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Value(IntEnum):
    """A card's value, from the ace (1) to the king (13)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(int(self), str(int(self)))

    def __repr__(self) -> str:
        return f"Value.{self.name}"


@dataclass(frozen=True, order=True)
class Card:
    """A playing card. `str(card)` is exactly three characters wide: ` ♠A`, `♥10`."""

    suit: Suit
    value: Value

    @property
    def is_red(self) -> bool:
        """Whether the card is a diamond or a heart."""
        return self.suit.is_red

    def __str__(self) -> str:
        return f"{self.suit.symbol}{self.value}".rjust(3)


Deck = tuple[Card, ...]
"""A pile of cards; index 0 is its top."""
