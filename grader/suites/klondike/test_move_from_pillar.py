"""Exercise 12: back from a pillar."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import examine
from suites.klondike.bank.move_from_pillar import QUESTIONS
from suites.klondike.manner import cases

MOVES = cases("game.move_from_pillar", "moves", QUESTIONS)
LAST = cases("game.move_from_pillar", "last", QUESTIONS)
KING = cases("game.move_from_pillar", "king", QUESTIONS)
PILLAR_EMPTY = cases("game.move_from_pillar", "pillar_empty", QUESTIONS)
COLUMN_KING = cases("game.move_from_pillar", "column_king", QUESTIONS)
WRONG_ORDER = cases("game.move_from_pillar", "wrong_order", QUESTIONS)


def test_moves(student: Student) -> None:
    """The top card of a pillar moves to a column."""
    examine(student, MOVES)


def test_last(student: Student) -> None:
    """An ace leaves its pillar empty."""
    examine(student, LAST)


def test_king(student: Student) -> None:
    """A king takes an empty column."""
    examine(student, KING)


def test_pillar_empty(student: Student) -> None:
    """An empty pillar is refused."""
    examine(student, PILLAR_EMPTY)


def test_column_king(student: Student) -> None:
    """Only a king takes an empty column."""
    examine(student, COLUMN_KING)


def test_wrong_order(student: Student) -> None:
    """A card that does not fit is refused."""
    examine(student, WRONG_ORDER)
