"""Exercise 6: stacking on a column."""

from patience_grader.sandbox.student import Student
from patience_grader.suite import Cases, examine
from suites.klondike.bank.can_stack import FITS, OTHER_VALUE, SAME_COLOUR
from suites.klondike.manner import MANNER

STACKS = Cases(MANNER, "game.can_stack", FITS)
COLOURS = Cases(MANNER, "game.can_stack", SAME_COLOUR)
VALUES = Cases(MANNER, "game.can_stack", OTHER_VALUE)


def test_fits(student: Student) -> None:
    """The other colour, one higher."""
    examine(student, STACKS)


def test_colour(student: Student) -> None:
    """Never on the same colour."""
    examine(student, COLOURS)


def test_value(student: Student) -> None:
    """On no other value."""
    examine(student, VALUES)
