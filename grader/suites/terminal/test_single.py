"""Exercise 3: moving single cards."""

from patience_grader.sandbox.student import Student
from suites.terminal.scenes import Act, Medley, Scene, either, refuses, sees, wins
from suites.terminal.tables import start
from suites.terminal.winning import ALMOST, WON

PILES = Scene(
    start({1: "D5", 2: "D8 s4", 3: "HJ", 4: "c6", 5: "H3", 6: "s2", 7: "sA"}),
    ["move s4 1", "move sA A", "move s2 A", "move s2 5"],
)
_TABLE = {1: "D5", 2: "H9", 3: "HJ", 4: "c10", 5: "H3", 6: "sK", 7: "cA"}
STOCK = Scene(start(_TABLE, "c4"), ["deal", "move c4 1"])
ACE_OF_STOCK = Scene(start(_TABLE, "HA"), ["deal", "move HA A"])
NEXT_OF_STOCK = Scene(start(_TABLE, "c2"), ["deal", "move cA A", "move c2 A"])
SLOTS = Scene(
    start({3: "H9", 4: "HA", 5: "DA", 6: "cA", 7: "sA"}),
    ["move HA D", "move DA C", "move cA B", "move sA A"],
)
BACK = Scene(start({1: "D2", 7: "sA"}), ["move sA A", "move sA 1"])
KING = Scene(start({1: "D5", 4: "c6", 5: "H8", 7: "sK"}), ["move D5 4", "move sK 1"])
KING_OF_STOCK = Scene(start({1: "D5", 4: "c6", 5: "H8"}, "HK"), ["move D5 4", "deal", "move HK 1"])

ONLY_KING = Scene(
    start({1: "D5", 3: "H4", 4: "c6", 5: "HQ", 6: "sA"}),
    ["move D5 4", "move H4 1", "deal", "move HQ 1", "deal", "move sA 1", "deal"],
)
REFUSED = Medley(
    start({1: "D5", 2: "s4 H4", 3: "s5", 4: "c4", 5: "D2", 6: "s2", 7: "sA"}, "c3 HQ DK"),
    {
        "colour": ["move H4 1", "deal", "move c4 3", "deal"],
        "rank": [
            "move s2 1",
            "deal",
            "move s5 1",
            "deal",
            "move D5 4",
            "deal",
            "move sA 1",
            "deal",
        ],
        "face_down": ["move s4 1", "deal"],
        "only_ace": ["move c4 B", "deal", "move D5 C", "deal", "move s2 D", "deal"],
        "not_next": ["move s5 A", "deal"],
        "under_top": ["move sA 5", "deal"],
    },
    setup={
        "not_next": ["move sA A"],
        "under_top": ["move sA A", "move s2 A"],
    },
)
OTHER_SUIT = Scene(
    start({1: "D2", 2: "c2", 3: "sA"}), ["move sA A", "move D2 A", "deal", "move c2 A", "deal"]
)
NOT_SHOWN = Scene(
    start({1: "D5", 2: "H8", 5: "c10"}, "s4 DQ"), ["move s4 1", "deal", "deal", "move s4 1", "deal"]
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
    sees(student, ACE_OF_STOCK, 2, "A")


def test_any_slot(student: Student) -> None:
    """An ace to any foundation."""
    for step, slot in enumerate("DCBA", 1):
        sees(student, SLOTS, step, slot)


def test_pile_to_foundation(student: Student) -> None:
    """The next card from a pile."""
    sees(student, PILES, 3, "A #6")


def test_stock_to_foundation(student: Student) -> None:
    """The next card from the stock."""
    sees(student, NEXT_OF_STOCK, 3, "A")


def test_foundation_to_pile(student: Student) -> None:
    """Back to a pile."""
    sees(student, PILES, 4, "A !5 #5")


def test_ace_back(student: Student) -> None:
    """The ace back to a pile."""
    sees(student, BACK, 2, "A 1")


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
    either(
        lambda: wins(student, WON, len(WON.lines)),
        lambda: wins(student, ALMOST, len(ALMOST.lines)),
    )


def test_colour(student: Student) -> None:
    """Its own colour."""
    _refused(student, REFUSED["colour"])


def test_rank(student: Student) -> None:
    """Not one rank higher."""
    _refused(student, REFUSED["rank"])


def test_only_king(student: Student) -> None:
    """No king on an empty pile."""
    for step in (2, 4, 6):
        refuses(student, ONLY_KING, step)


def test_face_down(student: Student) -> None:
    """A face-down card."""
    _refused(student, REFUSED["face_down"])


def test_not_shown(student: Student) -> None:
    """A card of the stock that is not shown."""
    refuses(student, NOT_SHOWN, 1)
    refuses(student, NOT_SHOWN, 4)


def test_under_top(student: Student) -> None:
    """A card under a top card."""
    _refused(student, REFUSED["under_top"])


def test_only_ace(student: Student) -> None:
    """No ace on a free foundation."""
    _refused(student, REFUSED["only_ace"])


def test_other_suit(student: Student) -> None:
    """Another suit on a foundation."""
    refuses(student, OTHER_SUIT, 2)
    refuses(student, OTHER_SUIT, 4)


def test_not_next(student: Student) -> None:
    """Not the next card of a foundation."""
    _refused(student, REFUSED["not_next"])


def _refused(student: Student, act: Act) -> None:
    for step in range(1, act.count + 1, 2):
        refuses(student, act, step)
