"""Pure values: a state is a tuple, and every step gives another one.

A card is a pair (suit, rank); a pile is (hidden, open); the stock is (dealt, to_come).
"""

from typing import NamedTuple

SUITS = "HDcs"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = tuple((suit, rank) for suit in SUITS for rank in range(13))


class State(NamedTuple):
    dealt: tuple
    coming: tuple
    foundations: tuple  # four times None or the top card
    piles: tuple  # seven times (hidden, open)


class Refusal(NamedTuple):
    text: str


def name(card):
    return card[0] + RANKS[card[1]]


WRITTEN = {name(card): card for card in DECK}
TYPED = {name(card).lower(): card for card in DECK}


def red(card):
    return card[0] in "HD"


def fits(card, below):
    return red(card) is not red(below) and card[1] == below[1] - 1


def replaced(sequence, index, value):
    return sequence[:index] + (value,) + sequence[index + 1 :]


def settle(pile):
    hidden, shown = pile
    return (hidden[:-1], hidden[-1:]) if hidden and not shown else pile


def won(state):
    return all(top is not None and top[1] == 12 for top in state.foundations)
