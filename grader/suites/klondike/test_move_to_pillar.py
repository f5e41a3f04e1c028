"""Exercise 11: to a pillar."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import examine
from suites.klondike.bank.move_to_pillar import QUESTIONS
from suites.klondike.manner import cases

FROM_COLUMN = cases("game.move_to_pillar", "from_column", QUESTIONS)
FROM_DISCARD = cases("game.move_to_pillar", "from_discard", QUESTIONS)
COLUMN_EMPTY = cases("game.move_to_pillar", "column_empty", QUESTIONS)
DISCARD_EMPTY = cases("game.move_to_pillar", "discard_empty", QUESTIONS)
WRONG_COLUMN_CARD = cases("game.move_to_pillar", "wrong_column_card", QUESTIONS)
WRONG_DISCARD_CARD = cases("game.move_to_pillar", "wrong_discard_card", QUESTIONS)


def test_from_column(student: Student) -> None:
    """The next card moves from a column."""
    examine(student, FROM_COLUMN)


def test_from_discard(student: Student) -> None:
    """The next card moves from the discard pile."""
    examine(student, FROM_DISCARD)


def test_column_empty(student: Student) -> None:
    """An empty column is refused."""
    examine(student, COLUMN_EMPTY)


def test_discard_empty(student: Student) -> None:
    """An empty discard pile is refused."""
    examine(student, DISCARD_EMPTY)


def test_wrong_column_card(student: Student) -> None:
    """A column's card that is not the next is refused."""
    examine(student, WRONG_COLUMN_CARD)


def test_wrong_discard_card(student: Student) -> None:
    """A discarded card that is not the next is refused."""
    examine(student, WRONG_DISCARD_CARD)
