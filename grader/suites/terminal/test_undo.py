"""Exercise 7: undo."""

from patience_grader.sandbox.student import Student
from patience_grader.verdict import Judged
from suites.terminal.dealt import deals
from suites.terminal.scenes import Medley, Scene, either, says_error, sees
from suites.terminal.tables import start

_TABLE = start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "c9 sA"}, "c7 HA DQ s9")
UNDONE = Medley(
    _TABLE,
    {
        "nothing": ["undo"],
        "deal": ["deal", "undo"],
        "no_step": ["deal", "move HJ 1", "mvoe", "menu", "move X3 1", "undo"],
        "five": [
            *("deal", "deal", "move s4 1", "deal", "move sA A", "deal", "move s2 A"),
            *["undo"] * 6,
        ],
        "limit": [*["deal"] * 7, *["undo"] * 3, "deal", *["undo"] * 4],
        "new_deal": [*["deal"] * 3, "undo", "deal", *["undo"] * 3],
    },
)
TO_FOUNDATION = Scene(_TABLE, ["move sA A", "undo", "move sA A", "move s2 A", "undo"])
BACK = Scene(start({1: "H3", 2: "s2", 3: "sA"}), ["move sA A", "move s2 A", "move s2 1", "undo"])
TAKEN = Scene(
    start({1: "D8", 2: "s4", 3: "HJ", 4: "c6"}, "H2 c7 HA DQ"),
    ["deal", "deal", "move c7 1", "undo", "deal"],
)
ACE_TAKEN = Scene(
    start({1: "D8", 2: "s4", 3: "HJ", 4: "c6"}, "H2 cA HQ DQ"),
    ["deal", "deal", "move cA A", "undo", "deal"],
)
NEW_MOVE = Scene(
    _TABLE, ["move s4 1", "move sA A", "move s2 5", "undo", "move s2 A", "undo", "undo", "undo"]
)
NO_MOVE = Scene(_TABLE, ["move s4 1", "move HJ 1", "mvoe", "menu", "move X3 1", "undo"])
MOVES_ON = Scene(_TABLE, ["move s4 1", "undo", "move s4 1", "move H3 1"])
DEALS_ON = Scene(_TABLE, ["deal", "undo", "deal", "deal"])
RESET = Scene(_TABLE, [*["deal"] * 25, "undo"])


def test_move(student: Student) -> None:
    """A move from pile to pile."""
    sees(student, MOVES_ON, 2, "1 #2")


def test_turned(student: Student) -> None:
    """A card that was turned."""
    sees(student, MOVES_ON, 2, "2 1")


def test_foundation(student: Student) -> None:
    """Moves to a foundation and back."""
    sees(student, TO_FOUNDATION, 2, "A !7")
    sees(student, TO_FOUNDATION, 5, "A !6")
    sees(student, BACK, 4, "A !1")


def test_taken(student: Student) -> None:
    """A move from the stock."""

    def to_a_pile() -> None:
        sees(student, TAKEN, 4, "Stock 1")
        if deals(student):
            sees(student, TAKEN, 5, "Stock")

    def to_a_foundation() -> None:
        sees(student, ACE_TAKEN, 4, "Stock A")
        if deals(student):
            sees(student, ACE_TAKEN, 5, "Stock")

    either(to_a_pile, to_a_foundation)


def test_deal(student: Student) -> None:
    """A deal."""
    sees(student, UNDONE["deal"], 2, "Stock")


def test_reset(student: Student) -> None:
    """The reset."""
    sees(student, RESET, 26, "Stock")


def test_five(student: Student) -> None:
    """Five steps."""
    for step in range(8, 13):
        sees(student, UNDONE["five"], step, "Stock #piles tops")


def test_not_six(student: Student) -> None:
    """The sixth step."""
    _undoes(student)
    says_error(student, UNDONE["five"], 13)


def test_nothing(student: Student) -> None:
    """Nothing to undo."""
    _undoes(student)
    says_error(student, UNDONE["nothing"], 1)


def test_after_new(student: Student) -> None:
    """A new step between."""

    def of_deals() -> None:
        for step in (6, 7, 8):
            sees(student, UNDONE["new_deal"], step, "Stock")

    def of_moves() -> None:
        for step in (6, 7, 8):
            sees(student, NEW_MOVE, step, "#piles tops")

    either(of_deals, of_moves)


def test_limit(student: Student) -> None:
    """The limit stays."""
    _undoes(student)
    says_error(student, UNDONE["limit"], 15)


def test_no_step(student: Student) -> None:
    """What is no step."""
    either(
        lambda: sees(student, UNDONE["no_step"], 6, "Stock"),
        lambda: sees(student, NO_MOVE, 6, "#piles"),
    )


def test_play_on(student: Student) -> None:
    """The game goes on."""
    undone = [
        (scene, place)
        for scene, place in ((MOVES_ON, "1"), (DEALS_ON, "Stock"))
        if _shows(student, scene, 2, place) and (scene is MOVES_ON or deals(student))
    ]
    if not undone:
        sees(student, MOVES_ON, 2, "1")
    for scene, place in undone:
        for step in (3, 4):
            sees(student, scene, step, place)


def _shows(student: Student, scene: Scene, step: int, places: str) -> bool:
    try:
        sees(student, scene, step, places)
    except Judged:
        return False
    return True


def _undoes(student: Student) -> None:
    """Looks whether `undo` is done at all: a program that never undoes refuses nothing rightly."""
    either(
        lambda: sees(student, MOVES_ON, 2, "#1"),
        lambda: sees(student, DEALS_ON, 2, "Stock"),
    )
