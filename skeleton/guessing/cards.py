"""Cards: suits, ranks and the pack, and the types of the game (supplied)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from functools import total_ordering
from typing import Any, NamedTuple


@total_ordering
class Suit(Enum):
    """One of the four suits. They are in order: clubs are the lowest, spades the highest."""

    CLUB = "C"
    DIAMOND = "D"
    HEART = "H"
    SPADE = "S"

    def __lt__(self, other: Suit) -> bool:
        return self.value < other.value  # the letters happen to be in the same order

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Rank(IntEnum):
    """A card's rank, from the two (2) to the ace (14), which is the highest."""

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
    ACE = 14

    __hash__ = int.__hash__  # faster than an enum's own

    def __str__(self) -> str:
        return "23456789TJQKA"[self - 2]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


class Card(NamedTuple):
    """A playing card. `str(card)` is its rank and its suit, two characters: `2C`, `TH`, `AS`."""

    suit: Suit
    rank: Rank

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that is written so.

        Raises ValueError when the text is anything but `str(card)` for some card.
        """
        for card in ALL_CARDS:
            if str(card) == text:
                return card
        raise ValueError(
            f"{text!r} is not a card: write a rank (2 to 9, T, J, Q, K or A) "
            "and then a suit (C, D, H or S), for example TH"
        )

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return str(self)


def read_cards(text: str) -> list[Card]:
    """The cards in a text like `2C AH` or `[2C,AH]`.

    Raises ValueError when something else stands there.
    """
    inside = text.strip()
    if inside.startswith("[") and inside.endswith("]"):
        inside = inside[1:-1]
    return [Card.parse(word) for word in inside.replace(",", " ").split()]


def written(cards: Sequence[Card]) -> str:
    """Some cards as one text: `[2C,AH]`."""
    return f"[{','.join(map(str, cards))}]"


ALL_CARDS = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""The 52 cards in order: 2C to AC, 2D to AD, 2H to AH, and 2S to AS."""

Guess = Sequence[Card]
"""Some cards, in any order, none of them twice."""

Feedback = tuple[int, int, int, int, int]
"""Correct cards, lower ranks, correct ranks, higher ranks, and correct suits."""

State = Any
"""Whatever a guesser wants to remember from one guess to the next. It may be of any type."""
