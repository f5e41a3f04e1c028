"""Cards as numbers: 1 to 13 are spades, 14 to 26 clubs, then diamonds and hearts."""

from .cards import Card, Suit, Value

SUITS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)


def number_of(card):
    """The number of a card, 1 to 52."""
    return SUITS.index(card.suit) * 13 + int(card.value)


def card_of(number):
    """The card with a number."""
    suit, value = divmod(number - 1, 13)
    return Card(SUITS[suit], Value(value + 1))


def deck_of_52():
    """All cards, in the order of 5 ** k modulo 53."""
    numbers = [1]
    while len(numbers) < 52:
        numbers.append(numbers[-1] * 5 % 53)
    return tuple(map(card_of, numbers))


def shuffle(rng, deck):
    """Shuffle the numbers of the cards."""
    numbers = [number_of(card) for card in deck]
    place = len(numbers)
    while place:
        chosen = rng.randrange(place)
        place -= 1
        numbers[place], numbers[chosen] = numbers[chosen], numbers[place]
    return tuple(card_of(number) for number in numbers)
