"""Which values that requests hand over a submission may know beforehand.

Whoever knows what will be asked could look up in it what other requests are answered with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from ..sandbox.value_table import ValueTable
from .exchange import Exchange
from .looks import Looks
from .messages import given_in, seen_in, sought_in

_OFTEN = 8
"""What is only part of an answer, and of more requests than these, and than one in so many of all,
tells nothing."""


def known_beforehand(asked: Sequence[Exchange], modules: Iterable[str]) -> ValueTable:
    """The values that begin examples and look like no answer of a request that does not hold it.

    `modules` are those of which the table of values may know the classes.
    """
    table, looks = ValueTable(frozenset(modules)), Looks()
    given = [[_named(one, table) for one in given_in(exchange)] for exchange in asked]
    if not table.nodes:
        return table
    sought = [sought_in(one, looks) for one in asked]
    wanted = set().union(*(whole | parts for whole, parts in sought))
    looks.learn(table.nodes, wanted)
    seen = [seen_in(one, looks) for one in given]
    counts = Counter(look for one in seen for look in one & wanted)
    often = {look for look, count in counts.items() if count > max(_OFTEN, len(asked) // _OFTEN)}
    told: set[str] = set()
    for (whole, parts), own in zip(sought, seen, strict=True):
        told |= (whole | (parts - often)) - own
    begin = {
        number
        for exchange, nodes in zip(asked, given, strict=True)
        if exchange.begins_example
        for number in _numbers_in(nodes)
        if 0 <= number < len(table.nodes)
    }
    return table.only(
        number for number in _with_parts(begin, table) if looks.held(number).isdisjoint(told)
    )


def _named(node: Any, table: ValueTable) -> Any:
    """A value with numbers for what the table holds of it from now on."""
    if not isinstance(node, list):
        return node
    named = table.add(node)
    return [_named(one, table) for one in node] if named is node else named


def _numbers_in(node: Any) -> Iterator[int]:
    match node:
        case ["=", int(number)]:
            yield number
        case [*parts]:
            for one in parts:
                yield from _numbers_in(one)


def _with_parts(numbers: Collection[int], table: ValueTable) -> set[int]:
    """The values of these numbers, and all that they hold."""
    found, waiting = {*numbers}, [*numbers]
    while waiting:
        inner = {*_numbers_in(table.nodes[waiting.pop()])} - found
        found |= inner
        waiting += inner
    return found
