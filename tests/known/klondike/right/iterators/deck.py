"""Cards with itertools and functools."""

from functools import cache, reduce
from itertools import chain, product, starmap

from .cards import Card, Suit, Value


@cache
def deck_of_52():
    """Always the same tuple."""
    return tuple(starmap(Card, product(Suit, sorted(Value, key=lambda v: (v % 2, v)))))


def _swapped(cards, pair):
    i, j = pair
    if i == j:
        return cards
    i, j = sorted(pair)
    one, other = cards[i : i + 1], cards[j : j + 1]
    return tuple(chain(cards[:i], other, cards[i + 1 : j], one, cards[j + 1 :]))


def shuffle(rng, deck):
    """Fold the random swaps over the deck, from the end."""
    swaps = ((i, rng.randrange(i + 1)) for i in reversed(range(1, len(deck))))
    return reduce(_swapped, swaps, tuple(deck))
