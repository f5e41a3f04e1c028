"""Exercise 4: dealing."""

from patience_grader.play import played
from patience_grader.sandbox.student import Student
from suites.terminal.reader import NO_STOCK, read_screen
from suites.terminal.scenes import Scene, lose, refuses, sees
from suites.terminal.tables import start
from suites.terminal.winning import EMPTY, TAKEN

STOCK = 24
ROUNDS = Scene(start({1: "D5", 2: "HJ", 3: "c7"}), ["deal"] * (2 * STOCK + 2))
TAKE = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "s4 H8 s9 DQ"),
    ["deal", "move s4 1", "deal", "deal", "move s9 4", "deal"],
)
BEFORE = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 s4 c9 DQ"),
    ["deal", "deal", "move s4 1", "deal"],
)
TAKEN_OUT = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 s4 DQ cK"),
    ["deal", "deal", "move s4 1", *["deal"] * (STOCK - 2), "deal", *["deal"] * 4],
)


def test_first(student: Student) -> None:
    """The first deal."""
    sees(student, ROUNDS, 1, "Stock")


def test_next(student: Student) -> None:
    """The deals after it."""
    for step in range(2, STOCK + 1):
        sees(student, ROUNDS, step, "Stock")


def test_reset(student: Student) -> None:
    """The deal after the last card."""
    sees(student, ROUNDS, STOCK + 1, "Stock")


def test_again(student: Student) -> None:
    """The second round."""
    for step in range(STOCK + 2, 2 * STOCK + 2):
        sees(student, ROUNDS, step, "Stock")


def test_before(student: Student) -> None:
    """The card before the one that was taken."""
    sees(student, BEFORE, 3, "Stock")


def test_none_before(student: Student) -> None:
    """No card before the one that was taken."""
    sees(student, TAKE, 2, "Stock")


def test_after_taking(student: Student) -> None:
    """The deal after a card was taken."""
    sees(student, BEFORE, 4, "Stock")
    sees(student, TAKE, 3, "Stock")


def test_taken(student: Student) -> None:
    """The second round without the card that was taken."""
    for step in range(len(TAKEN_OUT.steps) - 4, len(TAKEN_OUT.steps)):
        sees(student, TAKEN_OUT, step, "Stock")


def test_empty(student: Student) -> None:
    """The empty stock."""
    play = played(student, EMPTY.session)
    part = play.part(len(TAKEN))
    if part is None:
        lose(EMPTY, play, len(TAKEN), "the session did not come so far")
    if read_screen(part).lines.get("Stock") != (NO_STOCK,):
        lose(EMPTY, play, len(TAKEN), f"Stock is not shown as {NO_STOCK}")


def test_refused(student: Student) -> None:
    """A deal of the empty stock."""
    refuses(student, EMPTY, len(TAKEN) + 1)
