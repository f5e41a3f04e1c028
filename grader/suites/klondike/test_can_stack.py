"""Exercise 6: stacking on a column. All that fit, and near misses."""

from itertools import product

from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from patience_grader.sandbox.student import Student
from patience_grader.suite import Arguments, Cases, examine
from suites.klondike.manner import MANNER

RED = [suit for suit in Suit if suit.is_red]
BLACK = [suit for suit in Suit if not suit.is_red]
OTHER = [*product(RED, BLACK), *product(BLACK, RED)]
SAME = [*product(RED, RED), *product(BLACK, BLACK)]
VALUES = [*product(Value, Value)]

NEXT: list[tuple[Card, Card]] = [
    (card, onto) for card, onto in product(deck_of_52(), repeat=2) if card.value + 1 == onto.value
]


def _spread(suits: list[tuple[Suit, Suit]], values: list[tuple[Value, Value]]) -> list[Arguments]:
    """A pair of cards for every pair of values, the suits taking turns."""
    return [
        (Card(mine, low), Card(theirs, high))
        for number, (low, high) in enumerate(values)
        for mine, theirs in [suits[number % len(suits)]]
        if (mine, low) != (theirs, high)
    ]


FITS: list[Arguments] = [(card, onto) for card, onto in NEXT if card.is_red != onto.is_red]
COLOUR: list[Arguments] = [(card, onto) for card, onto in NEXT if card.is_red == onto.is_red]
WRONG_VALUES = [
    (low, high)
    for low, high in VALUES
    if low + 1 != high and (low - high in (0, 1, -2, 2, 12, -12))
]

STACKS = Cases(MANNER, "game.can_stack", FITS)
SAME_COLOUR = Cases(MANNER, "game.can_stack", COLOUR + _spread(SAME, WRONG_VALUES))
OTHER_VALUE = Cases(MANNER, "game.can_stack", _spread(OTHER, WRONG_VALUES))


def test_fits(student: Student) -> None:
    """The other colour, one higher."""
    examine(student, STACKS)


def test_colour(student: Student) -> None:
    """Never on the same colour."""
    examine(student, SAME_COLOUR)


def test_value(student: Student) -> None:
    """On no other value."""
    examine(student, OTHER_VALUE)
