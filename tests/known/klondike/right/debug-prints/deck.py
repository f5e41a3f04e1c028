import random
import sys

from .cards import *

print("loading deck.py")

DEBUG = True


def deck_of_52():
    d = [Card(suit, value) for suit in Suit for value in Value]
    if DEBUG:
        print("deck_of_52 made", len(d), "cards, first", d[0], "last", d[-1])
    return tuple(d)


def shuffle(rng, deck):
    new = []
    old = list(deck)
    while len(old) > 0:
        r = rng.randint(0, len(old) - 1)
        new.append(old[r])
        del old[r]
    if DEBUG:
        print("shuffle:", len(new), "cards", file=sys.stderr)
    return tuple(new)


if __name__ == "__main__":
    # try it with: python -m klondike.deck
    for card in shuffle(random.Random(), deck_of_52()):
        print(card)
