"""Exercise 6: replacing a column."""

from typing import Any

from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine
from suites.klondike.bank import update_column as questions
from suites.klondike.manner import MANNER, Aspect


def _replaces(got: Any, arguments: Arguments) -> bool:
    index, column, _ = arguments
    assert isinstance(index, int)
    return isinstance(got, tuple) and len(got) > index and bool(got[index] == column)


def _keeps_others(got: Any, arguments: Arguments) -> bool:
    index, _, columns = arguments
    assert isinstance(index, int)
    assert isinstance(columns, tuple)
    return (
        isinstance(got, tuple)
        and len(got) == len(columns)
        and all(got[other] == columns[other] for other in range(len(columns)) if other != index)
    )


REPLACES = Cases(Aspect(_replaces), "game.update_column", questions.WITHIN)
OTHERS = REPLACES.judged_by(Aspect(_keeps_others))
ENDS = Cases(MANNER, "game.update_column", questions.ENDS)


def test_replaces(student: Student) -> None:
    """The new column stands at the index."""
    examine(student, REPLACES)


def test_others(student: Student) -> None:
    """All others stay."""
    examine(student, OTHERS)


def test_ends(student: Student) -> None:
    """The first and the last can be replaced."""
    examine(student, ENDS)
