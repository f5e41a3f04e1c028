"""Exercise 12: back from a pillar."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank.move_from_pillar import QUESTIONS
from suites.klondike.manner import cases

MOVES = cases("game.move_from_pillar", "moves", QUESTIONS)
LAST = cases("game.move_from_pillar", "last", QUESTIONS)
KING = cases("game.move_from_pillar", "king", QUESTIONS)
PILLAR_EMPTY = cases("game.move_from_pillar", "pillar_empty", QUESTIONS)
COLUMN_KING = cases("game.move_from_pillar", "column_king", QUESTIONS)
WRONG_ORDER = cases("game.move_from_pillar", "wrong_order", QUESTIONS)
EVERY = (MOVES, LAST, KING, PILLAR_EMPTY, COLUMN_KING, WRONG_ORDER)
"""All questions of the exercise."""


def test_moves(student: Student) -> None:
    """The top card of a pillar moves to a column."""
    examine_beside(student, MOVES, EVERY)


def test_last(student: Student) -> None:
    """An ace leaves its pillar empty."""
    examine_beside(student, LAST, EVERY)


def test_king(student: Student) -> None:
    """A king takes an empty column."""
    examine_beside(student, KING, EVERY)


def test_pillar_empty(student: Student) -> None:
    """An empty pillar is refused."""
    examine_beside(student, PILLAR_EMPTY, EVERY)


def test_column_king(student: Student) -> None:
    """Only a king takes an empty column."""
    examine_beside(student, COLUMN_KING, EVERY)


def test_wrong_order(student: Student) -> None:
    """A card that does not fit is refused."""
    examine_beside(student, WRONG_ORDER, EVERY)
