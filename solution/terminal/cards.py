"""Cards: suits, ranks and how they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from .refusal import Refused

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE, KING = 1, 13


class Suit(Enum):
    """A suit and its letter: upper case when it is red, lower case when it is black."""

    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "c"
    SPADES = "s"

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.value.isupper()


@dataclass(frozen=True)
class Card:
    """A suit and a rank from 1, the ace, to 13, the king. `str(card)` is `sA` or `D10`."""

    suit: Suit
    rank: int

    @property
    def below(self) -> Card | None:
        """The card under it on a foundation, `None` under an ace."""
        return Card(self.suit, self.rank - 1) if self.rank > ACE else None

    def __str__(self) -> str:
        return self.suit.value + RANKS[self.rank - 1]


DECK = tuple(Card(suit, rank) for suit in Suit for rank in range(ACE, KING + 1))
"""The 52 cards, in order."""

_BY_NAME = {str(card).lower(): card for card in DECK}


def read_card(word: str) -> Card:
    """The card that the word names, in capitals or not.

    Raises Refused when it names none.
    """
    if not re.fullmatch(r"[A-Za-z0-9]+", word) or word.lower() not in _BY_NAME:
        raise Refused(f"{word[:20]!r} is not a card; cards are written like H3, sA, cJ or D10")
    return _BY_NAME[word.lower()]
