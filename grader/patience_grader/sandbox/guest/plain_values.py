"""Values that cannot change and hold no others, but for texts and the usual numbers."""

from __future__ import annotations

import dataclasses
import datetime  # noqa: ICN001 as in Python's own documentation
import decimal
import fractions
import ipaddress
import pathlib
import uuid
import zoneinfo
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import arrays, buffers, typings
    from patience_grader.sandbox.guest.nodes import MAX_HEX, Node, NodeError, in_order, text_at
else:
    import arrays
    import buffers
    import typings
    from nodes import MAX_HEX, NodeError, in_order, text_at


class Writer(Protocol):
    """Writes the nodes of values."""

    def write(self, value: Any, depth: int = 0) -> Node:
        """The node of a value. Raises NodeError when it is too large."""

    def said(self, text: str) -> str:
        """A text as it is said to the other end. Raises NodeError when it is too long."""

    def write_object(self, value: Any) -> Node:
        """The node of what is not a plain value."""


def _large(node: list[Any]) -> int:
    text = text_at(node, 1)
    if len(text) > MAX_HEX + 1:
        raise NodeError("a number too long")
    return int(text, 16)


def _float(node: list[Any]) -> float:
    text = text_at(node, 1)
    if len(text) > 40:
        raise NodeError("a malformed number")
    return float.fromhex(text)


_MOST_DIGITS = 100_000
"""A short text may name a number that takes Python a minute to make an `int` of."""


def _decimal(text: str) -> decimal.Decimal:
    if not isinstance(text, str) or len(text) > MAX_HEX:
        raise NodeError("a number too long")
    value = decimal.Decimal(text)
    if value.is_finite() and abs(value.adjusted()) > _MOST_DIGITS:
        raise NodeError("a number too large")
    return value


def _ints(cls: Callable[..., Any]) -> Callable[..., Any]:
    def build(*parts: Any) -> Any:
        if not all(part is None or type(part) is int for part in parts):
            raise NodeError("a value that is none")
        return cls(*parts)

    return build


def _clock(cls: Callable[..., Any]) -> Callable[..., Any]:
    def build(*parts: Any) -> Any:
        *numbers, fold, zone = parts
        if not all(type(one) is int for one in (*numbers, fold)):
            raise NodeError("a value that is none")
        if zone is not None and not isinstance(zone, datetime.timezone | zoneinfo.ZoneInfo):
            raise NodeError("a time zone that is none")
        return cls(*numbers, zone, fold=fold)

    return build


def _uuid(number: int) -> uuid.UUID:
    if type(number) is not int:
        raise NodeError("a value that is none")
    return uuid.UUID(int=number)


def _of_text(cls: Callable[[str], Any]) -> Callable[[Any], Any]:
    def build(text: Any) -> Any:
        if type(text) is not str:
            raise NodeError("a value that is none")
        return cls(text)

    return build


def _zone(key: str) -> Any:
    try:
        return zoneinfo.ZoneInfo(key)
    except (zoneinfo.ZoneInfoNotFoundError, OSError) as fault:
        raise NodeError("a time zone that is not known here") from fault


def _fraction(above: int, below: int) -> fractions.Fraction:
    if type(above) is not int or type(below) is not int:
        raise NodeError("a value that is none")
    return fractions.Fraction(above, below)


_AS_TEXT: tuple[type, ...] = (
    *(pathlib.PurePosixPath, pathlib.PureWindowsPath),
    *(ipaddress.IPv4Address, ipaddress.IPv4Network, ipaddress.IPv4Interface),
    *(ipaddress.IPv6Address, ipaddress.IPv6Network, ipaddress.IPv6Interface),
)
"""Classes whose values are made of how they read."""

BUILDERS: dict[str, Callable[..., Any]] = {
    "range": _ints(range),
    "slice": slice,
    "fraction": _fraction,
    "decimal": _decimal,
    "date": _ints(datetime.date),
    "time": _clock(datetime.time),
    "datetime": _clock(datetime.datetime),
    "timedelta": _ints(datetime.timedelta),
    "timezone": datetime.timezone,
    "zone": _zone,
    "path": pathlib.Path,
    **{kind.__name__: _of_text(kind) for kind in _AS_TEXT},
    "uuid": _uuid,
    "ellipsis": lambda: ...,
    "notimplemented": lambda: NotImplemented,
    "missing": lambda: dataclasses.MISSING,
    "number": arrays.number,
    "memoryview": buffers.view,
    **typings.BUILDERS,
}
"""What makes a value of its parts, by its kind."""


def _value(name: str, *parts: str) -> Callable[[Writer, Any, int], Node]:
    def write(writer: Writer, value: Any, depth: int) -> Node:
        return ["v", name, *[writer.write(getattr(value, part), depth + 1) for part in parts]]

    return write


def _as_text(writer: Writer, value: Any, _: int) -> Node:
    return ["v", type(value).__name__, writer.said(str(value))]


def _view_node(writer: Writer, value: memoryview, depth: int) -> Node:
    parts = buffers.view_parts(value)
    if parts is None:
        return writer.write_object(value)
    return ["v", "memoryview", *[writer.write(one, depth + 1) for one in parts]]


def _zone_node(writer: Writer, value: datetime.timezone, depth: int) -> Node:
    arguments: tuple[Any, ...] = value.__getinitargs__()  # type: ignore[attr-defined]
    return ["v", "timezone", *[writer.write(one, depth + 1) for one in arguments]]


_WHEN = ("hour", "minute", "second", "microsecond", "fold", "tzinfo")
WRITERS: dict[type, Callable[[Writer, Any, int], Node]] = {
    float: lambda _, value, __: ["f", value.hex()],
    complex: lambda _, value, __: ["j", value.real.hex(), value.imag.hex()],
    bytes: lambda writer, value, _: ["y", writer.said(value.decode("latin-1"))],
    frozenset: lambda writer, value, depth: [
        "z",
        *in_order([writer.write(one, depth + 1) for one in value]),
    ],
    range: _value("range", "start", "stop", "step"),
    slice: _value("slice", "start", "stop", "step"),
    fractions.Fraction: _value("fraction", "numerator", "denominator"),
    decimal.Decimal: lambda _, value, __: ["v", "decimal", str(value)],
    datetime.date: _value("date", "year", "month", "day"),
    datetime.time: _value("time", *_WHEN),
    datetime.datetime: _value("datetime", "year", "month", "day", *_WHEN),
    datetime.timedelta: _value("timedelta", "days", "seconds", "microseconds"),
    datetime.timezone: _zone_node,
    zoneinfo.ZoneInfo: _value("zone", "key"),
    memoryview: _view_node,
    type(pathlib.Path()): lambda writer, value, _: ["v", "path", writer.said(str(value))],
    **dict.fromkeys(_AS_TEXT, _as_text),
    uuid.UUID: _value("uuid", "int"),
    type(...): lambda *_: ["v", "ellipsis"],
    type(NotImplemented): lambda *_: ["v", "notimplemented"],
    type(dataclasses.MISSING): lambda *_: ["v", "missing"],
}
"""What writes a value, by its type."""

READERS: dict[str, Callable[[list[Any]], Any]] = {
    "i": _large,
    "f": _float,
    "j": lambda node: complex(_float(["f", node[1]]), _float(["f", node[2]])),
    "y": lambda node: text_at(node, 1).encode("latin-1"),
}
"""What reads a node that holds no others, by its head."""
