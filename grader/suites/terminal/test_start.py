"""Exercise 1: selecting a start."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, starmap
from typing import NoReturn

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from patience_grader.suite.sessions import Played, Session, lose_session, played
from suites.terminal import evidence
from suites.terminal.bank.start import FREE, LINES, NO_FILE, PLAIN, SHUFFLED, SIZES, TWICE, UNKNOWN
from suites.terminal.looks import shows
from suites.terminal.reader import (
    PILES,
    STOCK,
    CapturedOutput,
    error_in,
    is_card,
    is_error_as_asked,
    read_screen,
)
from suites.terminal.rounds import goes_round
from suites.terminal.scenes import Scene
from suites.terminal.screens import PLACES, Showing, right, same

STARTS = (SHUFFLED, replace(SHUFFLED), replace(SHUFFLED))
"""The same three times: each is asked on its own."""
_ENOUGH = 5
"""Two stocks have eleven cards in common on average."""
_WHOLE = "a deck of 52 cards: 24 in the stock, and no card twice"


def test_piles(student: Student) -> None:
    """The last cards of the piles."""
    for scene in PLAIN:
        _shows_last_cards(student, scene)


def test_stock(student: Student) -> None:
    """The stock in its order."""
    for scene in PLAIN:
        _deals_in_order(student, scene)


def test_free(student: Student) -> None:
    """Comments, blank lines, another order."""
    for scene in FREE:
        _shows_the_plain_table(student, scene)
    if goes_round(student):
        for scene in FREE:
            _deals_in_order(student, scene)


def _deals_in_order(student: Student, scene: Scene) -> None:
    for step, line in enumerate(scene.lines, 1):
        if line == "quit":
            return
        shows(STOCK)(student, scene, step)


def test_shuffled(student: Student) -> None:
    """A shuffled deck, another one each time."""
    seen, stocks = [], []
    for session in STARTS:
        play = played(student, session)
        shown = read_screen(play.parts[0])
        last = tuple(_cards(shown, pile) for pile in PILES)
        if len(set(last)) < len(last) or not all(last):
            _lose(session, play, "no table is dealt", "a table with seven piles", 0)
        if goes_round(student):
            stocks.append(_deals_a_deck(session, play, [card for cards in last for card in cards]))
        seen.append(last)
    if len(set(seen)) < len(seen):
        why = "the same table is dealt again"
        _lose(STARTS[-1], play, why, "another table at each start", 0)
    if stocks and all(starmap(_come_alike, pairwise(stocks))):
        again = [card for card in stocks[-1] if card in stocks[-2]]
        why = f"these cards of the stock come in the same order again: {' '.join(again)}"
        _lose(STARTS[-1], play, why, "another order at each start", len(stocks[-1]))


def _come_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the cards that are in both stocks, if these are enough, come in the same order.

    Of three shuffled stocks each is like the next once in ten billion times.
    """
    in_both = [card for card in one if card in other]
    return len(in_both) >= _ENOUGH and in_both == [card for card in other if card in one]


def _deals_a_deck(session: Session, play: Played, in_piles: Sequence[str]) -> list[str]:
    """The cards of the stock, of which none is there twice, and none is missing.

    How the stock is dealt is judged elsewhere; what ends the session early, too.
    """
    seen = dict.fromkeys(in_piles)
    for step, part in enumerate(play.parts[1 : session.lines.count("deal") + 1], 1):
        (card, *_) = read_screen(part).cards(STOCK) or ("",)
        if card in seen:
            _lose(session, play, f"{card} is there twice", _WHOLE, step)
        if not is_card(card):
            _lose(session, play, f"the stock has only {step - 1} cards", _WHOLE, step)
        seen[card] = None
    return [*seen][len(in_piles) :]


def test_no_file(student: Student) -> None:
    """A start file that is not there."""
    _refuses(student, NO_FILE)


def test_lines(student: Student) -> None:
    """A line missing, twice, or with another label."""
    _refuses(student, LINES)


def test_sizes(student: Student) -> None:
    """Piles of other sizes."""
    _refuses(student, SIZES)


def test_unknown_card(student: Student) -> None:
    """Something that is not a card."""
    _refuses(student, UNKNOWN)


def test_card_twice(student: Student) -> None:
    """A card twice."""
    _refuses(student, TWICE)


def _shows_last_cards(student: Student, scene: Scene) -> None:
    showing = Showing.of(student, scene)
    shown, wanted = showing.shown(0), right(scene.steps[0])
    for pile in PILES:
        if _cards(shown, pile) != _cards(wanted, pile):
            why = "the piles are not those of the start file"
            _lose(scene.session, showing.play, why, scene.steps[0].drawn)


def _shows_the_plain_table(student: Student, scene: Scene) -> None:
    """Looks at a start whose plain file is the first: what is wrong there is judged elsewhere."""
    try:
        _shows_last_cards(student, scene)
    except VerdictReached:
        plain, free = (Showing.of(student, one).shown(0) for one in (PLAIN[0], scene))
        if not plain.is_whole or not same(plain, free, PLACES):
            raise
        evidence.starts(student)


def _cards(shown: CapturedOutput, pile: str) -> tuple[str, ...]:
    return tuple(card for card in shown.cards(pile) or () if is_card(card))


def _refuses(student: Student, sessions: Sequence[Session]) -> None:
    for session in sessions:
        play = played(student, session)
        text = "".join(play.parts)
        wanted = "Error: ...\n(exit code 2)"
        if not is_error_as_asked(text):
            why = "no line begins with Error:" if error_in(text) else "it was not refused"
            _lose(session, play, why, wanted)
        if all(pile in read_screen(text).lines for pile in PILES):
            _lose(session, play, "it shows a screen all the same", wanted)
        if play.exit_code != 2:
            ended = play.broke_off or f"it ended with exit code {play.exit_code}"
            _lose(session, play, ended, wanted)
    evidence.starts(student)


def _lose(
    session: Session, play: Played, why: str, expected: str, at: int | None = None
) -> NoReturn:
    """Raises VerdictReached with all that was printed, or with what answers the line `at`."""
    parts = play.parts if at is None else play.parts[at : at + 1]
    lose_session(
        session,
        play,
        reason=why,
        upto=at or 0,
        expected=expected,
        got="".join(parts).strip("\n") or "(nothing)",
        given="\n".join(f"{name}:\n{file}" for name, file in session.files),
    )
