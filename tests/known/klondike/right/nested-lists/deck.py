# COURSEWORK KLONDIKE, exercises 1 and 2

from .cards import Card, Suit, Value


def deck_of_52():
    d = []
    for i in range(52):
        d += [Card(list(Suit)[3 - i // 13], list(Value)[12 - i % 13])]
    return d


def shuffle(rng, deck):
    d = list(deck)
    for i in reversed(range(len(d))):
        j = int(rng.random() * (i + 1))
        card = d[i]
        d[i] = d[j]
        d[j] = card
    return d
