"""Exercise 3: moving single cards."""

from patience_grader.sandbox.student import Student
from suites.terminal.scenes import Scene, refuses, sees, wins
from suites.terminal.tables import start
from suites.terminal.winning import WON

PILES = Scene(
    start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "sA"}),
    ["move s4 1", "move sA A", "move s2 A", "move s2 5"],
)
STOCK = Scene(
    start({1: "D5", 2: "H9", 3: "HJ", 4: "c10", 5: "H3", 6: "sK", 7: "cA"}, "c4 HA H2"),
    ["deal", "move c4 1", "deal", "move HA B", "deal", "move H2 B"],
)
SLOTS = Scene(
    start({3: "H9", 4: "HA", 5: "DA", 6: "cA", 7: "sA"}),
    ["move HA D", "move DA C", "move cA B", "move sA A"],
)
BACK = Scene(start({1: "D2", 7: "sA"}), ["move sA C", "move sA 1"])
KING = Scene(start({1: "D5", 4: "c6", 5: "H8", 7: "sK"}), ["move D5 4", "move sK 1"])
KING_OF_STOCK = Scene(start({1: "D5", 4: "c6", 5: "H8"}, "HK"), ["move D5 4", "deal", "move HK 1"])

COLOUR = (
    Scene(start({1: "D5", 2: "H4", 5: "s10"}), ["move H4 1", "deal"]),
    Scene(start({1: "s5", 2: "c4", 5: "H10"}), ["move c4 1", "deal"]),
    Scene(start({1: "H5", 2: "H4", 5: "s10"}), ["move H4 1", "deal"]),
)
RANK = (
    Scene(start({1: "D5", 2: "c3", 5: "s10"}), ["move c3 1", "deal"]),
    Scene(start({1: "D5", 2: "c6", 5: "s10"}), ["move c6 1", "deal"]),
    Scene(start({1: "D5", 2: "s5", 5: "s10"}), ["move s5 1", "deal"]),
    Scene(start({1: "DA", 2: "sK", 5: "s10"}), ["move sK 1", "deal"]),
)
ONLY_KING = Scene(
    start({1: "D5", 3: "H4", 4: "c6", 5: "HQ", 6: "sA"}),
    ["move D5 4", "move H4 1", "deal", "move HQ 1", "deal", "move sA 1", "deal"],
)
FACE_DOWN = Scene(start({1: "D5", 2: "s4 D8", 5: "c10"}), ["move s4 1", "deal"])
NOT_SHOWN = Scene(
    start({1: "D5", 2: "H8", 5: "c10"}, "s4 DQ"), ["move s4 1", "deal", "deal", "move s4 1", "deal"]
)
UNDER_TOP = Scene(
    start({1: "D2", 2: "H8", 6: "s2", 7: "sA"}), ["move sA A", "move s2 A", "move sA 1", "deal"]
)
ONLY_ACE = Scene(
    start({1: "D5", 2: "c2", 5: "sK"}),
    ["move c2 A", "deal", "move D5 B", "deal", "move sK C", "deal"],
)
OTHER_SUIT = Scene(
    start({1: "D5", 2: "H2", 4: "c2", 5: "sA"}),
    ["move sA A", "move H2 A", "deal", "move c2 A", "deal"],
)
NOT_NEXT = Scene(
    start({1: "D5", 2: "s3", 4: "s2", 5: "sA", 6: "s4"}),
    ["move sA A", "move s3 A", "deal", "move s2 A", "move s4 A", "deal"],
)


def test_pile_to_pile(student: Student) -> None:
    """From pile to pile."""
    sees(student, PILES, 1, "1 #2")


def test_stock_to_pile(student: Student) -> None:
    """From the stock to a pile."""
    sees(student, STOCK, 2, "1")


def test_ace(student: Student) -> None:
    """An ace to a free foundation."""
    sees(student, PILES, 2, "A #7")
    sees(student, STOCK, 4, "B")


def test_any_slot(student: Student) -> None:
    """An ace to any foundation."""
    for step, slot in enumerate("DCBA", 1):
        sees(student, SLOTS, step, slot)


def test_pile_to_foundation(student: Student) -> None:
    """The next card from a pile."""
    sees(student, PILES, 3, "A #6")


def test_stock_to_foundation(student: Student) -> None:
    """The next card from the stock."""
    sees(student, STOCK, 6, "B")


def test_foundation_to_pile(student: Student) -> None:
    """Back to a pile."""
    sees(student, PILES, 4, "A !5 #5")


def test_ace_back(student: Student) -> None:
    """The ace back to a pile."""
    sees(student, BACK, 2, "C 1")


def test_king(student: Student) -> None:
    """A king to an empty pile."""
    sees(student, KING, 2, "1 #7")
    sees(student, KING_OF_STOCK, 3, "1")


def test_turned(student: Student) -> None:
    """The card that becomes the last one is turned."""
    sees(student, PILES, 1, "!2")
    sees(student, PILES, 2, "!7")


def test_won(student: Student) -> None:
    """The game is won."""
    wins(student, WON, len(WON.lines))


def test_colour(student: Student) -> None:
    """Its own colour."""
    _refused(student, COLOUR)


def test_rank(student: Student) -> None:
    """Not one rank higher."""
    _refused(student, RANK)


def test_only_king(student: Student) -> None:
    """No king on an empty pile."""
    for step in (2, 4, 6):
        refuses(student, ONLY_KING, step)


def test_face_down(student: Student) -> None:
    """A face-down card."""
    refuses(student, FACE_DOWN, 1)


def test_not_shown(student: Student) -> None:
    """A card of the stock that is not shown."""
    refuses(student, NOT_SHOWN, 1)
    refuses(student, NOT_SHOWN, 4)


def test_under_top(student: Student) -> None:
    """A card under a top card."""
    refuses(student, UNDER_TOP, 3)


def test_only_ace(student: Student) -> None:
    """No ace on a free foundation."""
    for step in (1, 3, 5):
        refuses(student, ONLY_ACE, step)


def test_other_suit(student: Student) -> None:
    """Another suit on a foundation."""
    refuses(student, OTHER_SUIT, 2)
    refuses(student, OTHER_SUIT, 4)


def test_not_next(student: Student) -> None:
    """Not the next card of a foundation."""
    refuses(student, NOT_NEXT, 2)
    refuses(student, NOT_NEXT, 5)


def _refused(student: Student, scenes: tuple[Scene, ...]) -> None:
    for scene in scenes:
        refuses(student, scene, 1)
