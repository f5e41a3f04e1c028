"""Exercise 4: dealing."""

from contextlib import suppress

from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.dealing import DEALING, ROUNDS, TAKEN_OUT
from suites.terminal.looks import course_was_right, every, examine, excused, says_error, shows
from suites.terminal.reader import STOCK
from suites.terminal.rounds import (
    comes_again,
    dealt_after_taking,
    empties,
    goes_on,
    is_reset,
    leaves_out,
)
from suites.terminal.screens import SpoiltError


def test_first(student: Student) -> None:
    """The first deal."""
    examine(student, DEALING["first"], shows(STOCK, alone=True))


def test_next(student: Student) -> None:
    """The deals after it."""
    every(student, ROUNDS, goes_on)


def test_reset(student: Student) -> None:
    """The deal after the last card."""
    every(student, ROUNDS, is_reset)
    with suppress(SpoiltError):
        examine(student, DEALING["only_one"], excused(shows(STOCK), course_was_right))
    evidence.deals(student)


def test_again(student: Student) -> None:
    """The rounds after the first."""
    every(student, ROUNDS, comes_again)


def test_before(student: Student) -> None:
    """The card before the one that was taken."""
    examine(student, DEALING["before"], shows(STOCK, done=True))


def test_none_before(student: Student) -> None:
    """No card before the one that was taken."""
    examine(student, DEALING["none_before"], shows(f"={STOCK}", done=True))
    evidence.deals(student)


def test_after_taking(student: Student) -> None:
    """The deal after a card was taken."""
    examine(student, DEALING["after_taking"], dealt_after_taking)


def test_taken(student: Student) -> None:
    """The second round without the cards that were taken."""
    every(student, TAKEN_OUT, leaves_out)


def test_empty(student: Student) -> None:
    """The empty stock."""
    examine(student, DEALING["empty"], empties, DEALING["empty_otherwise"])
    evidence.deals(student)


def test_refused(student: Student) -> None:
    """A deal of the empty stock."""
    look = excused(says_error, course_was_right)
    examine(student, DEALING["refused"], look, DEALING["refused_otherwise"])
    evidence.deals(student)
