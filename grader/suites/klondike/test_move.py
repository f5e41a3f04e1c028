"""Exercise 8: moving cards between columns."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import examine
from suites.klondike.bank.move import QUESTIONS
from suites.klondike.manner import cases

ONE = cases("game.move", "one", QUESTIONS)
SEVERAL = cases("game.move", "several", QUESTIONS)
KING = cases("game.move", "king", QUESTIONS)
INVALID_COUNT = cases("game.move", "invalid_count", QUESTIONS)
TOO_MANY = cases("game.move", "too_many", QUESTIONS)
COLUMN_KING = cases("game.move", "column_king", QUESTIONS)
COLOUR = cases("game.move", "colour", QUESTIONS)
VALUE = cases("game.move", "value", QUESTIONS)
HIGHEST = cases("game.move", "highest", QUESTIONS)


def test_one(student: Student) -> None:
    """One card moves."""
    examine(student, ONE)


def test_several(student: Student) -> None:
    """Several cards move in their order."""
    examine(student, SEVERAL)


def test_king(student: Student) -> None:
    """A king takes an empty column, with what lies on it."""
    examine(student, KING)


def test_invalid_count(student: Student) -> None:
    """A count below 1 is refused."""
    examine(student, INVALID_COUNT)


def test_too_many(student: Student) -> None:
    """Hidden cards do not move."""
    examine(student, TOO_MANY)


def test_column_king(student: Student) -> None:
    """Only kings start a column."""
    examine(student, COLUMN_KING)


def test_colour(student: Student) -> None:
    """Colours alternate."""
    examine(student, COLOUR)


def test_value(student: Student) -> None:
    """Values descend one by one."""
    examine(student, VALUE)


def test_highest(student: Student) -> None:
    """The highest card moved is the one that must fit."""
    examine(student, HIGHEST)
