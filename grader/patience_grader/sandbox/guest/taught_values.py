"""Values that guests know before there is a submission.

They are read once, in the parent of the guests, and stand in requests and answers as
`["=", number]`. Imported by guests alone; needs only the standard library.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import kinds, lookup, named, nodes, numbering, objects
else:
    import kinds
    import lookup
    import named
    import nodes
    import numbering


class TaughtValues:
    """What the parent of the guests was taught."""

    def __init__(self, modules: lookup.Lookup) -> None:
        """The classes of the values are those of these modules."""
        self._values: list[Any] = []
        self._nodes: list[nodes.Node] = []
        self._numbers: dict[int, int] = {}
        self._records: list[frozenset[int]] = []
        """For each value, which records it consists of."""
        self._fields: dict[int, list[Any]] = {}
        """For each record, what it holds."""
        self._modules = modules

    def __len__(self) -> int:
        return len(self._values)

    def learn(self, written: Sequence[nodes.Node]) -> None:
        """Takes in values that cannot change, each after those that it holds.

        One that cannot be read has a number that means nothing.
        """
        reader = _Reader(self, self._modules)
        for node in written:
            number = len(self._values)
            try:
                value = reader.read(node)
                kind: Any = type(value)
                if kinds.is_frozen(kind):
                    self._fields[number] = _fields_of(value)
            except Exception:  # noqa: BLE001 a property may stand where a field should be
                value = _UNREAD
            self._values.append(value)
            self._nodes.append(node)
            self._numbers[id(value)] = number
            own = frozenset({number} & self._fields.keys())
            self._records.append(own.union(*self._records_in(node)))

    def _records_in(self, node: nodes.Node) -> Iterator[frozenset[int]]:
        for one in node:
            if isinstance(one, list) and one[0] == "=" and one[1] < len(self._records):
                yield self._records[one[1]]

    def value(self, node: nodes.Node) -> Any:
        """The value that a node names. Raises NodeError."""
        if len(node) != 2 or type(node[1]) is not int or not 0 <= node[1] < len(self._values):
            raise nodes.NodeError("a value that is not known")
        if (value := self._values[node[1]]) is _UNREAD:
            raise nodes.NodeError("a value that could not be read")
        return value

    def number_of(self, value: Any) -> int | None:
        """The number of a value, if it is known and nobody has written past a lock in it."""
        number = self._numbers.get(id(value))
        if number is None or not all(map(self._is_as_made, self._records[number])):
            return None
        return number

    def frozen_in(self, node: nodes.Node) -> Iterator[Any]:
        """The frozen instances that a node stands for, each after those that it holds."""
        waiting = [(node, False)]
        while waiting:
            one, is_through = waiting.pop()
            if one[0] == "=" and is_through:
                yield self._values[one[1]]
            elif one[0] == "=":
                waiting += [(one, True)] * (one[1] in self._fields)
                waiting.append((self._nodes[one[1]], False))
            else:
                parts = (part for part in reversed(one) if isinstance(part, list) and part)
                waiting += [(part, False) for part in parts]

    def put_back(self) -> None:
        """Has all records hold again what they were made with."""
        for number in self._fields:
            if not self._is_as_made(number):
                record, held = self._values[number], self._fields[number]
                kind: Any = type(record)
                for name, part in zip(kinds.fields_of(kind), held, strict=True):
                    object.__setattr__(record, name, part)

    def _is_as_made(self, number: int) -> bool:
        return all(map(operator.is_, self._fields[number], _fields_of(self._values[number])))


_UNREAD: Any = object()


def _fields_of(record: Any) -> list[Any]:
    kind: Any = type(record)
    return [getattr(record, name, None) for name in kinds.fields_of(kind)]


class _Reader(named.Codec):
    """Reads values that name those before them."""

    def __init__(self, known: TaughtValues, modules: lookup.Lookup) -> None:
        super().__init__(modules, first=-1)
        self._given = known

    def read_object(self, node: list[Any], shape: Any = None) -> Any:  # noqa: ARG002
        if node[0] != "=":
            raise nodes.NodeError("a value that can change")
        return self._given.value(node)


class Codec(numbering.Codec):
    """Reads and writes what is known as its number."""

    def __init__(self, executor: objects.Executor, known: TaughtValues) -> None:
        super().__init__(executor)
        self._given = known

    def write(self, value: Any, depth: int = 0) -> nodes.Node:
        number = self._given.number_of(value)
        if number is None:
            return super().write(value, depth)
        self._nodes += 1
        return ["=", number]

    def read_object(self, node: list[Any], shape: Any = None) -> Any:
        if node[0] == "=":
            value = self._given.value(node)
            if self.frozen is not None:
                self.frozen += self._given.frozen_in(node)
            return value
        return super().read_object(node, shape)

    def leave_frozen(self) -> None:
        self._given.put_back()
