"""Exercise 9: moving a whole run."""

from patience_grader.sandbox.student import Student
from patience_grader.suite import examine
from suites.klondike.questions import cases

ALL = cases("game.move_stack", "all")
KING = cases("game.move_stack", "king")
WRONG_ORDER = cases("game.move_stack", "wrong_order")
COLUMN_KING = cases("game.move_stack", "column_king")
EMPTY = cases("game.move_stack", "empty")


def test_all(student: Student) -> None:
    """All visible cards move."""
    examine(student, ALL)


def test_king(student: Student) -> None:
    """A king's run takes an empty column."""
    examine(student, KING)


def test_wrong_order(student: Student) -> None:
    """A run that does not fit is refused."""
    examine(student, WRONG_ORDER)


def test_column_king(student: Student) -> None:
    """Only a king's run takes an empty column."""
    examine(student, COLUMN_KING)


def test_empty(student: Student) -> None:
    """An empty source is refused."""
    examine(student, EMPTY)
