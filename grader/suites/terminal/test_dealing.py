"""Exercise 4: dealing."""

from patience_grader.sandbox.student import Student
from suites.terminal.dealt import ROUNDS, STOCK
from suites.terminal.scenes import Scene, either, says_error, sees
from suites.terminal.tables import start
from suites.terminal.winning import EMPTY, LOADED_EMPTY, TAKEN

TAKE = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "s4 H8 s9 DQ"),
    ["deal", "move s4 1", "deal", "deal", "move s9 4", "deal"],
)
BEFORE = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 s4 c9 DQ"),
    ["deal", "deal", "move s4 1", "deal"],
)
TAKEN_OUT = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 DQ cK s4"),
    [*["deal"] * 4, "move s4 1", *["deal"] * (STOCK - 4), "deal", *["deal"] * 4],
)
ACES = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "HA s9 DA DQ"),
    ["deal", "move HA A", "deal", "deal", "move DA B", "deal"],
)
"""Cards are taken to foundations, for programs that cannot take them to piles."""
ACE_OUT = Scene(
    start({1: "D5", 2: "HJ", 3: "c7", 4: "D10"}, "H8 DQ cK sA"),
    [*["deal"] * 4, "move sA A", *["deal"] * (STOCK - 4), "deal", *["deal"] * 4],
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
    sees(student, ROUNDS, STOCK + 1, "=Stock")


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
        lambda: sees(student, TAKE, 2, "=Stock"),
        lambda: sees(student, ACES, 2, "=Stock"),
    )


def test_after_taking(student: Student) -> None:
    """The deal after a card was taken."""

    def to_piles() -> None:
        sees(student, BEFORE, 4, "Stock")
        sees(student, TAKE, 3, "Stock")

    def to_foundations() -> None:
        sees(student, ACES, 3, "Stock")
        sees(student, ACES, 6, "Stock")

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
        lambda: sees(student, EMPTY, len(TAKEN), "=Stock"),
        lambda: sees(student, LOADED_EMPTY, 1, "=Stock"),
    )


def test_refused(student: Student) -> None:
    """A deal of the empty stock."""
    either(
        lambda: says_error(student, EMPTY, len(TAKEN) + 1),
        lambda: says_error(student, LOADED_EMPTY, 2),
    )
