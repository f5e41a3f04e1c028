"""Which tests go to the same guest as scripts, and in which order.

A submission can keep what it is handed: who has been asked to decode a text has an answer for the
test that encodes. So a test whose answers another one hands over goes before that one, or to
another guest.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..boundary.exchange import Exchange
from ..boundary.looks import Looks
from ..boundary.messages import Message, given_in, seen_in, sought_in

_MOST = 5
"""So many guests are started at most: each takes a while to begin."""
_OFTEN = 8
"""What more tests than these hand over, and than one in so many of all, tells nothing."""
_TABLE, _LARGEST_TABLE = 3, 40
"""So many little answers that are handed over are a table that two tests share."""
_NAMES = ("h", "s", "g", "k", "m", "u")
"""Nodes that hold the name of a class or function, and no value."""


def guests_of(scripts: Sequence[Sequence[Message]], criteria: Sequence[int]) -> list[list[int]]:
    """The numbers of the tests that each guest is asked, in their order.

    `criteria` are the numbers of what the tests examine.
    """
    told_by = _told_by(scripts, criteria)
    left = list(range(len(scripts)))
    found: list[list[int]] = []
    while left and len(found) < _MOST - 1:
        asked, left = _for_one(left, told_by)
        found.append(asked)
    return [*found, left] if left else found


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


def _told_by(scripts: Sequence[Sequence[Message]], criteria: Sequence[int]) -> dict[int, set[int]]:
    """The tests of which each test hands over an answer."""
    looks = Looks()
    nothing = looks.of(["list"], set())
    exchanges = [[one for message in script for one in message.exchanges] for script in scripts]
    sought = [[_answers(one, looks) for one in test] for test in exchanges]
    given = [[seen_in(given_in(one), looks) for one in test] for test in exchanges]
    wanted: dict[str, set[int]] = defaultdict(set)
    little: dict[int, set[str]] = defaultdict(set)
    for number, (answers, own) in enumerate(zip(sought, given, strict=True)):
        little[criteria[number]] |= _not_handed_over([small for small, _ in answers], own)
        for look in _not_handed_over([telling for _, telling in answers], own) - {nothing}:
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
    _add_tables(told, little, given, criteria)
    return told


def _add_tables(
    told: dict[int, set[int]],
    little: Mapping[int, set[str]],
    given: Sequence[Sequence[set[str]]],
    criteria: Sequence[int],
) -> None:
    """Adds the tests of criteria whose little answers another one hands over, as a table."""
    tests_of: dict[int, set[int]] = defaultdict(set)
    for number, criterion in enumerate(criteria):
        tests_of[criterion].add(number)
    for one, other in _pairs_with_tables(little, given, criteria):
        for number in tests_of[one]:
            told[number] |= tests_of[other]


def _pairs_with_tables(
    little: Mapping[int, set[str]], given: Sequence[Sequence[set[str]]], criteria: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Criteria that hand over most little answers of another one, as by the same table."""
    known: dict[int, set[str]] = defaultdict(set)
    every = set().union(*little.values())
    for number, test in enumerate(given):
        known[criteria[number]].update(every.intersection(set().union(*test)))
    for one, seen in known.items():
        for other, answers in little.items():
            count = len(answers & seen)
            is_table = count >= _TABLE and len(seen) <= _LARGEST_TABLE
            if one != other and is_table and 2 * count > len(answers):
                yield one, other


def _not_handed_over(sought: Sequence[set[str]], given: Sequence[set[str]]) -> set[str]:
    """How the answers of a test look that it has not handed over itself by then."""
    found, known = set[str](), set[str]()
    for answers, own in zip(sought, given, strict=True):
        known |= own
        found |= answers - known
    return found


def _answers(exchange: Exchange, looks: Looks) -> tuple[set[str], set[str]]:
    """How an answer looks: numbers and texts that stand in many values, and what tells more."""
    news, out, err, (kind, value), *rest = exchange.answer
    cells = [[number, _unnamed(content)] for number, content in news]
    plain = Exchange(exchange.request, answer=[cells, out, err, [kind, _unnamed(value)], *rest])
    whole, parts = sought_in(plain, looks)
    pairs = {look for look in whole if ": " in look}
    return whole - parts - pairs, parts | pairs


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
