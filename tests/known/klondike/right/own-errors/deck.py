"""Making a deck and shuffling it."""

from random import Random

from klondike.cards import Card, Deck, Suit, Value


def deck_of_52() -> Deck:
    """The cards, found by their symbols."""
    by_symbol = {suit.symbol: suit for suit in Suit}
    by_letter = {str(value): value for value in Value}
    return tuple(
        Card(by_symbol[symbol], by_letter[letter])
        for letter in "10 K Q J A 2 3 4 5 6 7 8 9".split()
        for symbol in "♥♦♣♠"
    )


def shuffle(rng: Random, deck: Deck) -> Deck:
    """Fisher-Yates from the end; the recursion swaps one card each time."""

    def settle(cards: list[Card], last: int) -> list[Card]:
        if last < 1:
            return cards
        chosen = rng.randint(0, last)
        cards[chosen], cards[last] = cards[last], cards[chosen]
        return settle(cards, last - 1)

    return tuple(settle(list(deck), len(deck) - 1))
