"""Reads the nodes that `wire` describes, and believes none of them.

Imported by both ends; needs only the standard library.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import wire
else:
    import wire

Fit = Callable[[type, list[Any]], list[Any]]


def sizes_of(nodes: Sequence[wire.Node]) -> list[int]:
    """How large the value of each node is, written out in full."""
    sizes: list[int] = []
    for node in nodes:
        inner = node[1:] if node[0] in "tld" else node[2:] if node[0] == "o" else []
        sizes.append(wire.weight_of(node) + sum(sizes[number] for number in inner))
    return sizes


def read(
    nodes: object, types: wire.Types, before: Sequence[Any] = (), *, keep_lists: bool
) -> list[Any]:
    """The values of the nodes of questions, which may also name the values `before` them.

    Lists come back as tuples unless `keep_lists`. Raises WireError for anything
    that is not as the head of this file says, or is too deep or too large.
    """
    if not isinstance(nodes, list):
        raise wire.WireError("no table of nodes")
    reader = _Reader(types, before, (), keep_lists=keep_lists)
    for node in nodes:
        reader.add(node)
    return reader.values


def read_answer(  # noqa: PLR0913 all of it is known of the question
    nodes: object,
    types: wire.Types,
    before: Sequence[Any] = (),
    sizes: Sequence[int] = (),
    *,
    keep_lists: bool,
    fit: Fit | None = None,
) -> list[Any]:
    """The values of the nodes of an answer, like `read`; the values before them have these sizes.

    `fit` is given each object's class and fields before it is made, and gives the fields to make
    it of. Raises WireError also when all nodes together weigh too much.
    """
    if not isinstance(nodes, list):
        raise wire.WireError("no table of nodes")
    if sum(wire.weight_of(node) for node in nodes if isinstance(node, list)) > wire.MAX_SIZE:
        raise wire.TooLargeError("too large a value")
    reader = _Reader(types, before, sizes, keep_lists=keep_lists, fit=fit, is_answer=True)
    for node in nodes:
        reader.add(node)
    return reader.values


class _Reader:
    def __init__(  # noqa: PLR0913 all of it is known of the question
        self,
        types: wire.Types,
        before: Sequence[Any],
        sizes: Sequence[int],
        *,
        keep_lists: bool,
        fit: Fit | None = None,
        is_answer: bool = False,
    ) -> None:
        self._types = types
        self._before = before
        self._first = len(before)
        """The number of the first node."""
        self._before_sizes = sizes or [1] * len(before)
        self._sequence: type = list if keep_lists else tuple
        self._fit = fit
        self._is_answer = is_answer
        self.values: list[Any] = []
        self._depths: list[int] = []
        self._sizes: list[int] = []
        self._texts: list[int] = []
        self._larges: list[bool] = []
        """Whether a large int is in it: such ints can be made to collide as keys."""
        self._hashed = 0
        """The size of all keys: Python hashes each anew wherever it is one."""

    def add(self, node: object) -> None:
        if not isinstance(node, list) or not node or not isinstance(node[0], str):
            raise wire.WireError("a malformed node")
        build = _BUILDERS.get(node[0])
        if build is None:
            raise wire.WireError("a node of an unknown kind")
        self._depth, self._size, self._text, self._large = 0, len(node), 0, False
        value = build(self, node[1:])
        if (
            self._depth > wire.MAX_DEPTH + 2
            or self._size > wire.MAX_SIZE
            or self._text > wire.MAX_TEXT
        ):
            raise wire.TooLargeError("a value too deep or too large")
        self.values.append(value)
        self._depths.append(self._depth)
        self._sizes.append(self._size)
        self._texts.append(self._text)
        self._larges.append(self._large)

    def _at(self, number: object) -> Any:
        if type(number) is not int or not 0 <= number < self._first + len(self.values):
            raise wire.WireError("a node names one that is not there")
        if number < self._first:
            self._size += self._before_sizes[number]
            return self._before[number]
        here = number - self._first
        self._depth = max(self._depth, self._depths[here] + 1)
        self._size += self._sizes[here]
        self._text += self._texts[here]
        self._large = self._large or self._larges[here]
        return self.values[here]

    def literal(self, rest: wire.Node) -> Any:
        if len(rest) != 1 or type(rest[0]) not in _LITERALS:
            raise wire.WireError("a malformed literal")
        (value,) = rest
        if isinstance(value, str):
            self._text = len(value)
        if type(value) is int and not -(1 << 62) < value < 1 << 62:
            raise wire.WireError("a malformed number")
        return value

    def truth(self, rest: wire.Node) -> bool:
        if len(rest) != 1 or type(rest[0]) is not bool:
            raise wire.WireError("a malformed bool")
        return rest[0]

    def fraction(self, rest: wire.Node) -> float:
        # JSON reads 1e999 as infinity
        if len(rest) != 1 or type(rest[0]) is not float or not math.isfinite(rest[0]):
            raise wire.WireError("a malformed number")
        return rest[0]

    def large(self, rest: wire.Node) -> int:
        if len(rest) != 1 or not isinstance(rest[0], str) or len(rest[0]) > wire.MAX_HEX + 1:
            raise wire.WireError("a malformed number")
        self._large, self._text = True, len(rest[0])
        try:
            return int(rest[0], 16)
        except ValueError as fault:
            raise wire.WireError("a malformed number") from fault

    def _all(self, rest: wire.Node) -> Any:
        if set(map(type, rest)) == _ONLY_NUMBERS and 0 <= min(rest) <= max(rest) < self._first:
            self._size += sum(map(self._before_sizes.__getitem__, rest))
            return list(map(self._before.__getitem__, rest))
        return [self._at(number) for number in rest]

    def tuple(self, rest: wire.Node) -> Any:
        return tuple(self._all(rest))

    def list(self, rest: wire.Node) -> Any:
        return self._sequence(self._all(rest))

    def dict(self, rest: wire.Node) -> Any:
        if len(rest) % 2 or len(rest) > 2 * wire.MAX_DICT:
            raise wire.WireError("a dict too large or uneven")
        keys = [self._at(number) for number in rest[::2]]
        self._hashed += self._size
        if self._is_answer and self._hashed > wire.MAX_SIZE:
            raise wire.TooLargeError("keys too large")
        if self._large:
            raise wire.WireError("a key that cannot be one")
        values = [self._at(number) for number in rest[1::2]]
        try:
            if keys and max(Counter(map(hash, keys)).values()) > wire.MAX_SAME_HASH:
                raise wire.WireError("keys that share their hashes")
            found = dict(zip(keys, values, strict=True))
        except TypeError as fault:
            raise wire.WireError("a key that cannot be one") from fault
        if len(found) < len(keys):
            raise wire.WireError("a key that comes twice")
        return found

    def enum(self, rest: wire.Node) -> Any:
        if len(rest) != 2 or not all(isinstance(part, str) for part in rest):
            raise wire.WireError("an unknown enum member")
        cls = self._types.enums.get(rest[0])
        if cls is None or rest[1] not in cls.__members__:
            raise wire.WireError("an unknown enum member")
        return cls[rest[1]]

    def object(self, rest: wire.Node) -> Any:
        cls = self._types.classes.get(rest[0]) if rest and isinstance(rest[0], str) else None
        if cls is None or len(rest) - 1 != len(self._types.fields[rest[0]]):
            raise wire.WireError("an object of no known class")
        fields = self._all(rest[1:])
        if self._fit is not None:
            fields = self._fit(cls, fields)
        try:
            return cls(*fields)
        except Exception as fault:  # a supplied class may refuse its fields anyhow
            if self._is_answer:
                return wire.Opaque(f"an object of the class {rest[0]} that cannot be")
            raise wire.WireError("an object that cannot be") from fault

    def random(self, rest: wire.Node) -> random.Random:
        if self._is_answer or len(rest) != 1 or type(rest[0]) is not int:
            raise wire.WireError("a malformed seed")
        return random.Random(rest[0])

    def unplain(self, rest: wire.Node) -> wire.Opaque:
        if len(rest) != 1 or not isinstance(rest[0], str):
            raise wire.WireError("a malformed description")
        self._text = min(len(rest[0]), 200)
        return wire.Opaque(rest[0][:200] or "a value")


_ONLY_NUMBERS = {int}
_LITERALS = (type(None), int, str)

_BUILDERS: dict[str, Callable[[_Reader, wire.Node], Any]] = {
    "=": _Reader.literal,
    "b": _Reader.truth,
    "f": _Reader.fraction,
    "i": _Reader.large,
    "t": _Reader.tuple,
    "l": _Reader.list,
    "d": _Reader.dict,
    "e": _Reader.enum,
    "o": _Reader.object,
    "r": _Reader.random,
    "x": _Reader.unplain,
}
