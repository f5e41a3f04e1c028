"""Exercise 7: drawing a card."""

from patience_grader.sandbox.student import Student
from patience_grader.suite import examine
from suites.klondike.questions import cases

TURNS = cases("game.draw", "turns")
RECYCLES = cases("game.draw", "recycles")
DECK_EMPTY = cases("game.draw", "deck_empty")


def test_turns(student: Student) -> None:
    """The top card of the deck goes to the discard pile."""
    examine(student, TURNS)


def test_recycles(student: Student) -> None:
    """An empty deck takes the discard pile, reversed."""
    examine(student, RECYCLES)


def test_deck_empty(student: Student) -> None:
    """Nothing to draw is refused."""
    examine(student, DECK_EMPTY)
