"""Deck.hs, translated."""

from functools import reduce

from .cards import Card, Suit, Value


# deckOf52 = [Card s v | s <- [minBound ..], v <- [minBound ..]]
def deck_of_52():
    return tuple(sum(([Card(s, v) for v in Value] for s in Suit), []))


# shuffle = foldl step [], where step puts the next card at a random place
# and the card from there at the end
def shuffle(rng, deck):
    def step(done, card):
        j = rng.randrange(len(done) + 1)
        if j == len(done):
            return done + (card,)
        return done[:j] + (card,) + done[j + 1 :] + (done[j],)

    return reduce(step, deck, ())
