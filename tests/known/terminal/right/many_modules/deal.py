"""A shuffled deck."""

import random

from .cards import ALL_CARDS
from .pile import Pile
from .stock import Stock
from .table import Table


def shuffled_table() -> Table:
    deck = list(ALL_CARDS)
    random.shuffle(deck)
    piles = []
    for size in range(1, 8):
        piles.append(Pile(deck[:size], size - 1))
        deck = deck[size:]
    return Table(stock=Stock([], deck), piles=piles)
