"""Special methods, as Python itself looks them up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def special(target: Any, name: str) -> Callable[..., Any]:
    """A special method as Python looks it up: in the class, and bound to the object.

    Raises AttributeError. Those of a mock are no functions, and would not be bound by a call.
    """
    for cls in type(target).__mro__:
        if name in vars(cls):
            found = vars(cls)[name]
            binds = getattr(type(found), "__get__", None)
            method: Callable[..., Any] = binds(found, target, type(target)) if binds else found
            return method
    raise AttributeError(f"{type(target).__name__!r} object has no attribute {name!r}")
