"""Exercises 1 and 2: making the deck and shuffling it."""

from __future__ import annotations

import random

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """Make all the cards."""
    deck = []
    for suit in [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]:
        number = 1
        while number <= 13:
            deck.append(Card(suit, Value(number)))
            number = number + 1
    return deck


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """Shuffle the deck like in the table of the handout."""
    result = []
    for card in deck:
        result.append(card)
    position = 0
    while position < len(result) - 1:
        chosen = rng.randrange(position, len(result))
        remember = result[position]
        result[position] = result[chosen]
        result[chosen] = remember
        position = position + 1
    return result
