"""Ways to look at the questions of a criterion.

A look compares only what its criterion is about. It raises VerdictReached when that is wrong, and
SpoiltError when it cannot be judged, since something before it went wrong already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal.reader import (
    PILES,
    SLOTS,
    STOCK,
    error_in,
    is_card,
    is_error_as_asked,
    understood,
)
from suites.terminal.scenes import Question, Scene
from suites.terminal.screens import PLACES, Showing, SpoiltError, right

Look = Callable[[Student, Scene, int], None]

_SHOWS = ("move", "deal", "load", "undo")
"""The commands after which the screen is printed."""


def examine(
    student: Student, questions: Sequence[Question], look: Look, instead: Sequence[Question] = ()
) -> None:
    """Looks at all questions that can be judged; if there are none, at those `instead`.

    Raises VerdictReached when one of them goes wrong, or when none of them can be judged.
    """
    try:
        judge([partial(judge_question, student, question, look) for question in questions])
    except SpoiltError:
        if not instead:
            raise
        examine(student, instead, look)


def every(student: Student, scenes: Sequence[Scene], look: Look) -> None:
    """Looks at scenes to their ends, as `examine` does at questions."""
    judge([partial(look, student, scene, len(scene.lines)) for scene in scenes])


def judge(looks: Sequence[Callable[[], None]]) -> None:
    """Raises VerdictReached when one of the looks goes wrong, or none of them can be judged."""
    spoilt: SpoiltError | None = None
    judged = False
    for look in looks:
        try:
            look()
            judged = True
        except SpoiltError as error:
            spoilt = spoilt or error
    if spoilt and not judged:
        raise spoilt


def judge_question(student: Student, question: Question, look: Look) -> None:
    """Looks at a line among others, and in a session of its own if that goes wrong."""
    try:
        look(student, question.among, question.at)
    except VerdictReached:
        look(student, question.alone, question.step)


def passes(student: Student, questions: Sequence[Question], look: Look) -> bool:
    """Whether all of the questions that can be judged go right."""
    try:
        examine(student, questions, look)
    except VerdictReached:
        return False
    return True


def goes_right(student: Student, scene: Scene, step: int, look: Look) -> bool:
    """Whether a line goes right in a scene, and can be judged there."""
    try:
        look(student, scene, step)
    except VerdictReached:
        return False
    return True


def lines_before(scene: Scene, step: int) -> list[int]:
    """The steps before one at which a command is carried out that prints the screen."""
    return [
        one
        for one in range(1, step)
        if not scene.steps[one].refused and _word(scene, one) in _SHOWS
    ]


def _word(scene: Scene, step: int) -> str:
    return (scene.lines[step - 1].split() or [""])[0].lower()


def shows(places: str, *, alone: bool = False, done: bool = False) -> Look:
    """Looks whether a line is carried out, and the places of a move are right after it.

    `{from}` and `{to}` among the places stand for where the card of a move lies, and goes.
    With `alone`, nothing else may change; with `done`, a refusal is judged elsewhere.
    """

    def look(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        if done and error_in(showing.answer(step)):
            showing.spoil(step, "it was refused")
        showing.check_carried_out(step)
        showing.check_after(step, _filled(scene, step, places))
        if alone and (why := showing.check_kept(step, step)):
            showing.lose(step, f"the move changed something else: {why}")

    def was_right(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        showing.check_done(step)
        if step and _word(scene, step) == "move":
            showing.check_card(step)
            showing.check_before(step, _filled(scene, step, "{from} {to}"))
        if step:
            showing.check_before(step, _filled(scene, step, places))

    return excused(look, was_right)


def longest_pile(scene: Scene, step: int) -> int:
    """How many cards lie in the longest pile after a line."""
    return max(len(right(scene.steps[step]).cards(pile) or ()) for pile in PILES)


def excused(look: Look, was_right: Look) -> Look:
    """Looks, and if that goes wrong, at whether it was right before.

    `was_right` raises SpoiltError where it was not.
    """

    def both_ways(student: Student, scene: Scene, step: int) -> None:
        try:
            look(student, scene, step)
        except VerdictReached:
            was_right(student, scene, step)
            raise

    return both_ways


LENGTHENED = shows("#{to} !{to}", done=True)
"""Looks whether a pile to which a card was moved has one card more, and that card is its last."""


@cache
def without(scene: Scene, number: int) -> Scene:
    """The scene without a line that changes nothing: a program shows what it does otherwise."""
    lines = (*scene.lines[: number - 1], *scene.lines[number:])
    steps = (*scene.steps[:number], *scene.steps[number + 1 :])
    return Scene(replace(scene.session, lines=lines), steps)


@cache
def at_once(question: Question) -> Question:
    """The question of a line that is refused on any table, typed as the first line."""
    scene = question.alone
    lines, refused = scene.lines[question.step - 1 : question.step], scene.steps[question.step]
    steps = (scene.steps[0], replace(refused, drawn=scene.steps[0].drawn))
    alone = Scene(replace(scene.session, lines=lines), steps)
    return Question(alone, 1, alone, 1)


def course_was_right(student: Student, scene: Scene, step: int) -> None:
    """Looks at all that was shown before a line."""
    Showing.of(student, scene).check_course(step)


def _filled(scene: Scene, step: int, places: str) -> str:
    """The places in which `{from}` and `{to}` are filled in."""
    if "{" not in places:
        return places
    before, after = right(scene.steps[step - 1]), right(scene.steps[step])
    changed = [place for place in PLACES if before.cards(place) != after.cards(place)]
    target = scene.lines[step - 1].split()[2].upper()
    (source,) = [place for place in changed if place != target] or [STOCK]
    return places.format_map({"from": source, "to": target})


def arrives(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a card has left its pile and lies on a foundation, whichever it is."""
    showing = Showing.of(student, scene)
    shows("#{from}")(student, scene, step)
    card = right(scene.steps[step]).cards(scene.lines[step - 1].split()[2].upper())
    shown = showing.shown(step)
    if card not in [shown.cards(slot) for slot in SLOTS]:
        showing.lose(step, "the card lies on no foundation")


def left_stock(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a card that was moved from the stock is not shown there any more."""
    showing = Showing.of(student, scene)
    card = right(scene.steps[step - 1]).cards(STOCK)
    if comes_from_stock(scene, step) and showing.shown(step).cards(STOCK) == card:
        showing.lose(step, f"the line Stock: still shows {(card or ('',))[0]}")


def comes_from_stock(scene: Scene, step: int) -> bool:
    """Whether a line moves the card that the stock shows."""
    return _filled(scene, step, "{from}") == STOCK


def lies_there(scene: Scene, step: int) -> bool:
    """Whether a line moves a card to where it lies."""
    _, card, target = scene.lines[step - 1].split()
    return understood(card) in (right(scene.steps[step - 1]).cards(target.upper()) or ())


def both(*looks: Look) -> Look:
    """Looks in several ways."""

    def look(student: Student, scene: Scene, step: int) -> None:
        for one in looks:
            one(student, scene, step)

    return look


def says_error(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a line that begins with `Error:` answers the line."""
    showing = Showing.of(student, scene)
    part = showing.answer(step)
    if not is_error_as_asked(part):
        why = "no line begins with Error:" if error_in(part) else "it was not refused"
        showing.lose(step, why)


def refuses(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a move was refused, and the table stayed as the program showed it before.

    Where the screen is not printed again, the next one that is printed is looked at.
    """
    showing = Showing.of(student, scene)
    if _word(scene, step) == "move":
        showing.check_card(step)
    says_error(student, scene, step)
    stays(student, scene, step)


def stays(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a line left alone what the program showed before it."""
    showing = Showing.of(student, scene)
    why, seen = showing.check_kept(step, step), step
    later = _next_screen(scene, step)
    if not why and not showing.shown(step).lines and later:
        part = showing.play.part(later)
        if part is not None and not error_in(part):
            moves_a_top = set(_changed(scene, later)) & set(SLOTS)
            why, seen = showing.check_kept(step, later, "tops" if moves_a_top else ""), later
    if why and (seen == step or not _shows_so_without(student, scene, seen)):
        kept = f"Error: ...\n(and the table stays as it was)\n{showing.before(step)}"
        showing.lose(seen, f"a refused command changed something: {why}", kept)


def _shows_so_without(student: Student, scene: Scene, later: int) -> bool:
    """Whether a screen is the same in the session without the refused lines before it."""
    shown, last = Showing.of(student, scene).shown(later), later
    for number in reversed(range(1, later)):
        if scene.steps[number].refused:
            scene, last = without(scene, number), last - 1
    other = Showing.of(student, scene)
    return other.play.part(last) is not None and other.shown(last).lines == shown.lines


def _changed(scene: Scene, step: int) -> list[str]:
    """The places that a line should change."""
    before, after = (right(scene.steps[one]) for one in (step - 1, step))
    return [place for place in PLACES if before.cards(place) != after.cards(place)]


def _next_screen(scene: Scene, step: int) -> int:
    """The next line after which the screen must be printed; 0 for none."""
    later = range(step + 1, len(scene.steps))
    shown = (one for one in later if not scene.steps[one].refused and _word(scene, one) in _SHOWS)
    return next(shown, 0)


def goes_on(student: Student, scene: Scene, step: int) -> None:
    """Looks whether the game goes on after a line that is refused, with what is typed next."""
    showing = Showing.of(student, scene)
    is_refused = error_in(showing.answer(step))
    if showing.play.part(step + 1) is None:
        if not is_refused:
            showing.spoil(step, "it was not refused")
        showing.lose(step, showing.play.broke_off or "the program ended after the error")
    if is_refused:
        _is_refused_since(student, scene, step)
    if _word(scene, step) != "move" or not is_refused:
        try:
            stays(student, scene, step)
        except VerdictReached:
            if not is_refused:
                showing.spoil(step, "it was not refused")
            raise


def _is_refused_since(student: Student, scene: Scene, step: int) -> None:
    """Looks whether the next line is refused that is carried out where this one is not typed."""
    showing, later = Showing.of(student, scene), step + 1
    if scene.steps[later].refused or not (refusal := error_in(showing.answer(later))):
        return
    if not error_in(Showing.of(student, without(scene, step)).answer(step)):
        showing.lose(later, f"after an error it was refused: {refusal[:80]}")


def stock_of(student: Student, scene: Scene, steps: Sequence[int]) -> list[str]:
    """What the line of the stock shows after each of these lines: a card, or `[]` for none.

    A line that is missing, which is judged elsewhere, shows none. Raises SpoiltError when the
    session ended before.
    """
    showing = Showing.of(student, scene)
    seen = []
    for step in steps:
        showing.check_carried_out(step)
        cards = showing.shown(step).cards(STOCK) or ()
        seen.append(next(filter(is_card, cards), "[]"))
    return seen


def deals_of(scene: Scene) -> list[int]:
    """The steps of a scene at which the stock is dealt."""
    return [step for step in range(1, len(scene.steps)) if _word(scene, step) == "deal"]
