"""Ways to look at undo: a program is compared with its own screen before the step undone."""

from __future__ import annotations

from collections.abc import Iterable

from patience_grader.sandbox.student import Student
from suites.terminal.bank.dealing import DEALING
from suites.terminal.bank.undo import UNDO
from suites.terminal.looks import Look, excused, goes_right, passes, shows, without
from suites.terminal.reader import HIDDEN, PILES, SLOTS, STOCK, error_in
from suites.terminal.scenes import Scene
from suites.terminal.screens import PLACES, Showing, differs, right, same

_MOST = 5


def steps_left(scene: Scene, step: int) -> list[int]:
    """The steps that can be undone before a line, by the numbers of their lines, the last last."""
    left: list[int] = []
    for number, line in enumerate(scene.lines[: step - 1], 1):
        word = line.split()[0].lower()
        if scene.steps[number].refused:
            continue
        if word == "undo":
            left.pop()
        elif word in {"move", "deal"}:
            left = [*left, number][-_MOST:]
    return left


def undone(*, of: str = "", but: str = "", all_of_it: bool = False) -> Look:
    """Looks whether an undo brings back what the program showed before the step it undoes.

    Looked at is what that step should change, but for some places, or only the place `from` which
    a card was moved, or `all_of_it`: the whole table.
    """

    def look(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        showing.answer(step)
        done = steps_left(scene, step)[-1]
        names = [_source(scene, done)] if of == "from" else _changed(scene, done)
        names = [name for name in names if name not in but]
        was, between = showing.after(done - 1), showing.after(done)
        is_shown = showing.shown(done).lines
        if any(was.cards(name) is None for name in names):
            showing.spoil(done - 1, "the screen is not there")
        if error_in(showing.answer(done)) or (is_shown and same(was, between, names)):
            showing.spoil(done, "nothing is done that could be undone")
        wanted = f"the table as it was before: {scene.lines[done - 1]}\n{showing.before(done)}"
        if refusal := error_in(showing.answer(step)):
            showing.lose(step, f"it was refused: {refusal[:80]}", wanted)
        if all_of_it:
            names = [*names, *(one for one in PLACES if one not in names and was.cards(one))]
        shown, truth = showing.shown(step), right(scene.steps[step])
        for place in names if of else [one for name in names for one in _but_faces(name)]:
            why = differs(shown, was, place)
            if why and differs(shown, truth, place):
                showing.check_printed(step)
                showing.lose(step, why, wanted)

    return look


def reset_is_undone(student: Student, scene: Scene, step: int) -> None:
    """Looks at the undo of a reset, by a program that was not a card behind."""
    showing = Showing.of(student, scene)
    showing.answer(step)
    reset = showing.shown(step - 1)
    if reset.cards(STOCK) == right(scene.steps[step - 2]).cards(STOCK):
        showing.spoil(step - 1, "the last card of the stock is only shown now")
    undone()(student, scene, step)


def _but_faces(place: str) -> list[str]:
    """The place, without the question which cards of a pile lie face up."""
    return [f"#{place}", f"!{place}"] if place in PILES else [place]


def brings_back(student: Student, scene: Scene, step: int) -> None:
    """Looks at one undo among several, by a program that can undo each of their steps alone.

    First at what it should change, and then at all of the table: what undos before it have left
    there is judged where each is the only one.
    """
    excused(undone(), _steps_are_undone_alone)(student, scene, step)
    excused(undone(all_of_it=True), _each_is_undone_alone)(student, scene, step)


def comes_back_without(student: Student, scene: Scene, step: int) -> None:
    """Looks at an undo in the same session without the lines before it that are not steps."""
    idle = [number for number in range(1, step) if _is_idle(scene, number)]
    for number in reversed(idle):
        scene, step = without(scene, number), step - 1
    if not goes_right(student, scene, step, brings_back):
        Showing.of(student, scene).spoil(step, "it goes wrong without what is not a step as well")


def _is_idle(scene: Scene, number: int) -> bool:
    return scene.steps[number].refused or scene.lines[number - 1].split()[0] in {"menu", "save"}


def _steps_are_undone_alone(student: Student, scene: Scene, step: int) -> None:
    """Looks at the steps that are left, and at those undone before them that are out of line."""
    showing = Showing.of(student, scene)
    before = _undone_before(scene, step)
    special = {one for one in before if _kind(scene, one) in {"reset", "several"}}
    typed = [number for number in range(1, step) if scene.lines[number - 1] != "undo"]
    showing.check_course(typed[-1] + 1)
    for number in typed:
        if scene.steps[number].refused and not error_in(showing.answer(number)):
            showing.spoil(number, "it was not refused")
    _are_undone_alone(student, scene, special.union(steps_left(scene, step)))


def _each_is_undone_alone(student: Student, scene: Scene, step: int) -> None:
    _steps_are_undone_alone(student, scene, step)
    _are_undone_alone(student, scene, _undone_before(scene, step))


def _undone_before(scene: Scene, step: int) -> set[int]:
    """The steps that are undone up to a line, by the numbers of their lines."""
    undos = [one for one in range(1, step + 1) if scene.lines[one - 1] == "undo"]
    return {left[-1] for one in undos if (left := steps_left(scene, one))}


def _are_undone_alone(student: Student, scene: Scene, steps: Iterable[int]) -> None:
    for done in sorted(steps):
        kind = _kind(scene, done)
        look = reset_is_undone if kind == "reset" else undone()
        if not passes(student, UNDO[kind], look):
            Showing.of(student, scene).spoil(done, f"this is not undone alone either ({kind})")


def plays_on(student: Student, scene: Scene, step: int) -> None:
    """Looks at a line after an undo: the same that it did before, if it was typed before."""
    showing = Showing.of(student, scene)
    showing.answer(step)
    drawn = scene.steps[step - 1].drawn, scene.lines[step - 1]
    earlier = [
        one for one in range(1, step) if (scene.steps[one - 1].drawn, scene.lines[one - 1]) == drawn
    ]
    if not earlier:
        if scene.lines[step - 1] == "deal" and not passes(student, DEALING["first"], shows(STOCK)):
            showing.spoil(step, "the stock is not dealt elsewhere either")
        shows(STOCK if scene.lines[step - 1] == "deal" else "{to}")(student, scene, step)
        return
    first, names = earlier[0], _changed(scene, step)
    undone_to = showing.after(step - 1)
    known = [place for place in names if undone_to.cards(place) is not None]
    if not same(undone_to, showing.after(first - 1), known):
        showing.spoil(step - 1, "the undo does not bring back the table")
    if error_in(showing.answer(first)):
        showing.spoil(first, "it was refused before, too")
    if not showing.shown(first).is_whole:
        showing.spoil(first, "no screen was printed after it")
    showing.check_carried_out(step)
    wanted = showing.after(first)
    for place in names:
        if why := differs(showing.shown(step), wanted, place):
            showing.lose(step, why, f"the same as before\n{showing.before(first + 1)}")


def _changed(scene: Scene, step: int) -> list[str]:
    before, after = (right(scene.steps[one]) for one in (step - 1, step))
    return [place for place in PLACES if before.cards(place) != after.cards(place)]


def _source(scene: Scene, step: int) -> str:
    target = scene.lines[step - 1].split()[2].upper()
    return next(place for place in _changed(scene, step) if place != target)


def _kind(scene: Scene, step: int) -> str:
    """Of which criterion it is that such a step can be undone."""
    if scene.lines[step - 1] == "deal":
        return "reset" if right(scene.steps[step]).cards(STOCK) == (HIDDEN,) else "deal"
    changed = set(_changed(scene, step))
    if STOCK in changed:
        return "taken"
    if changed & set(SLOTS):
        return "foundation"
    target = scene.lines[step - 1].split()[2]
    was, now = (right(scene.steps[one]).cards(target) or () for one in (step - 1, step))
    return "several" if len(now) - len(was) > 1 else "move"
