"""Writes values as the nodes that `wire` describes.

Imported by both ends; needs only the standard library.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import node_reader, wire
else:
    import node_reader
    import wire


ALIKE = "teo"
"""The kinds of nodes of which two that are the same hold the same value."""
_NONE: Mapping[tuple[Any, ...], int] = MappingProxyType({})


class Writer:
    """Writes values into a table of nodes, each immutable value once."""

    def __init__(
        self,
        types: wire.Types,
        known: Mapping[int, int],
        start: int,
        alike: Mapping[tuple[Any, ...], int] = _NONE,
    ) -> None:
        """`known` maps ids of objects that stay alive to nodes that hold them.

        `alike` maps nodes before the `start` to their numbers: an object that would be written
        as one of them is that one.
        """
        self._known = known
        self._alike = alike
        self._start = start
        self._types = types
        self._here: dict[int, int] = {}
        self._same: dict[tuple[Any, ...], int] = {}
        self._alive: list[object] = []
        self._is_odd = False
        self.weight = 0
        self.nodes: list[wire.Node] = []
        self.values: list[object] = []

    def write(self, value: object, depth: int = 0) -> int:
        """The number of the node that holds the value."""
        key = id(value)
        if key in self._known:
            return self._known[key]
        if key in self._here:
            return self._here[key]
        return self._new(value, depth)

    def _new(self, value: object, depth: int) -> int:
        number = self._here[id(value)] = self._add(self._node(value, depth), value)
        self._alive.append(value)
        return number

    def answer(self, value: object) -> tuple[list[wire.Node], int]:
        """The nodes for the value, and the number of the one that holds it."""
        try:
            number = self.write(value)
            if self._is_odd or self.weight > wire.MAX_ORDINARY:
                node_reader.read_answer(  # a list is a key nowhere, as the grader may keep it one
                    self.nodes, self._types, range(self._start), keep_lists=True
                )
        except wire.WireError:
            return [["x", "a value too large"]], self._start
        return self.nodes, number

    def fields(self, value: object) -> wire.Node:
        """The node of a value itself, though it may be known: for seeing it changed."""
        return self._node(value, 0)

    def _add(self, node: wire.Node, value: object) -> int:
        key = tuple(node) if node[0] in ALIKE else None
        if key:
            number = self._same.get(key)
            if number is None:
                number = self._alike.get(key)
            if number is not None:
                return number
        self.weight += wire.weight_of(node)
        if self.weight > wire.MAX_SIZE:
            raise wire.TooLargeError("too large a value")
        self.nodes.append(node)
        self.values.append(value)
        number = self._start + len(self.nodes) - 1
        if key:
            self._same[key] = number
        return number

    def _node(self, value: Any, depth: int) -> wire.Node:
        cls = type(value)
        if depth > wire.ODD_DEPTH:
            self._is_odd = True
        if cls is tuple and depth <= wire.MAX_DEPTH:
            return ["t", *self._all(value, depth)]
        name = self._types.names.get(cls)
        if name is not None and depth <= wire.MAX_DEPTH:
            return ["o", name, *self._all(self._types.readers[cls](value), depth)]
        member = self._types.enum_names.get(cls)
        if member is not None:
            return ["e", member, value._name_]
        if value is None:
            return ["=", None]
        if cls is bool:
            return ["b", value]
        if cls is int:
            return _of_number(value)
        return self._of_another(value, cls, depth)

    def _of_another(self, value: Any, cls: type, depth: int) -> wire.Node:
        if isinstance(value, str):
            text = str.__str__(value)  # a student's own kind of str may show itself as another
            self._is_odd = self._is_odd or len(text) > wire.MAX_ORDINARY
            return ["=", text] if len(text) <= wire.MAX_TEXT else ["x", "a text too long"]
        if cls is wire.Seed:
            return ["r", value.seed]
        if depth > wire.MAX_DEPTH:
            return ["x", "a value nested too deeply"]
        if isinstance(value, list | tuple):
            return ["l" if isinstance(value, list) else "t", *self._all(tuple(value), depth)]
        if isinstance(value, int):
            return _of_number(int(value))
        if isinstance(value, float):
            return ["f", float(value)] if math.isfinite(value) else ["x", f"the number {value}"]
        if isinstance(value, dict):
            self._is_odd = True
            return ["d", *(self.write(part, depth + 1) for item in value.items() for part in item)]
        return ["x", f"a value of type {cls.__name__}"[:200]]

    def _all(self, items: tuple[object, ...], depth: int) -> list[Any]:
        """The numbers of the nodes that hold these items; most often all of them are known."""
        numbers: list[Any] = list(map(self._known.get, map(id, items)))
        if None in numbers:
            for place, item in enumerate(items):
                if numbers[place] is None:
                    number = self._here.get(id(item))
                    numbers[place] = self._new(item, depth + 1) if number is None else number
        return numbers


def _of_number(value: int) -> wire.Node:
    if -(1 << 62) < value < 1 << 62:
        return ["=", value]
    if value.bit_length() > 4 * wire.MAX_HEX:
        return ["x", "a number too long"]
    return ["i", f"{value:x}"]
