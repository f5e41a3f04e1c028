"""Exercise 5: moving several cards."""

from patience_grader.sandbox.student import Student
from suites.terminal.scenes import Medley, Scene, either, refuses, sees
from suites.terminal.tables import start

TWO = Scene(start({1: "D5", 2: "s4", 3: "HJ", 4: "c6"}), ["move s4 1", "move D5 4"])
MANY = Scene(
    start({1: "D5", 2: "s4", 3: "H3", 4: "c6", 5: "c2", 6: "DA"}),
    ["move s4 1", "move H3 1", "move c2 1", "move DA 1", "move D5 4"],
)
PART = Scene(
    start({1: "D5", 2: "s4", 3: "H3", 4: "HJ", 6: "H5"}), ["move s4 1", "move H3 1", "move s4 6"]
)
PART_OF_MANY = Scene(
    start({1: "D5", 2: "s4", 3: "H3", 4: "c2", 5: "HJ", 6: "H5"}),
    ["move s4 1", "move H3 1", "move c2 1", "move s4 6"],
)
TURNED_BY_MANY = Scene(
    start({1: "HQ", 2: "s4", 3: "c9 D5", 4: "c6", 5: "H3"}),
    ["move s4 3", "move H3 3", "move D5 4"],
)
KING_AND_QUEEN = Scene(
    start({1: "D5", 2: "HQ", 4: "c6", 7: "sK"}), ["move D5 4", "move HQ 7", "move sK 1"]
)
TURNED = Scene(
    start({1: "HQ", 2: "s4", 3: "c9 D5", 4: "c6", 5: "DJ s10"}), ["move s4 3", "move D5 4"]
)
KING = Scene(
    start({1: "D5", 2: "HQ", 4: "c6", 5: "cJ", 7: "sK"}),
    ["move D5 4", "move HQ 7", "move cJ 7", "move sK 1"],
)
REFUSED = Medley(
    start({1: "D5", 2: "s4", 3: "H6", 4: "c7", 5: "H5", 6: "D6 DQ", 7: "c5"}),
    {
        "face_down": ["move D6 4", "deal"],
        "colour": ["move D5 3", "deal"],
        "rank": ["move D5 4", "deal", "move D5 7", "deal"],
        "last": ["move D5 5", "deal"],
    },
    setup={act: ["move s4 1"] for act in ("colour", "rank", "last")},
)
ONLY_KING = Scene(
    start({1: "D5", 2: "HQ", 3: "cJ", 4: "c6"}),
    ["move D5 4", "move cJ 2", "move HQ 1", "deal", "move c6 1", "deal"],
)
FOUNDATION = Scene(
    start({1: "H2", 2: "HA", 4: "cA"}),
    ["move HA A", "move cA 1", "move H2 A", "deal", "move H2 B", "deal"],
)


def test_two(student: Student) -> None:
    """Two cards."""
    sees(student, TWO, 2, "~4 1")


def test_many(student: Student) -> None:
    """Five cards."""
    sees(student, MANY, 5, "~4 1")


def test_order(student: Student) -> None:
    """Their order."""

    def two() -> None:
        sees(student, TWO, 2, "4")

    def many() -> None:
        sees(student, MANY, 5, "4")

    either(two, many)


def test_part(student: Student) -> None:
    """What stays."""
    either(
        lambda: sees(student, PART, 3, "1"),
        lambda: sees(student, PART_OF_MANY, 4, "1"),
    )


def test_turned(student: Student) -> None:
    """The card that becomes the last one is turned."""
    either(
        lambda: sees(student, TURNED, 2, "!3"),
        lambda: sees(student, TURNED_BY_MANY, 3, "!3"),
    )


def test_king(student: Student) -> None:
    """A king and what lies on it."""
    either(
        lambda: sees(student, KING, 4, "~1 #7"),
        lambda: sees(student, KING_AND_QUEEN, 3, "~1 #7"),
    )


def test_colour(student: Student) -> None:
    """Its own colour."""
    refuses(student, REFUSED["colour"], 1)


def test_rank(student: Student) -> None:
    """Not one rank higher."""
    refuses(student, REFUSED["rank"], 1)
    refuses(student, REFUSED["rank"], 3)


def test_last(student: Student) -> None:
    """Only the last of the cards would fit."""
    refuses(student, REFUSED["last"], 1)


def test_only_king(student: Student) -> None:
    """No king on an empty pile."""
    refuses(student, ONLY_KING, 3)
    refuses(student, ONLY_KING, 5)


def test_face_down(student: Student) -> None:
    """A face-down card with what lies on it."""
    refuses(student, REFUSED["face_down"], 1)


def test_foundation(student: Student) -> None:
    """Several cards to a foundation."""
    refuses(student, FOUNDATION, 3)
    refuses(student, FOUNDATION, 5)
