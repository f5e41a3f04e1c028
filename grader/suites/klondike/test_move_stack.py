"""Exercise 9: moving a whole run."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank.move_stack import QUESTIONS
from suites.klondike.manner import cases

ALL = cases("game.move_stack", "all", QUESTIONS)
KING = cases("game.move_stack", "king", QUESTIONS)
WRONG_ORDER = cases("game.move_stack", "wrong_order", QUESTIONS)
COLUMN_KING = cases("game.move_stack", "column_king", QUESTIONS)
EMPTY = cases("game.move_stack", "empty", QUESTIONS)
EVERY = (ALL, KING, WRONG_ORDER, COLUMN_KING, EMPTY)
"""All questions of the exercise."""


def test_all(student: Student) -> None:
    """All visible cards move."""
    examine_beside(student, ALL, EVERY)


def test_king(student: Student) -> None:
    """A king's run takes an empty column."""
    examine_beside(student, KING, EVERY)


def test_wrong_order(student: Student) -> None:
    """A run that does not fit is refused."""
    examine_beside(student, WRONG_ORDER, EVERY)


def test_column_king(student: Student) -> None:
    """Only a king's run takes an empty column."""
    examine_beside(student, COLUMN_KING, EVERY)


def test_empty(student: Student) -> None:
    """An empty source is refused."""
    examine_beside(student, EMPTY, EVERY)
