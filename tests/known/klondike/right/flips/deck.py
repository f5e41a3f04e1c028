"""Building and shuffling the deck."""

import random

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """The suits take turns: ace of spades, two of clubs, three of diamonds and so on."""
    suits = list(Suit)
    values = list(Value)
    # 4 and 13 have no common divisor, so this meets every pair exactly once
    return tuple(Card(suits[i % 4], values[i % 13]) for i in range(52))


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """Fisher and Yates. (Not rng.shuffle(deck): we were asked to write it ourselves.)"""
    remaining = list(deck)
    result = []
    while remaining:
        chosen = rng.randrange(len(remaining))
        # fill the hole with the last card, that is faster than closing the gap
        remaining[chosen], remaining[-1] = remaining[-1], remaining[chosen]
        result.append(remaining.pop())
    return tuple(result)
