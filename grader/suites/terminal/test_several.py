"""Exercise 5: moving several cards."""

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.several import SEVERAL
from suites.terminal.bank.single import SINGLE
from suites.terminal.looks import both, examine, excused, lies_there, passes, refuses, shows
from suites.terminal.scenes import Scene
from suites.terminal.screens import Showing, right


def test_two(student: Student) -> None:
    """Two cards."""
    examine(student, SEVERAL["two"], shows("~{to} #{from}", alone=True))


def test_many(student: Student) -> None:
    """More than two cards."""
    examine(student, SEVERAL["many"], shows("~{to} #{from}", alone=True))


def test_order(student: Student) -> None:
    """Their order."""
    examine(student, SEVERAL["order"], excused(shows("{to}", done=True), _all_arrived))


def test_part(student: Student) -> None:
    """What stays."""
    examine(student, SEVERAL["part"], both(shows("#{from} ^{from}", done=True), _all_arrived))


def test_turned(student: Student) -> None:
    """The card that becomes the last one is turned."""
    examine(student, SEVERAL["turned"], excused(shows("{from}", done=True), _all_moved))


def test_king(student: Student) -> None:
    """A king and what lies on it."""
    examine(student, SEVERAL["king"], excused(shows("~{to} #{from}"), _moves_as_many))


def test_colour(student: Student) -> None:
    """Its own colour."""
    _refused(student, "colour")


def test_rank(student: Student) -> None:
    """Not one rank higher."""
    _refused(student, "rank")


def test_last(student: Student) -> None:
    """Only the last of the cards would fit."""
    _refused(student, "last")


def test_only_king(student: Student) -> None:
    """No king on an empty pile."""
    _refused(student, "only_king")


def test_face_down(student: Student) -> None:
    """A face-down card with what lies on it."""
    _refused(student, "face_down")


def test_foundation(student: Student) -> None:
    """Several cards to a foundation."""
    _refused(student, "foundation")


def _all_moved(student: Student, scene: Scene, step: int) -> None:
    """Looks whether as many cards have left their pile as should: that is judged elsewhere."""
    try:
        shows("#{from}")(student, scene, step)
    except VerdictReached:
        Showing.of(student, scene).spoil(step, "other cards are moved")


def _all_arrived(student: Student, scene: Scene, step: int) -> None:
    """Looks whether as many cards lie in the other pile as should: that is judged elsewhere."""
    try:
        shows("#{to}")(student, scene, step)
    except VerdictReached:
        Showing.of(student, scene).spoil(step, "other cards are shown")


def _moves_as_many(student: Student, scene: Scene, step: int) -> None:
    """Looks whether as many cards are moved from one card to another."""
    target = scene.lines[step - 1].split()[2]
    _, *on_the_king = right(scene.steps[step]).cards(target) or ("",)
    aspect = "many" if on_the_king[1:] else "two"
    if not passes(student, SEVERAL[aspect], shows("~{to} #{from}")):
        Showing.of(student, scene).spoil(step, "as many cards are not moved elsewhere either")


def _refused(student: Student, aspect: str) -> None:
    """Looks whether these moves are refused, by a program that moves other cards.

    One is enough: a program that does not move several cards yet is to refuse it.
    """
    examine(student, SEVERAL[aspect], excused(refuses, _were_moved))
    evidence.moves(student)


def _were_moved(student: Student, scene: Scene, step: int) -> None:
    """Looks whether the cards were moved before that are to lie on each other.

    Cards that are moved to their own pile are judged where that is done with one of them.
    """
    showing = Showing.of(student, scene)
    showing.check_done(step)
    if lies_there(scene, step) and not passes(student, SINGLE["own"], refuses):
        showing.spoil(step, "a single card is not refused there either")
