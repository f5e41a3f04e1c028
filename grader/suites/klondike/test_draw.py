"""Exercise 7: drawing a card."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank.draw import QUESTIONS
from suites.klondike.manner import cases

TURNS = cases("game.draw", "turns", QUESTIONS)
RECYCLES = cases("game.draw", "recycles", QUESTIONS)
DECK_EMPTY = cases("game.draw", "deck_empty", QUESTIONS)
EVERY = (TURNS, RECYCLES, DECK_EMPTY)
"""All questions of the exercise."""


def test_turns(student: Student) -> None:
    """The top card of the deck goes to the discard pile."""
    examine_beside(student, TURNS, EVERY)


def test_recycles(student: Student) -> None:
    """An empty deck takes the discard pile, reversed."""
    examine_beside(student, RECYCLES, EVERY)


def test_deck_empty(student: Student) -> None:
    """Nothing to draw is refused."""
    examine_beside(student, DECK_EMPTY, EVERY)
