"""Puts recorded tests to a submission as scripts: what they ask is known from the reference."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..boundary.exchange import Exchange, is_answer
from ..boundary.looks import Looks
from ..boundary.messages import (
    Message,
    answers_of,
    at_import,
    tells,
    unexpected,
)
from ..boundary.other_forms import holds_answer, raises_alike
from ..boundary.wording import said_in
from ..sandbox.account import Tally
from ..sandbox.answers import InvalidReply, TimedOut, Unreceived
from ..sandbox.guest import wire
from ..sandbox.student import Student
from ..sandbox.talk import Out, Reply
from .plan import Pack, Part, Plan

_MOST_KEPT = 4 << 20
"""So many bytes of replies are kept of one submission."""
_TOO_LARGE = InvalidReply("a value too large")


@dataclass(frozen=True)
class Played:
    """What came of a script."""

    is_equal: bool
    """All answers are the reference's."""
    wrong: Mapping[int, str]
    """The first other ones, in words, by their places in the script."""
    replies: Mapping[int, Reply] | None = None
    """All other ones, if all of the script was played and they are not too long to be kept."""
    marks: Mapping[int, bytes | str] = field(default_factory=dict)
    """What tells each of them from any other reply, by their places: in words if that was kept."""
    count: int = 0
    """So many of its questions are known to have been answered."""
    hung: Mapping[int, Reply] | None = None
    """The other ones of a test that was the first of its guest, the last of which took too long."""


def mark_of(reply: Reply, *, is_heard: bool) -> bytes:
    """What tells a reply from any other. What is printed does if somebody hears it."""
    if isinstance(reply, list) and is_answer([*reply[:5], []]):
        reply = [reply[0], *(reply[1:3] if is_heard else ()), *reply[3:5]]
    known = json.dumps(reply, ensure_ascii=False, default=str)
    return hashlib.blake2b(known.encode("utf-8", "surrogatepass")).digest()


PLAYED = Played(is_equal=True, wrong={})
_UNPLAYED = Played(is_equal=False, wrong={})


def played_together(plan: Plan, student: Student) -> Mapping[int, Played]:
    """What came of the scripts of tests that are not answered as by the reference, by number.

    Such a test ends as soon as it would hand over what should have been answered, and if it speaks
    of objects, where it can hardly be passed any more. Where the guest is lost, so is the test that
    was being played; those after it begin in another guest, but for those of the same criterion,
    which is lost then. Once a guest is lost to a test that had gone on, none goes on any more: what
    hangs there decides nothing, and does not count.
    """
    playing = _Playing(plan, student)
    waiting = deque(pack for packs in plan.packs for pack in packs)
    first = {id(pack) for packs in plan.packs[1:] for pack in packs[:1]}
    while waiting:
        if id(waiting[0]) in first:
            playing.begin_afresh()
        if left := playing.play(waiting.popleft()):
            waiting.appendleft(left)
    return playing.lost


class _Playing:
    """Scripts that are played to one submission, and what has come of them."""

    def __init__(self, plan: Plan, student: Student) -> None:
        self.lost: dict[int, Played] = {}
        self._plan = plan
        self._student = student
        self._missed = _Missed()
        self._room = _Room()
        self._goes_on = True
        self._hung: set[int] = set()
        """The criteria of the tests to which a guest was lost."""
        self._begun: set[int] = set()
        """The tests that this guest was asked."""

    def play(self, pack: Pack) -> Pack:
        """Sends a pack. What comes after the part to which a guest was lost is left."""
        parts = [one for one in pack if self._goes_on_with(one)]
        begun = self._student.tally
        came = _played(parts, self._plan, self._student, self._room)
        for part, others in zip(parts, came.answered, strict=False):
            self._take(part, others)
        self._begun |= {part.test for part in parts[: came.count]}
        if not came.is_lost:
            return []
        unheard = parts[len(came.answered) : came.count - 1]
        for part in unheard:
            if not part.begins:  # where it goes on from is lost with the guest
                self.lost[part.test] = replace(self.lost.get(part.test, _UNPLAYED), replies=None)
        self._lose(parts[came.count - 1], came.before_loss, begun)
        return [*(one for one in unheard if one.begins), *parts[came.count :]]

    def begin_afresh(self) -> None:
        """What comes now goes to another guest."""
        self._student.begin_afresh()
        self._begun.clear()

    def _goes_on_with(self, part: Part) -> bool:
        """Whether a part is played. A test of which one is not ends there."""
        before = self.lost.get(part.test)
        if before is not None and before.replies is None:
            return False
        if self._plan.criteria[part.test] in self._hung:
            self.lost.setdefault(part.test, _UNPLAYED)
            return False
        if before is not None and self._missed.are_told_by(part):
            self.lost[part.test] = replace(before, replies=None)
            return False
        return True

    def _take(self, part: Part, others: _Others) -> None:
        """Takes down the replies to a part that are not the reference's."""
        before = self.lost.get(part.test)
        if others == {}:
            if before is not None:
                count = part.message.first + len(part.message.exchanges)
                self.lost[part.test] = replace(before, count=count)
            return
        exchanges, first = part.message.exchanges, part.message.first
        missed = [
            (exchanges[place - first], reply)
            for place, reply in others.items()
            if not holds_answer(reply, exchanges[place - first])
        ]
        self._missed.add(part.test, [exchange for exchange, _ in missed])
        may_pass = self._plan.tests[part.test].is_plain or all(
            raises_alike(reply, exchange) for exchange, reply in missed
        )
        goes_on = self._goes_on and may_pass
        self.lost[part.test] = _after(before, others, part.message, goes_on=goes_on)

    def _lose(self, part: Part, others: _Others | None, begun: Tally) -> None:
        """Takes down that the guest was lost to a part that began at this tally.

        The last of the `others` says how; None if not all before it were heard.
        """
        before = self.lost.get(part.test, _UNPLAYED)
        self._hung.add(self._plan.criteria[part.test])
        if part.test in self.lost:
            self._goes_on = False
            self._student.uncount(begun)
        hung = None
        if others is not None and self._begun == {part.test}:
            hung = _if_hung({**(before.replies or {}), **others})
        self._begun.clear()
        self.lost[part.test] = replace(before, replies=None, count=part.message.first, hung=hung)


class _Missed:
    """The answers of the reference that a submission has not given, by the tests that go on."""

    def __init__(self) -> None:
        self._looks = Looks()
        self._answers: dict[int, set[str]] = {}

    def add(self, test: int, exchanges: Iterable[Exchange]) -> None:
        """The submission holds the answers to none of these."""
        answers = self._answers.setdefault(test, set())
        for exchange in exchanges:
            answers |= answers_of(exchange, self._looks)

    def are_told_by(self, part: Part) -> bool:
        """Whether a part would hand over what should have been answered before."""
        answers = self._answers.get(part.test, set())
        return any(tells(one, answers, self._looks) for one in part.message.exchanges)


class _Room:
    """What is left for replies to be kept in."""

    def __init__(self) -> None:
        self._left = _MOST_KEPT

    def kept(self, reply: Reply) -> Reply | str:
        """The reply if there is room for it, else what tells it from others."""
        self._left -= len(wire.pack(reply)) if isinstance(reply, list) else 0
        return reply if self._left >= 0 else said_in(reply)


_Others = Mapping[int, Reply | str]
"""Replies that are not the reference's answers, or what tells them from others, by their places."""


def _if_hung(others: _Others) -> Mapping[int, Reply] | None:
    """The replies, if all of them were kept and the last one is that it took too long."""
    kept = {place: one for place, one in others.items() if not isinstance(one, str)}
    is_hung = isinstance(others[max(others)], TimedOut)
    return kept if is_hung and len(kept) == len(others) else None


def _after(before: Played | None, others: _Others, message: Message, *, goes_on: bool) -> Played:
    """What has come of a test after another message of it."""
    said = {} if before else {place: _said(one) for place, one in others.items()}
    wrong = before.wrong if before else said
    marks: dict[int, bytes | str] = {**before.marks} if before else {}
    for place, one in others.items():
        is_heard = message.exchanges[place - message.first].is_heard
        marks[place] = one if isinstance(one, str) else mark_of(one, is_heard=is_heard)
    count = message.first + len(message.exchanges)
    after = Played(is_equal=False, wrong=wrong, marks=marks, count=count)
    if not goes_on:
        return after
    replies = {**before.replies} if before and before.replies else {}
    for place, one in others.items():
        if isinstance(one, str):
            return after
        replies[place] = one
    return replace(after, replies=replies)


def _said(reply: Reply | str) -> str:
    return reply if isinstance(reply, str) else said_in(reply)


def played(
    script: Sequence[Message], prelude: Sequence[Message], collected: range, student: Student
) -> Played:
    """Plays a script in a guest that begins a test by doing the `prelude`.

    Of that, the operations at the places that are `collected` must be answered as by the
    reference, too.
    """
    student.do([[]], unexpected)
    for message in prelude:
        wrong = _wrong(message, student, at_import)
        if wrong is None or any(one in wrong for one in collected):
            return _UNPLAYED
    for message in script:
        wrong = _wrong(message, student, unexpected)
        if wrong is None or wrong:
            return Played(is_equal=False, wrong=wrong or {})
    return PLAYED


def _wrong(message: Message, student: Student, out: Out) -> dict[int, str] | None:
    """Which answers are not those that are known, by their places; None if not all came."""
    wrong: dict[int, str] = {}

    def compare(place: int, reply: Reply) -> Reply:
        if not isinstance(reply, list) or reply[:5] != message.exchanges[place].answer:
            wrong[message.first + place] = said_in(reply)
        return []

    came = len(student.do(message.requests, out, compare))
    return wrong if came == len(message.requests) else None


@dataclass(frozen=True)
class _Came:
    """What has come of some parts that were played together."""

    answered: Sequence[_Others]
    """Which replies to each of the first parts are not the answers that are known."""
    count: int
    """So many were begun; unless all are answered, the guest is lost to the last of them."""
    is_lost: bool = False
    before_loss: _Others | None = None
    """The same of the part to which it is lost, with the loss; None if some were not heard."""


def _played(parts: Sequence[Part], plan: Plan, student: Student, room: _Room) -> _Came:
    """What comes of these parts, one after the other."""
    requests = [one for part in parts for one in part.requests]
    asked = [
        (number, place - part.begins)
        for number, part in enumerate(parts)
        for place in range(len(part.requests))
    ]
    others: list[dict[int, Reply | str]] = [{} for _ in parts]
    unheard: list[int] = []
    is_lost = False

    def compare(at: int, reply: Reply) -> Reply:
        nonlocal is_lost
        number, place = asked[at]
        part = parts[number]
        if isinstance(reply, Unreceived):
            unheard.append(number)
        elif not isinstance(reply, list):
            is_lost = True
            others[number][part.message.first + max(place, 0)] = reply
        elif place >= 0 and reply[:5] != part.right[place]:
            exchange = part.message.exchanges[place]
            is_small = plan.known.is_small(reply)
            whole: Reply = plan.known.written_out(reply) if is_small else _TOO_LARGE
            if isinstance(whole, list) and is_answer(whole) and not exchange.is_heard:
                whole = [whole[0], *exchange.answer[1:3], *whole[3:]]
            if not isinstance(whole, list) or whole[:5] != exchange.answer:
                others[number][part.message.first + place] = room.kept(whole)
        return []

    came = len(student.play(requests, unexpected, compare)) if requests else 0
    if not is_lost:
        return _Came(others, len(parts))
    last, place = asked[came - 1]
    first = min(unheard, default=last)
    is_heard = last not in unheard or place <= 0
    return _Came(
        others[:first], last + 1, is_lost=True, before_loss=others[last] if is_heard else None
    )
