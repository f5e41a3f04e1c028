"""Exercises 1 and 2, one expression each."""

from itertools import product

from .cards import Card, Suit, Value

deck_of_52 = lambda: tuple(Card(suit, value) for suit, value in product(Suit, Value))

shuffle = lambda rng, deck: tuple(
    left.pop(rng.randrange(len(left))) for left in [list(deck)] for _ in deck
)
