"""Exercise 7: undo."""

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal.bank.undo import (
    ACE_TAKEN,
    BACK,
    DEALS_ON,
    MOVES_ON,
    NEW_MOVE,
    NO_MOVE,
    RESET,
    TAKEN,
    TO_FOUNDATION,
    UNDONE,
)
from suites.terminal.dealt import deals
from suites.terminal.looks import either, says_error, sees
from suites.terminal.scenes import Scene


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
    except VerdictReached:
        return False
    return True


def _undoes(student: Student) -> None:
    """Looks whether `undo` is done at all: a program that never undoes refuses nothing rightly."""
    either(
        lambda: sees(student, MOVES_ON, 2, "#1"),
        lambda: sees(student, DEALS_ON, 2, "Stock"),
    )
