"""Puts recorded tests to a submission as scripts: what they ask is known from the reference.

Where nothing is asked at collection, what begins a test goes over with the end of the test before
it, and tests that need one message each go over together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..boundary.exchange import all_of
from ..boundary.messages import (
    Message,
    answered_with,
    given_in,
    tells,
    texts_of,
    unexpected,
)
from ..boundary.telling import telling
from ..boundary.wording import said_in
from ..sandbox.guest import wire
from ..sandbox.student import Student
from ..sandbox.talk import Reply
from ..sandbox.value_table import ValueTable
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
    requests: Sequence[list[Any]]
    """As they are sent to a guest that knows values."""
    right: Sequence[list[Any]]
    """The answers of the reference, as such a guest may write them."""


Pack = Sequence[Part]
"""What is sent together: at most the end of one test, and then what begins others."""


@dataclass(frozen=True)
class Plan:
    """How the scripts of tests go over, whoever is asked."""

    tests: Sequence[Recorded]
    packs: Sequence[Pack]
    known: ValueTable
    """The values that guests know before they are asked."""


def plan_of(examined: Iterable[Examined], modules: Collection[str]) -> Plan:
    """The plan for all tests that can be played as scripts.

    `modules` are the supplied ones whose classes guests have from their parent.
    """
    every = [test for one in examined for test in one.tests]
    tests = [test for test in every if test.is_scriptable]
    known = ValueTable(modules)
    asked = [one for test in every for one in all_of(test.exchanges)]
    told = telling(asked, modules)
    for place, one in enumerate(asked):
        if one.begins_example and place not in told:
            for value in given_in(one):
                known.add(value)
    return Plan(tests, packs_of([test.script for test in tests], known), known)


def packs_of(scripts: Sequence[Sequence[Message]], known: ValueTable) -> tuple[Pack, ...]:
    """What is sent together of the scripts of tests to guests that know these values."""
    packs: list[list[Part]] = []
    answers: set[str] = set()
    requests = size = 0
    for test, script in enumerate(scripts):
        for place, message in enumerate(script):
            part = _part(test, place, message, known)
            count, length = len(part.requests), len(wire.pack(part.requests))
            is_told = any(tells(one, answers) for one in message.exchanges)
            is_full = requests + count > _MOST_REQUESTS or size + length > _MOST_BYTES
            if not packs or not part.begins or is_told or is_full:
                packs.append([])
                answers, requests, size = set(), 0, 0
            packs[-1].append(part)
            requests, size = requests + count, size + length
            answers = answers.union(*(texts_of(answered_with(one)) for one in message.exchanges))
    return tuple(packs)


def _part(test: int, place: int, message: Message, known: ValueTable) -> Part:
    begin: list[list[Any]] = [[]] if place == 0 else []
    requests = [*begin, *map(known.find_request, message.requests)]
    right = [known.find_answer(one.answer) for one in message.exchanges]
    return Part(test, message, place == 0, requests, right)


def played_together(plan: Plan, student: Student) -> Mapping[int, Played]:
    """What came of the scripts of tests that are not answered as by the reference, by number.

    Such a test ends there. Where the guest is lost, so is the test that was being played; those
    after it begin in another guest.
    """
    lost: dict[int, Played] = {}
    waiting = deque(plan.packs)
    while waiting:
        parts = [one for one in waiting.popleft() if one.test not in lost]
        came = _played(parts, plan.known, student)
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
    wrong: dict[int, str] = {}

    def compare(place: int, reply: Reply) -> Reply:
        if not isinstance(reply, list) or reply[:5] != message.exchanges[place].answer:
            wrong[message.first + place] = said_in(reply)
        return []

    came = len(student.do(message.requests, unexpected, compare))
    return wrong if came == len(message.requests) else None


def _played(
    parts: Sequence[Part], known: ValueTable, student: Student
) -> list[dict[int, str] | None]:
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
        part = parts[number]
        if place >= 0 and not (isinstance(reply, list) and reply[:5] == part.right[place]):
            reply = known.written_out(reply)
            if not isinstance(reply, list) or reply[:5] != part.message.exchanges[place].answer:
                wrong[number][part.message.first + place] = said_in(reply)
        return []

    came = len(student.play(requests, unexpected, compare)) if requests else 0
    if came == len(requests):
        return [*wrong]
    number, _ = asked[came - 1]
    return [*wrong[:number], None]
