"""What a program shows in a session, read against what is right there.

A program is compared with its own screen before a line as far as that goes: so what an earlier
line has done wrong is not the fault of a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
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
    read_screen,
    understood,
)
from suites.terminal.scenes import Scene, Step

TOPS = tuple(SLOTS)
PLACES = (STOCK, *SLOTS, *PILES)


_Reading = Callable[[CapturedOutput, CapturedOutput, str], tuple[str, ...]]
"""The words of a pile of a screen, read beside the right screen."""
_NOT_JUDGED = "this cannot be judged: "


class SpoiltError(VerdictReached):
    """What a line does cannot be judged, since something before it went wrong already."""


def right(step: Step) -> CapturedOutput:
    """The screen that is right, read."""
    return read_screen(step.drawn)


@dataclass(frozen=True)
class Showing:
    """What a program shows in a scene."""

    scene: Scene
    play: Played

    @classmethod
    def of(cls, student: Student, scene: Scene) -> Showing:
        """What this submission shows in it."""
        return cls(scene, played(student, scene.session))

    def answer(self, step: int) -> str:
        """What answers a line. Raises SpoiltError when the session ended before it."""
        part = self.play.part(step)
        if part is None:
            self.spoil(step, "the session ended before this point")
        return part

    def broke_off_at(self, step: int) -> bool:
        """Whether the program ended with an exception, or ran into a limit, at this line."""
        return self.play.broke_off_at(step)

    def shown(self, step: int) -> CapturedOutput:
        """The screen that answers a line; where there is none, what the next one shows of it.

        Raises SpoiltError when the session ended before.
        """
        screen = self._read(step, self.answer(step))
        return screen if screen.lines or error_in(self.answer(step)) else self._seen_later(step)

    def _seen_later(self, step: int) -> CapturedOutput:
        """What the next screen shows in the places that are to stay as they are until then."""
        steps, parts = self.scene.steps, self.play.parts
        after = range(step + 1, min(len(steps), len(parts)))
        later = next((one for one in after if read_screen(parts[one]).is_whole), None)
        if later is None:
            return CapturedOutput({})
        lines = self._read(later, parts[later]).lines
        until = [right(one) for one in steps[step : later + 1]]
        places = [one for one in PLACES if len({screen.cards(one) for screen in until}) == 1]
        return CapturedOutput({place: lines[place] for place in places})

    def _read(self, step: int, part: str) -> CapturedOutput:
        """The screen in what answers a line.

        By a program that shows all cards, or another number of those that lie face down, it is
        read with those hidden that should be.
        """
        screen, read = read_screen(part), self._as_hidden
        if read is None or not screen.lines:
            return screen
        wanted = right(self.scene.steps[step])
        piles = {pile: read(screen, wanted, pile) for pile in PILES if pile in screen.lines}
        return replace(screen, lines={**screen.lines, **piles})

    @cached_property
    def _as_hidden(self) -> _Reading | None:
        """How piles are read of a program that shows all cards, or miscounts the hidden ones."""
        first, begun = read_screen(self.play.parts[0]), right(self.scene.steps[0])
        if _hides_nothing(first, begun):
            return _hidden
        return _put_in if _miscounts(first, begun) else None

    def after(self, step: int) -> CapturedOutput:
        """The screen after a line as it was printed last, place by place.

        What a line should change that shows no screen is not known from those before it.
        """
        lines: dict[str, tuple[str, ...]] = {}
        unknown: set[str] = set()
        for earlier in range(min(step, len(self.play.parts) - 1), -1, -1):
            screen = self.shown(earlier)
            lines = {**_without(screen.lines, unknown), **lines}
            if len(lines) == len(PLACES):
                break
            part = self.play.parts[earlier]
            if earlier and not error_in(part) and not read_screen(part).lines:
                before, now = (right(self.scene.steps[one]) for one in (earlier - 1, earlier))
                unknown |= {one for one in PLACES if before.cards(one) != now.cards(one)}
        return CapturedOutput(lines)

    def check_before(self, step: int, places: str) -> None:
        """Raises SpoiltError unless the screen before a line is right in these places."""
        self.answer(step)
        shown = self.after(step - 1)
        for place in each(places):
            if why := differs(shown, right(self.scene.steps[step - 1]), place):
                self.spoil(step - 1, why)

    def check_done(self, step: int) -> None:
        """Raises SpoiltError when a line before this one was refused that should not be."""
        self.answer(step)
        for earlier in range(step):
            if error_in(self.answer(earlier)) and not self.scene.steps[earlier].refused:
                self.spoil(earlier, "it was refused")

    def check_course(self, step: int, places: Sequence[str] = PLACES) -> None:
        """Raises SpoiltError unless all that was shown there before a line is right."""
        self.check_done(step)
        for earlier in range(step):
            shown, wanted = self.shown(earlier), right(self.scene.steps[earlier])
            for place in shown.lines:
                if place in places and (why := differs(shown, wanted, place)):
                    self.spoil(earlier, why)

    def check_card(self, step: int) -> None:
        """Raises SpoiltError unless the card of a move, and its target, are as they should be."""
        self.answer(step)
        shown, wanted = self.after(step - 1), right(self.scene.steps[step - 1])
        _, card, target, *_ = [*self.scene.lines[step - 1].split(), "", ""]
        card, target = understood(card), target.upper()
        for place in PLACES:
            has = card in (shown.cards(place) or ())
            if has != (card in (wanted.cards(place) or ())):
                self.spoil(step - 1, f"{card} is not where it should be")
            if place == target and (why := differs(shown, wanted, place)):
                self.spoil(step - 1, why)

    def has_card(self, step: int) -> bool:
        """Whether the card of a move is where it should be."""
        try:
            self.check_card(step)
        except SpoiltError:
            return False
        return True

    def lose(self, step: int, why: str, expected: str = "", got: str = "") -> NoReturn:
        """Raises VerdictReached with what was seen after a line."""
        seen = self.play.part(step)
        lose_session(
            self.scene.session,
            self.play,
            reason=why,
            upto=step,
            expected=expected or self.scene.draw(step),
            got=got
            or ("(the session ended before)" if seen is None else seen.strip("\n"))
            or "(nothing)",
            given=self.before(step) if step else "",
        )

    def spoil(self, step: int, why: str) -> NoReturn:
        """Raises SpoiltError with what was seen after a line."""
        try:
            self.lose(step, why)
        except VerdictReached as lost:
            reason = f"this cannot be judged: {lost.verdict.reason.removeprefix(_NOT_JUDGED)}"
            raise SpoiltError(replace(lost.verdict, reason=reason)) from None

    def before(self, step: int) -> str:
        """What the program printed as its last screen before a line; else what it should be."""
        printed = (part for part in reversed(self.play.parts[:step]) if read_screen(part).lines)
        return next(printed, self.scene.steps[step - 1].drawn).strip("\n")

    def check_carried_out(self, step: int) -> None:
        """Raises VerdictReached when a line that should be carried out was refused."""
        part = self.answer(step)
        if refusal := error_in(part):
            self.lose(step, f"it was refused: {refusal[:80]}")

    def check_after(self, step: int, places: str) -> None:
        """Raises VerdictReached unless the screen printed after a line is right in these places."""
        shown = self.shown(step)
        for place in each(places):
            if why := differs(shown, right(self.scene.steps[step]), place):
                self.check_printed(step)
                self.lose(step, why)

    def check_printed(self, step: int) -> None:
        """Raises SpoiltError when a line that was carried out was answered without a screen."""
        part = self.answer(step)
        if not read_screen(part).lines and not error_in(part):
            self.spoil(step, "no screen was printed after it")

    def check_kept(self, step: int, later: int, but: str = "") -> str:
        """How a place that a line should leave alone has changed; empty when none has.

        Looked at are the places that the lines from `step` to `later` leave alone, as far as the
        screen is printed after `later`.
        """
        was, shown = self.after(step - 1), self.shown(later)
        before = right(self.scene.steps[step - 1])
        wanted = [right(self.scene.steps[one]) for one in range(step, later + 1)]
        for place in set(PLACES) - set(each(but)):
            moves = any(one.cards(place) != before.cards(place) for one in wanted)
            if moves or place not in shown.lines or place not in was.lines:
                continue
            if shown.cards(place) not in {was.cards(place), wanted[-1].cards(place)}:
                return f"{named(place)} has changed"
        return ""


def same(one: CapturedOutput, other: CapturedOutput, places: Iterable[str]) -> bool:
    """Whether both screens show these places, and the same there."""
    names = list(map(_name, places))
    cards = [(one.cards(name), other.cards(name)) for name in names]
    return all(was is not None and was == now for was, now in cards)


def each(places: str) -> Sequence[str]:
    """The places of a list in which `tops`, `piles` and `all` are what they say."""
    given = {"tops": TOPS, "piles": tuple(PILES), "all": PLACES}
    given |= {f"{mark}piles": tuple(f"{mark}{pile}" for pile in PILES) for mark in "#!"}
    return [place for word in places.split() for place in given.get(word, (word,))]


def named(place: str) -> str:
    """A place in words."""
    return f"foundation {place}" if place in SLOTS else f"the line {place}:"


def differs(shown: CapturedOutput, wanted: CapturedOutput, place: str) -> str:
    """How a place of the screen differs, in words; empty when it does not.

    Places are `Stock`, `A` to `D`, `1` to `7`; `#1` looks only at how many cards lie in a pile,
    `!1` only at the last of them, `^1` at the last ones, as many as should lie face up, and `~1`
    at all but not at their order; `=Stock` tells a stock without cards from one that is reset.
    """
    name = _name(place)
    label = named(name)
    got, expected = shown.cards(name), wanted.cards(name)
    assert expected is not None
    if got is None:
        return f"{label} is not there"
    if name in PILES and not expected and len(got) == 1 and not is_card(got[0]):
        return ""
    if not place.startswith("=") and name == STOCK:
        got, expected = (_any_empty(one) for one in (got, expected))
    if place.startswith("#"):
        if len(got) == len(expected):
            return ""
        return f"{label} has {_many(len(got))}, not {_many(len(expected))}"
    if place.startswith(("!", "^")):
        last = 1 if place.startswith("!") else len(_face_up(expected))
        got, expected = got[len(got) - last :], expected[len(expected) - last :]
    if got == expected or (place.startswith("~") and sorted(got) == sorted(expected)):
        return ""
    return f"{label} shows {_list(got)}, not {_list(expected)}"


def _name(place: str) -> str:
    return place.lstrip("#!~=^")


def _without(lines: Mapping[str, tuple[str, ...]], places: set[str]) -> dict[str, tuple[str, ...]]:
    return {place: words for place, words in lines.items() if place not in places}


def _hides_nothing(shown: CapturedOutput, wanted: CapturedOutput) -> bool:
    """Whether all cards of a screen are shown, as many as there should be, and some be hidden."""
    piles = [shown.cards(pile) or () for pile in PILES]
    counts = [len(wanted.cards(pile) or ()) for pile in PILES]
    return list(map(len, piles)) == counts and all(map(is_card, chain(*piles)))


def _miscounts(shown: CapturedOutput, wanted: CapturedOutput) -> bool:
    """Whether a screen has the cards that are to be shown, and fewer or more of the others."""
    read, piles = ([screen.cards(pile) for pile in PILES] for screen in (shown, wanted))
    if None in read or [_face_up(pile) for pile in read] != [_face_up(pile) for pile in piles]:
        return False
    return [len(pile or ()) for pile in read] != [len(pile or ()) for pile in piles]


def _face_up(pile: tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(filter(is_card, pile or ()))


def _put_in(shown: CapturedOutput, wanted: CapturedOutput, pile: str) -> tuple[str, ...]:
    """The words of a pile with as many `[]` before its cards as should be hidden."""
    return (*[HIDDEN] * (wanted.cards(pile) or ()).count(HIDDEN), *_face_up(shown.cards(pile)))


def _hidden(shown: CapturedOutput, wanted: CapturedOutput, pile: str) -> tuple[str, ...]:
    """The words of a pile with `[]` in place of those that should be hidden."""
    count = (wanted.cards(pile) or ()).count(HIDDEN)
    words = shown.lines[pile]
    return (*[HIDDEN] * min(count, len(words)), *words[count:])


def _any_empty(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(HIDDEN if card == NO_STOCK else card for card in cards) or (HIDDEN,)


def _many(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _list(cards: Sequence[str]) -> str:
    return " ".join(cards) or "nothing"
