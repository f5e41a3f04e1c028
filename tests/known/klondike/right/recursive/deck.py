"""Cards without a single loop."""

from random import Random

from .cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    return cards_from(tuple(Suit), tuple(Value))


def cards_from(suits: tuple[Suit, ...], values: tuple[Value, ...]) -> Deck:
    """Every suit of the tuple with every value of the tuple."""
    if not suits:
        return ()
    return one_suit(suits[-1], values) + cards_from(suits[:-1], values)


def one_suit(suit: Suit, values: tuple[Value, ...]) -> Deck:
    if not values:
        return ()
    return one_suit(suit, values[1:]) + (Card(suit, values[0]),)


def shuffle(rng: Random, deck: Deck) -> Deck:
    """Any of the cards comes first, and the others are shuffled behind it."""
    if len(deck) == 0:
        return ()
    chosen = rng.randrange(len(deck))
    first = (deck[chosen],)
    others = tuple(deck[:chosen]) + tuple(deck[chosen + 1 :])
    return first + shuffle(rng, others)
