"""Exercises 1 and 2: making the deck and shuffling it."""

from __future__ import annotations

import random

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """The 52 cards of a standard deck, each exactly once, in any order."""
    raise NotImplementedError


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """The cards of the deck in a random order, every order equally likely.

    A Fisher-Yates shuffle that draws its numbers from `rng` alone: the same
    seed gives the same order. The deck given is left as it was.
    """
    raise NotImplementedError
