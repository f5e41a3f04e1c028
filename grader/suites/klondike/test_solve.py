"""Exercise 13: solving."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import examine
from patience_grader.suite.contrast import examine_beside
from suites.klondike.bank.solve import QUESTIONS
from suites.klondike.manner import cases

WINS = cases("game.solve", "wins", QUESTIONS)
GOES_ON = cases("game.solve", "goes_on", QUESTIONS)
NOTHING = cases("game.solve", "nothing", QUESTIONS)
COLUMNS_ONLY = cases("game.solve", "columns_only", QUESTIONS)
HIDDEN = cases("game.solve", "hidden", QUESTIONS)
EVERY = (WINS, GOES_ON, NOTHING, COLUMNS_ONLY, HIDDEN)
"""All questions of the exercise."""


def test_wins(student: Student) -> None:
    """A board that can be solved ends won."""
    examine_beside(student, WINS, EVERY)


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
