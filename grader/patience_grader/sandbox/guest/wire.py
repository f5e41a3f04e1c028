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

`node_writer` and `node_reader` write and read nodes. Both sides import all three, which need only
the standard library.
"""

from __future__ import annotations

import dataclasses
import enum
import json
import operator
import struct
from collections.abc import Callable, Iterable, Sequence
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
MAX_SIZE = 60_000
"""The weight of an answer."""
MAX_TEXT = 500_000
"""Characters in an answer: those of a long session."""
MAX_DICT = 1_000
MAX_SAME_HASH = 64
"""So many keys of a dict may share a hash: more are made to collide.

In Python -1 and -2 do, and with them many pairs of numbers.
"""
MAX_ORDINARY = 1_000
ODD_DEPTH = 6
"""A value beyond these is read again where it is written, to see whether it can be."""
MAX_HEX = 3_500
"""Digits of a number: Python refuses to show one of more than 4300 decimal digits."""

Node = list[Any]

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
        self.readers: dict[type, Callable[[Any], tuple[object, ...]]] = {}
        """What reads all fields of an object at once."""
        self.enum_names: dict[type, str] = {}
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
            self.enums[name], self.enum_names[cls] = cls, name
        elif issubclass(cls, BaseException):
            self.errors[cls] = name
        elif dataclasses.is_dataclass(cls):
            self._add_class(name, cls, tuple(field.name for field in dataclasses.fields(cls)))
        elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
            self._add_class(name, cls, cls._fields)

    def _add_class(self, name: str, cls: type, fields: tuple[str, ...]) -> None:
        self.classes[name], self.names[cls], self.fields[name] = cls, name, fields
        self.readers[cls] = _reader(fields)


def _reader(fields: tuple[str, ...]) -> Callable[[Any], tuple[object, ...]]:
    if len(fields) > 1:
        return operator.attrgetter(*fields)
    return lambda value: tuple(getattr(value, field) for field in fields)


def pack(message: object) -> bytes:
    """The frame that carries the message."""
    body = _ENCODER.encode(message).encode()
    return _HEADER.pack(len(body)) + body


def unpack(buffer: bytearray, *, answers: bool = False) -> Any:
    """The message of the first whole frame, which is taken off the buffer; else None.

    Raises WireError when the frame is not JSON or, without decoding it, when it is too long;
    the bounds for `answers` are tighter.
    """
    body = take(buffer, answers=answers)
    return None if body is None else decoded(body, answers=answers)


def take(buffer: bytearray, *, answers: bool = False) -> bytes | None:
    """The first whole frame, not yet decoded, which is taken off the buffer; else None.

    Raises WireError when it is too long.
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
    return body


def decoded(body: bytes, *, answers: bool = False) -> Any:
    """The message in a frame. Raises WireError when it is not JSON, or holds too many values."""
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


def weight_of(node: Sequence[Any]) -> int:
    """What a node weighs: one for each part, and one for ten characters of text."""
    text = node[1] if len(node) == 2 else None
    return len(node) + (len(text) // 10 if isinstance(text, str) else 0)
