"""Exercise 2: screen, menu and commands."""

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache

from patience_grader.marks.verdict import State, Verdict, VerdictReached
from patience_grader.sandbox.student import Student
from patience_grader.text.parsing import tree_of
from suites.terminal import evidence
from suites.terminal.bank.dealing import ROUNDS
from suites.terminal.bank.interface import END, INTERFACE, LONG, QUIT
from suites.terminal.bank.single import SINGLE
from suites.terminal.drawn import (
    MOVED,
    at_start,
    exactly,
    hides,
    in_one_line,
    shows_again,
    shows_empty_piles,
    shows_one_card,
    shows_tops,
    spelled,
)
from suites.terminal.looks import (
    LENGTHENED,
    at_once,
    both,
    every,
    examine,
    excused,
    goes_on,
    goes_right,
    passes,
    refuses,
    says_error,
    shows,
)
from suites.terminal.reader import (
    PILES,
    SLOTS,
    STOCK,
    error_in,
    read_screen,
    understood,
    without_codes,
)
from suites.terminal.scenes import Scene
from suites.terminal.screens import Showing, SpoiltError, differs, right, same

_MOST_SOURCE = 200_000
"""A longer file is not looked into: as a syntax tree it would take hundreds of megabytes."""
_MENU = ("move", "deal")
"""What a menu must name."""


def test_piles(student: Student) -> None:
    """Seven piles, the last card on the right."""
    at_start(student, both(_is_in_line, shows("#piles !piles")))
    if passes(student, SINGLE["pile_to_pile"], shows("{to}")):
        with suppress(SpoiltError):
            examine(student, LONG["piles"], LENGTHENED)


def _is_in_line(student: Student, scene: Scene, step: int) -> None:
    showing = Showing.of(student, scene)
    screen = showing.shown(step)
    if screen.is_turned:
        showing.lose(step, "the last card of a pile is not on the right")
    if screen.has_words:
        showing.lose(step, "a pile's line does not begin with its number")
    if screen.is_joined:
        showing.lose(step, "there is no blank between two cards of a pile")
    _has_as_many(student, scene, step)


def _has_as_many(student: Student, scene: Scene, step: int) -> None:
    """Looks how many face-down cards are shown; whether any are is judged elsewhere."""
    showing = Showing.of(student, scene)
    screen, wanted = read_screen(showing.answer(step)), right(scene.steps[step])
    wrong = next(filter(None, (differs(screen, wanted, f"#{pile}") for pile in PILES)), "")
    if wrong and goes_right(student, scene, step, hides):
        showing.lose(step, wrong)


def test_red(student: Student) -> None:
    """Red suits in upper case."""
    spelled(student, lambda raw, card: card[0] not in "HD" or raw[0] == card[0])


def test_black(student: Student) -> None:
    """Black suits in lower case."""
    spelled(student, lambda raw, card: card[0] not in "cs" or raw[0] == card[0])


def test_ranks(student: Student) -> None:
    """The ranks as they are written."""
    spelled(student, lambda raw, card: raw[1:] == card[1:] or raw[:-1] == card[1:])


def test_hidden(student: Student) -> None:
    """What lies face down, and nothing else."""
    at_start(student, hides)


def test_empty_pile(student: Student) -> None:
    """An empty pile."""
    every(student, MOVED, shows_empty_piles)


def test_stock(student: Student) -> None:
    """The stock at the start."""
    at_start(student, exactly([STOCK]))
    every(student, MOVED, shows_one_card)


def test_free_slots(student: Student) -> None:
    """Free foundations."""
    at_start(student, both(in_one_line, exactly(list(SLOTS))))


def test_top_cards(student: Student) -> None:
    """Top cards at their letters."""
    every(student, MOVED, shows_tops)


def test_again(student: Student) -> None:
    """The screen after each command."""
    every(student, (*MOVED, ROUNDS[0]), shows_again)
    evidence.acts(student)


def test_menu(student: Student) -> None:
    """The menu."""
    examine(student, INTERFACE["menu"], _names)


def test_help(student: Student) -> None:
    """The menu by its other name."""
    examine(student, INTERFACE["help"], _names)


def test_case(student: Student) -> None:
    """Capitals do not matter."""
    examine(student, INTERFACE["case"], _CARRIED_OUT)
    _knows_others(student, "case_too")


def test_blanks(student: Student) -> None:
    """Blanks do not matter."""
    examine(student, INTERFACE["blanks"], _CARRIED_OUT)
    _knows_others(student, "blanks_too")


def _knows_others(student: Student, name: str) -> None:
    """Looks at commands other than moves and deals, as far as the program knows them."""
    with suppress(SpoiltError):
        examine(student, INTERFACE[name], excused(_is_known, _is_known_plainly))


def test_unknown(student: Student) -> None:
    """No command."""
    examine(student, INTERFACE["unknown"], says_error)
    evidence.acts(student)


def test_words(student: Student) -> None:
    """Too few words, or too many."""
    questions = INTERFACE["words"]
    examine(student, questions, _refuses, list(map(at_once, questions)))
    evidence.acts(student)


def test_no_card(student: Student) -> None:
    """No card."""
    examine(student, INTERFACE["no_card"], _refuses)
    evidence.acts(student)


def test_no_target(student: Student) -> None:
    """No target."""
    examine(student, INTERFACE["no_target"], _refuses)
    evidence.acts(student)


def test_goes_on(student: Student) -> None:
    """The game goes on after errors."""
    examine(student, INTERFACE["goes_on"], goes_on)
    evidence.acts(student)


def test_quit(student: Student) -> None:
    """The end by `quit`."""
    evidence.starts(student)
    every(student, QUIT, _quits)


def test_end(student: Student) -> None:
    """The end of the input."""
    evidence.starts(student)
    every(student, END, _ends)


def _quits(student: Student, scene: Scene, last: int) -> None:
    showing = Showing.of(student, scene)
    quitting = [line.lower() for line in scene.lines].index("quit") + 1
    _check_reached(showing, quitting)
    if quitting < last and showing.play.part(quitting + 1) is not None:
        showing.lose(quitting, "the program did not end there", _ENDS)
    _ends_well(showing, quitting)


def _ends(student: Student, scene: Scene, last: int) -> None:
    showing = Showing.of(student, scene)
    _check_reached(showing, last)
    _ends_well(showing, last)


_ENDS = "(the program ends with exit code 0)"


def _check_reached(showing: Showing, step: int) -> None:
    """Raises VerdictReached when the program ended before a line.

    Raises SpoiltError when it broke off, or ended with an error where one is right.
    """
    if showing.play.part(step) is None and not showing.play.broke_off:
        last = len(showing.play.parts) - 1
        if showing.scene.steps[last].refused and error_in(showing.answer(last)):
            showing.spoil(last, "the program ended after the error")
        showing.lose(step, "the session ended before this point", _ENDS)
    showing.answer(step)


def _ends_well(showing: Showing, last: int) -> None:
    code = showing.play.exit_code
    if code != 0:
        why = showing.play.broke_off or f"it ended with exit code {code}"
        has_read_all = showing.play.after_end is not None
        showing.lose(last + has_read_all, why, _ENDS, f"({why})")


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
        yield from ast.walk(tree_of(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return


def _names(student: Student, scene: Scene, step: int) -> None:
    """Looks at a menu, and whether it is more than what the program prints after any line."""
    showing = Showing.of(student, scene)
    part = showing.answer(step)
    showing.check_carried_out(step)
    for word in _MENU:
        if not _says(part, word):
            showing.lose(step, f"the menu does not name {word}")
    others = Showing.of(student, MOVED[0]).play.parts[1:]
    if all(_says(other, word) for other in others for word in _MENU):
        evidence.acts(student)


def _says(part: str, word: str) -> bool:
    return bool(re.search(rf"\b{word}\b", without_codes(part), re.IGNORECASE))


def _is_carried_out(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a command changes something, whatever it is."""
    showing = Showing.of(student, scene)
    showing.check_carried_out(step)
    shown = showing.shown(step)
    if same(shown, showing.after(step - 1), shown.lines):
        showing.lose(step, "nothing has changed")


def _works_plainly(student: Student, scene: Scene, step: int) -> None:
    """Looks whether the command is carried out in the same session, typed as in the handout."""
    try:
        _is_carried_out(student, _typed_plainly(scene), step)
    except VerdictReached:
        Showing.of(student, scene).spoil(step, "typed otherwise it is not carried out either")


def _is_known(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a command does something that only this command does."""
    showing = Showing.of(student, scene)
    part = showing.answer(step)
    showing.check_carried_out(step)
    word = scene.lines[step - 1].split()[0].lower()
    if word in {"undo", "load"}:
        _is_carried_out(student, scene, step)
    elif word in {"menu", "help"} and not all(_says(part, one) for one in _MENU):
        showing.lose(step, "the menu is not printed")
    elif word == "quit" and showing.play.part(step + 1) is not None:
        showing.lose(step, "the program did not end there", _ENDS)


def _is_known_plainly(student: Student, scene: Scene, step: int) -> None:
    """Looks whether the command is known in the same session, typed as in the handout."""
    try:
        _is_known(student, _typed_plainly(scene), step)
    except VerdictReached:
        Showing.of(student, scene).spoil(step, "typed otherwise it is not known either")


@cache
def _typed_plainly(scene: Scene) -> Scene:
    return replace(scene, session=replace(scene.session, lines=tuple(map(_plain, scene.lines))))


def _plain(line: str) -> str:
    match line.split():
        case [word, card, target]:
            return f"{word.lower()} {understood(card)} {target.upper()}"
        case words:
            return " ".join(words).lower()


_CARRIED_OUT = excused(_is_carried_out, _works_plainly)


def _refuses(student: Student, scene: Scene, step: int) -> None:
    """Looks at an error, and after a move at the table."""
    is_move = scene.lines[step - 1].split()[0].lower() == "move"
    (refuses if is_move else says_error)(student, scene, step)
