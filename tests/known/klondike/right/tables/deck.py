"""Exercises 1 and 2, table-driven."""

from __future__ import annotations

import random

from .cards import Card, Deck, Suit, Value

SUIT_OF = {0: Suit.HEARTS, 1: Suit.CLUBS, 2: Suit.DIAMONDS, 3: Suit.SPADES}
VALUE_OF = {number: Value(number + 1) for number in range(13)}
CARD_OF = {number: Card(SUIT_OF[number // 13], VALUE_OF[number % 13]) for number in range(52)}


def deck_of_52() -> Deck:
    """The table of cards as a tuple."""
    return tuple(CARD_OF.values())


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """Swaps entries of a table from position to card."""
    table = dict(enumerate(deck))
    for here in range(len(table) - 1):
        there = here + int(rng.random() * (len(table) - here))
        table[here], table[there] = table[there], table[here]
    return tuple(table.values())
