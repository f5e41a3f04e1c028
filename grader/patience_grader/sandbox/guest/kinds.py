"""Of which kind a value is, and what it is made of."""

from __future__ import annotations

import array
import collections
import contextlib
import dataclasses
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import arrays
    from patience_grader.sandbox.guest.nodes import NodeError
else:
    import arrays
    from nodes import NodeError

CELLS: dict[type, str] = {
    list: "list",
    dict: "dict",
    set: "set",
    bytearray: "bytearray",
    array.array: "array",
    collections.deque: "deque",
    collections.Counter: "Counter",
    collections.OrderedDict: "OrderedDict",
    collections.defaultdict: "defaultdict",
    random.Random: "random",
}
"""What can change, and the name of its kind."""

MAPPINGS = {"dict", "Counter", "OrderedDict", "defaultdict"}
LATER = {"bytearray": 0, "array": 0, **dict.fromkeys(("set", *MAPPINGS), 2)}
"""Kinds that are filled before the others, as there are views of them, and after, as they hash."""

_ALIKE: tuple[dict[str, int], ...] = (
    {"list": 0, "t": 0, "deque": 1, "n": 1},
    {"set": 0, "z": 0},
    {"dict": 0, "Counter": 0, "OrderedDict": 0, "defaultdict": 1},
)
"""Kinds with the same parts in the same order, and how much stands before these."""

HEAP = 1 << 9
"""The flag of classes that are not part of Python itself."""
NAMED = (type(len), type(str.upper), type(lambda: 0))
"""Functions, which may be known by their names."""
_OF_OBJECT = {id(one) for one in vars(object).values()}


def is_named(value: Any) -> bool:
    """Whether this may be known by its name: a function, or a method that every object has."""
    return type(value) in NAMED or id(value) in _OF_OBJECT


_NEW: Any = object.__new__


def kind_of(value: Any) -> str:
    """Of which kind a cell is."""
    return "ndarray" if arrays.is_array(value) else CELLS.get(type(value), "object")


def parts_beside(kind: str, other: Any) -> list[Any]:
    """The parts of another node or content, each in the place of the one of this kind.

    There are none if the other is not of a kind that is gone through in the same way.
    """
    if not isinstance(other, list) or not other or not isinstance(other[0], str):
        return []
    name, *parts = other
    if name == kind:
        return parts
    for before in _ALIKE:
        if kind in before and name in before:
            return [*[None] * before[kind], *parts[before[name] :]]
    return []


def of_kind(content: list[Any], other: list[Any]) -> list[Any]:
    """The content of a cell as a cell of the kind of the `other` would hold it.

    It keeps the other's settings, such as its default. The other itself, if the kinds are not
    gone through in the same way.
    """
    name, kind = content[0], other[0]
    for before in _ALIKE:
        if name in before and kind in before:
            return [kind, *other[1 : 1 + before[kind]], *content[1 + before[name] :]]
    return other


@lru_cache(maxsize=256)
def fields_of(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(one.name for one in dataclasses.fields(kind))


@lru_cache(maxsize=256)
def is_frozen(kind: Any) -> bool:
    """Whether instances are frozen dataclasses."""
    params = getattr(kind, "__dataclass_params__", None)
    return params is not None and bool(params.frozen) and dataclasses.is_dataclass(kind)


def is_simple(kind: type) -> bool:
    """Whether instances are made of their attributes alone."""
    return (
        kind.__new__ is _NEW
        and kind.__flags__ & HEAP != 0
        and not any(base.__module__ == "builtins" and base is not object for base in kind.__mro__)
    )


def attribute_names(value: Any) -> list[str]:
    """The attributes that an instance has itself."""
    found = list(getattr(value, "__dict__", ()))
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in [slots] if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                found.append(name)  # noqa: PERF401 a loop in a loop reads better
    return found


def made_exception(cls: Any, args: Sequence[Any], plain: dict[str, Any]) -> BaseException:
    """An exception of a known class; only Python's own constructors are run."""
    if cls.__module__ == "builtins":
        try:
            made = cls(*args)
        except Exception:  # noqa: BLE001 such as a UnicodeError of one argument
            made = cls.__new__(cls)
    else:
        made = cls.__new__(cls, *args)
    if not isinstance(made, BaseException):
        raise NodeError("a malformed exception")
    if cls.__module__ != "builtins":
        base = next(one for one in cls.__mro__ if one.__module__ == "builtins")
        with contextlib.suppress(Exception):
            base.__init__(made, *args)  # a SyntaxError keeps its message beside its `args`
    if not isinstance(made, OSError):
        made.args = tuple(args)
    if "__cause__" in plain:
        cause = plain.pop("__cause__")
        made.__cause__ = cause if isinstance(cause, BaseException) else None
    vars(made).update(plain)
    return made
