"""Exercises 1 and 2, functionally."""

from __future__ import annotations

import random
from functools import reduce
from itertools import product, starmap

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """The product of suits and values."""
    return tuple(starmap(Card, product(Suit, Value)))


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """A fold over the positions from the first to the last but one."""
    last = len(deck) - 1

    def step(cards: Deck, here: int) -> Deck:
        return swap(cards, here, rng.randint(here, last))

    return reduce(step, range(last), tuple(deck))


def swap(cards: Deck, here: int, there: int) -> Deck:
    """The cards with those at two positions exchanged."""
    take = {here: there, there: here}
    return tuple(cards[take.get(index, index)] for index in range(len(cards)))
