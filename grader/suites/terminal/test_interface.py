"""Exercise 2: screen, menu and commands."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache

from patience_grader.marks.verdict import State, Verdict, VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal import evidence
from suites.terminal.bank.interface import END, INTERFACE, QUIT
from suites.terminal.bank.single import SINGLE
from suites.terminal.bank.start import PLAIN
from suites.terminal.looks import (
    Look,
    every,
    examine,
    excused,
    goes_on,
    lines_before,
    refuses,
    says_error,
    shows,
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

_MOST_SOURCE = 200_000
"""A longer file is not looked into: as a syntax tree it would take hundreds of megabytes."""
_MENU = ("move", "deal")
"""What a menu must name."""
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


def test_piles(student: Student) -> None:
    """Seven piles, the last card on the right."""
    _at_start(student, shows("#piles !piles"))


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
    _at_start(student, _hides)


def test_empty_pile(student: Student) -> None:
    """An empty pile."""
    every(student, MOVED, _shows_empty_piles)


def test_stock(student: Student) -> None:
    """The stock at the start."""
    _at_start(student, _exactly([STOCK]))


def test_free_slots(student: Student) -> None:
    """Free foundations."""
    _at_start(student, _exactly(list(SLOTS)))


def test_top_cards(student: Student) -> None:
    """Top cards at their letters."""
    every(student, MOVED, _shows_tops)


def test_again(student: Student) -> None:
    """The screen after each command."""
    every(student, MOVED, _shows_again)
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


def test_blanks(student: Student) -> None:
    """Blanks do not matter."""
    examine(student, INTERFACE["blanks"], _CARRIED_OUT)


def test_unknown(student: Student) -> None:
    """No command."""
    examine(student, INTERFACE["unknown"], says_error)
    evidence.acts(student)


def test_words(student: Student) -> None:
    """Too few words, or too many."""
    examine(student, INTERFACE["words"], _refuses)
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
    for scene in QUIT:
        showing = Showing.of(student, scene)
        last = [line.lower() for line in scene.lines].index("quit") + 1
        if showing.play.part(last) is None:
            showing.spoil(last, "the session ended before this point")
        if showing.play.part(last + 1) is not None and last < len(scene.lines):
            showing.lose(last, "the program did not end there", _ENDS)
        _ends_well(showing, last)


def test_end(student: Student) -> None:
    """The end of the input."""
    evidence.starts(student)
    for scene in END:
        showing = Showing.of(student, scene)
        if showing.play.part(len(scene.lines)) is None:
            showing.lose(len(scene.lines), "the session ended before this point", _ENDS)
        _ends_well(showing, len(scene.lines))


_ENDS = "(the program ends with exit code 0)"


def _ends_well(showing: Showing, last: int) -> None:
    code = showing.play.exit_code
    if code != 0:
        why = showing.play.broke_off or f"it ended with exit code {code}"
        showing.lose(last, why, _ENDS, f"({why})")


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


def _at_start(student: Student, look: Look) -> None:
    """Looks at the screens of several starts."""
    for scene in PLAIN:
        look(student, scene, 0)


def _spelled(student: Student, is_right: Callable[[str, str], bool]) -> None:
    """Looks at how cards are written: the last ones of piles, in the stock, on foundations."""
    for scene in PLAIN:
        showing = Showing.of(student, scene)
        shown, wanted = read_screen(showing.answer(0)), right(scene.steps[0])
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


def _hides(student: Student, scene: Scene, step: int) -> None:
    showing = Showing.of(student, scene)
    shown = read_screen(showing.answer(step))
    for pile in PILES:
        words = shown.lines.get(pile, ())
        if not words:
            showing.lose(step, f"the line {pile}: shows no card")
        if words.count(HIDDEN) < len(words) - 1:
            why = f"the line {pile}: does not show {HIDDEN} for a face-down card"
            showing.lose(step, why)
        if words.count(HIDDEN) == len(words):
            showing.lose(step, f"the line {pile}: hides its last card")


def _exactly(places: list[str]) -> Look:
    def look(student: Student, scene: Scene, step: int) -> None:
        showing = Showing.of(student, scene)
        shown, wanted = read_screen(showing.answer(step)), right(scene.steps[step])
        for place in places:
            if shown.lines.get(place) != wanted.lines[place]:
                showing.lose(step, f"{place} is not shown as {wanted.lines[place][0]}")

    return look


def _shows_empty_piles(student: Student, scene: Scene, last: int) -> None:
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
            judged = True
            if read_screen(part).lines.get(pile):
                showing.lose(step, f"the line {pile}: shows something for an empty pile")
    if not judged:
        showing.spoil(last, "no pile has become empty")


def _shows_tops(student: Student, scene: Scene, last: int) -> None:
    """Looks at the foundations after each line that moved a card to one."""
    showing = Showing.of(student, scene)
    judged = False
    for step in lines_before(scene, last + 1):
        before, wanted = (right(scene.steps[one]) for one in (step - 1, step))
        changed = [slot for slot in SLOTS if before.cards(slot) != wanted.cards(slot)]
        part = showing.play.part(step)
        if not changed or part is None or error_in(part):
            continue
        if scene.lines[step - 1].split()[2].upper() not in SLOTS:
            continue
        was, shown = showing.after(step - 1), read_screen(part)
        if not showing.has_card(step) or any(
            was.cards(slot) != before.cards(slot) for slot in SLOTS
        ):
            continue
        judged = True
        tops = [(shown.cards(slot) or (HIDDEN,))[0] for slot in SLOTS]
        wrong = sorted(filter(is_card, tops)) != sorted(
            card for slot in SLOTS for card in wanted.cards(slot) or () if is_card(card)
        )
        if wrong or any(shown.cards(slot) != wanted.cards(slot) for slot in SLOTS):
            showing.lose(step, "the foundations do not show their top cards")
    if not judged:
        showing.spoil(last, "no card lies on a foundation")


def _shows_again(student: Student, scene: Scene, last: int) -> None:
    """Looks whether all of the screen is printed after each line that is carried out."""
    showing = Showing.of(student, scene)
    for step in lines_before(scene, last + 1):
        part = showing.answer(step)
        missing = [place for place in PLACES if place not in read_screen(part).lines]
        if missing and not error_in(part):
            showing.lose(step, f"the screen is not there: {missing[0]} is missing")


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
    return bool(re.search(rf"\b{word}\b", part, re.IGNORECASE))


def _is_carried_out(student: Student, scene: Scene, step: int) -> None:
    """Looks whether a command changes something, whatever it is."""
    showing = Showing.of(student, scene)
    showing.check_carried_out(step)
    shown = read_screen(showing.answer(step))
    if same(shown, showing.after(step - 1), shown.lines):
        showing.lose(step, "nothing has changed")


def _works_plainly(student: Student, scene: Scene, step: int) -> None:
    """Looks whether the command is carried out in the same session, typed as in the handout."""
    try:
        _is_carried_out(student, _typed_plainly(scene), step)
    except VerdictReached:
        Showing.of(student, scene).spoil(step, "typed otherwise it is not carried out either")


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
