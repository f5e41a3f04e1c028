"""Which requests hold what other requests are answered with.

Whoever knows beforehand what will be asked could look the answers up in it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..sandbox.value_table import ValueTable
from .exchange import Exchange
from .messages import answered_with, given_in, parts_of

_Key = str | int
"""A value that a request is answered with, as a text or by its number in a table."""


def telling(asked: Sequence[Exchange], modules: Iterable[str]) -> set[int]:
    """The places of the requests that hold an answer to another one, which does not hold it itself.

    `modules` are those of which the table of values may know the classes.
    """
    table = ValueTable(frozenset(modules))
    given = [_named_in(one, table) for one in asked]
    answers = [{_key_of(value, table) for value in answered_with(one)} for one in asked]
    known = set().union(*answers)
    held = _held_in(table, known)
    found = [
        {key for node in nodes for key in _keys_in(node, held) if key in known} for nodes in given
    ]
    askers: defaultdict[_Key, set[int]] = defaultdict(set)
    for place, keys in enumerate(answers):
        for key in keys - found[place]:
            askers[key].add(place)
    return {place for place, keys in enumerate(found) if any(askers[key] - {place} for key in keys)}


def _named_in(exchange: Exchange, table: ValueTable) -> list[Any]:
    """What a request hands over, each value with numbers for what the table holds of it."""
    return [_named(one, table) for one in given_in(exchange)]


def _named(node: Any, table: ValueTable) -> Any:
    if not isinstance(node, list):
        return node
    named = table.add(node)
    if named is node:
        return [_named(one, table) for one in node]
    return named


def _key_of(value: Any, table: ValueTable) -> _Key:
    named = _found(value, table)
    match named:
        case ["=", int(number)]:
            return number
    return json.dumps(named)


def _found(node: Any, table: ValueTable) -> Any:
    if not isinstance(node, list):
        return node
    named = table.find(node)
    return [_found(one, table) for one in node] if named is node else named


def _held_in(table: ValueTable, wanted: set[_Key]) -> list[frozenset[int]]:
    """For each value of a table which of the wanted ones it holds, itself among them."""
    held: list[frozenset[int]] = []
    for number, node in enumerate(table.nodes):
        inner = [held[one[1]] for one in node if isinstance(one, list) and one[:1] == ["="]]
        own = frozenset({number} & wanted)
        held.append(own.union(*inner))
    return held


def _keys_in(node: Any, held: Sequence[frozenset[int]]) -> Iterator[_Key]:
    for part in parts_of(node):
        match part:
            case ["=", int(number)]:
                yield from held[number]
            case _:
                yield json.dumps(part)
