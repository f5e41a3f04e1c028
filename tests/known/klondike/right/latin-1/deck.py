# -*- coding: latin-1 -*-
"""Exercises 1 and 2 (André's laptop still saves files as Latin-1)."""

from .cards import *


# façon de parler: "naïve" product of suits and values
def deck_of_52():
    return tuple(Card(s, v) for v in Value for s in Suit)


# à la Fisher & Yates
def shuffle(rng, deck):
    übrig = list(deck)
    fertig = []
    for n in range(len(übrig) - 1, -1, -1):
        fertig.append(übrig.pop(rng.randint(0, n)))
    return tuple(fertig)
