"""Exercise 6: stacking on a pillar."""

from collections.abc import Sequence

from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from patience_grader.sandbox.student import Student
from patience_grader.suite import Arguments, Cases, examine
from suites.klondike.manner import MANNER

SUITS = tuple(Suit)


def _cases(questions: Sequence[Arguments]) -> Cases:
    return Cases(MANNER, "game.can_stack_on_pillar", questions)


ACE = _cases([(Card(suit, Value.ACE), None) for suit in Suit])
ONLY_ACE = _cases([(card, None) for card in deck_of_52() if card.value > Value.ACE][::2])
NEXT = _cases([(card, Value(card.value - 1)) for card in deck_of_52() if card.value > Value.ACE])
NO_OTHER = _cases(
    [
        (Card(SUITS[(value + top) % len(SUITS)], value), top)
        for value in Value
        for top in Value
        if value - top in (0, -1, 2, -2, 3, 12, -12)
    ]
)


def test_ace(student: Student) -> None:
    """An ace on an empty pillar."""
    examine(student, ACE)


def test_only_ace(student: Student) -> None:
    """Nothing else on an empty pillar."""
    examine(student, ONLY_ACE)


def test_next(student: Student) -> None:
    """The next value."""
    examine(student, NEXT)


def test_no_other(student: Student) -> None:
    """No other value."""
    examine(student, NO_OTHER)
