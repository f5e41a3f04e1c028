"""Exercise 2: screen, menu and commands."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator

from patience_grader.marks.verdict import State, Verdict, VerdictReached
from patience_grader.sandbox.student import Student
from patience_grader.suite.sessions import played
from suites.terminal import evidence
from suites.terminal.bank.interface import (
    BLANKS,
    CASE,
    DRAWN,
    END,
    ERRORS,
    LAST_SLOT,
    MOVED,
    QUIT,
    REFUSED,
)
from suites.terminal.dealt import deals
from suites.terminal.looks import PLACES, lose, refuses, right, sees
from suites.terminal.reader import HIDDEN, PILES, SLOTS, error_in, read_screen, understood
from suites.terminal.scenes import Act

_MOST_SOURCE = 200_000
"""A longer file is not looked into: as a syntax tree it would take hundreds of megabytes."""
_MENU = ("move", "deal")
"""What a menu must name."""


def test_piles(student: Student) -> None:
    """Seven piles, the last card on the right."""
    sees(student, DRAWN, 0, "#piles !piles")


def test_red(student: Student) -> None:
    """Red suits in upper case."""
    _spelled(student, lambda raw, card: card[0] not in "HD" or raw[0] == card[0])


def test_black(student: Student) -> None:
    """Black suits in lower case."""
    _spelled(student, lambda raw, card: card[0] not in "cs" or raw[0] == card[0])


def test_ranks(student: Student) -> None:
    """The ranks as they are written."""
    _spelled(student, lambda raw, card: raw[1:] == card[1:] or raw[:-1] == card[1:])


def test_hidden(student: Student) -> None:
    """What lies face down, and nothing else."""
    play = played(student, DRAWN.session)
    shown = read_screen(play.parts[0])
    for pile in PILES:
        words = shown.lines.get(pile, ())
        if not words:
            lose(DRAWN, play, 0, f"the line {pile}: shows no card")
        if words.count(HIDDEN) < len(words) - 1:
            lose(DRAWN, play, 0, f"the line {pile}: does not show {HIDDEN} for a face-down card")
        if words.count(HIDDEN) == len(words):
            lose(DRAWN, play, 0, f"the line {pile}: hides its last card")


def test_empty_pile(student: Student) -> None:
    """An empty pile."""
    sees(student, MOVED, 1, "1 #4")
    play = played(student, MOVED.session)
    if read_screen(play.parts[1]).lines["1"]:
        lose(MOVED, play, 1, "the line 1: shows something for an empty pile")


def test_stock(student: Student) -> None:
    """The stock at the start."""
    _exactly(student, ["Stock"])


def test_free_slots(student: Student) -> None:
    """Free foundations."""
    _exactly(student, list(SLOTS))


def test_top_cards(student: Student) -> None:
    """Top cards at their letters."""
    sees(student, MOVED, 4, "tops")
    play = played(student, LAST_SLOT.session)
    if not error_in(play.part(1) or ""):
        sees(student, LAST_SLOT, 1, "tops")


def test_again(student: Student) -> None:
    """The screen after each command."""
    play = played(student, MOVED.session)
    for step in range(1, len(MOVED.steps)):
        part = play.part(step)
        if part is None:
            lose(MOVED, play, step, "the session ended before this point")
        if error_in(part):
            continue
        missing = [place for place in PLACES if place not in read_screen(part).lines]
        if missing:
            lose(MOVED, play, step, f"the screen is not there: {missing[0]} is missing")
    evidence.acts(student)


def test_menu(student: Student) -> None:
    """The menu."""
    _names(student, 1)


def test_help(student: Student) -> None:
    """The menu by its other name."""
    _names(student, 2)


def test_case(student: Student) -> None:
    """Capitals do not matter."""
    for step, places in enumerate(("4", "4", "A", "", "B"), 1):
        sees(student, CASE, step, places)


def test_blanks(student: Student) -> None:
    """Blanks do not matter."""
    sees(student, BLANKS, 1, "4")
    sees(student, BLANKS, 2, "4")


def test_unknown(student: Student) -> None:
    """No command."""
    _refused(student, REFUSED["unknown"])


def test_words(student: Student) -> None:
    """Too few words, or too many."""
    _refused(student, REFUSED["words"])


def test_no_card(student: Student) -> None:
    """No card."""
    _refused(student, REFUSED["no_card"])


def test_no_target(student: Student) -> None:
    """No target."""
    _refused(student, REFUSED["no_target"])


def test_goes_on(student: Student) -> None:
    """The game goes on after errors."""
    sees(student, ERRORS, 6, "tops piles")
    if deals(student):
        sees(student, ERRORS, 7, "Stock")


def test_quit(student: Student) -> None:
    """The end by `quit`."""
    evidence.starts(student)
    play = played(student, QUIT.session)
    if play.part(2) is None or play.part(3) is not None:
        lose(QUIT, play, 2, "the program did not end there")
    if play.exit_code != 0:
        lose(QUIT, play, 2, play.broke_off or f"it ended with exit code {play.exit_code}")


def test_end(student: Student) -> None:
    """The end of the input."""
    evidence.starts(student)
    play = played(student, END.session)
    if play.part(1) is None or play.exit_code != 0:
        lose(END, play, 1, play.broke_off or f"it ended with exit code {play.exit_code}")


def test_class(student: Student) -> None:
    """A class of the student's own."""
    if not uses_class(student.files.values()):
        raise VerdictReached(Verdict(State.FAILED, "no class is defined and used"))


def uses_class(sources: Iterable[str]) -> bool:
    """Whether a class is defined in one of the sources and used in any of them."""
    defined: set[str] = set()
    used: set[str] = set()
    for source in sources:
        for node in _nodes(source):
            used |= _used(node)
            if isinstance(node, ast.ClassDef):
                defined.add(node.name)
    return not defined.isdisjoint(used)


def _used(node: ast.AST) -> set[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
            return {name}
    return set()


def _nodes(source: str) -> Iterator[ast.AST]:
    if len(source) > _MOST_SOURCE:
        return
    try:
        yield from ast.walk(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return


def _spelled(student: Student, is_right: Callable[[str, str], bool]) -> None:
    """Looks at how the last cards of the piles are written."""
    play = played(student, DRAWN.session)
    shown, wanted = read_screen(play.parts[0]), right(DRAWN.steps[0])
    for pile in PILES:
        card = (wanted.cards(pile) or ("",))[-1]
        word = next((one for one in shown.lines.get(pile, ()) if understood(one) == card), "")
        if not word or not is_right(word, card):
            lose(DRAWN, play, 0, f"the line {pile}: shows {word or 'something else'}, not {card}")


def _exactly(student: Student, places: list[str]) -> None:
    play = played(student, DRAWN.session)
    shown, wanted = read_screen(play.parts[0]), right(DRAWN.steps[0])
    for place in places:
        if shown.lines.get(place) != wanted.lines[place]:
            lose(DRAWN, play, 0, f"{place} is not shown as {wanted.lines[place][0]}")


def _names(student: Student, step: int) -> None:
    """Looks at a menu, and whether it is more than what the program prints after any line."""
    play = played(student, DRAWN.session)
    part = play.part(step)
    if part is None:
        lose(DRAWN, play, step, "the session ended before this point")
    if refusal := error_in(part):
        lose(DRAWN, play, step, f"it was refused: {refusal[:80]}")
    for word in _MENU:
        if not _says(part, word):
            lose(DRAWN, play, step, f"the menu does not name {word}")
    others = played(student, MOVED.session).parts[1:]
    if all(_says(other, word) for other in others for word in _MENU):
        evidence.acts(student)


def _says(part: str, word: str) -> bool:
    return bool(re.search(rf"\b{word}\b", part, re.IGNORECASE))


def _refused(student: Student, act: Act) -> None:
    for step in range(1, act.count + 1, 2):
        refuses(student, act, step)
    evidence.acts(student)
