"""Cards and suits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Suit(Enum):
    """A suit by its letter."""

    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "c"
    SPADES = "s"

    @property
    def is_red(self) -> bool:
        return self.value.isupper()


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE, KING = 1, 13


@dataclass(frozen=True)
class Card:
    """A card with its rank from 1 to 13."""

    suit: Suit
    rank: int

    def __str__(self) -> str:
        return self.suit.value + RANKS[self.rank - 1]

    def goes_on(self, other: Card) -> bool:
        """Whether it may lie on the other one in a pile."""
        return self.suit.is_red != other.suit.is_red and self.rank == other.rank - 1

    def below(self) -> tuple[Card, ...]:
        """The cards of its suit from the ace to this one."""
        return tuple(Card(self.suit, rank) for rank in range(1, self.rank + 1))


DECK = tuple(Card(suit, rank) for suit in Suit for rank in range(1, 14))
BY_NAME = {str(card): card for card in DECK}
BY_TYPED = {str(card).lower(): card for card in DECK}
