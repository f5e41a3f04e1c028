"""How the scripts of tests go over: what is sent together, and to which guest.

Where nothing is asked at collection, what begins a test goes over with the end of the test before
it, and tests that need one message each go over together.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from ..boundary.exchange import Exchange, all_of
from ..boundary.looks import Looks
from ..boundary.messages import Message, answers_of, tells
from ..boundary.telling import known_beforehand
from ..sandbox.guest import wire
from ..sandbox.value_table import ValueTable
from .recorded import Examined, Recorded, played_in

_MOST_REQUESTS = 256
_MOST_BYTES = 1 << 18


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
    guests: Sequence[Sequence[int]]
    """The numbers of the tests that go to the same guest, in their order there."""
    packs: Sequence[Sequence[Pack]]
    """What each of these guests is sent."""
    known: ValueTable
    """The values that guests know before they are asked."""
    criteria: Sequence[int]
    """The number of the criterion of each test."""


def plan_of(
    examined: Collection[Examined],
    guests: Sequence[Sequence[int]],
    modules: Collection[str],
    collected: Sequence[Exchange],
) -> Plan:
    """The plan for all tests that are played as scripts, when this was asked at collection.

    `guests` are the numbers of the tests that each guest is asked; `modules` are the supplied ones
    whose classes guests have from their parent.
    """
    every = [test for one in examined for test in one.tests]
    asked = [one for test in every for one in all_of(test.exchanges)]
    known = known_beforehand([*collected, *asked], modules)
    tests, criteria = played_in(examined)
    scripts = [test.script for test in tests]
    packs = [packs_of(scripts, known, numbers) for numbers in guests]
    return Plan(tests, guests, packs, known, criteria)


def packs_of(
    scripts: Sequence[Sequence[Message]], known: ValueTable, numbers: Sequence[int]
) -> tuple[Pack, ...]:
    """What is sent together of scripts, by their `numbers`, to a guest that knows these values."""
    packs: list[list[Part]] = []
    looks = Looks()
    answers: set[str] = set()
    requests = size = 0
    for test in numbers:
        for place, message in enumerate(scripts[test]):
            part = _part(test, place, message, known)
            count, length = len(part.requests), len(wire.pack(part.requests))
            is_told = any(tells(one, answers, looks) for one in message.exchanges)
            is_full = requests + count > _MOST_REQUESTS or size + length > _MOST_BYTES
            if not packs or not part.begins or is_told or is_full:
                packs.append([])
                answers, requests, size = set(), 0, 0
            packs[-1].append(part)
            requests, size = requests + count, size + length
            answers = answers.union(*(answers_of(one, looks) for one in message.exchanges))
    return tuple(packs)


def _part(test: int, place: int, message: Message, known: ValueTable) -> Part:
    begin: list[list[Any]] = [[]] if place == 0 else []
    requests = [*begin, *map(known.find_request, message.requests)]
    right = [known.find_answer(one.answer) for one in message.exchanges]
    return Part(test, message, place == 0, requests, right)
