"""Cards."""

from enum import Enum

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Refused(Exception):
    """A command that cannot be carried out."""


class Suit(Enum):
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "c"
    SPADES = "s"

    @property
    def is_red(self):
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Card:
    """One card; the same object all the game long."""

    def __init__(self, suit, rank):
        self.suit = suit
        self.rank = rank
        self.face_up = False

    def __str__(self):
        return self.suit.value + RANKS[self.rank - 1]

    def shown(self):
        return str(self) if self.face_up else "[]"

    def fits_on(self, other):
        return self.suit.is_red != other.suit.is_red and self.rank + 1 == other.rank

    def follows(self, other):
        return self.suit == other.suit and self.rank == other.rank + 1


class Deck:
    """All 52 cards, found by their names."""

    def __init__(self):
        self.cards = [Card(suit, rank) for suit in Suit for rank in range(1, 14)]
        self._by_name = {str(card): card for card in self.cards}
        self._by_any_case = {str(card).lower(): card for card in self.cards}

    def written(self, text):
        try:
            return self._by_name[text]
        except KeyError:
            raise Refused(f"{text!r} is not a card") from None

    def typed(self, text):
        try:
            return self._by_any_case[text.lower()]
        except KeyError:
            raise Refused(f"{text!r} is not a card") from None
