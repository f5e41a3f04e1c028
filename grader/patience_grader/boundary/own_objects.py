"""The objects and exceptions of a suite that it has handed over, by number."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from typing import Any

from ..sandbox.guest.nodes import NodeError

FIRST_ERROR = 1 << 30
"""Exceptions are numbered by themselves: how many are raised differs between submissions."""


def _mark(value: Any) -> object:
    """What an object is known by: a method is made anew each time that it is looked up."""
    if type(value) is types.MethodType:
        return id(value.__self__), id(value.__func__)
    return id(value)


class OwnObjects:
    """What a suite has handed over in one run; it lives as long as that does."""

    def __init__(self, objects: Iterable[Any] = (), errors: Iterable[BaseException] = ()) -> None:
        """With those that have numbers already."""
        self._objects = list(objects)
        self._errors = list(errors)
        self._numbers = {_mark(one): number for number, one in enumerate(self._objects)}
        self._error_numbers = {id(one): number for number, one in enumerate(self._errors)}

    def __bool__(self) -> bool:
        """Whether an object was handed over."""
        return bool(self._objects)

    def __iter__(self) -> Iterator[Any]:
        """The objects, without the exceptions."""
        return iter(self._objects)

    def copy(self) -> OwnObjects:
        """The same with the same numbers, for another run."""
        return OwnObjects(self._objects, self._errors)

    def number(self, value: Any) -> int:
        """The number of an object."""
        found = self._numbers.setdefault(_mark(value), len(self._objects))
        if found == len(self._objects):
            self._objects.append(value)
        return found

    def error_number(self, error: BaseException) -> int:
        """The number of an exception."""
        found = self._error_numbers.setdefault(id(error), len(self._errors))
        if found == len(self._errors):
            self._errors.append(error)
        return FIRST_ERROR + found

    def find(self, number: int) -> Any:
        """The object or exception of this number. Raises NodeError."""
        if 0 <= number - FIRST_ERROR < len(self._errors):
            return self._errors[number - FIRST_ERROR]
        if not 0 <= number < len(self._objects):
            raise NodeError("a function that is not there")
        return self._objects[number]
