"""Exercise 11: to a pillar."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank.move_to_pillar import QUESTIONS
from suites.klondike.manner import cases

FROM_COLUMN = cases("game.move_to_pillar", "from_column", QUESTIONS)
FROM_DISCARD = cases("game.move_to_pillar", "from_discard", QUESTIONS)
COLUMN_EMPTY = cases("game.move_to_pillar", "column_empty", QUESTIONS)
DISCARD_EMPTY = cases("game.move_to_pillar", "discard_empty", QUESTIONS)
WRONG_COLUMN_CARD = cases("game.move_to_pillar", "wrong_column_card", QUESTIONS)
WRONG_DISCARD_CARD = cases("game.move_to_pillar", "wrong_discard_card", QUESTIONS)
EVERY = (
    FROM_COLUMN,
    FROM_DISCARD,
    COLUMN_EMPTY,
    DISCARD_EMPTY,
    WRONG_COLUMN_CARD,
    WRONG_DISCARD_CARD,
)
"""All questions of the exercise."""


def test_from_column(student: Student) -> None:
    """The next card moves from a column."""
    examine_beside(student, FROM_COLUMN, EVERY)


def test_from_discard(student: Student) -> None:
    """The next card moves from the discard pile."""
    examine_beside(student, FROM_DISCARD, EVERY)


def test_column_empty(student: Student) -> None:
    """An empty column is refused."""
    examine_beside(student, COLUMN_EMPTY, EVERY)


def test_discard_empty(student: Student) -> None:
    """An empty discard pile is refused."""
    examine_beside(student, DISCARD_EMPTY, EVERY)


def test_wrong_column_card(student: Student) -> None:
    """A column's card that is not the next is refused."""
    examine_beside(student, WRONG_COLUMN_CARD, EVERY)


def test_wrong_discard_card(student: Student) -> None:
    """A discarded card that is not the next is refused."""
    examine_beside(student, WRONG_DISCARD_CARD, EVERY)
