"""The pack."""

import math
import random
from itertools import product

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """Red cards, then black ones."""
    cards = [Card(suit, value) for value, suit in product(Value, Suit)]
    cards.sort(key=lambda card: not card.is_red)
    return tuple(cards)


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """Knuth, The Art of Computer Programming, volume 2, algorithm P."""
    x = dict(enumerate(deck, start=1))
    j = len(x)
    while j > 1:
        u = rng.random()
        k = math.floor(j * u) + 1
        x[k], x[j] = x[j], x[k]
        j -= 1
    return tuple(x.values())
