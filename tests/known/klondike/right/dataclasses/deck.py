"""Exercises 1 and 2."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from .cards import Card, Deck, Suit, Value


class StandardDeck:
    """Iterates over the cards of a standard deck, value by value."""

    def __iter__(self) -> Iterator[Card]:
        for value in Value:
            for suit in Suit:
                yield Card(suit, value)


def deck_of_52() -> Deck:
    """The 52 cards."""
    return tuple(StandardDeck())


@dataclass
class Shuffler:
    """A Fisher-Yates shuffle from the back of the cards to the front."""

    rng: random.Random
    cards: list[Card] = field(default_factory=list)

    def run(self) -> None:
        """Shuffles the cards in place."""
        for end in range(len(self.cards) - 1, 0, -1):
            self.swap(end, self.rng.randint(0, end))

    def swap(self, one: int, other: int) -> None:
        """Swaps two of the cards."""
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """The cards of the deck in a random order."""
    shuffler = Shuffler(rng, list(deck))
    shuffler.run()
    return tuple(shuffler.cards)
