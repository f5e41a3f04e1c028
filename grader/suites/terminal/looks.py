"""Ways to look at scenes.

A look compares only what its criterion is about, so that a mistake costs nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NoReturn

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from patience_grader.suite.sessions import Played, lose_session, played
from suites.terminal.reader import (
    HIDDEN,
    NO_STOCK,
    PILES,
    SLOTS,
    STOCK,
    CapturedOutput,
    error_in,
    is_card,
    is_error_as_asked,
    read_screen,
    says_won,
)
from suites.terminal.scenes import Act, Scene, Step

TOPS = tuple(SLOTS)
PLACES = (STOCK, *SLOTS, *PILES)

Look = Callable[[Student, Scene, int], None]


def _look(student: Student, scene: Scene | Act, step: int, look: Look) -> None:
    """Looks at a step of a scene, or of an act: in its medley, and alone if that goes wrong."""
    if isinstance(scene, Scene):
        look(student, scene, step)
        return
    try:
        look(student, scene.medley, scene.first + step)
    except VerdictReached:
        look(student, scene.alone, scene.before + step)


def right(step: Step) -> CapturedOutput:
    """The screen that is right, read."""
    return read_screen(step.drawn)


def sees(student: Student, scene: Scene | Act, step: int, places: str) -> None:
    """Looks at the screen after a line.

    Places are `Stock`, `A` to `D`, `1` to `7`; `#1` looks only at how many cards lie in a
    pile, `!1` only at the last of them and `~1` at all but not at their order; `=Stock`
    tells a stock without cards from one that is reset; `tops`, `piles` and `all` are what
    they say.
    Raises VerdictReached unless what is there is right.
    """
    _look(student, scene, step, partial(_sees, places=places))


def _sees(student: Student, scene: Scene, step: int, places: str) -> None:
    play = played(student, scene.session)
    part = play.part(step)
    if part is None:
        lose(scene, play, step, "the session ended before this point")
    refusal = error_in(part)
    shown = read_screen(part)
    if refusal and not scene.steps[step].refused:
        lose(scene, play, step, f"it was refused: {refusal[:80]}")
    for place in _each(places):
        if why := _differs(shown, right(scene.steps[step]), place):
            lose(scene, play, step, why)


def undone(student: Student, scene: Scene | Act, step: int, places: str, since: int = 1) -> None:
    """Looks like `sees` at the screen after an undo, and whether there was anything to undo.

    What is undone was done `since` lines before; if the screen was printed then, it must
    have shown something else. Raises VerdictReached otherwise.
    """
    _look(student, scene, step, partial(_undone, places=places, since=since))


def _undone(student: Student, scene: Scene, step: int, places: str, since: int) -> None:
    _sees(student, scene, step, places)
    play = played(student, scene.session)
    before, now = play.part(step - since) or "", play.part(step) or ""
    if refusal := error_in(before):
        lose(scene, play, step - since, f"it was refused: {refusal[:80]}")
    if _same(before, now, _each(places)):
        lose(scene, play, step, "it shows the same as before the undo")


def agree(student: Student, scene: Scene, before: int, after: int, places: str) -> None:
    """Looks whether the same is shown in these places after both lines.

    Raises VerdictReached otherwise, and when the screen was the same all the time between them.
    """
    play = played(student, scene.session)
    one, other = (play.part(step) for step in (before, after))
    if one is None or other is None:
        lose(scene, play, after, "the session ended before this point")
    if refusal := error_in(other):
        lose(scene, play, after, f"it was refused: {refusal[:80]}")
    for place in _each(places):
        if not _same(one, other, [place]):
            lose(scene, play, after, f"{place} is not what it was")
    between = [play.part(step) or "" for step in range(before + 1, after)]
    shown = [(text, place) for text in between for place in read_screen(text).lines]
    if all(_same(text, other, [place]) for text, place in shown if not error_in(text)):
        lose(scene, play, after - 1, "nothing had changed on the screen")


def _same(one: str, other: str, places: Iterable[str]) -> bool:
    """Whether both screens show these places, and the same there."""
    names = [place.lstrip("#!~=") for place in places]
    cards = [(read_screen(one).cards(name), read_screen(other).cards(name)) for name in names]
    return all(was is not None and was == now for was, now in cards)


def says_error(student: Student, scene: Scene | Act, step: int) -> None:
    """Raises VerdictReached unless a line that begins with `Error:` answers the line."""
    _look(student, scene, step, _says_error)


def _says_error(student: Student, scene: Scene, step: int) -> None:
    play = played(student, scene.session)
    part = play.part(step)
    if part is None:
        lose(scene, play, step, "the session ended before this point")
    if not is_error_as_asked(part):
        why = "no line begins with Error:" if error_in(part) else "it was not refused"
        lose(scene, play, step, why)


def either(*looks: Callable[[], None]) -> None:
    """Raises VerdictReached, from the first of several looks, unless one of them is right."""
    first: VerdictReached | None = None
    for look in looks:
        try:
            look()
        except VerdictReached as lost:
            first = first or lost
        else:
            return
    assert first is not None
    raise first


def refuses(student: Student, scene: Scene | Act, step: int) -> None:
    """Looks whether the line was refused, and the table stayed as it was.

    The table is looked at when it is printed again, and after the next line if that is
    carried out. Raises VerdictReached otherwise.
    """
    _look(student, scene, step, _refuses)


def _refuses(student: Student, scene: Scene, step: int) -> None:
    _says_error(student, scene, step)
    play = played(student, scene.session)
    for later in (step, step + 1):
        text = play.part(later) if later < len(scene.steps) else None
        if text is None or (later > step and error_in(text)):
            continue
        shown = read_screen(text)
        for place in _each("tops piles") if shown.lines else ():
            if why := _differs(shown, right(scene.steps[later]), place):
                lose(scene, play, later, f"a refused command changed something: {why}")


def lose(  # noqa: PLR0913, PLR0917 what was seen, and where
    scene: Scene, play: Played, step: int, why: str, expected: str = "", got: str = ""
) -> NoReturn:
    """Raises VerdictReached with what was seen after a line."""
    seen = play.part(step)
    if seen is None:
        got = "(the session ended before)"
    lose_session(
        scene.session,
        play,
        reason=why,
        upto=step,
        expected=expected or scene.draw(step),
        got=got or (seen or "").strip("\n") or "(nothing)",
        given=scene.steps[step - 1].drawn if step else "",
    )


def wins(student: Student, scene: Scene, step: int) -> None:
    """Raises VerdictReached unless the game is called won when it is, and not before."""
    play = played(student, scene.session)
    for number in range(step + 1):
        part = play.part(number)
        won = scene.steps[number].won
        if part is None:
            lose(scene, play, number, "the session ended before this point")
        if says_won(part) != won:
            why = "no line begins with You won" if won else "it says You won too early"
            lose(scene, play, number, why)


def _each(places: str) -> Iterable[str]:
    named = {"tops": TOPS, "piles": tuple(PILES), "all": PLACES}
    named |= {f"{mark}piles": tuple(f"{mark}{pile}" for pile in PILES) for mark in "#!"}
    return [place for word in places.split() for place in named.get(word, (word,))]


def _differs(shown: CapturedOutput, wanted: CapturedOutput, place: str) -> str:
    """How a place of the screen differs, in words; empty when it does not."""
    name = place.lstrip("#!~=")
    label = f"foundation {name}" if name in SLOTS else f"the line {name}:"
    got, expected = shown.cards(name), wanted.cards(name)
    assert expected is not None
    if got is None:
        return f"{label} is not there"
    if place.startswith("#"):
        if len(got) == len(expected):
            return ""
        return f"{label} has {_many(len(got))}, not {_many(len(expected))}"
    if place.startswith("!"):
        got, expected = got[-1:], expected[-1:]
    if not place.startswith("=") and name == STOCK:
        got, expected = (_any_empty(one) for one in (got, expected))
    if name in PILES and not expected and len(got) == 1 and not is_card(got[0]):
        return ""
    if got == expected or (place.startswith("~") and sorted(got) == sorted(expected)):
        return ""
    return f"{label} shows {_list(got)}, not {_list(expected)}"


def _any_empty(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(HIDDEN if card == NO_STOCK else card for card in cards)


def _many(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _list(cards: Sequence[str]) -> str:
    return " ".join(cards) or "nothing"
