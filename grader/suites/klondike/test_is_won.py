"""Exercise 5: winning."""

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Cases, examine
from suites.klondike.bank import is_won as questions
from suites.klondike.manner import MANNER

WINS = Cases(MANNER, "game.is_won", questions.WON)
NOT_YET = Cases(MANNER, "game.is_won", questions.NOT_YET)
ALONE = Cases(MANNER, "game.is_won", questions.ALONE)


def test_won(student: Student) -> None:
    """Four kings win."""
    examine(student, WINS)


def test_not_yet(student: Student) -> None:
    """Fewer do not."""
    examine(student, NOT_YET)


def test_pillars_alone(student: Student) -> None:
    """Nothing but the pillars counts."""
    examine(student, ALONE)
