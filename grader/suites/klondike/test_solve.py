"""Exercise 13: solving."""

from patience_grader.sandbox.student import Student
from patience_grader.suite import examine
from suites.klondike.questions import cases

WINS = cases("game.solve", "wins")
GOES_ON = cases("game.solve", "goes_on")
NOTHING = cases("game.solve", "nothing")
COLUMNS_ONLY = cases("game.solve", "columns_only")
HIDDEN = cases("game.solve", "hidden")


def test_wins(student: Student) -> None:
    """A board that can be solved ends won."""
    examine(student, WINS)


def test_goes_on(student: Student) -> None:
    """Cards go up until none can."""
    examine(student, GOES_ON)


def test_nothing(student: Student) -> None:
    """Without a card that can go up nothing changes."""
    examine(student, NOTHING)


def test_columns_only(student: Student) -> None:
    """Discard pile and deck stay as they are."""
    examine(student, COLUMNS_ONLY)


def test_hidden(student: Student) -> None:
    """Uncovered hidden cards may take part."""
    examine(student, HIDDEN)
