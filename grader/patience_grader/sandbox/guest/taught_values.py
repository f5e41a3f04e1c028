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
            return self._given.value(node)
        return super().read_object(node, shape)
