"""Exercise 7: undo."""

from patience_grader.sandbox.student import Student
from suites.terminal.scenes import Medley, Scene, refuses, sees
from suites.terminal.tables import start

_TABLE = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")
UNDONE = Medley(
    _TABLE,
    {
        "nothing": ["undo", "deal"],
        "move": ["move s4 1", "undo"],
        "deal": ["deal", "deal", "undo", "undo", "deal"],
        "after_new": [
            *("move s4 1", "deal", "deal", "undo"),
            *("move sA A", "undo", "undo", "undo"),
        ],
        "no_step": [
            *("deal", "move s4 1", "move HJ 1", "mvoe", "menu"),
            *("move X3 1", "undo", "undo"),
        ],
        "five": [
            *("deal", "deal", "move s4 1", "deal", "move sA B", "deal", "move s2 B"),
            *["undo"] * 6,
            "deal",
        ],
        "limit": [*["deal"] * 7, *["undo"] * 3, "deal", *["undo"] * 4, "deal"],
    },
)
PLAYED_ON = Medley(
    _TABLE,
    {
        "play_on": ["move s4 1", "undo", "move s4 1", "deal", "undo", "deal", "move H3 1"],
        "foundation": [
            *("move sA C", "undo", "move sA C", "move s2 C", "undo"),
            *("move s2 C", "undo", "undo"),
        ],
    },
)
BACK = Scene(
    start({1: "H3", 2: "s2", 3: "sA"}), ["move sA C", "move s2 C", "move s2 1", "undo"]
)
TAKEN = Scene(
    start({1: "D8", 2: "s4", 3: "HJ", 4: "c6"}, "H2 c7 HA DQ"),
    ["deal", "deal", "move c7 1", "undo", "deal", "undo", "undo"],
)
RESET = Scene(_TABLE, ["deal"] * 25 + ["undo", "undo"])


def test_move(student: Student) -> None:
    """A move from pile to pile."""
    sees(student, UNDONE["move"], 2, "1 #2 !2")


def test_turned(student: Student) -> None:
    """A card that was turned."""
    sees(student, UNDONE["move"], 2, "2")


def test_foundation(student: Student) -> None:
    """Moves to a foundation and back."""
    for step in (2, 5, 7, 8):
        sees(student, PLAYED_ON["foundation"], step, "C !6 !7")
    sees(student, BACK, 4, "C !1")


def test_taken(student: Student) -> None:
    """A move from the stock."""
    for step in (4, 5):
        sees(student, TAKEN, step, "Stock 1")


def test_deal(student: Student) -> None:
    """Deals."""
    for step in (3, 4, 5):
        sees(student, UNDONE["deal"], step, "Stock")


def test_reset(student: Student) -> None:
    """The reset."""
    sees(student, RESET, 26, "Stock")


def test_five(student: Student) -> None:
    """Five steps."""
    for step in range(8, 13):
        sees(student, UNDONE["five"], step, "Stock #piles !piles tops")


def test_not_six(student: Student) -> None:
    """The sixth step."""
    refuses(student, UNDONE["five"], 13)


def test_nothing(student: Student) -> None:
    """Nothing to undo."""
    refuses(student, UNDONE["nothing"], 1)


def test_after_new(student: Student) -> None:
    """A new step between."""
    for step in (6, 7, 8):
        sees(student, UNDONE["after_new"], step, "Stock #piles !piles tops")


def test_limit(student: Student) -> None:
    """The limit stays."""
    refuses(student, UNDONE["limit"], 15)


def test_no_step(student: Student) -> None:
    """What is no step."""
    sees(student, UNDONE["no_step"], 7, "Stock #piles !piles")
    sees(student, UNDONE["no_step"], 8, "Stock #piles !piles")


def test_play_on(student: Student) -> None:
    """The game goes on."""
    for step in (3, 4, 6, 7):
        sees(student, PLAYED_ON["play_on"], step, "1 Stock")
