"""deck.py"""

from .cards import Card, Suit, Value


def deck_of_52():
    """The deck, without writing a loop inside a loop."""
    return tuple(Card(list(Suit)[n // 13], Value(n % 13 + 1)) for n in range(51, -1, -1))


def shuffle(rng, deck):
    """Fisher-Yates from left to right."""
    order = list(range(len(deck)))
    for left in range(len(order)):
        other = rng.randint(left, len(order) - 1)
        order[left], order[other] = order[other], order[left]
    return tuple(deck[number] for number in order)
