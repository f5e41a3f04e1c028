"""Ways to look at saving and loading."""

from __future__ import annotations

import re
from collections.abc import Callable

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal.bank.saves import LOADED, SAVED, UNUSUAL
from suites.terminal.looks import (
    Look,
    course_was_right,
    examine,
    excused,
    goes_on,
    judge_question,
    passes,
    shows,
    stock_of,
    without,
)
from suites.terminal.reader import SLOTS, STOCK, Save, error_in, is_card, read_saved
from suites.terminal.rounds import goes_round
from suites.terminal.scenes import Numbered, Scene
from suites.terminal.screens import PLACES, Showing, differs, right, same

_TOPS = "tops"
_HIGH = [
    one for one in LOADED[_TOPS] if UNUSUAL.get(one.among.lines[one.at - 1].split()[1]) == _TOPS
]
"""Loads of a save that has cards under its top cards, and nothing else unusual."""


def saved(student: Student, agree: Callable[[Save, Save], bool], what: str) -> None:
    """Looks at the files that the program has saved."""

    def look(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        showing.answer(step)
        name = scene.lines[step - 1].split()[1].removeprefix("./")
        written = _written(showing, name)
        wanted = scene.steps[step].saved
        if written is None and _is_in_folder(scene, step):
            showing.spoil(step, "it is not saved in that folder")
        if written is None:
            showing.check_carried_out(step)
            showing.lose(step, f"there is no file {name} after it", wanted, "(no such file)")
        if not agree(read_saved(written), read_saved(wanted)):
            showing.lose(step, f"in {name}, {what}", wanted, written)

    examine(student, SAVED["saved"], excused(look, _was_right_until))


def _is_in_folder(scene: Scene, step: int) -> bool:
    """Whether a line saves to a name with a folder, which is judged where it is loaded again."""
    return "/" in scene.lines[step - 1]


def _written(showing: Showing, name: str) -> str | None:
    """The file that was saved; under another name, which is examined elsewhere, if it is new."""
    files = dict(showing.play.files)
    saved_too = {line.partition(" ")[2] for line in showing.scene.lines if line.startswith("save")}
    known = saved_too.union(dict(showing.scene.session.files))
    new = [text for one, text in files.items() if one not in known]
    return files.get(name, new[0] if len(new) == 1 else None)


def replaces(student: Student, scene: Scene, last: int) -> None:
    showing = Showing.of(student, scene)
    showing.answer(last)
    name = scene.lines[last - 1].split()[1]
    text = dict(showing.play.files).get(name, "")
    wanted = scene.steps[last].saved
    is_older = text == dict(scene.session.files).get(name)
    said = "\n".join(line.partition("#")[0] for line in text.splitlines())
    if is_older or "older" in said or said.count("solitaire") > 1 or not read_saved(text).lines:
        showing.lose(last, f"the file {name} was not replaced", wanted, text or "(no such file)")


def goes_on_after_saving(student: Student, scene: Scene, step: int) -> None:
    """Looks at a line after saving, where the screen shows that what went before was right."""
    showing = Showing.of(student, scene)
    saving = _saving(scene, step)
    showing.answer(saving)
    if showing.play.part(saving + 1) is None:
        showing.lose(saving, showing.play.broke_off or "the program ended there")
    if why := showing.check_kept(saving, saving):
        showing.lose(saving, f"saving changed something: {why}", showing.before(saving))
    _plays_on_as_without(student, scene, step, saving)


def _was_right_until(student: Student, scene: Scene, step: int) -> None:
    """Looks at all that was shown before a line, and elsewhere at what resets would show."""
    course_was_right(student, scene, step)
    if scene.lines[:step].count("deal") > 24:
        _goes_round_elsewhere(student, scene, step)


def was_right_when_saved(student: Student, scene: Scene, step: int) -> None:
    _was_right_until(student, scene, _saving(scene, step))


def _saving(scene: Scene, step: int) -> int:
    """The last line before this one that saves."""
    return next(one for one in range(step, 0, -1) if scene.steps[one].saved)


def loaded(places: str) -> Look:
    """Looks at the screen after loading.

    A save that is unusual elsewhere and refused is judged there, and so is one with cards under
    its top cards by a program that refuses them.
    """

    def look(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        unusual = UNUSUAL.get(scene.lines[step - 1].split()[1], places)
        if places != _TOPS and _has_cards_under_tops(scene, step) and refuses_high_tops(student):
            unusual = _TOPS
        if unusual != places and error_in(showing.answer(step)):
            showing.spoil(step, "it was refused")
        showing.check_carried_out(step)
        showing.check_after(step, places)

    return look


def _has_cards_under_tops(scene: Scene, step: int) -> bool:
    """Whether a line loads a table on which a foundation has more than its ace."""
    tops = [(right(scene.steps[step]).cards(slot) or ("",))[0] for slot in SLOTS]
    return any(is_card(top) and not top.endswith("A") for top in tops)


def refuses_high_tops(student: Student) -> bool:
    """Whether a save is refused for the cards under its top cards alone."""

    def is_loaded(student: Student, scene: Scene, step: int) -> None:
        Showing.of(student, scene).check_carried_out(step)

    return not passes(student, _HIGH, is_loaded)


def comes_round(student: Student, scene: Scene, step: int) -> None:
    """Looks at all deals after loading, by a program that begins with the right ones."""
    wanted = [(right(scene.steps[one]).cards(STOCK) or ("",))[0] for one in range(2, step + 1)]
    shown = stock_of(student, scene, range(2, step + 1))
    showing = Showing.of(student, scene)
    for number, (card, should) in enumerate(zip(shown, wanted, strict=True), 2):
        if card != should:
            showing.lose(number, f"the line Stock: shows {card}, not {should}")


def at_the_ends(student: Student, scene: Scene, step: int) -> None:
    """Looks at a load, or at a deal after one by a program that deals and resets elsewhere."""
    if scene.lines[step - 1] == "deal":
        excused(shows(STOCK), _goes_round_elsewhere)(student, scene, step)
    else:
        loaded(STOCK)(student, scene, step)


def _goes_round_elsewhere(student: Student, scene: Scene, step: int) -> None:
    if not goes_round(student):
        Showing.of(student, scene).spoil(step, "the stock does not go round elsewhere either")


def _plays_on_as_without(student: Student, scene: Scene, step: int, left_out: int) -> None:
    """Looks at a deal or a move, and if it goes wrong, at the same session without a line.

    What goes wrong without that line as well is not its fault.
    """
    look = shows(STOCK if scene.lines[step - 1] == "deal" else "{to}")

    def goes_right_without(student: Student, scene: Scene, step: int) -> None:
        try:
            look(student, without(scene, left_out), step - 1)
        except VerdictReached:
            line = scene.lines[left_out - 1]
            Showing.of(student, scene).spoil(step, f"it goes wrong without {line} as well")

    excused(look, goes_right_without)(student, scene, step)


def loads_alike(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a file is loaded like the plain one, which was loaded first."""
    showing = Showing.of(student, scene)
    part = showing.answer(step)
    plain, before = showing.after(1), showing.after(step - 1)
    if error_in(showing.answer(1)) or not plain.is_whole or same(plain, before, PLACES):
        showing.spoil(1, "the plain save is not loaded")
    if refusal := error_in(part):
        showing.lose(step, f"it was refused: {refusal[:80]}", showing.before(2))
    for place in PLACES:
        if not same(plain, showing.after(step), [place]):
            why = differs(showing.after(step), plain, place) or f"{place} is not there"
            showing.lose(step, f"not as the plain save is loaded: {why}", showing.before(2))


def loads_own(student: Student, scene: Scene, step: int) -> None:
    """Looks at the load of what was saved, and at lines after it that were typed before as well."""
    showing = Showing.of(student, scene)
    saving = _saving(scene, step)
    loading = next(one for one in range(step, 0, -1) if scene.lines[one - 1].startswith("load"))
    refusal = error_in(showing.answer(saving))
    if _is_in_folder(scene, saving) and (refusal or showing.play.part(saving + 1) is None):
        why = f"it was refused: {refusal[:80]}" if refusal else "the program ended there"
        showing.lose(saving, why, showing.before(saving))
    if refusal:
        showing.spoil(saving, "it is not saved")
    part = showing.answer(step)
    was, now = showing.after(saving + step - loading), showing.after(step)
    if not was.is_whole:
        showing.spoil(saving, "the screen is not there")
    if step == loading and same(showing.after(saving), showing.after(step - 1), PLACES):
        showing.spoil(step, "nothing has changed on the screen since it was saved")
    earlier = showing.play.part(saving + step - loading) or ""
    if refusal := error_in(part):
        if step > loading and error_in(earlier):
            return
        showing.lose(step, f"it was refused: {refusal[:80]}", showing.before(saving + 1))
    for place in PLACES:
        if not same(was, now, [place]) and not same(now, right(scene.steps[step]), [place]):
            why = differs(now, was, place) or f"{place} is not there"
            wanted = showing.before(saving + 1 + step - loading)
            showing.lose(step, f"not as it was when it was saved: {why}", wanted)


def names_line(student: Student, numbered: Numbered) -> None:
    """Looks whether an error names a line, where what was loaded before it was accepted."""

    def look(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        refusal = error_in(showing.answer(step))
        if not refusal:
            showing.spoil(step, "it was not refused")
        for one in range(1, step):
            is_load = scene.lines[one - 1].startswith("load") and not scene.steps[one].refused
            if is_load and error_in(showing.answer(one)):
                showing.spoil(one, "a good save is refused")
        name = scene.lines[step - 1].split()[1]
        found = {int(one) for one in re.findall(r"\d+", refusal.replace(name, ""))}
        if found.isdisjoint(numbered.numbers):
            wanted = " or ".join(f"line {number}" for number in numbered.numbers)
            showing.lose(step, f"the error does not name {wanted}", f"Error: ... {wanted} ...")

    judge_question(student, numbered.question, look)


def stays_as_it_was(student: Student, scene: Scene, step: int) -> None:
    """Looks at the table after a load that is refused, and at what is typed next."""
    goes_on(student, scene, step)
    later = step + 1
    if later >= len(scene.steps) or scene.steps[later].refused:
        return
    _plays_on_as_without(student, scene, later, step)
