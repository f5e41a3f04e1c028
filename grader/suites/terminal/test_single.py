"""Exercise 3: moving single cards."""

from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.single import (
    ACE_OF_STOCK,
    BACK,
    KING,
    KING_OF_STOCK,
    NEXT_OF_STOCK,
    NOT_SHOWN,
    ONLY_KING,
    OTHER_SUIT,
    PILES,
    REFUSED,
    SLOTS,
    STOCK,
)
from suites.terminal.bank.winning import ALMOST, WON
from suites.terminal.looks import either, refuses, sees, wins
from suites.terminal.scenes import Act, Scene


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
    _all_refused(student, REFUSED["colour"])


def test_rank(student: Student) -> None:
    """Not one rank higher."""
    _all_refused(student, REFUSED["rank"])


def test_only_king(student: Student) -> None:
    """No king on an empty pile."""
    _refused(student, ONLY_KING, 2, 4, 6)


def test_face_down(student: Student) -> None:
    """A face-down card."""
    _all_refused(student, REFUSED["face_down"])


def test_not_shown(student: Student) -> None:
    """A card of the stock that is not shown."""
    _refused(student, NOT_SHOWN, 1, 4)


def test_under_top(student: Student) -> None:
    """A card under a top card."""
    _all_refused(student, REFUSED["under_top"])


def test_only_ace(student: Student) -> None:
    """No ace on a free foundation."""
    _all_refused(student, REFUSED["only_ace"])


def test_other_suit(student: Student) -> None:
    """Another suit on a foundation."""
    _refused(student, OTHER_SUIT, 2, 4)


def test_not_next(student: Student) -> None:
    """Not the next card of a foundation."""
    _all_refused(student, REFUSED["not_next"])


def _all_refused(student: Student, act: Act) -> None:
    _refused(student, act, *range(1, act.count + 1, 2))


def _refused(student: Student, scene: Scene | Act, *steps: int) -> None:
    """Looks whether these moves are refused, by a program that moves other cards."""
    for step in steps:
        refuses(student, scene, step)
    evidence.moves(student)
