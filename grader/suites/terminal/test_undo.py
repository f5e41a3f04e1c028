"""Exercise 7: undo."""

from patience_grader.sandbox.student import Student
from suites.terminal.scenes import Scene, refuses, sees
from suites.terminal.tables import start

_TABLE = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")
MOVE = Scene(_TABLE, ["move s4 1", "undo"])
FOUNDATION = Scene(
    _TABLE, ["move sA C", "undo", "move sA C", "move s2 5", "move s2 C", "undo", "move s2 C",
             "move s2 5", "undo"]
)
TAKEN = Scene(
    start({1: "D8", 2: "s4", 3: "HJ", 4: "c6"}, "H2 c7 HA DQ"),
    ["deal", "deal", "move c7 1", "undo", "deal", "undo", "undo"],
)
DEAL = Scene(_TABLE, ["deal", "deal", "undo", "undo", "deal"])
RESET = Scene(_TABLE, ["deal"] * 25 + ["undo", "undo"])
FIVE = Scene(
    _TABLE,
    ["deal", "deal", "move s4 1", "deal", "move sA B", "deal", "move s2 B"] + ["undo"] * 6 + ["deal"],
)
NOTHING = Scene(_TABLE, ["undo", "deal"])
AFTER_NEW = Scene(_TABLE, ["move s4 1", "deal", "deal", "undo", "move sA A", "undo", "undo", "undo"])
LIMIT = Scene(
    _TABLE, ["deal"] * 7 + ["undo"] * 3 + ["move s4 1", "undo", "undo", "undo", "undo", "deal"]
)
NO_STEP = Scene(
    _TABLE, ["deal", "move s4 1", "move HJ 1", "mvoe", "menu", "move X3 1", "undo", "undo"]
)
PLAY_ON = Scene(_TABLE, ["move s4 1", "undo", "move s4 1", "deal", "undo", "deal", "move H3 1"])


def test_move(student: Student) -> None:
    """A move from pile to pile."""
    sees(student, MOVE, 2, "1 #2 !2")


def test_turned(student: Student) -> None:
    """A card that was turned."""
    sees(student, MOVE, 2, "2")


def test_foundation(student: Student) -> None:
    """Moves to a foundation and back."""
    sees(student, FOUNDATION, 2, "C !7")
    sees(student, FOUNDATION, 6, "C !5")
    sees(student, FOUNDATION, 9, "C !5")


def test_taken(student: Student) -> None:
    """A move from the stock."""
    for step in (4, 5):
        sees(student, TAKEN, step, "Stock 1")


def test_deal(student: Student) -> None:
    """Deals."""
    for step in (3, 4, 5):
        sees(student, DEAL, step, "Stock")


def test_reset(student: Student) -> None:
    """The reset."""
    sees(student, RESET, 26, "Stock")


def test_five(student: Student) -> None:
    """Five steps."""
    for step in range(8, 13):
        sees(student, FIVE, step, "Stock #piles !piles tops")


def test_not_six(student: Student) -> None:
    """The sixth step."""
    refuses(student, FIVE, 13)


def test_nothing(student: Student) -> None:
    """Nothing to undo."""
    refuses(student, NOTHING, 1)


def test_after_new(student: Student) -> None:
    """A new step between."""
    for step in (6, 7, 8):
        sees(student, AFTER_NEW, step, "Stock #piles !piles tops")


def test_limit(student: Student) -> None:
    """The limit stays."""
    refuses(student, LIMIT, 15)


def test_no_step(student: Student) -> None:
    """What is no step."""
    sees(student, NO_STEP, 7, "Stock #piles !piles")
    sees(student, NO_STEP, 8, "Stock #piles !piles")


def test_play_on(student: Student) -> None:
    """The game goes on."""
    for step in (3, 4, 6, 7):
        sees(student, PLAY_ON, step, "1 Stock")
