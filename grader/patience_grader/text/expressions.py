"""Values as Python: how what was drawn, asked and answered travels to students.

An expression is text that gives an equal value wherever the modules that it names can be
imported. It says no more than the value does, and everybody can read it.
"""

from __future__ import annotations

import array
import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import math
import pathlib
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable
from typing import Any

MOST = 20_000
"""No expression is longer."""
_DEEPEST = 40


class NotExpressibleError(Exception):
    """A value cannot be written down; the text says what it is."""


class Expressions:
    """Writes values down, and notes which modules an expression needs."""

    def __init__(self, student: Collection[str] = ()) -> None:
        """`student` names the modules whose objects are nobody's to write down."""
        self._student = frozenset(student)
        self.modules: set[str] = set()

    def of(self, value: Any) -> str:
        """The value as Python. Raises NotExpressibleError."""
        text = self._of(value, 0)
        if len(text) > MOST:
            raise NotExpressibleError("a value too large to hand out")
        return text

    def call(self, name: str, arguments: Iterable[Any], named: dict[str, Any]) -> str:
        """A call as Python. Raises NotExpressibleError."""
        given = [self.of(one) for one in arguments]
        return f"{name}({', '.join([*given, *(f'{k}={self.of(v)}' for k, v in named.items())])})"

    def _of(self, value: Any, depth: int) -> str:
        if depth > _DEEPEST:
            raise NotExpressibleError("a value nested too deeply")
        write = _WRITERS.get(type(value))
        if write is not None:
            return write(self, value, depth + 1)
        if isinstance(value, enum.Enum):
            return f"{self._named(type(value))}.{value.name}"
        if isinstance(value, pathlib.PurePath):
            return f"{self._module('pathlib')}.{type(value).__name__}({str(value)!r})"
        if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
            return self._named(value)
        if isinstance(value, tuple) and (names := getattr(type(value), "_fields", ())):
            return self._made(type(value), dict(zip(names, value, strict=True)), depth)
        if dataclasses.is_dataclass(value):
            fields = dataclasses.fields(value)
            if all(one.init for one in fields):
                parts = {one.name: getattr(value, one.name) for one in fields}
                return self._made(type(value), parts, depth)
        raise NotExpressibleError(f"an object of {type(value).__name__}")

    def inside(self, values: Collection[Any], depth: int) -> str:
        """Some values, with commas."""
        return ", ".join(self._of(one, depth) for one in values)

    def _made(self, cls: type, parts: dict[str, Any], depth: int) -> str:
        inner = ", ".join(f"{name}={self._of(part, depth + 1)}" for name, part in parts.items())
        return f"{self._named(cls)}({inner})"

    def _named(self, thing: Any) -> str:
        """A class or function by its name."""
        module, name = thing.__module__, thing.__qualname__
        if module is None or "<" in name or self._is_student(module):
            raise NotExpressibleError(f"an object of {module or 'no module'}, {name}")
        return name if module == "builtins" else f"{self._module(module)}.{name}"

    def _is_student(self, module: str) -> bool:
        return module in self._student or module == "__main__"

    def _module(self, name: str) -> str:
        self.modules.add(name)
        return name


Writer = Callable[[Expressions, Any, int], str]


def _float(_: Expressions, value: float, __: int) -> str:
    return repr(value) if math.isfinite(value) else f"float({str(value)!r})"


def _tuple(write: Expressions, value: tuple[Any, ...], depth: int) -> str:
    return f"({write.inside(value, depth)}{',' if len(value) == 1 else ''})"


def _set(write: Expressions, value: set[Any], depth: int) -> str:
    inner = ", ".join(sorted(write.inside([one], depth) for one in value))
    return f"{{{inner}}}" if inner else "set()"


def _frozenset(write: Expressions, value: frozenset[Any], depth: int) -> str:
    return f"frozenset({_set(write, set(value), depth) if value else ''})"


def _dict(write: Expressions, value: dict[Any, Any], depth: int) -> str:
    pairs = (
        f"{write.inside([key], depth)}: {write.inside([one], depth)}" for key, one in value.items()
    )
    return f"{{{', '.join(pairs)}}}"


def _simple(_: Expressions, value: Any, __: int) -> str:
    return repr(value)


def _of_module(module: str) -> Writer:
    def write(into: Expressions, value: Any, _: int) -> str:
        into.modules.add(module)
        text = repr(value)
        return text if text.startswith(f"{module}.") else f"{module}.{text}"

    return write


def _collection(write: Expressions, value: Any, depth: int) -> str:
    write.modules.add("collections")
    content = (
        _dict(write, value, depth) if isinstance(value, dict) else f"[{write.inside(value, depth)}]"
    )
    first = ""
    if isinstance(value, defaultdict):
        first = f"{write.inside([value.default_factory], depth)}, "
    last = f", {value.maxlen}" if isinstance(value, deque) and value.maxlen is not None else ""
    return f"collections.{type(value).__name__}({first}{content}{last})"


def _array(write: Expressions, value: array.array[Any], depth: int) -> str:
    write.modules.add("array")
    return f"array.array({value.typecode!r}, [{write.inside(value, depth)}])"


_WRITERS: dict[type, Writer] = {
    **dict.fromkeys((type(None), bool, int, str, bytes, bytearray, range, slice), _simple),
    **dict.fromkeys((type(...), type(NotImplemented)), _simple),
    float: _float,
    complex: lambda write, value, depth: (
        f"complex({_float(write, value.real, depth)}, {_float(write, value.imag, depth)})"
    ),
    list: lambda write, value, depth: f"[{write.inside(value, depth)}]",
    tuple: _tuple,
    set: _set,
    frozenset: _frozenset,
    dict: _dict,
    fractions.Fraction: _of_module("fractions"),
    decimal.Decimal: _of_module("decimal"),
    array.array: _array,
    **dict.fromkeys(
        (dt.date, dt.time, dt.datetime, dt.timedelta, dt.timezone),
        _of_module("datetime"),
    ),
    **dict.fromkeys((Counter, OrderedDict, defaultdict, deque), _collection),
}
