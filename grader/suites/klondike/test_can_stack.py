"""Exercise 6: stacking on a column."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Cases, examine
from suites.klondike.bank import can_stack as questions
from suites.klondike.manner import MANNER

STACKS = Cases(MANNER, "game.can_stack", questions.FITS)
SAME_COLOUR = Cases(MANNER, "game.can_stack", questions.SAME_COLOUR)
OTHER_VALUE = Cases(MANNER, "game.can_stack", questions.OTHER_VALUE)


def test_fits(student: Student) -> None:
    """The other colour, one higher."""
    examine(student, STACKS)


def test_colour(student: Student) -> None:
    """Never on the same colour."""
    examine(student, SAME_COLOUR)


def test_value(student: Student) -> None:
    """On no other value."""
    examine(student, OTHER_VALUE)
