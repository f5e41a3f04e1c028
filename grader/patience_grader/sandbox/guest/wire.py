"""What may cross between the grader and a guest, and how it is written down.

Both sides speak in frames: four bytes of length, then that much JSON. A frame
holds values as a table of nodes; a node names only nodes before it, so reading
one is a loop without recursion, and a value that stands in many places is
written once. Nothing but the node kinds below can be written:

    ["=", v]           None, int of 63 bits, str
    ["b", v]           bool
    ["f", v]           finite float
    ["i", "hex"]       a larger int
    ["t", a, b, ...]   a tuple of the nodes a, b, ...
    ["l", a, b, ...]   a list
    ["d", k, v, ...]   a dict
    ["e", "Suit", "SPADES"]    a member of an enum of the supplied modules
    ["o", "Card", a, b, ...]   an object of a supplied class, by its fields
    ["r", seed]        random.Random(seed); only a question may hold one
    ["x", "a set"]     something that is none of these, described

Answers are bounded before anything is made of them: the bytes of a frame and the commas and
brackets in it before it is decoded, and what all nodes of an answer weigh (one for each part,
and one for ten characters of text) before they are read. So whatever a frame holds, decoding
it takes less than `MAX_MARKS` times a hundred bytes, and less than forty times its own bytes.

This is the one file that both sides import; it needs only the standard library.
"""

from __future__ import annotations

import dataclasses
import enum
import json
import math
import random
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

NUMBERS = struct.Struct("QQQ")
NOTES_TEXT = NUMBERS.size
NOTES = NOTES_TEXT + (1 << 17)
"""Memory that grader and guest share: the number of the call, the length of the text that the
program has printed since then, the nanoseconds of processor time that an unlocked guest has
used, all of eight bytes, and the text."""

MAX_FRAME = 1 << 24
"""Bytes of a frame that the grader writes."""
MAX_ANSWER_FRAME = 1 << 22
"""Bytes of a frame that a guest writes: an answer of the most weight and those before it."""
MAX_MARKS = 400_000
"""Commas and brackets in a frame that a guest writes: no more values than these are in it."""
MAX_DEPTH = 40
MAX_SIZE = 20_000
"""The weight of an answer."""
MAX_TEXT = 100_000
MAX_DICT = 1_000
MAX_SAME_HASH = 8
"""Keys of a dict that may share their hashes with others: more are made to collide."""
MAX_ORDINARY = 1_000
ODD_DEPTH = 6
"""A value beyond these is read again where it is written, to see whether it can be."""
MAX_HEX = 3_500
"""Digits of a number: Python refuses to show one of more than 4300 decimal digits."""

Node = list[Any]
Fit = Callable[[type, list[Any]], list[Any]]

_HEADER = struct.Struct(">I")


class WireError(Exception):
    """A frame or a node that breaks the rules of this page."""


class TooLargeError(WireError):
    """An answer that is as this page says, but too deep or too large."""


@dataclasses.dataclass(frozen=True)
class Opaque:
    """Stands for a value that cannot cross. Equal to nothing that can."""

    description: str

    def __repr__(self) -> str:
        return f"<{self.description}>"


@dataclasses.dataclass(frozen=True)
class Seed:
    """Written down, becomes a fresh `random.Random(seed)` on the other side."""

    seed: int


class Types:
    """The enums, dataclasses and named tuples that may cross, by their names."""

    def __init__(self, modules: Iterable[ModuleType], *, keep_lists: bool = False) -> None:
        """With `keep_lists`, a list that is answered stays one, else it becomes a tuple."""
        self.keep_lists = keep_lists
        self.enums: dict[str, type[enum.Enum]] = {}
        self.fields: dict[str, tuple[str, ...]] = {}
        self.classes: dict[str, type] = {}
        self.names: dict[type, str] = {}
        self.errors: dict[type, str] = {}
        self.roots: set[str]
        """The errors that others are kinds of."""
        for module in modules:
            for name, value in vars(module).items():
                if isinstance(value, type) and value.__module__ == module.__name__:
                    self._add(name, value)
        self.roots = {
            name
            for cls, name in self.errors.items()
            if any(other is not cls and issubclass(other, cls) for other in self.errors)
        }

    def _add(self, name: str, cls: type) -> None:
        if issubclass(cls, enum.Enum):
            self.enums[name] = cls
        elif issubclass(cls, BaseException):
            self.errors[cls] = name
        elif dataclasses.is_dataclass(cls):
            self.classes[name], self.names[cls] = cls, name
            self.fields[name] = tuple(field.name for field in dataclasses.fields(cls))
        elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
            self.classes[name], self.names[cls] = cls, name
            self.fields[name] = cls._fields


def pack(message: object) -> bytes:
    """The frame that carries the message."""
    body = _ENCODER.encode(message).encode()
    return _HEADER.pack(len(body)) + body


def unpack(buffer: bytearray, *, answers: bool = False) -> Any:
    """The message of the first whole frame, which is taken off the buffer; else None.

    Raises WireError when the frame is not JSON or, without decoding it, when it is too long;
    the bounds for `answers` are tighter.
    """
    if len(buffer) < _HEADER.size:
        return None
    (length,) = _HEADER.unpack_from(buffer)
    most = MAX_ANSWER_FRAME if answers else MAX_FRAME
    if length > most:
        raise WireError(f"a frame of {length} bytes; {most} is the most")
    end = _HEADER.size + length
    if len(buffer) < end:
        return None
    body = bytes(buffer[_HEADER.size : end])
    del buffer[:end]
    if answers and sum(map(body.count, _MARKS)) > MAX_MARKS:
        raise WireError(f"a frame of more than {MAX_MARKS} values")
    try:
        return _DECODER.decode(body.decode())
    except (ValueError, RecursionError) as fault:
        raise WireError("a frame that is not JSON") from fault


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


_MARKS = (b",", b"[", b"{")
_ENCODER = json.JSONEncoder(separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


class Writer:
    """Writes values into a table of nodes, each immutable value once."""

    def __init__(self, types: Types, known: Mapping[int, int], start: int) -> None:
        """`known` maps ids of objects that stay alive to nodes that hold them."""
        self._known = known
        self._start = start
        self._types = types
        self._here: dict[int, int] = {}
        self._same: dict[tuple[Any, ...] | None, int] = {}
        self._alive: list[object] = []
        self._is_odd = False
        self.weight = 0
        self.nodes: list[Node] = []
        self.values: list[object] = []

    def write(self, value: object, depth: int = 0) -> int:
        """The number of the node that holds the value."""
        key = id(value)
        number = self._known.get(key)
        if number is None:
            number = self._here.get(key)
        if number is None:
            number = self._add(self._node(value, depth), value)
            self._here[key] = number
            self._alive.append(value)
        return number

    def answer(self, value: object) -> tuple[list[Node], int]:
        """The nodes for the value, and the number of the one that holds it."""
        try:
            number = self.write(value)
            if self._is_odd or self.weight > MAX_ORDINARY:
                read_answer(self.nodes, self._types, range(self._start), keep_lists=False)
        except WireError:
            return [["x", "a value too large"]], self._start
        return self.nodes, number

    def fields(self, value: object) -> Node:
        """The node of a value itself, though it may be known: for seeing it changed."""
        return self._node(value, 0)

    def _add(self, node: Node, value: object) -> int:
        key = tuple(node) if node[0] in "teo" else None
        if key in self._same:
            return self._same[key]
        self.weight += weight_of(node)
        if self.weight > MAX_SIZE:
            raise TooLargeError("too large a value")
        self.nodes.append(node)
        self.values.append(value)
        number = self._start + len(self.nodes) - 1
        if key:
            self._same[key] = number
        return number

    def _node(self, value: Any, depth: int) -> Node:  # noqa: C901 one kind a line
        cls = type(value)
        if value is None:
            return ["=", None]
        if cls is bool:
            return ["b", value]
        self._is_odd = self._is_odd or depth > ODD_DEPTH or isinstance(value, dict)
        if isinstance(value, str):
            self._is_odd = self._is_odd or len(value) > MAX_ORDINARY
            return ["=", str(value)] if len(value) <= MAX_TEXT else ["x", "a text too long"]
        if isinstance(value, enum.Enum) and self._types.enums.get(cls.__name__) is cls:
            return ["e", cls.__name__, value.name]
        if cls is Seed:
            return ["r", value.seed]
        if depth > MAX_DEPTH:
            return ["x", "a value nested too deeply"]
        name = self._types.names.get(cls)
        if name is not None:
            values = [getattr(value, field) for field in self._types.fields[name]]
            return ["o", name, *(self.write(item, depth + 1) for item in values)]
        if isinstance(value, list | tuple):
            known = self._known.get
            node: Node = ["l" if isinstance(value, list) else "t"]
            for item in value:
                number = known(id(item))
                node.append(self.write(item, depth + 1) if number is None else number)
            return node
        if isinstance(value, int):
            return _of_number(int(value))
        if isinstance(value, float):
            return ["f", float(value)] if math.isfinite(value) else ["x", f"the number {value}"]
        if isinstance(value, dict):
            return ["d", *(self.write(part, depth + 1) for item in value.items() for part in item)]
        return ["x", f"a value of type {cls.__name__}"[:200]]


def _of_number(value: int) -> Node:
    if -(1 << 62) < value < 1 << 62:
        return ["=", value]
    if value.bit_length() > 4 * MAX_HEX:
        return ["x", "a number too long"]
    return ["i", f"{value:x}"]


class Table:
    """Questions and the values they are asked with, read once and asked by their numbers.

    What can be changed in place (a list, a generator) is made afresh for every call.
    """

    def __init__(self, nodes: list[Node], calls: list[tuple[str, list[int]]], types: Types) -> None:
        """Raises WireError for nodes or calls that break the rules."""
        self._nodes = nodes
        self._types = types
        self.values = read(nodes, types, keep_lists=True)
        self.calls = _checked(calls, len(nodes))
        changing: set[int] = set()
        for number, node in enumerate(nodes):
            if node[0] in "ldr" or (node[0] in "to" and not changing.isdisjoint(node[1:])):
                changing.add(number)
        self._changing = changing
        self.known = self._known()
        self._next_draw = {
            number: random.Random(node[1]).getrandbits(64)
            for number, node in enumerate(nodes)
            if node[0] == "r"
        }

    def _known(self) -> dict[int, int]:
        """The numbers of values that should never change, by their ids."""
        values = enumerate(self.values)
        return {id(value): number for number, value in values if number not in self._changing}

    def arguments(self, refs: list[int]) -> list[Any]:
        """The arguments at these nodes, safe to be changed."""
        return [self._fresh(ref) if ref in self._changing else self.values[ref] for ref in refs]

    def _fresh(self, ref: int) -> Any:
        values = list(self.values)
        for number in self._within(ref):
            (values[number],) = read([self._nodes[number]], self._types, values, keep_lists=True)
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

        Looking draws from the generators, so arguments can be looked at only once. When what
        should never change has changed, later calls get values that are read anew, and the
        changed ones are no longer known.
        """
        places = [
            place
            for place, (ref, argument) in enumerate(zip(refs, arguments, strict=True))
            if (ref in self._changing or self._nodes[ref][0] == "o")
            and self._differs(ref, argument)
        ]
        if not self._changing.issuperset(refs[place] for place in places):
            self.values = read(self._nodes, self._types, keep_lists=True)
            self.known = self._known()
        return places

    def _differs(self, ref: int, argument: Any) -> bool:
        if isinstance(argument, random.Random):
            return random.Random.getrandbits(argument, 64) != self._next_draw.get(ref)
        now = Writer(self._types, self.known, len(self.values))
        if ref not in self._changing:
            return self._record_differs(ref, argument, now)
        then = Writer(self._types, self.known, len(self.values))
        return then.answer(self.values[ref]) != now.answer(argument)

    def _record_differs(self, ref: int, record: Any, now: Writer) -> bool:
        """Whether a record, or one that is a field of it, is not what its node says."""
        if now.fields(record) != self._nodes[ref]:
            return True
        inner = [number for number in self._nodes[ref][2:] if self._nodes[number][0] == "o"]
        return any(self._record_differs(number, self.values[number], now) for number in inner)


def _checked(calls: object, count: int) -> list[tuple[str, list[int]]]:
    """The calls, if each is the name of a function and the numbers of some of so many nodes."""
    if not isinstance(calls, list):
        raise WireError("no list of calls")
    for call in calls:
        match call:
            case [str(), [*refs]] if all(type(ref) is int and 0 <= ref < count for ref in refs):
                continue
        raise WireError("a malformed call")
    return calls


def weight_of(node: Sequence[Any]) -> int:
    """What a node weighs: one for each part, and one for ten characters of text."""
    text = node[1] if len(node) == 2 else None
    return len(node) + (len(text) // 10 if isinstance(text, str) else 0)


def sizes_of(nodes: Sequence[Node]) -> list[int]:
    """How large the value of each node is, written out in full."""
    sizes: list[int] = []
    for node in nodes:
        inner = node[1:] if node[0] in "tld" else node[2:] if node[0] == "o" else []
        sizes.append(weight_of(node) + sum(sizes[number] for number in inner))
    return sizes


def read(nodes: object, types: Types, before: Sequence[Any] = (), *, keep_lists: bool) -> list[Any]:
    """The values of the nodes of questions, which may also name the values `before` them.

    Lists come back as tuples unless `keep_lists`. Raises WireError for anything
    that is not as the head of this file says, or is too deep or too large.
    """
    if not isinstance(nodes, list):
        raise WireError("no table of nodes")
    reader = _Reader(types, before, (), keep_lists=keep_lists)
    for node in nodes:
        reader.add(node)
    return reader.values


def read_answer(  # noqa: PLR0913 all of it is known of the question
    nodes: object,
    types: Types,
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
        raise WireError("no table of nodes")
    if sum(weight_of(node) for node in nodes if isinstance(node, list)) > MAX_SIZE:
        raise TooLargeError("too large a value")
    reader = _Reader(types, before, sizes, keep_lists=keep_lists, fit=fit, is_answer=True)
    for node in nodes:
        reader.add(node)
    return reader.values


class _Reader:
    def __init__(  # noqa: PLR0913 all of it is known of the question
        self,
        types: Types,
        before: Sequence[Any],
        sizes: Sequence[int],
        *,
        keep_lists: bool,
        fit: Fit | None = None,
        is_answer: bool = False,
    ) -> None:
        self._types = types
        self._before = before
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

    def add(self, node: object) -> None:
        if not isinstance(node, list) or not node or not isinstance(node[0], str):
            raise WireError("a malformed node")
        build = _BUILDERS.get(node[0])
        if build is None:
            raise WireError("a node of an unknown kind")
        self._depth, self._size, self._text, self._large = 0, len(node), 0, False
        value = build(self, node[1:])
        if self._depth > MAX_DEPTH + 2 or self._size > MAX_SIZE or self._text > MAX_TEXT:
            raise TooLargeError("a value too deep or too large")
        self.values.append(value)
        self._depths.append(self._depth)
        self._sizes.append(self._size)
        self._texts.append(self._text)
        self._larges.append(self._large)

    def _at(self, number: object) -> Any:
        if type(number) is not int or not 0 <= number < len(self._before) + len(self.values):
            raise WireError("a node names one that is not there")
        if number < len(self._before):
            self._size += self._before_sizes[number]
            return self._before[number]
        here = number - len(self._before)
        self._depth = max(self._depth, self._depths[here] + 1)
        self._size += self._sizes[here]
        self._text += self._texts[here]
        self._large = self._large or self._larges[here]
        return self.values[here]

    def literal(self, rest: Node) -> Any:
        if len(rest) != 1 or type(rest[0]) not in _LITERALS:
            raise WireError("a malformed literal")
        (value,) = rest
        if isinstance(value, str):
            self._text = len(value)
        if type(value) is int and not -(1 << 62) < value < 1 << 62:
            raise WireError("a malformed number")
        return value

    def truth(self, rest: Node) -> bool:
        if len(rest) != 1 or type(rest[0]) is not bool:
            raise WireError("a malformed bool")
        return rest[0]

    def fraction(self, rest: Node) -> float:
        # JSON reads 1e999 as infinity
        if len(rest) != 1 or type(rest[0]) is not float or not math.isfinite(rest[0]):
            raise WireError("a malformed number")
        return rest[0]

    def large(self, rest: Node) -> int:
        if len(rest) != 1 or not isinstance(rest[0], str) or len(rest[0]) > MAX_HEX + 1:
            raise WireError("a malformed number")
        self._large, self._text = True, len(rest[0])
        try:
            return int(rest[0], 16)
        except ValueError as fault:
            raise WireError("a malformed number") from fault

    def _all(self, rest: Node) -> Any:
        return [self._at(number) for number in rest]

    def tuple(self, rest: Node) -> Any:
        return tuple(self._all(rest))

    def list(self, rest: Node) -> Any:
        return self._sequence(self._all(rest))

    def dict(self, rest: Node) -> Any:
        if len(rest) % 2 or len(rest) > 2 * MAX_DICT:
            raise WireError("a dict too large or uneven")
        keys = [self._at(number) for number in rest[::2]]
        if self._large:
            raise WireError("a key that cannot be one")
        values = [self._at(number) for number in rest[1::2]]
        try:
            if len(keys) - len(set(map(hash, keys))) > MAX_SAME_HASH:
                raise WireError("keys that share their hashes")
            return dict(zip(keys, values, strict=True))
        except TypeError as fault:
            raise WireError("a key that cannot be one") from fault

    def enum(self, rest: Node) -> Any:
        if len(rest) != 2 or not all(isinstance(part, str) for part in rest):
            raise WireError("an unknown enum member")
        cls = self._types.enums.get(rest[0])
        if cls is None or rest[1] not in cls.__members__:
            raise WireError("an unknown enum member")
        return cls[rest[1]]

    def object(self, rest: Node) -> Any:
        cls = self._types.classes.get(rest[0]) if rest and isinstance(rest[0], str) else None
        if cls is None or len(rest) - 1 != len(self._types.fields[rest[0]]):
            raise WireError("an object of no known class")
        fields = [self._at(number) for number in rest[1:]]
        if self._fit is not None:
            fields = self._fit(cls, fields)
        try:
            return cls(*fields)
        except Exception as fault:  # a supplied class may refuse its fields anyhow
            if self._is_answer:
                return Opaque(f"an object of the class {rest[0]} that cannot be")
            raise WireError("an object that cannot be") from fault

    def random(self, rest: Node) -> random.Random:
        if self._is_answer or len(rest) != 1 or type(rest[0]) is not int:
            raise WireError("a malformed seed")
        return random.Random(rest[0])

    def unplain(self, rest: Node) -> Opaque:
        if len(rest) != 1 or not isinstance(rest[0], str):
            raise WireError("a malformed description")
        self._text = min(len(rest[0]), 200)
        return Opaque(rest[0][:200] or "a value")


_LITERALS = (type(None), int, str)

_BUILDERS: dict[str, Callable[[_Reader, Node], Any]] = {
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
