"""Puts recorded tests to a submission as scripts: what they ask is known from the reference.

Where nothing is asked at collection, what begins a test goes over with the end of the test before
it, and tests that need one message each go over together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..boundary.messages import Message, answered_with, tells, unexpected
from ..boundary.wording import said_in
from ..sandbox.guest import wire
from ..sandbox.student import Student
from ..sandbox.talk import Reply
from .recorded import Examined, Recorded

_MOST_REQUESTS = 256
_MOST_BYTES = 1 << 18


@dataclass(frozen=True)
class Played:
    """What came of a script."""

    is_equal: bool
    """All answers are the reference's."""
    wrong: Mapping[int, str]
    """The other ones up to where it ended, in words, by their places in the script."""


PLAYED = Played(is_equal=True, wrong={})
_UNPLAYED = Played(is_equal=False, wrong={})


@dataclass(frozen=True)
class Part:
    """A message of a test."""

    test: int
    """The number of the test."""
    message: Message
    begins: bool
    """Whether it is the first of its test."""

    @cached_property
    def requests(self) -> list[list[Any]]:
        """As they are sent."""
        return [*([[]] if self.begins else []), *self.message.requests]


Pack = Sequence[Part]
"""What is sent together: at most the end of one test, and then what begins others."""


@dataclass(frozen=True)
class Plan:
    """How the scripts of tests go over, whoever is asked."""

    tests: Sequence[Recorded]
    packs: Sequence[Pack]


def plan_of(examined: Iterable[Examined]) -> Plan:
    """The plan for all tests that can be played as scripts."""
    tests = [test for one in examined for test in one.tests if test.is_scriptable]
    return Plan(tests, packs_of([test.script for test in tests]))


def packs_of(scripts: Sequence[Sequence[Message]]) -> tuple[Pack, ...]:
    """What is sent together of the scripts of tests."""
    packs: list[list[Part]] = []
    answers: set[str] = set()
    requests = size = 0
    for test, script in enumerate(scripts):
        for place, message in enumerate(script):
            part = Part(test, message, begins=place == 0)
            count, length = len(part.requests), len(wire.pack(part.requests))
            is_told = any(tells(one, answers) for one in message.exchanges)
            is_full = requests + count > _MOST_REQUESTS or size + length > _MOST_BYTES
            if not packs or not part.begins or is_told or is_full:
                packs.append([])
                answers, requests, size = set(), 0, 0
            packs[-1].append(part)
            requests, size = requests + count, size + length
            answers = answers.union(*map(answered_with, message.exchanges))
    return tuple(packs)


def played_together(packs: Sequence[Pack], student: Student) -> Mapping[int, Played]:
    """What came of the scripts of tests that are not answered as by the reference, by number.

    Such a test ends there. Where the guest is lost, so is the test that was being played; those
    after it begin in another guest.
    """
    lost: dict[int, Played] = {}
    waiting = deque(packs)
    while waiting:
        parts = [one for one in waiting.popleft() if one.test not in lost]
        came = _played(parts, student)
        for part, wrong in zip(parts, came, strict=False):
            if wrong is None or wrong:
                lost[part.test] = Played(is_equal=False, wrong=wrong or {})
        if left := parts[len(came) :]:
            waiting.appendleft(left)
    return lost


def played(
    script: Sequence[Message], prelude: Sequence[Message], collected: range, student: Student
) -> Played:
    """Plays a script in a guest that begins a test by doing the `prelude`.

    Of that, the operations that are `collected` must be answered as by the reference, too.
    """
    student.do([[]], unexpected)
    for message in prelude:
        wrong = _wrong(message, student)
        if wrong is None or any(one in wrong for one in collected):
            return _UNPLAYED
    for message in script:
        wrong = _wrong(message, student)
        if wrong is None or wrong:
            return Played(is_equal=False, wrong=wrong or {})
    return PLAYED


def _wrong(message: Message, student: Student) -> dict[int, str] | None:
    """Which answers are not those that are known, by their places; None if not all came."""
    (wrong,) = _played([Part(0, message, begins=False)], student)
    return wrong


def _played(parts: Sequence[Part], student: Student) -> list[dict[int, str] | None]:
    """Which answers to each part are not those that are known, by their places in the script.

    None for the part in which the guest was lost, with which it ends.
    """
    requests = [one for part in parts for one in part.requests]
    asked = [
        (number, place - part.begins)
        for number, part in enumerate(parts)
        for place in range(len(part.requests))
    ]
    wrong: list[dict[int, str]] = [{} for _ in parts]

    def compare(at: int, reply: Reply) -> Reply:
        number, place = asked[at]
        message = parts[number].message
        if place >= 0:
            known = message.exchanges[place].answer
            if not isinstance(reply, list) or reply[:5] != known:
                wrong[number][message.first + place] = said_in(reply)
        return []

    came = len(student.do(requests, unexpected, compare)) if requests else 0
    if came == len(requests):
        return [*wrong]
    number, _ = asked[came - 1]
    return [*wrong[:number], None]
