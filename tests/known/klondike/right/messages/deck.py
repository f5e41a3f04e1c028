"""Deck."""
from random import Random
from typing import List

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    return tuple(
        Card(Suit[s], Value[v])
        for s in "HEARTS CLUBS SPADES DIAMONDS".split()
        for v in "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE".split()
    )


def shuffle(rng: Random, deck: Deck) -> Deck:
    left: List[Card] = [card for card in deck]
    result: List[Card] = []
    try:
        while True:
            # randrange does not like an empty range, that is how we know we are done
            result.append(left.pop(rng.randrange(len(left))))
    except ValueError:
        return tuple(result)
