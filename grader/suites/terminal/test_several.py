"""Exercise 5: moving several cards."""

from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.several import (
    FOUNDATION,
    KING,
    KING_AND_QUEEN,
    MANY,
    ONLY_KING,
    PART,
    PART_OF_MANY,
    REFUSED,
    TURNED,
    TURNED_BY_MANY,
    TWO,
)
from suites.terminal.looks import either, refuses, sees
from suites.terminal.scenes import Act, Scene


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
        lambda: sees(student, PART, 3, "1 #6"),
        lambda: sees(student, PART_OF_MANY, 4, "1 #6"),
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
    _refused(student, REFUSED["colour"], 1)


def test_rank(student: Student) -> None:
    """Not one rank higher."""
    _refused(student, REFUSED["rank"], 1, 3)


def test_last(student: Student) -> None:
    """Only the last of the cards would fit."""
    _refused(student, REFUSED["last"], 1)


def test_only_king(student: Student) -> None:
    """No king on an empty pile."""
    _refused(student, ONLY_KING, 3, 5)


def test_face_down(student: Student) -> None:
    """A face-down card with what lies on it."""
    _refused(student, REFUSED["face_down"], 1)


def test_foundation(student: Student) -> None:
    """Several cards to a foundation."""
    _refused(student, FOUNDATION, 3, 5)


def _refused(student: Student, scene: Scene | Act, *steps: int) -> None:
    """Looks whether these moves are refused, by a program that moves other cards.

    One is enough: a program that does not move several cards yet is to refuse it.
    """
    for step in steps:
        refuses(student, scene, step)
    evidence.moves(student)
