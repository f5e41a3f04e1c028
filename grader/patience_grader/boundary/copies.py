"""What an object holds whose class is derived from a built-in type, as the suite sees it.

It is of a class that is derived from the same type, so that `type(x) is dict` is not true of it,
and what it holds is compared by that type alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any


def copy_of(number: int, value: Any) -> Any:
    """A copy of this value, which the object of this number holds."""
    kind: Any = type(value)
    made = _derived(kind)(value)
    made.patience_number = number
    made.patience_plain = value
    return made


def is_copy(value: Any) -> bool:
    """Whether this is such a copy."""
    return "patience_copied" in type(value).__dict__


def hold(value: Any, now: Any) -> None:
    """Changes a list, dict or set into what it holds now."""
    if isinstance(value, list | dict | set) and value != now:
        value.clear()
        (value.extend if isinstance(value, list) else value.update)(now)


@cache
def _derived(kind: Any) -> Any:
    return type(kind.__name__, (kind,), {"patience_copied": True, "__module__": "?"})
