"""Questions as a guest holds them: read once, asked by their numbers.

Imported by both ends; needs only the standard library.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import node_reader, node_writer, wire
else:
    import node_reader
    import node_writer
    import wire


class Table:
    """Questions and the values they are asked with, read once and asked by their numbers.

    What can be changed in place (a list, a record that is not frozen, a generator) is made afresh
    for every call.
    """

    def __init__(
        self, nodes: list[wire.Node], calls: list[tuple[str, list[int]]], types: wire.Types
    ) -> None:
        """Raises WireError for nodes or calls that break the rules."""
        self._nodes = nodes
        self._types = types
        self.values = node_reader.read(nodes, types, keep_lists=True)
        self.calls = _checked(calls, len(nodes))
        changing: set[int] = set()
        for number, node in enumerate(nodes):
            may_hold = node[0] in "to" and not changing.isdisjoint(node[1:])
            if node[0] in "ldr" or may_hold or (node[0] == "o" and self._is_open(node[1])):
                changing.add(number)
        self._changing = changing
        self._watched = changing | {place for place, node in enumerate(nodes) if node[0] == "o"}
        """The nodes of what a call may leave changed."""
        self.known = self._known()
        self.alike = {
            tuple(node): number
            for number, node in enumerate(nodes)
            if node[0] in node_writer.ALIKE and number not in changing
        }
        """The numbers of values that should never change, by their nodes."""
        self._parts = self._parts_now()
        seeds = [(number, node[1]) for number, node in enumerate(nodes) if node[0] == "r"]
        self._next_draw = {number: random.Random(seed).getrandbits(64) for number, seed in seeds}
        self._ready = {number: random.Random(seed) for number, seed in seeds}
        """Generators for the first call with each, which take long to seed."""

    def _is_open(self, name: str) -> bool:
        """Whether the objects of the class can be changed in place."""
        parameters = getattr(self._types.classes[name], "__dataclass_params__", None)
        return parameters is not None and not parameters.frozen

    def _known(self) -> dict[int, int]:
        """The numbers of values that should never change, by their ids."""
        values = enumerate(self.values)
        return {id(value): number for number, value in values if number not in self._changing}

    def _parts_now(self) -> dict[int, tuple[Sequence[object], list[int]]]:
        """For a record that should never change: it and the records in it, and the ids of fields.

        Only of those that keep their fields in a dict.
        """
        found: dict[int, tuple[Sequence[object], list[int]]] = {}
        for number, (kind, *rest) in enumerate(self._nodes):
            if kind == "o" and number not in self._changing:
                record = self.values[number]
                inner = [found.get(one) for one in rest[1:] if self._nodes[one][0] == "o"]
                if hasattr(record, "__dict__") and None not in inner:
                    records = [record, *(one for part in inner if part for one in part[0])]
                    found[number] = records, _ids_of_fields(records)
        return found

    def writer(self) -> node_writer.Writer:
        """Writes what comes back from a call."""
        return node_writer.Writer(self._types, self.known, len(self.values), self.alike)

    def arguments(self, refs: list[int]) -> list[Any]:
        """The arguments at these nodes, safe to be changed."""
        return [self._fresh(ref) if ref in self._changing else self.values[ref] for ref in refs]

    def _fresh(self, ref: int) -> Any:
        kind, *rest = self._nodes[ref]
        if kind == "r":
            return self._ready.pop(ref, None) or random.Random(*rest)
        values = list(self.values)
        for number in self._within(ref):
            (values[number],) = node_reader.read(
                [self._nodes[number]], self._types, values, keep_lists=True
            )
        return values[ref]

    def _within(self, ref: int) -> list[int]:
        """The node and those in it that may change, in their order."""
        found, waiting = {ref}, [ref]
        while waiting:
            node = self._nodes[waiting.pop()]
            if node[0] != "r":
                new = self._changing.intersection(one for one in node[1:] if type(one) is int)
                waiting += new - found
                found |= new
        return sorted(found)

    def changed(self, refs: list[int], arguments: list[Any]) -> list[int]:
        """The places of the arguments that are not what they were; a generator has moved on.

        What was changed and then made equal again, as by trying out, is what it was.
        Looking draws from the generators, so arguments can be looked at only once. When what
        should never change was changed, later calls get values that are read anew, and the
        changed ones are no longer known.
        """
        if self._watched.isdisjoint(refs):
            return []
        return [
            place
            for place, (ref, argument) in enumerate(zip(refs, arguments, strict=True))
            if ref in self._watched and self._differs(ref, argument)
        ]

    def _differs(self, ref: int, argument: Any) -> bool:
        if isinstance(argument, random.Random):
            return random.Random.getrandbits(argument, 64) != self._next_draw.get(ref)
        parts = self._parts.get(ref)
        if parts and _ids_of_fields(parts[0]) == parts[1]:
            return False
        now = node_writer.Writer(self._types, self.known, len(self.values))
        if ref not in self._changing:
            if not self._record_differs(ref, argument, now):
                return False
            self.values = node_reader.read(self._nodes, self._types, keep_lists=True)
            self.known = self._known()
            self._parts = self._parts_now()
        else:
            then = node_writer.Writer(self._types, self.known, len(self.values))
            if then.answer(self.values[ref]) == now.answer(argument):
                return False
        return not self._are_equal(self.values[ref], argument)

    def _record_differs(self, ref: int, record: Any, now: node_writer.Writer) -> bool:
        """Whether a record, or one that is a field of it, is not what its node says."""
        _, name, *numbers = self._nodes[ref]
        is_as_made = self._is_made_of(record, self._types.fields[name], numbers)
        if not is_as_made and now.fields(record) != self._nodes[ref]:
            return True
        inner = [number for number in numbers if self._nodes[number][0] == "o"]
        return any(self._record_differs(number, self.values[number], now) for number in inner)

    def _are_equal(self, made: object, argument: object) -> bool:
        """Whether both are of equal parts, which need not be the same objects."""
        seen: dict[str, int] = {}
        return self._shape(made, seen) == self._shape(argument, seen)

    def _shape(self, value: object, seen: dict[str, int]) -> int:
        """A number that all equal values share, and no others among those `seen`."""
        nodes, number = node_writer.Writer(self._types, {}, 0).answer(value)
        shapes: list[int] = []
        for kind, *rest in nodes:
            parts: list[Any] = rest
            if kind in "tl":
                parts = [shapes[one] for one in rest]
            elif kind == "d":
                pairs = zip(rest[::2], rest[1::2], strict=True)
                parts = sorted((shapes[key], shapes[part]) for key, part in pairs)
            elif kind == "o":
                parts = [rest[0], *(shapes[one] for one in rest[1:])]
            shapes.append(seen.setdefault(repr((kind, parts)), len(seen)))
        return shapes[number]

    def _is_made_of(self, record: Any, fields: Sequence[str], numbers: Sequence[int]) -> bool:
        """Whether the fields still hold the very objects that the record was made of."""
        held = getattr(record, "__dict__", {})
        return all(
            held.get(field) is self.values[number]
            for field, number in zip(fields, numbers, strict=True)
        )


def _ids_of_fields(records: Sequence[object]) -> list[int]:
    return [id(field) for record in records for field in vars(record).values()]


def _checked(calls: object, count: int) -> list[tuple[str, list[int]]]:
    """The calls, if each is the name of a function and the numbers of some of so many nodes."""
    if not isinstance(calls, list):
        raise wire.WireError("no list of calls")
    for call in calls:
        match call:
            case [str(), [*refs]] if all(type(ref) is int and 0 <= ref < count for ref in refs):
                continue
        raise wire.WireError("a malformed call")
    return calls
