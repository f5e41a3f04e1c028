"""Exercises 1 and 2."""

from .cards import Card, Suit, Value


def deck_of_52():
    return tuple([Card(s, v) for v in reversed(Value) for s in reversed(list(Suit))])


def shuffle(rng, deck):
    match list(deck):
        case [] | [_]:
            return tuple(deck)
        case cards:
            # the last one is swapped with any of them, and so on down
            for last in range(len(cards) - 1, 0, -1):
                match int(rng.random() * (last + 1)):
                    case same if same == last:
                        pass
                    case other:
                        cards[last], cards[other] = cards[other], cards[last]
            return tuple(cards)
