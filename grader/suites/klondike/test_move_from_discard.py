"""Exercise 10: from the discard pile to a column."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank.move_from_discard import QUESTIONS
from suites.klondike.manner import cases

MOVES = cases("game.move_from_discard", "moves", QUESTIONS)
KING = cases("game.move_from_discard", "king", QUESTIONS)
DISCARD_EMPTY = cases("game.move_from_discard", "discard_empty", QUESTIONS)
COLUMN_KING = cases("game.move_from_discard", "column_king", QUESTIONS)
WRONG_ORDER = cases("game.move_from_discard", "wrong_order", QUESTIONS)
EVERY = (MOVES, KING, DISCARD_EMPTY, COLUMN_KING, WRONG_ORDER)
"""All questions of the exercise."""


def test_moves(student: Student) -> None:
    """A card that fits moves."""
    examine_beside(student, MOVES, EVERY)


def test_king(student: Student) -> None:
    """A king takes an empty column."""
    examine_beside(student, KING, EVERY)


def test_discard_empty(student: Student) -> None:
    """An empty discard pile is refused."""
    examine_beside(student, DISCARD_EMPTY, EVERY)


def test_column_king(student: Student) -> None:
    """Only a king takes an empty column."""
    examine_beside(student, COLUMN_KING, EVERY)


def test_wrong_order(student: Student) -> None:
    """A card that does not fit is refused."""
    examine_beside(student, WRONG_ORDER, EVERY)
