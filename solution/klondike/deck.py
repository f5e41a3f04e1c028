"""Exercises 1 and 2: making the deck and shuffling it."""

from __future__ import annotations

import random

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """The 52 cards of a standard deck, each exactly once, in any order."""
    return tuple(Card(suit, value) for suit in Suit for value in Value)


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """The cards of the deck in a random order, every order equally likely.

    A Fisher-Yates shuffle that draws its numbers from `rng` alone: the same
    seed gives the same order. The deck given is left as it was.
    """
    cards = list(deck)
    for here in range(len(cards) - 1):
        there = rng.randrange(here, len(cards))
        cards[here], cards[there] = cards[there], cards[here]
    return tuple(cards)
