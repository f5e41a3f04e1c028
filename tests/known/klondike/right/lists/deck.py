"""Lists of cards."""

from .cards import Card, Suit, Value


def deck_of_52():
    """Kings first."""
    return sorted([Card(s, v) for s in Suit for v in Value], key=lambda c: -c.value)


def shuffle(rng, deck):
    """Inside out: the new card takes a random place, the card that was there goes to the end."""
    result = []
    for card in deck:
        place = rng.randint(0, len(result))
        result.append(card)
        result[place], result[-1] = result[-1], result[place]
    return result
