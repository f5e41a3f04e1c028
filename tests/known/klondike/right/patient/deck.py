"""Exercises 1 and 2."""

import random

from .cards import Card, Deck, Suit, Value

DECK: Deck = tuple(Card(suit, value) for value in Value for suit in reversed(tuple(Suit)))


def deck_of_52() -> Deck:
    """Return the 52 different cards."""
    return DECK


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """Return the cards in a random order.

    One random number between 0 and 1 is drawn for each card still to be placed.
    """
    cards = [*deck]
    for unplaced in range(len(cards), 0, -1):
        chosen = int(rng.random() * unplaced)
        cards[unplaced - 1], cards[chosen] = cards[chosen], cards[unplaced - 1]
    return (*cards,)
