"""Ways to look at how a table is drawn."""

from __future__ import annotations

from collections.abc import Callable

from patience_grader.sandbox.student import Student
from suites.terminal.bank.single import SINGLE
from suites.terminal.bank.start import PLAIN
from suites.terminal.looks import (
    Look,
    lines_before,
)
from suites.terminal.reader import (
    HIDDEN,
    PILES,
    SLOTS,
    STOCK,
    error_in,
    is_card,
    read_screen,
    understood,
)
from suites.terminal.scenes import Scene
from suites.terminal.screens import PLACES, Showing, named, right, same

MOVED = tuple(
    SINGLE[name][which].among
    for name, which in (
        ("ace", 0),
        ("king", 0),
        ("stock_to_pile", 0),
        ("ace_back", -1),
        ("king", -1),
    )
)
"""Sessions in which cards are moved and dealt."""


def at_start(student: Student, look: Look) -> None:
    """Looks at the screens of several starts."""
    for scene in PLAIN:
        look(student, scene, 0)


def spelled(student: Student, is_right: Callable[[str, str], bool]) -> None:
    """Looks at how cards are written: the last ones of piles, in the stock, on foundations."""
    for scene in PLAIN:
        showing = Showing.of(student, scene)
        shown, wanted = showing.shown(0), right(scene.steps[0])
        for pile in PILES:
            card = (wanted.cards(pile) or ("",))[-1]
            word = next((one for one in shown.lines.get(pile, ()) if understood(one) == card), "")
            if not word or not is_right(word, card):
                seen = word or "something else"
                showing.lose(0, f"the line {pile}: shows {seen}, not {card}")
    for scene in (*PLAIN, *MOVED):
        _spells(Showing.of(student, scene), is_right)


def _spells(showing: Showing, is_right: Callable[[str, str], bool]) -> None:
    """Looks at the cards of the stock and of the foundations, as far as they are the right ones."""
    for step, part in enumerate(showing.play.parts[: len(showing.scene.steps)]):
        shown, wanted = read_screen(part), right(showing.scene.steps[step])
        for place in (STOCK, *SLOTS):
            for word in shown.lines.get(place, ()):
                card = understood(word)
                if (
                    is_card(card)
                    and card in (wanted.cards(place) or ())
                    and not is_right(word, card)
                ):
                    showing.lose(step, f"{named(place)} shows {word}, not {card}")


def hides(student: Student, scene: Scene, step: int) -> None:
    showing = Showing.of(student, scene)
    shown, wanted = read_screen(showing.answer(step)), right(scene.steps[step])
    for pile in PILES:
        words = shown.lines.get(pile, ())
        if not words:
            showing.lose(step, f"the line {pile}: shows no card")
        is_short = len(words) == 1 < len(wanted.lines[pile])
        if is_short or words.count(HIDDEN) < len(words) - 1:
            why = f"the line {pile}: does not show {HIDDEN} for a face-down card"
            showing.lose(step, why)
        if words.count(HIDDEN) == len(words):
            showing.lose(step, f"the line {pile}: hides its last card")


def exactly(places: list[str]) -> Look:
    def look(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        shown, wanted = showing.shown(step), right(scene.steps[step])
        for place in places:
            if shown.lines.get(place) != wanted.lines[place]:
                showing.lose(step, f"{place} is not shown as {wanted.lines[place][0]}")

    return look


def in_one_line(student: Student, scene: Scene, step: int) -> None:
    """Looks whether all foundations stand in the line that begins with their label."""
    showing = Showing.of(student, scene)
    if showing.shown(step).is_scattered:
        showing.lose(step, "the foundations do not all stand in the line Foundations:")


def shows_one_card(student: Student, scene: Scene, last: int) -> None:
    """Looks whether the line of the stock has one word, where that is the right one."""
    showing = Showing.of(student, scene)
    for step in lines_before(scene, last + 1):
        part = showing.play.part(step)
        words = read_screen(part or "").lines.get(STOCK, ())
        if len(words) > 1 and understood(words[0]) in (right(scene.steps[step]).cards(STOCK) or ()):
            showing.lose(step, f"the line {STOCK}: shows more than {words[0]}")


def shows_empty_piles(student: Student, scene: Scene, last: int) -> None:
    """Looks at the line of each pile when its last card has gone."""
    showing = Showing.of(student, scene)
    judged = False
    for step in lines_before(scene, last + 1):
        before, wanted = (right(scene.steps[one]) for one in (step - 1, step))
        for pile in PILES:
            if wanted.cards(pile) or not before.cards(pile):
                continue
            target = scene.lines[step - 1].split()[2].upper()
            part = showing.play.part(step)
            if part is None or error_in(part):
                continue
            if showing.after(step).cards(target) != wanted.cards(target):
                continue
            shown = showing.shown(step)
            if pile not in shown.lines:
                continue
            judged = True
            if pile in shown.left_out:
                showing.lose(step, f"there is no line {pile}: for an empty pile")
            if shown.lines[pile]:
                showing.lose(step, f"the line {pile}: shows something for an empty pile")
    if not judged:
        showing.spoil(last, "no pile has become empty")


def shows_tops(student: Student, scene: Scene, last: int) -> None:
    """Looks at the foundations after each line that moved a card to one."""
    showing = Showing.of(student, scene)
    judged = False
    for step in lines_before(scene, last + 1):
        before, wanted = (right(scene.steps[one]) for one in (step - 1, step))
        changed = [slot for slot in SLOTS if before.cards(slot) != wanted.cards(slot)]
        part = showing.play.part(step)
        if not changed or part is None or error_in(part) or showing.broke_off_at(step):
            continue
        if scene.lines[step - 1].split()[2].upper() not in SLOTS:
            continue
        was, shown = showing.after(step - 1), showing.shown(step)
        if not showing.has_card(step) or any(
            was.cards(slot) != before.cards(slot) or slot not in shown.lines for slot in SLOTS
        ):
            continue
        judged = True
        tops = [(shown.cards(slot) or (HIDDEN,))[0] for slot in SLOTS]
        wrong = sorted(filter(is_card, tops)) != sorted(
            card for slot in SLOTS for card in wanted.cards(slot) or () if is_card(card)
        )
        if wrong or any(shown.cards(slot) != wanted.cards(slot) for slot in SLOTS):
            showing.lose(step, "the foundations do not show their top cards")
        for slot in SLOTS:
            if sum(is_card(understood(word)) for word in shown.lines[slot]) > 1:
                showing.lose(step, f"foundation {slot} shows more than its top card")
        if shown.has_joined_tops:
            showing.lose(step, "there is no blank between the letter of a foundation and its card")
    if not judged:
        showing.spoil(last, "no card lies on a foundation")


def shows_again(student: Student, scene: Scene, last: int) -> None:
    """Looks whether all of the screen is printed after each line that is carried out."""
    showing = Showing.of(student, scene)
    for step in lines_before(scene, last + 1):
        part = showing.answer(step)
        missing = [place for place in PLACES if place not in read_screen(part).lines]
        if missing and showing.broke_off_at(step):
            showing.spoil(step, "it was not carried out")
        if missing and not error_in(part):
            showing.lose(step, f"the screen is not there: {missing[0]} is missing")
    carried_out = lines_before(scene, last + 1)
    if len(carried_out) > 1 and all(_is_behind(showing, step) for step in carried_out):
        showing.lose(carried_out[0], "the screen is that from before the command")


def _is_behind(showing: Showing, step: int) -> bool:
    """Whether the table is shown as it was to be before a line."""
    before, now = (right(showing.scene.steps[one]) for one in (step - 1, step))
    return same(showing.shown(step), before, PLACES) and not same(before, now, PLACES)
