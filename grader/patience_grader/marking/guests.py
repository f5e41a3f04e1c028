"""Which tests go to the same guest as scripts, and in which order.

A submission can keep what it is handed: who has been asked to decode a text has an answer for the
test that encodes. So a test whose answers another one hands over goes before that one, or to
another guest.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ..boundary.exchange import Exchange
from ..boundary.looks import Looks
from ..boundary.messages import Message, given_in, seen_in, sought_in

_OFTEN = 8
"""What more tests than these hand over, and than one in so many of all, tells nothing."""
_NAMES = ("h", "s", "g", "k", "m", "u")
"""Nodes that hold the name of a class or function, and no value."""


def guests_of(scripts: Sequence[Sequence[Message]]) -> list[list[int]]:
    """The numbers of the tests that each guest is asked, in their order."""
    told_by = _told_by(scripts)
    left = list(range(len(scripts)))
    found = []
    while left:
        asked, left = _for_one(left, told_by)
        found.append(asked)
    return found


def _for_one(tests: Sequence[int], told_by: Mapping[int, set[int]]) -> tuple[list[int], list[int]]:
    """The tests for one guest, and those that are left: who tells nobody's answer goes first."""
    telling = {one: told_by[one].intersection(tests) for one in tests}
    tellers: dict[int, list[int]] = defaultdict(list)
    for one, told in telling.items():
        for other in told:
            tellers[other].append(one)
    asked: list[int] = []
    left: set[int] = set()
    free = [one for one in tests if not telling[one]]
    waiting = dict.fromkeys(tests)
    while waiting:
        one = heapq.heappop(free) if free else next(iter(waiting))
        if one not in waiting:
            continue
        gone = [one, *sorted(telling[one] & waiting.keys())]
        asked.append(one)
        left.update(gone[1:])
        for each in gone:
            waiting.pop(each)
            for teller in tellers[each]:
                telling[teller].discard(each)
                if not telling[teller]:
                    heapq.heappush(free, teller)
    return asked, sorted(left)


def _told_by(scripts: Sequence[Sequence[Message]]) -> dict[int, set[int]]:
    """The tests of which each test hands over an answer."""
    looks = Looks()
    nothing = looks.of(["list"], set())
    exchanges = [[one for message in script for one in message.exchanges] for script in scripts]
    sought = [[_answers(one, looks) for one in test] for test in exchanges]
    given = [[seen_in(given_in(one), looks) for one in test] for test in exchanges]
    wanted: dict[str, set[int]] = defaultdict(set)
    for number, pairs in enumerate(zip(sought, given, strict=True)):
        for look in _not_handed_over(*pairs) - {nothing}:
            wanted[look].add(number)
    handed_over: dict[str, list[int]] = defaultdict(list)
    for number, test in enumerate(given):
        for look in wanted.keys() & set().union(*test):
            handed_over[look].append(number)
    told: dict[int, set[int]] = {number: set() for number in range(len(scripts))}
    for look, tests in handed_over.items():
        if len(tests) <= max(_OFTEN, len(scripts) // _OFTEN):
            for number in tests:
                told[number] |= wanted[look] - {number}
    return told


def _not_handed_over(sought: Sequence[set[str]], given: Sequence[set[str]]) -> set[str]:
    """How the answers of a test look that it has not handed over itself by then."""
    found, known = set[str](), set[str]()
    for answers, own in zip(sought, given, strict=True):
        known |= own
        found |= answers - known
    return found


def _answers(exchange: Exchange, looks: Looks) -> set[str]:
    """How an answer looks, but for numbers and texts that stand in many values."""
    news, out, err, (kind, value), *rest = exchange.answer
    cells = [[number, _unnamed(content)] for number, content in news]
    plain = Exchange(exchange.request, answer=[cells, out, err, [kind, _unnamed(value)], *rest])
    whole, parts = sought_in(plain, looks)
    return parts | {look for look in whole if ": " in look}


def _unnamed(node: Any) -> Any:
    """A node without the names of classes and functions in it."""
    match node:
        case [str(kind), *_] if kind in _NAMES:
            return None
        case ["E", _, args, text, *_]:
            return ["t", *map(_unnamed, args), text]
        case [*parts]:
            return [_unnamed(one) for one in parts]
    return node
