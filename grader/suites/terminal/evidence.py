"""Whether a program does something at all.

Who refuses every line has refused the wrong ones as well. So what a program could earn by
doing nothing is looked at together with a legal command of the same kind. Each function here
looks at several, in several sessions, and is content with any one that is carried out: a
fault in some of them costs nothing. It raises Judged when there is none, with the first of
them as what was seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from patience_grader.suite.sessions import played
from suites.terminal.bank.dealing import ROUNDS
from suites.terminal.bank.interface import CASE, DRAWN, MOVED
from suites.terminal.bank.saves import AT, LOADED, OWN, REPLACED, SAVE
from suites.terminal.bank.several import TWO
from suites.terminal.bank.single import ACE_OF_STOCK, NEXT_OF_STOCK, PILES, SLOTS, STOCK
from suites.terminal.bank.start import FREE, PLAIN
from suites.terminal.bank.undo import DEALS_ON, MOVES_ON, TAKEN, TO_FOUNDATION
from suites.terminal.looks import agree, either, lose, right, sees, undone
from suites.terminal.reader import PILES as PILE_LINES
from suites.terminal.reader import STOCK as STOCK_LINE
from suites.terminal.reader import error_in, is_card, read_screen
from suites.terminal.scenes import Scene

_SETS_UP = (PLAIN, Scene(FREE, PLAIN.steps[:1]), DRAWN, MOVED)
_MOVES = (
    *((PILES, 1, "1"), (PILES, 1, "#2"), (MOVED, 1, "4"), (MOVED, 2, "4"), (CASE, 2, "4")),
    *((TWO, 1, "1"), (PILES, 2, "A"), (SLOTS, 1, "D"), (SLOTS, 4, "A"), (MOVED, 3, "A")),
    *((STOCK, 2, "1"), (ACE_OF_STOCK, 2, "A"), (NEXT_OF_STOCK, 3, "A")),
)
"""Where a card has been moved: the scene, the line after which it is seen, and where."""
_TAKEN = ((STOCK, 2, "1"), (ACE_OF_STOCK, 2, "A"), (NEXT_OF_STOCK, 3, "A"))
"""Where a card has been taken from the stock, and so had been dealt."""
_UNDONE = (
    *((MOVES_ON, 2, "#1"), (MOVES_ON, 2, "#2"), (DEALS_ON, 2, STOCK_LINE)),
    *((TO_FOUNDATION, 2, "A"), (TAKEN, 4, STOCK_LINE)),
)
_LOADED = ("stock", "faces", "tops", "empty")
_PARTS = ("piles", "#piles", "tops", STOCK_LINE)


def moves(student: Student) -> None:
    """Looks whether a card is moved anywhere."""
    _any("no card is moved", *(partial(sees, student, *one) for one in _MOVES))


def deals(student: Student) -> None:
    """Looks whether a card is dealt anywhere, whichever it is."""
    _any(
        "no card is dealt",
        *(partial(_shows_a_card, student, ROUNDS, step) for step in (1, 2, 3)),
        *(partial(sees, student, *one) for one in _TAKEN),
    )


def acts(student: Student) -> None:
    """Looks whether a card is moved or dealt anywhere."""
    _any("no card is moved or dealt", partial(moves, student), partial(deals, student))


def loads(student: Student) -> None:
    """Looks whether anything is loaded: one part of one table is enough."""
    _any(
        "nothing is loaded",
        *(partial(sees, student, LOADED[name], 1, part) for name in _LOADED for part in _PARTS),
        partial(_loads_own, student),
    )


def saves(student: Student) -> None:
    """Looks whether anything is saved: a file, whatever it holds."""
    _any(
        "nothing is saved",
        *(partial(_writes, student, scene) for scene in (SAVE, REPLACED)),
        partial(_loads_own, student),
    )


def undoes(student: Student) -> None:
    """Looks whether anything is undone."""
    _any("nothing is undone", *(partial(undone, student, *one) for one in _UNDONE))


def starts(student: Student) -> None:
    """Looks whether a start file is set up, as far as the last cards of its piles show it."""
    _any("no start file is set up", *(partial(_sets_up, student, scene) for scene in _SETS_UP))


def _any(nothing: str, *looks: Callable[[], None]) -> None:
    try:
        either(*looks)
    except VerdictReached as lost:
        why = f"this cannot be judged, since {nothing} either: {lost.verdict.reason}"
        raise VerdictReached(replace(lost.verdict, reason=why)) from None


def _shows_a_card(student: Student, scene: Scene, step: int) -> None:
    play = played(student, scene.session)
    part = play.part(step)
    if part is None:
        lose(scene, play, step, "the session ended before this point")
    if refusal := error_in(part):
        lose(scene, play, step, f"it was refused: {refusal[:80]}")
    if not any(map(is_card, read_screen(part).cards(STOCK_LINE) or ())):
        lose(scene, play, step, f"the line {STOCK_LINE}: shows no card")


def _loads_own(student: Student) -> None:
    """Looks whether a load brings back a part of what was saved, and has changed since."""
    either(
        *(partial(agree, student, OWN, AT - 1, AT + 3, places) for places in ("piles", STOCK_LINE))
    )


def _writes(student: Student, scene: Scene) -> None:
    play = played(student, scene.session)
    if not set(play.files) - set(scene.session.files):
        saving = next(step for step, line in enumerate(scene.lines, 1) if line.startswith("save"))
        lose(scene, play, saving, "there is no file after it")


def _sets_up(student: Student, scene: Scene) -> None:
    play = played(student, scene.session)
    shown, wanted = read_screen(play.parts[0]), right(scene.steps[0])
    if refusal := error_in(play.parts[0]):
        lose(scene, play, 0, f"it was refused: {refusal[:80]}")
    for pile in PILE_LINES:
        if (wanted.cards(pile) or ("",))[-1] not in (shown.cards(pile) or ()):
            lose(scene, play, 0, "the piles are not those of the start file")
