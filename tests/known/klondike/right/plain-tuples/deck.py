"""Numbers will do for the values: 1 is the ace, 13 the king."""

from .cards import Card, Suit


def deck_of_52():
    return tuple(Card(suit, n) for suit in Suit for n in range(1, 14))


def shuffle(rng, deck):
    rest = list(deck)
    done = ()
    while rest:
        done += (rest.pop(int(rng.random() * len(rest))),)
    return done
