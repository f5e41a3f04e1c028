"""Exercise 6: stacking on a pillar."""

from collections.abc import Sequence

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine
from suites.klondike.bank import can_stack_on_pillar as questions
from suites.klondike.manner import MANNER


def _cases(arguments: Sequence[Arguments]) -> Cases:
    return Cases(MANNER, "game.can_stack_on_pillar", arguments)


ACE = _cases(questions.ACE)
ONLY_ACE = _cases(questions.ONLY_ACE)
NEXT = _cases(questions.NEXT)
NO_OTHER = _cases(questions.NO_OTHER)


def test_ace(student: Student) -> None:
    """An ace on an empty pillar."""
    examine(student, ACE)


def test_only_ace(student: Student) -> None:
    """Nothing else on an empty pillar."""
    examine(student, ONLY_ACE)


def test_next(student: Student) -> None:
    """The next value."""
    examine(student, NEXT)


def test_no_other(student: Student) -> None:
    """No other value."""
    examine(student, NO_OTHER)
