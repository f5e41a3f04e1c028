"""Deck and shuffle, with checks."""

from __future__ import annotations

import random
from typing import Final

from .cards import Card, Deck, Suit, Value

SIZE: Final = 52


def deck_of_52() -> Deck:
    """The deck."""
    deck = tuple(sorted({Card(s, v) for s in Suit for v in Value}, reverse=True))
    assert len(deck) == SIZE
    return deck


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """The deck, shuffled; by taking a random card out of what is left."""
    assert isinstance(rng, random.Random), "a generator is needed"
    before = tuple(deck)
    cards = list(before)
    last = len(cards) - 1
    for position in range(last):
        other = position + rng.randrange(last - position + 1)
        if other != position:
            cards[position], cards[other] = cards[other], cards[position]
    assert sorted(cards) == sorted(before)
    assert tuple(deck) == before
    return tuple(cards)
