"""Exercise 7: undo."""

from contextlib import suppress

from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.undo import UNDO
from suites.terminal.looks import examine, excused, passes, says_error, shows
from suites.terminal.reader import SLOTS
from suites.terminal.rounds import goes_round
from suites.terminal.screens import SpoiltError
from suites.terminal.undoing import (
    brings_back,
    comes_back_without,
    plays_on,
    reset_is_undone,
    undone,
)


def test_move(student: Student) -> None:
    """A move from pile to pile."""
    examine(student, UNDO["move"], undone())
    if passes(student, UNDO["second"], undone()):
        for name, look in (
            ("several", undone()),
            ("not_turned", undone(of="from")),
            ("to_empty", undone()),
        ):
            with suppress(SpoiltError):
                examine(student, UNDO[name], look)


def test_turned(student: Student) -> None:
    """A card that was turned."""
    examine(student, UNDO["turned"], undone(of="from"))
    if passes(student, UNDO["several"], undone()):
        with suppress(SpoiltError):
            examine(student, UNDO["several_turned"], undone(of="from"))


def test_foundation(student: Student) -> None:
    """Moves to a foundation and back."""
    examine(student, UNDO["foundation"], undone())


def test_taken(student: Student) -> None:
    """A move from the stock."""
    examine(student, UNDO["taken"], undone(but=SLOTS))
    if goes_round(student):
        examine(student, UNDO["after_taken"], shows("Stock"))


def test_deal(student: Student) -> None:
    """A deal."""
    examine(student, UNDO["deal"], undone())


def test_reset(student: Student) -> None:
    """The reset."""
    examine(student, UNDO["reset"], reset_is_undone)
    if goes_round(student) and passes(student, UNDO["on"], plays_on):
        examine(student, UNDO["after_reset"], shows("Stock", done=True))


def test_five(student: Student) -> None:
    """Five steps."""
    examine(student, UNDO["five"], brings_back)


def test_not_six(student: Student) -> None:
    """The sixth step."""
    evidence.undoes(student)
    examine(student, UNDO["not_six"], says_error)


def test_nothing(student: Student) -> None:
    """Nothing to undo."""
    evidence.undoes(student)
    examine(student, UNDO["nothing"], says_error)


def test_after_new(student: Student) -> None:
    """A new step between."""
    examine(student, UNDO["after_new"], brings_back)


def test_limit(student: Student) -> None:
    """The limit stays."""
    evidence.undoes(student)
    examine(student, UNDO["limit"], says_error)


def test_no_step(student: Student) -> None:
    """What is not a step."""
    examine(student, UNDO["no_step"], excused(brings_back, comes_back_without))


def test_play_on(student: Student) -> None:
    """The game goes on."""
    examine(student, UNDO["on"], plays_on)
    evidence.undoes(student)
