"""Values that every submission is asked with, so that guests know them from their parent.

They are those that cannot change: tuples, named tuples, frozen dataclasses and enum members of
supplied modules. Each is written once, after those that it holds; requests and answers name it by
its number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from .guest import nodes, wire
from .guest.nodes import Node

_MOST_TOGETHER = 2_000
"""So many values are taught in one message."""
_MOST_BYTES = 1 << 20
"""A message that has grown to so many bytes is sent."""
_MOST_OF_ONE = wire.MAX_FRAME // 2
_UNREADABLE = ["?"]
_FIXED = ("t", "n", "d", "e")
"""Nodes of values that cannot change if nothing in them can."""
_HOLDING = (list, dict)
_PLAIN = ("t", "true", "false")

_Key = tuple[Any, ...]
_Adding = Callable[[_Key, Node], Node]


class ValueTable:
    """Values that cannot change, by their numbers."""

    def __init__(self, modules: Collection[str]) -> None:
        """`modules` are the supplied ones whose classes guests have from their parent."""
        self.nodes: list[Node] = []
        """The values, which name those that they hold by number."""
        self._whole: list[Node] = []
        self._sizes: list[int] = []
        """How many nodes each value has, written out."""
        self._names: dict[_Key, Node] = {}
        self._modules = frozenset(modules)
        self._held: dict[int, frozenset[int]] = {}

    def add(self, node: Node) -> Node:
        """A node with numbers for the values in it that cannot change, and for itself."""
        return self._named(node, self._add)

    def find(self, node: Node) -> Node:
        """The same, but only for values that are in the table."""
        return self._named(node, lambda *_: None)

    def only(self, numbers: Iterable[int]) -> ValueTable:
        """A table of these values alone, which must hold no others that have numbers."""
        made = ValueTable(self._modules)
        names: dict[int, Node] = {}
        for number in sorted(numbers):
            parts = [names[one[1]] if _is_name(one) else one for one in self.nodes[number]]
            names[number] = made._add(_key_of(parts), parts)
        return made

    def parts(self) -> Iterator[Sequence[Node]]:
        """The values as they are taught, some at a time.

        Guests do not know what fits into no message: tests that ask with it are run alone.
        """
        part: list[Node] = []
        size = 0
        for node in self.nodes:
            length = len(wire.pack(node))
            said = node if length <= _MOST_OF_ONE else _UNREADABLE
            length = length if said is node else 0
            if part and (len(part) == _MOST_TOGETHER or size + length > _MOST_BYTES):
                yield part
                part, size = [], 0
            part.append(said)
            size += length
        if part:
            yield part

    def find_request(self, request: list[Any]) -> list[Any]:
        """A request with numbers for the values in it that are in the table.

        Equal records that it hands over are not the same: comparing by `is` would be right.
        """
        drops, news, patches, operation = request
        found = [self._in_cells(news), self._in_operation(operation)]
        news, operation = self._apart(found, set())
        return [drops, news, patches, operation]

    def _apart(self, node: Node, seen: set[int]) -> Node:
        """A node in which no value is named that is, or holds, one of those `seen` before."""
        if type(node) is dict:
            return {name: self._apart(one, seen) for name, one in node.items()}
        if type(node) is not list:
            return node
        if len(node) == 2 and node[0] == "=" and node[1] in range(len(self.nodes)):
            held = self._held_in(node[1])
            if seen.isdisjoint(held):
                seen |= held
                return node
            node = self.nodes[node[1]]
        return [self._apart(one, seen) if type(one) in _HOLDING else one for one in node]

    def _held_in(self, number: int) -> frozenset[int]:
        """A value and those in it, but for members of enums, of which there is only one."""
        if number not in self._held:
            node = self.nodes[number]
            own = frozenset({number} if node[0] != "e" else ())
            inner = [self._held_in(one[1]) for one in node if _is_name(one)]
            self._held[number] = own.union(*inner)
        return self._held[number]

    def find_answer(self, answer: list[Any]) -> list[Any]:
        """An answer with numbers for the values in it that are in the table."""
        news, out, err, (kind, node), *rest = answer
        return [self._in_cells(news), out, err, [kind, self.find(node)], *rest]

    def is_small(self, node: Node) -> bool:
        """Whether a node would be no larger than one may be, if it was written out."""
        size, waiting = 0, [node]
        while waiting and size <= nodes.MAX_NODES:
            one = waiting.pop()
            size += self._sizes[one[1]] if self._is_known(one) else 1
            if type(one) in _HOLDING and not self._is_known(one):
                waiting += one.values() if type(one) is dict else one
        return size <= nodes.MAX_NODES

    def written_out(self, node: Node, depth: int = 0) -> Node:
        """A node with the values that it names written out; it may hold anything.

        The values themselves are not copied, so nothing may be changed in what comes back.
        """
        if depth > nodes.MAX_DEPTH:
            return node
        if type(node) is dict:
            return {name: self.written_out(one, depth + 1) for name, one in node.items()}
        if type(node) is not list:
            return node
        if self._is_known(node):
            return self._whole[node[1]]
        return [self.written_out(one, depth + 1) if type(one) in _HOLDING else one for one in node]

    def _is_known(self, node: Node) -> bool:
        """Whether this is the number of a value in the table."""
        if type(node) is not list or len(node) != 2 or node[0] != "=":
            return False
        return type(node[1]) is int and 0 <= node[1] < len(self._whole)

    def _named(self, node: Node, add: _Adding) -> Node:
        if type(node) is not list or not node or node[0] not in _FIXED:
            return node
        head, *parts = node
        skip = head != "t"
        inner = [*parts[:skip], *(self._named(one, add) for one in parts[skip:])]
        named = [head, *inner]
        if not all(map(_is_fixed, inner)) or not self._may_hold(head, parts):
            return named
        key = _key_of(named)
        return self._names.get(key) or add(key, named) or named

    def _add(self, key: _Key, named: Node) -> Node:
        name = self._names[key] = ["=", len(self.nodes)]
        self.nodes.append(named)
        self._whole.append([*map(self.written_out, named)])
        self._sizes.append(1 + sum(self._sizes[one[1]] if _is_name(one) else 1 for one in named))
        return name

    def _may_hold(self, head: str, parts: Sequence[Node]) -> bool:
        """Whether a value can be read in the parent, and is worth a number.

        A list of names that begins like one is none: what an object is described by.
        """
        if head == "t":
            return len(parts) > 0
        path = parts[0] if parts else None
        module, colon, _ = path.partition(":") if isinstance(path, str) else ("", "", "")
        return bool(colon) and module in self._modules

    def _in_cells(self, news: Sequence[Node]) -> list[Node]:
        return [
            [number, ["list", *map(self.find, content[1:])] if content[0] == "list" else content]
            for number, content in news
        ]

    def _in_operation(self, operation: list[Any]) -> list[Any]:
        match operation:
            case ["call", target, list(arguments), dict(given)]:
                by_name = {name: self.find(one) for name, one in given.items()}
                return ["call", target, [*map(self.find, arguments)], by_name]
            case ["op", name, *operands]:
                return ["op", name, *map(self.find, operands)]
        return operation


def _key_of(named: Sequence[Node]) -> _Key:
    return tuple(tuple(one) if type(one) is list else one for one in named)


def _is_name(node: Node) -> bool:
    return type(node) is list and node[0] == "="


def _is_fixed(node: Node) -> bool:
    """Whether a part of a value has a number, or is so plain that it is not worth one."""
    if isinstance(node, str):
        return nodes.NEUTRAL not in node
    if type(node) is list:
        return node[0] == "=" or (len(node) == 1 and node[0] in _PLAIN)
    return node is None or type(node) is int
