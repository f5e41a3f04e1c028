"""Cards are numbers from 0 to 51: suit * 13 + rank, the ace being 0."""

LETTERS = "HDcs"
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()

NAME = {number: LETTERS[number // 13] + RANKS[number % 13] for number in range(52)}
NUMBER = {name.lower(): number for number, name in NAME.items()}


def rank(card):
    return card % 13


def suit(card):
    return card // 13


def red(card):
    return suit(card) < 2


def number_of(word):
    return NUMBER.get(word.lower())
