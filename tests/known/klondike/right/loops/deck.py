"""The deck of cards."""

from .cards import Card, Suit, Value


def deck_of_52():
    """Return all 52 cards, the four aces first."""
    deck = []
    for value in Value:
        for suit in Suit:
            deck.append(Card(suit, value))
    return tuple(deck)


def shuffle(rng, deck):
    """Shuffle with Durstenfeld's version: from the last place down to the second."""
    cards = list(deck)  # work on a copy
    i = len(cards) - 1
    while i > 0:
        j = rng.randint(0, i)
        temp = cards[i]
        cards[i] = cards[j]
        cards[j] = temp
        i -= 1
    return tuple(cards)
