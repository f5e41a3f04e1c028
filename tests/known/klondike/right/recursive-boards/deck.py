"""Exercises 1 and 2: making the deck and shuffling it."""

from __future__ import annotations

import random

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """The cards of the first suit, followed by those of the others."""
    return _suits(tuple(Suit))


def _suits(suits: tuple[Suit, ...]) -> Deck:
    if not suits:
        return ()
    return _upwards(suits[0], Value.ACE) + _suits(suits[1:])


def _upwards(suit: Suit, value: Value) -> Deck:
    """The cards of the suit from this value up to the king."""
    if value == Value.KING:
        return (Card(suit, value),)
    return (Card(suit, value),) + _upwards(suit, Value(value + 1))


def shuffle(rng: random.Random, deck: Deck) -> Deck:
    """Fisher-Yates: one of the cards left comes first, then the rest is shuffled."""
    done: list[Card] = []
    left = tuple(deck)
    # A loop, and not a recursion, since a deck may have any number of cards.
    while len(left) > 1:
        left = _swapped(left, rng.randrange(len(left)))
        done.append(left[0])
        left = left[1:]
    return tuple(done) + left


def _swapped(cards: Deck, other: int) -> Deck:
    """The cards with the first and the other swapped."""
    if other == 0:
        return cards
    return (cards[other],) + cards[1:other] + (cards[0],) + cards[other + 1 :]
