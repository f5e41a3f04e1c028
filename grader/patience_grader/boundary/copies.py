"""What an object holds whose class is derived from a built-in type, as the suite sees it.

It is of a class that is derived from the same type, so that `type(x) is dict` is not true of it,
and what it holds is compared by that type alone. What the suite changes in it is changed in the
object before the next operation, and a key that a dict lacks may be one that the object makes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from ..sandbox.guest.nodes import NodeError

Missing = Callable[[Any, Any], Any]
"""What a dict gives for a key that it lacks."""


def copy_of(number: int, value: Any, missing: Missing) -> Any:
    """A copy of this value, which the object of this number holds.

    Raises NodeError for a value that no object can hold, as nothing is derived from its class.
    """
    kind: Any = type(value)
    try:
        made = _derived(kind)(value)
    except TypeError as fault:
        raise NodeError(f"an object that holds a value of the type {kind.__name__}") from fault
    made.patience_number = number
    made.patience_plain = value
    made.patience_held = _parts(made)
    made.patience_missing = missing
    return made


def is_copy(value: Any) -> bool:
    """Whether this is such a copy."""
    return "patience_copied" in type(value).__dict__


def hold(value: Any, now: Any) -> None:
    """Changes a list, dict or set into what it holds now."""
    if isinstance(value, list | dict | set) and value != now:
        value.clear()
        (value.extend if isinstance(value, list) else value.update)(now)
    if is_copy(value):
        value.patience_held = _parts(value)


def changes(value: Any) -> Iterator[tuple[Any, ...]]:
    """What the suite has done to a copy of a list or dict, as operations with their operands."""
    before, now = value.patience_held, _parts(value)
    if len(before) == len(now) and all(map(operator.is_, before, now)):
        return
    if isinstance(value, list):
        yield "setitem", slice(None), list(value)
        return
    old = dict(zip(before[::2], before[1::2], strict=True))
    yield from (("delitem", key) for key in old if key not in value)
    missing = object()
    for key, part in value.items():
        if old.get(key, missing) is not part:
            yield "setitem", key, part


def _parts(value: Any) -> list[Any]:
    """What a list or dict holds."""
    if isinstance(value, dict):
        return [part for item in value.items() for part in item]
    return list(value) if isinstance(value, list) else []


def _missing(self: Any, key: Any) -> Any:
    return self.patience_missing(self, key)


def _as_plain(kind: Any) -> Callable[[Any, Any], tuple[Any, ...]]:
    """How it is copied and serialized: as what it holds, without what the boundary knows of it."""
    return lambda self, protocol: (kind, (kind(self),))  # noqa: ARG005 Python gives it


@cache
def _derived(kind: Any) -> Any:
    body: dict[str, Any] = {"patience_copied": True, "__module__": "?"}
    body["__reduce_ex__"] = _as_plain(kind)
    return type(kind.__name__, (kind,), body | ({"__missing__": _missing} if kind is dict else {}))
