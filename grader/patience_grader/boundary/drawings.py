"""Values as the classes of supplied modules draw them, for evidence."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterable
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
MOST_DRAWN = 20
"""So many wrong answers of a test are drawn at most."""


class Drawer:
    """Draws what is wrong in one run of a test."""

    def __init__(self, supplied: Collection[str]) -> None:
        """`supplied` are the modules whose classes draw themselves."""
        self._supplied = supplied
        self._left = MOST_DRAWN if supplied else 0

    def draw(self, arguments: Iterable[Any], value: Any, expected: Callable[[], Any]) -> Drawings:
        """What an operation was done on, what it gave and what it should have given."""
        if not self._left:
            return NO_DRAWINGS
        self._left -= 1
        return Drawings(
            all_drawn(arguments, self._supplied),
            drawn(expected(), self._supplied),
            drawn(value, self._supplied),
        )


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
