"""Exercise 6: saving and loading."""

from contextlib import suppress
from functools import partial

from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.bad_saves import NUMBERED, REFUSED
from suites.terminal.bank.dealing import DEALING
from suites.terminal.bank.interface import LONG
from suites.terminal.bank.saves import LOADED, REPLACED, SAVED
from suites.terminal.bank.single import SINGLE
from suites.terminal.looks import (
    LENGTHENED,
    at_once,
    every,
    examine,
    excused,
    judge,
    longest_pile,
    passes,
    says_error,
    shows,
)
from suites.terminal.reader import PILES, SLOTS, STOCK, Save, understood
from suites.terminal.rounds import goes_round
from suites.terminal.saving import (
    at_the_ends,
    comes_round,
    goes_on_after_saving,
    loaded,
    loads_alike,
    loads_own,
    names_line,
    refuses_high_tops,
    replaces,
    saved,
    stays_as_it_was,
    was_right_when_saved,
)
from suites.terminal.scenes import Scene
from suites.terminal.screens import Showing, SpoiltError

_TO_FOUNDATIONS = ("any_slot", "pile_to_foundation")
_USUAL = 7
"""So many cards at most lie in a pile at the start."""
_TAKING = ("before", "none_before", "after_taking")


def test_header(student: Student) -> None:
    """The first line."""
    saved(student, lambda save, right: save.header == right.header, "the first line is not right")


def test_stock(student: Student) -> None:
    """The cards of the stock."""
    what = "the cards of the stock are not right"
    saved(student, lambda save, right: save.cards("stock") == right.cards("stock"), what)


def test_dealt(student: Student) -> None:
    """What has been dealt and what is to come."""

    def bar(save: Save) -> list[int]:
        words = [word for word in save.lines.get("stock", ()) if word != "[]"]
        return [place for place, word in enumerate(words) if word == "|"]

    saved(student, lambda save, right: bar(save) == bar(right), "the | is not in the right place")


def test_foundations(student: Student) -> None:
    """The top cards."""

    def tops(save: Save) -> list[list[str]]:
        return [[understood(word) for word in save.lines.get(slot, ())] for slot in SLOTS]

    saved(student, lambda save, right: tops(save) == tops(right), "the foundations are not right")


def test_piles(student: Student) -> None:
    """The cards of the piles."""

    def piles(save: Save) -> list[tuple[str, ...] | None]:
        return [save.cards(pile) or save.lines.get(pile) for pile in PILES]

    saved(student, lambda save, right: piles(save) == piles(right), "the piles are not right")


def test_faces(student: Student) -> None:
    """The faces of the cards in the piles."""

    def faces(save: Save) -> list[set[str]]:
        words = [save.lines.get(pile, ()) for pile in PILES]
        return [
            {understood(one.strip("[]")) for one in line if one.startswith("[") and one != "[]"}
            for line in words
        ]

    what = "the square brackets are not right"
    saved(student, lambda save, right: faces(save) == faces(right), what)


def test_replaced(student: Student) -> None:
    """A file that is there already."""
    every(student, REPLACED, replaces)


def test_goes_on(student: Student) -> None:
    """The game goes on."""
    examine(student, SAVED["goes_on"], excused(goes_on_after_saving, was_right_when_saved))
    evidence.saves(student)


def test_load_piles(student: Student) -> None:
    """The piles after loading."""
    examine(student, LOADED["piles"], excused(loaded("piles"), _shows_long_piles))


def _shows_long_piles(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a pile as long as the longest one here is shown: that is judged elsewhere."""
    if longest_pile(scene, step) > _USUAL and not passes(student, LONG["piles"], LENGTHENED):
        Showing.of(student, scene).spoil(step, "a long pile is not shown elsewhere either")


def test_load_faces(student: Student) -> None:
    """The face-down cards after loading."""
    if not passes(student, SINGLE["turned"], shows("{from}")):
        examine(student, LOADED["piles"], loaded("#piles"))
        return
    examine(student, LOADED["faces"], shows("!{from}"))


def test_load_stock(student: Student) -> None:
    """The stock after loading."""
    examine(student, LOADED["shown"], loaded(STOCK))
    if goes_round(student):
        examine(student, LOADED["stock"], shows(STOCK))
        if not refuses_high_tops(student):
            examine(student, LOADED["round"], comes_round)
    if goes_round(student) and all(passes(student, DEALING[one], shows(STOCK)) for one in _TAKING):
        examine(student, LOADED["taken"], shows(STOCK))


def test_load_reset(student: Student) -> None:
    """Stocks at their ends."""
    examine(student, LOADED["ends"], at_the_ends)


def test_load_foundations(student: Student) -> None:
    """The foundations after loading."""
    examine(student, LOADED["tops"], loaded("tops"))
    if all(passes(student, SINGLE[one], shows("{to}")) for one in _TO_FOUNDATIONS):
        examine(student, LOADED["takes"], shows("{to}"))
    if passes(student, SINGLE["foundation_to_pile"], shows("{from}")):
        with suppress(SpoiltError):
            examine(student, LOADED["back"], shows("{from}", done=True))


def test_free(student: Student) -> None:
    """Comments, blank lines, another order."""
    examine(student, LOADED["free"], loads_alike)


def test_own(student: Student) -> None:
    """The program's own save."""
    examine(student, SAVED["own"], excused(loads_own, was_right_when_saved))
    evidence.saves(student)
    evidence.loads(student)


def test_no_file(student: Student) -> None:
    """A file that is not there."""
    _refused(student, "no_file")


def test_no_folder(student: Student) -> None:
    """A folder that is not there."""
    _says_error(student, "no_folder")
    evidence.saves(student)


def test_foreign(student: Student) -> None:
    """Files that are not saves."""
    _refused(student, "foreign")


def test_version(student: Student) -> None:
    """Another version."""
    _refused(student, "version")


def test_no_line(student: Student) -> None:
    """A line missing."""
    _refused(student, "no_line")


def test_line_twice(student: Student) -> None:
    """A line twice, or another one."""
    _refused(student, "line_twice")


def test_unknown_card(student: Student) -> None:
    """Something that is not a card."""
    _refused(student, "unknown_card")


def test_card_twice(student: Student) -> None:
    """A card twice."""
    _refused(student, "card_twice")


def test_card_missing(student: Student) -> None:
    """A card missing."""
    _refused(student, "card_missing")


def test_face_order(student: Student) -> None:
    """A face-down card on a face-up one."""
    _refused(student, "face_order")


def test_last_hidden(student: Student) -> None:
    """A face-down last card."""
    _refused(student, "last_hidden")


def test_sequence(student: Student) -> None:
    """Face-up cards that cannot lie on each other."""
    _refused(student, "sequence")


def test_line_number(student: Student) -> None:
    """The number of the line that is wrong."""
    judge([partial(names_line, student, one) for one in NUMBERED])
    evidence.loads(student)


def test_stays(student: Student) -> None:
    """The game in hand after a load that is refused."""
    examine(student, REFUSED["stays"], stays_as_it_was)
    evidence.loads(student)


def _refused(student: Student, name: str) -> None:
    _says_error(student, name)
    evidence.loads(student)


def _says_error(student: Student, name: str) -> None:
    """Looks at refusals after other lines, or if that cannot be judged, at once."""
    examine(student, REFUSED[name], says_error, list(map(at_once, REFUSED[name])))
