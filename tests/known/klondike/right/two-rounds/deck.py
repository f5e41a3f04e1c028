"""A deck of cards and how to shuffle it."""

from random import Random

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """Spades up, clubs down, diamonds up, hearts down, as in a new box."""
    up = list(Value)
    down = up[::-1]
    new_box = []
    for suit, order in [
        (Suit.SPADES, up),
        (Suit.CLUBS, down),
        (Suit.DIAMONDS, up),
        (Suit.HEARTS, down),
    ]:
        new_box += [Card(suit, value) for value in order]
    return tuple(new_box)


def shuffle(rng: Random, deck: Deck) -> Deck:
    """Swap each card with itself or a later one."""
    cards = list(deck)
    n = len(cards)
    for i in range(n):
        j = n - 1 - int(rng.random() * (n - i))
        if i != j:
            cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)
