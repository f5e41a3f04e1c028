"""A pack of cards as an object, and the two functions that were asked for."""

import random

from .cards import Card, Deck, Suit, Value


class Pack:
    """A pack of cards that can be changed."""

    def __init__(self, cards=()):
        self.cards = list(cards)

    @classmethod
    def full(cls):
        """A full pack: hearts, spades, diamonds, clubs, kings first."""
        pack = cls()
        for suit in (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS):
            for value in reversed(Value):
                pack.add(Card(suit, value))
        return pack

    def __len__(self):
        return len(self.cards)

    def add(self, card):
        """Put a card at the end."""
        self.cards.append(card)

    def take(self):
        """Take the top card."""
        return self.cards.pop(0)

    def swap(self, i, j):
        """Swap two cards."""
        self.cards[i], self.cards[j] = self.cards[j], self.cards[i]

    def shuffle(self, rng):
        """Fisher-Yates, forwards: place i gets any of the cards from i on."""
        for i in range(len(self) - 1):
            self.swap(i, rng.randrange(i, len(self)))

    def frozen(self):
        """The cards as a tuple."""
        return tuple(self.cards)


def deck_of_52() -> Deck:
    """A full deck."""
    return Pack.full().frozen()


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """A shuffled copy of the deck."""
    pack = Pack(deck)
    pack.shuffle(rng)
    return pack.frozen()
