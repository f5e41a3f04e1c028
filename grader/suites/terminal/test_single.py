"""Exercise 3: moving single cards."""

import re
from contextlib import suppress
from dataclasses import replace
from functools import cache

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.dealing import DEALING, WON
from suites.terminal.bank.single import ANY_PLACE, SINGLE
from suites.terminal.bank.winning import ALMOST, ALMOST_FROM_PILES, ALMOST_OTHERWISE
from suites.terminal.looks import (
    arrives,
    both,
    comes_from_stock,
    every,
    examine,
    excused,
    goes_right,
    left_stock,
    lies_there,
    passes,
    refuses,
    shows,
)
from suites.terminal.reader import SLOTS, error_in, says_won
from suites.terminal.scenes import Scene
from suites.terminal.screens import Showing, SpoiltError

_MOVED = shows("{to} #{from}", alone=True)
_FROM_STOCK = both(_MOVED, left_stock)


def test_pile_to_pile(student: Student) -> None:
    """From pile to pile."""
    examine(student, SINGLE["pile_to_pile"], _MOVED)


def test_stock_to_pile(student: Student) -> None:
    """From the stock to a pile."""
    examine(student, SINGLE["stock_to_pile"], _FROM_STOCK)


def test_ace(student: Student) -> None:
    """An ace to a free foundation."""
    examine(student, SINGLE["ace"], _goes_to_a_foundation)


def _goes_to_a_foundation(student: Student, scene: Scene, step: int) -> None:
    """Looks at the move of an ace, and if it is refused, at the same move to other letters.

    That it goes to each of them is judged elsewhere.
    """
    look = both(arrives, left_stock)
    try:
        look(student, scene, step)
    except VerdictReached:
        if not error_in(Showing.of(student, scene).answer(step)):
            raise
        elsewhere = [_to_another(scene, step, slot) for slot in SLOTS]
        if not any(goes_right(student, other, step, look) for other in elsewhere):
            raise


@cache
def _to_another(scene: Scene, step: int, slot: str) -> Scene:
    """The scene up to a move to a foundation, with two letters exchanged: it goes to this one."""
    old = scene.lines[step - 1].split()[2].upper()
    letters = str.maketrans(old + slot, slot + old)

    def exchanged(text: str) -> str:
        return re.sub(r"\b[A-D]\b", lambda letter: letter[0].translate(letters), text)

    lines, steps = scene.lines[:step], scene.steps[: step + 1]
    session = replace(scene.session, lines=tuple(map(exchanged, lines)))
    return Scene(session, tuple(replace(one, drawn=exchanged(one.drawn)) for one in steps))


def test_any_slot(student: Student) -> None:
    """An ace to any foundation."""
    examine(student, SINGLE["any_slot"], shows("{to}"))


def test_pile_to_foundation(student: Student) -> None:
    """The next card from a pile."""
    name = "pile_to_foundation"
    examine(student, SINGLE[name], _MOVED, ANY_PLACE[name])


def test_stock_to_foundation(student: Student) -> None:
    """The next card from the stock."""
    examine(student, SINGLE["stock_to_foundation"], _FROM_STOCK, ANY_PLACE["stock_to_foundation"])


def test_foundation_to_pile(student: Student) -> None:
    """Back to a pile."""
    name = "foundation_to_pile"
    examine(student, SINGLE[name], shows("{to} {from}", alone=True), ANY_PLACE[name])


def test_ace_back(student: Student) -> None:
    """The ace back to a pile."""
    examine(student, SINGLE["ace_back"], shows("{to} {from}"))


def test_king(student: Student) -> None:
    """A king to an empty pile."""
    examine(student, SINGLE["king"], excused(_MOVED, _stock_moves))
    with suppress(SpoiltError):
        examine(student, DEALING["king_back"], excused(_MOVED, _tops_move_back))


def _stock_moves(student: Student, scene: Scene, step: int) -> None:
    """Looks whether cards of the stock that are not kings move to piles: that is judged there."""
    is_judged_there = comes_from_stock(scene, step)
    if is_judged_there and not passes(student, SINGLE["stock_to_pile"], _FROM_STOCK):
        Showing.of(student, scene).spoil(step, "no card of the stock moves to a pile")


def _tops_move_back(student: Student, scene: Scene, step: int) -> None:
    """Looks whether top cards that are not kings move to piles: that is judged elsewhere."""
    if not passes(student, SINGLE["foundation_to_pile"], shows("{to} {from}")):
        Showing.of(student, scene).spoil(step, "no card moves back from a foundation")


def test_turned(student: Student) -> None:
    """The card that becomes the last one is turned."""
    examine(student, SINGLE["turned"], shows("{from}", done=True))


def test_won(student: Student) -> None:
    """The game is won."""
    try:
        every(student, WON, _wins)
    except SpoiltError:
        every(student, (*ALMOST, *ALMOST_OTHERWISE), _wins)
    except VerdictReached:
        with suppress(SpoiltError):
            every(student, ALMOST, _wins)  # the shorter games are shown, if they go wrong, too
        raise
    with suppress(SpoiltError):
        every(student, ALMOST, _is_not_won_early)
        every(student, ALMOST, excused(_wins, _wins_from_piles))


def test_colour(student: Student) -> None:
    """Its own colour."""
    _refused(student, "colour")


def test_rank(student: Student) -> None:
    """Not one rank higher."""
    _refused(student, "rank")


def test_only_king(student: Student) -> None:
    """No king on an empty pile."""
    _refused(student, "only_king")


def test_face_down(student: Student) -> None:
    """A face-down card."""
    _refused(student, "face_down")


def test_not_shown(student: Student) -> None:
    """A card of the stock that is not shown."""
    _refused(student, "not_shown")


def test_under_top(student: Student) -> None:
    """A card under a top card."""
    _refused(student, "under_top")


def test_only_ace(student: Student) -> None:
    """No ace on a free foundation."""
    _refused(student, "only_ace")


def test_other_suit(student: Student) -> None:
    """Another suit on a foundation."""
    _refused(student, "other_suit")


def test_not_next(student: Student) -> None:
    """Not the next card of a foundation."""
    look = excused(refuses, _stays_in_its_pile)
    examine(student, SINGLE["not_next"], look, ANY_PLACE["not_next"])
    evidence.moves(student)


def _stays_in_its_pile(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a card that is moved to where it lies is refused in piles: judged there."""
    if lies_there(scene, step) and not passes(student, SINGLE["own"], refuses):
        Showing.of(student, scene).spoil(step, "it is not refused in a pile either")


def _refused(student: Student, aspect: str) -> None:
    """Looks whether these moves are refused, by a program that moves other cards."""
    examine(student, SINGLE[aspect], refuses, ANY_PLACE.get(aspect, ()))
    evidence.moves(student)


def _wins(student: Student, scene: Scene, step: int) -> None:
    """Looks whether the game is called won when it is, and not before."""
    _is_not_won_early(student, scene, step)
    showing = Showing.of(student, scene)
    for number in range(step + 1):
        part, won = showing.answer(number), scene.steps[number].won
        if won and not says_won(part):
            if number > 1:
                showing.check_before(number, "tops")
            showing.lose(number, "no line begins with You won")
        is_last = showing.play.part(number + 1) is None and showing.play.after_end is None
        if won and is_last and showing.play.exit_code:
            ended = f"it ended with exit code {showing.play.exit_code}"
            showing.lose(number, ended, "You won ...\n(it may end here, with exit code 0)")


def _wins_from_piles(student: Student, scene: Scene, step: int) -> None:
    """Looks at a game that is loaded and won from a pile: what loading spoils is judged there."""
    try:
        every(student, ALMOST_FROM_PILES, _wins)
    except VerdictReached:
        Showing.of(student, scene).spoil(step, "a game is not won from a pile there either")


def _is_not_won_early(student: Student, scene: Scene, step: int) -> None:
    showing = Showing.of(student, scene)
    for number in range(step + 1):
        part = showing.answer(number)
        if error_in(part) and not scene.steps[number].refused:
            showing.spoil(number, "it was refused")
        if says_won(part) and not scene.steps[number].won:
            showing.lose(number, "it says You won too early")
