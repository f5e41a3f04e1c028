"""Values as the classes of supplied modules draw them, for evidence."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from ..suite.guard import total


@dataclass(frozen=True)
class Drawings:
    """What an operation was done on, what is right and what came back; empty where nothing is."""

    given: str = ""
    expected: str = ""
    got: str = ""


NO_DRAWINGS = Drawings()


def drawn(value: Any, supplied: Collection[str]) -> str:
    """A value as its own class draws it in several lines; empty if it does not.

    Its class is one of a supplied module, and has a `__str__` of its own.
    """
    kind = type(value)
    if kind.__module__ not in supplied or issubclass(kind, enum.Enum | BaseException):
        return ""
    if not any("__str__" in vars(one) for one in kind.__mro__ if one.__module__ in supplied):
        return ""
    text = total(lambda: str(value), otherwise=str)
    return text if "\n" in text else ""


def all_drawn(values: Iterable[Any], supplied: Collection[str]) -> str:
    """Those of some values that are drawn, below each other."""
    return "\n\n".join(filter(None, (drawn(one, supplied) for one in values)))
