"""Exercise 7: drawing a card."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import examine
from suites.klondike.bank.draw import QUESTIONS
from suites.klondike.manner import cases

TURNS = cases("game.draw", "turns", QUESTIONS)
RECYCLES = cases("game.draw", "recycles", QUESTIONS)
DECK_EMPTY = cases("game.draw", "deck_empty", QUESTIONS)


def test_turns(student: Student) -> None:
    """The top card of the deck goes to the discard pile."""
    examine(student, TURNS)


def test_recycles(student: Student) -> None:
    """An empty deck takes the discard pile, reversed."""
    examine(student, RECYCLES)


def test_deck_empty(student: Student) -> None:
    """Nothing to draw is refused."""
    examine(student, DECK_EMPTY)
