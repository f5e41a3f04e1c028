"""Exercise 4: dealing."""

from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.dealing import ACE_OUT, ACES, BEFORE, ROUNDS, STOCK, TAKE, TAKEN_OUT
from suites.terminal.bank.winning import EMPTY, LOADED_EMPTY, TAKEN
from suites.terminal.looks import either, says_error, sees
from suites.terminal.scenes import Scene


def test_first(student: Student) -> None:
    """The first deal."""
    sees(student, ROUNDS, 1, "Stock")


def test_next(student: Student) -> None:
    """The deals after it."""
    for step in range(2, STOCK + 1):
        sees(student, ROUNDS, step, "Stock")


def test_reset(student: Student) -> None:
    """The deal after the last card."""
    sees(student, ROUNDS, STOCK + 1, "=Stock")
    evidence.deals(student)


def test_again(student: Student) -> None:
    """The second round."""
    for step in range(STOCK + 2, 2 * STOCK + 2):
        sees(student, ROUNDS, step, "Stock")


def test_before(student: Student) -> None:
    """The card before the one that was taken."""
    either(
        lambda: sees(student, BEFORE, 3, "Stock"),
        lambda: sees(student, ACES, 5, "Stock"),
    )


def test_none_before(student: Student) -> None:
    """No card before the one that was taken."""
    either(
        lambda: sees(student, TAKE, 2, "=Stock 1"),
        lambda: sees(student, ACES, 2, "=Stock A"),
    )


def test_after_taking(student: Student) -> None:
    """The deal after a card was taken."""

    def to_piles() -> None:
        sees(student, BEFORE, 4, "Stock 1")
        sees(student, TAKE, 3, "Stock 1")

    def to_foundations() -> None:
        sees(student, ACES, 3, "Stock A")
        sees(student, ACES, 6, "Stock B")

    either(to_piles, to_foundations)


def test_taken(student: Student) -> None:
    """The second round without the card that was taken."""
    last = len(TAKEN_OUT.steps)

    def shows(scene: Scene) -> None:
        for step in range(last - 4, last):
            sees(student, scene, step, "Stock")

    either(lambda: shows(TAKEN_OUT), lambda: shows(ACE_OUT))


def test_empty(student: Student) -> None:
    """The empty stock."""
    either(
        lambda: sees(student, EMPTY, TAKEN, "=Stock tops"),
        lambda: sees(student, LOADED_EMPTY, 1, "=Stock tops"),
    )


def test_refused(student: Student) -> None:
    """A deal of the empty stock."""
    either(
        lambda: says_error(student, EMPTY, TAKEN + 1),
        lambda: says_error(student, LOADED_EMPTY, 2),
    )
    evidence.deals(student)
