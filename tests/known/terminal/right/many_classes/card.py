from __future__ import annotations

import functools
from enum import IntEnum, Enum

from .errors import KlondikeError


class Suit(Enum):
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "c"
    SPADES = "s"


class Rank(IntEnum):
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

    @property
    def text(self) -> str:
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(self.value, str(self.value))


@functools.total_ordering
class Card:
    def __init__(self, suit: Suit, rank: Rank) -> None:
        self.suit = suit
        self.rank = rank

    def __eq__(self, other) -> bool:
        return isinstance(other, Card) and str(self) == str(other)

    def __lt__(self, other) -> bool:
        return (self.suit.value, self.rank) < (other.suit.value, other.rank)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return f"{self.suit.value}{self.rank.text}"

    @property
    def is_red(self) -> bool:
        return self.suit in (Suit.HEARTS, Suit.DIAMONDS)

    def goes_on(self, other: "Card") -> bool:
        return self.is_red != other.is_red and self.rank + 1 == other.rank

    def follows(self, other: "Card") -> bool:
        return self.suit is other.suit and self.rank == other.rank + 1


def deck() -> list[Card]:
    return [Card(suit, rank) for suit in Suit for rank in Rank]


def card_from(text: str, exact: bool = False) -> Card:
    for card in deck():
        if str(card) == text or not exact and str(card).lower() == text.lower():
            return card
    raise KlondikeError(f"'{text}' does not name a card")
