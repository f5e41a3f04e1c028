"""Exercise 4: dealing."""

from itertools import pairwise

from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.dealing import DEALING, ROUNDS, TAKEN_OUT
from suites.terminal.looks import deals_of, every, examine, says_error, shows, stock_of
from suites.terminal.reader import HIDDEN, STOCK, is_card, read_screen
from suites.terminal.scenes import Scene
from suites.terminal.screens import Showing, right

_FEWEST = 3
"""So many different cards must be shown for their order to be seen."""
_RESET = "Stock: []"


def test_first(student: Student) -> None:
    """The first deal."""
    examine(student, DEALING["first"], shows(STOCK, alone=True))


def test_next(student: Student) -> None:
    """The deals after it."""
    examine(student, DEALING["next"], shows(STOCK))
    every(student, ROUNDS, _goes_on)


def test_reset(student: Student) -> None:
    """The deal after the last card."""
    every(student, ROUNDS, _resets)
    evidence.deals(student)


def test_again(student: Student) -> None:
    """The rounds after the first."""
    every(student, ROUNDS, _comes_again)


def test_before(student: Student) -> None:
    """The card before the one that was taken."""
    examine(student, DEALING["before"], shows(f"{STOCK} {{to}}"))


def test_none_before(student: Student) -> None:
    """No card before the one that was taken."""
    examine(student, DEALING["none_before"], shows(f"={STOCK} {{to}}"))


def test_after_taking(student: Student) -> None:
    """The deal after a card was taken."""
    examine(student, DEALING["after_taking"], shows(STOCK))


def test_taken(student: Student) -> None:
    """The second round without the cards that were taken."""
    every(student, TAKEN_OUT, _leaves_out)


def test_empty(student: Student) -> None:
    """The empty stock."""
    examine(student, DEALING["empty"], shows(f"={STOCK} tops"))


def test_refused(student: Student) -> None:
    """A deal of the empty stock."""
    examine(student, DEALING["refused"], says_error)
    evidence.deals(student)


def _goes_on(student: Student, scene: Scene, last: int) -> None:
    """Looks at the deals that show a card after another one, as far as the program shows it."""
    for step in deals_of(scene):
        before, now = (right(scene.steps[one]).cards(STOCK) or () for one in (step - 1, step))
        if step > 1 and is_card(before[0]) and is_card(now[0]) and step <= last:
            shows(STOCK)(student, scene, step)


def _resets(student: Student, scene: Scene, last: int) -> None:
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
        if is_card(card) and (card == final or of_stock <= seen):
            judged = True
            seen.clear()
            if read_screen(showing.answer(step)).cards(STOCK) != (HIDDEN,):
                showing.lose(step, "the line Stock: does not show [] after the last card", _RESET)
    if not judged:
        showing.lose(last, "the last card of the stock is never shown")


def _comes_again(student: Student, scene: Scene, last: int) -> None:
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


def _leaves_out(student: Student, scene: Scene, last: int) -> None:
    """Looks at the round after cards were taken."""
    showing = Showing.of(student, scene)
    moves = [number for number, line in enumerate(scene.lines, 1) if line.startswith("move")]
    taken = moves[-1]
    for move in moves:
        showing.check_card(move)
        part = showing.answer(move)
        before = right(scene.steps[move - 1]).cards(STOCK)
        if showing.after(move).cards(STOCK) == before or not part:
            showing.spoil(move, "the card was not taken")
    deals = range(taken + 1, last + 1)
    rounds = _rounds(stock_of(student, scene, deals))
    wanted = _rounds(
        [(right(scene.steps[step]).cards(STOCK) or ("",))[0] for step in deals]
    )[1]
    if len(rounds) == 1:
        showing.lose(last, "the stock is not reset")
    if rounds[1] != wanted[: len(rounds[1])] or len(rounds[1]) < len(wanted) - 3:
        showing.lose(last, f"the cards come otherwise: {_list(rounds[1])}", _list(wanted))


def _rounds(shown: list[str]) -> list[list[str]]:
    """The cards from one reset to the next."""
    rounds: list[list[str]] = [[]]
    for card in shown:
        if is_card(card):
            rounds[-1].append(card)
        elif rounds[-1]:
            rounds.append([])
    return [one for one in rounds if one]


def _list(cards: list[str]) -> str:
    return " ".join(cards)
