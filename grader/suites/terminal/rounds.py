"""Ways to look at rounds of the stock: what is dealt from one reset to the next."""

from __future__ import annotations

from itertools import pairwise

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal.bank.dealing import DEALING, ROUNDS
from suites.terminal.looks import (
    course_was_right,
    deals_of,
    every,
    examine,
    excused,
    shows,
    stock_of,
)
from suites.terminal.reader import HIDDEN, NO_STOCK, STOCK, error_in, is_card
from suites.terminal.scenes import Scene
from suites.terminal.screens import Showing, right

_FEWEST = 3
"""So many different cards must be shown for their order to be seen."""
_RESET = "Stock: []"


def goes_round(student: Student) -> bool:
    """Whether the stock is dealt in its order, is reset after its last card, and comes again."""
    try:
        examine(student, DEALING["first"], shows(STOCK))
        every(student, ROUNDS, goes_on)
        every(student, ROUNDS, is_reset)
        every(student, ROUNDS, comes_again)
        examine(student, DEALING["only_one"], excused(shows(STOCK), course_was_right))
    except VerdictReached:
        return False
    return True


def goes_on(student: Student, scene: Scene, last: int) -> None:
    """Looks at the deals of the first round that show a card after another one."""
    for step in deals_of(scene):
        before, now = (right(scene.steps[one]).cards(STOCK) or () for one in (step - 1, step))
        if is_card(before[0]) and not is_card(now[0]):
            return
        if is_card(before[0]) and step <= last:
            shows(STOCK)(student, scene, step)


def is_reset(student: Student, scene: Scene, last: int) -> None:
    """Looks at the deals after the last card, or after as many cards as the stock has."""
    showing = Showing.of(student, scene)
    wanted = [right(step).cards(STOCK) or ("",) for step in scene.steps]
    of_stock = {card for (card, *_) in wanted if is_card(card)}
    (final,) = next(one for one, after in pairwise(wanted) if is_card(one[0]) > is_card(after[0]))
    seen: set[str] = set()
    judged = False
    for step in deals_of(scene):
        if step > last or showing.play.part(step) is None:
            break
        card, *_ = showing.after(step - 1).cards(STOCK) or ("",)
        seen.add(card)
        is_last = wanted[step - 1] == (final,) and of_stock - seen == {final}
        if is_last or (
            is_card(card)
            and ((card == final and not judged and len(seen) >= _FEWEST) or of_stock <= seen)
        ):
            judged = True
            seen.clear()
            if showing.shown(step).cards(STOCK) != (HIDDEN,):
                showing.lose(step, "the line Stock: does not show [] after the last card", _RESET)
    if not judged:
        showing.answer(last)
        showing.lose(last, "the last card of the stock is never shown")


def comes_again(student: Student, scene: Scene, last: int) -> None:
    """Looks whether each round shows what the first one has shown."""
    showing = Showing.of(student, scene)
    deals = [step for step in deals_of(scene) if step <= last]
    rounds = _rounds(stock_of(student, scene, deals))
    first = rounds[0]
    if len(rounds) == 1 or len(set(first)) < _FEWEST:
        showing.lose(last, "the stock is not reset, or shows no cards")
    for later in rounds[1:]:
        if later != first[: len(later)] or (later is not rounds[-1] and later != first):
            showing.lose(last, f"the cards come in another order: {_list(later)}", _list(first))


def dealt_after_taking(student: Student, scene: Scene, step: int) -> None:
    """Looks at a deal after a card was taken, where the stock was right before that."""
    showing = Showing.of(student, scene)
    taking = next(one for one in range(step, 0, -1) if scene.lines[one - 1].startswith("move"))
    if error_in(showing.answer(taking)):
        showing.spoil(taking, "it was refused")
    try:
        showing.check_carried_out(step)
        showing.check_after(step, STOCK)
    except VerdictReached:
        showing.check_done(step)
        showing.check_before(taking, STOCK)
        if showing.after(taking).cards(STOCK) == right(scene.steps[step]).cards(STOCK):
            showing.spoil(taking, "the next card is shown already")
        raise


def empties(student: Student, scene: Scene, step: int) -> None:
    """Looks at the stock after its last card was taken, by a program that takes it."""
    showing = Showing.of(student, scene)
    shown = showing.shown(step).cards(STOCK)
    if showing.broke_off_at(step) or shown == right(scene.steps[step - 1]).cards(STOCK):
        showing.spoil(step, "the card was not taken")
    excused(shows(f"={STOCK}", done=True), _stock_was_right)(student, scene, step)
    written, *_ = showing.shown(step).lines[STOCK]
    if written != NO_STOCK:
        showing.lose(step, f"the line {STOCK}: shows {written}, not {NO_STOCK}")


def _stock_was_right(student: Student, scene: Scene, step: int) -> None:
    Showing.of(student, scene).check_course(step, [STOCK])


def leaves_out(student: Student, scene: Scene, last: int) -> None:
    """Looks at the round after cards were taken."""
    showing = Showing.of(student, scene)
    moves = [number for number, line in enumerate(scene.lines, 1) if line.startswith("move")]
    taken = moves[-1]
    for move in moves:
        showing.check_card(move)
        part = showing.answer(move)
        before = right(scene.steps[move - 1]).cards(STOCK)
        if showing.after(move).cards(STOCK) == before or error_in(part):
            showing.spoil(move, "the card was not taken")
    deals = range(taken + 1, last + 1)
    shown = stock_of(student, scene, deals)
    if all(map(is_card, shown)):
        shown = stock_of(student, scene, [step for step in deals_of(scene) if step <= last])
    rounds = _rounds(shown)
    wanted = _rounds([(right(scene.steps[step]).cards(STOCK) or ("",))[0] for step in deals])[1]
    if len(rounds) == 1:
        showing.lose(last, "the stock is not reset")
    seen = min(len(rounds[1]), len(wanted))
    if rounds[1][:seen] != wanted[:seen]:
        showing.lose(last, f"the cards come otherwise: {_list(rounds[1])}", _list(wanted))


def _rounds(shown: list[str]) -> list[list[str]]:
    """The cards from one reset to the next, or to where one comes again, if no reset is shown."""
    rounds: list[list[str]] = [[]]
    for card in shown:
        if card in rounds[-1]:
            rounds.append([card])
        elif is_card(card):
            rounds[-1].append(card)
        elif rounds[-1]:
            rounds.append([])
    return [one for one in rounds if one] or [[]]


def _list(cards: list[str]) -> str:
    return " ".join(cards)
