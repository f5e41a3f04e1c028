"""Whether a program does something at all.

Who refuses every line has refused the wrong ones as well. So what a program could earn by
doing nothing is looked at together with a legal command of the same kind. Each function here
looks at several, in several sessions, and is content with any one that is carried out: a
fault in some of them costs nothing. It raises VerdictReached when there is none, with the first of
them as what was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal.bank.dealing import ROUNDS
from suites.terminal.bank.interface import INTERFACE
from suites.terminal.bank.saves import LOADED, REPLACED, SAVED
from suites.terminal.bank.several import SEVERAL
from suites.terminal.bank.single import SINGLE
from suites.terminal.bank.start import FREE, PLAIN
from suites.terminal.bank.undo import UNDO
from suites.terminal.looks import Look, judge_question, shows
from suites.terminal.reader import PILES, STOCK, is_card, understood, words_in
from suites.terminal.scenes import START, Question, Scene
from suites.terminal.screens import PLACES, Showing, differs, right
from suites.terminal.undoing import undone

_MOVES = (
    *(SINGLE[name] for name in ("pile_to_pile", "ace", "any_slot", "stock_to_pile", "king")),
    *(SINGLE[name] for name in ("pile_to_foundation", "stock_to_foundation")),
    *(SEVERAL["two"], INTERFACE["case"]),
)
_WORDS = ("move", "load", "undo")
"""What the lines begin with that are looked at; those that deal are looked at in `deals`."""
_EITHER = " either: "
_UNDONE = (UNDO["move"], UNDO["deal"], UNDO["foundation"], UNDO["taken"])


def moves(student: Student) -> None:
    """Looks whether a card is moved anywhere."""
    _any("no card is moved", *_looks(student, _MOVES, shows("{to}")))


def deals(student: Student) -> None:
    """Looks whether a card is dealt anywhere, whichever it is."""
    _any(
        "no card is dealt",
        *(partial(_shows_a_card, student, scene, 1) for scene in ROUNDS),
        *(partial(_shows_a_card, student, ROUNDS[0], step) for step in (2, 3)),
        *_looks(student, [SINGLE["stock_to_pile"]], shows("{to}")),
    )


def acts(student: Student) -> None:
    """Looks whether a card is moved or dealt anywhere."""
    _any("no card is moved or dealt", partial(moves, student), partial(deals, student))


def loads(student: Student) -> None:
    """Looks whether anything is loaded: one part of one table is enough."""
    _any(
        "nothing is loaded",
        *_looks(student, [LOADED["piles"]], _loads_a_part),
        *_looks(student, [SAVED["own"]], _loads_a_part),
    )


def saves(student: Student) -> None:
    """Looks whether anything is saved: a file, whatever it holds."""
    scenes = (*(one.among for one in SAVED["saved"]), *REPLACED[:2])
    _any("nothing is saved", *(partial(_writes, student, scene) for scene in scenes))


def undoes(student: Student) -> None:
    """Looks whether anything is undone."""
    _any("nothing is undone", *_looks(student, _UNDONE, undone()))


def starts(student: Student) -> None:
    """Looks whether a start file is set up, as far as a card of each of its piles is printed."""
    scenes = (*PLAIN, *FREE)
    _any("no start file is set up", *(partial(_sets_up, student, scene) for scene in scenes))


def _looks(
    student: Student,
    groups: Iterable[Sequence[Question]],
    look: Look,
) -> list[Callable[[], None]]:
    return [
        partial(judge_question, student, one, look)
        for group in groups
        for one in group
        if one.alone.lines[one.step - 1].lower().startswith(_WORDS)
    ]


def _any(nothing: str, *looks: Callable[[], None]) -> None:
    first: VerdictReached | None = None
    for look in looks:
        try:
            look()
        except VerdictReached as lost:
            first = first or lost
        else:
            return
    assert first is not None
    _, _, reason = first.verdict.reason.rpartition(_EITHER)
    why = f"this cannot be judged, since {nothing}{_EITHER}{reason}"
    raise VerdictReached(replace(first.verdict, reason=why)) from None


def _shows_a_card(student: Student, scene: Scene, step: int) -> None:
    showing = Showing.of(student, scene)
    showing.check_carried_out(step)
    if not any(map(is_card, showing.shown(step).cards(STOCK) or ())):
        showing.lose(step, f"the line {STOCK}: shows no card")


def _loads_a_part(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a load brings a part of a table that was not shown before it."""
    showing = Showing.of(student, scene)
    showing.check_carried_out(step)
    was, shown = showing.after(step - 1), showing.shown(step)
    before, wanted = right(scene.steps[step - 1]), right(scene.steps[step])
    for place in PLACES:
        changes = before.cards(place) != wanted.cards(place)
        if changes and not differs(shown, wanted, place) and differs(was, wanted, place):
            return
    showing.lose(step, "nothing of the table is as in the file")


def _writes(student: Student, scene: Scene) -> None:
    showing = Showing.of(student, scene)
    if set(dict(showing.play.files).items()) <= set(dict(scene.session.files).items()):
        saving = next(step for step, line in enumerate(scene.lines, 1) if line.startswith("save"))
        showing.lose(saving, "there is no file after it", "", "(no file)")


def _sets_up(student: Student, scene: Scene) -> None:
    showing = Showing.of(student, scene)
    showing.check_carried_out(0)
    apart = "\n".join(showing.play.parts).replace(":", ": ")  # no blank need follow a label
    printed = {understood(word) for word in words_in(apart)}
    text = str(dict(scene.session.files)[START])
    for line in text.splitlines():
        pile, _, cards = line.partition("#")[0].strip().partition(":")
        if pile in PILES and printed.isdisjoint(cards.split()):
            showing.lose(0, "the piles are not those of the start file")
