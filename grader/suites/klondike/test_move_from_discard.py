"""Exercise 10: from the discard pile to a column."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import examine
from suites.klondike.bank.move_from_discard import QUESTIONS
from suites.klondike.manner import cases

MOVES = cases("game.move_from_discard", "moves", QUESTIONS)
KING = cases("game.move_from_discard", "king", QUESTIONS)
DISCARD_EMPTY = cases("game.move_from_discard", "discard_empty", QUESTIONS)
COLUMN_KING = cases("game.move_from_discard", "column_king", QUESTIONS)
WRONG_ORDER = cases("game.move_from_discard", "wrong_order", QUESTIONS)


def test_moves(student: Student) -> None:
    """A card that fits moves."""
    examine(student, MOVES)


def test_king(student: Student) -> None:
    """A king takes an empty column."""
    examine(student, KING)


def test_discard_empty(student: Student) -> None:
    """An empty discard pile is refused."""
    examine(student, DISCARD_EMPTY)


def test_column_king(student: Student) -> None:
    """Only a king takes an empty column."""
    examine(student, COLUMN_KING)


def test_wrong_order(student: Student) -> None:
    """A card that does not fit is refused."""
    examine(student, WRONG_ORDER)
