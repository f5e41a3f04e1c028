"""What the objects of a suite hold that submissions can use, before and after they do.

A submission changes such an object by its methods, which run where the suite is. No list that was
handed over tells of that, so what the objects hold is looked at.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Iterator, Set
from typing import Any, NamedTuple
from unittest.mock import NonCallableMock

from ..sandbox.guest import kinds
from .link_view import known_of
from .originals import OF_PYTHON, attributes_of, held_by, hold_again, holds

_MOST = 1_000
"""Where more objects and lists can be reached, none is looked at."""
_CONTAINERS = tuple(cls for cls, kind in kinds.CELLS.items() if kind != "random")
_OTHERS = ("_pytest", "pytest", "pluggy", "hypothesis", "patience_grader", "numpy")
"""Packages whose objects are not a suite's."""


class _Part(NamedTuple):
    """A list or the like, with what it holds, and the attribute by which it is reached."""

    name: str
    value: Any
    held: Any


class Fields:
    """What objects, and those that they lead to, hold now."""

    def __init__(self, objects: Iterable[Any]) -> None:
        self._objects: list[tuple[Any, dict[str, Any]]] = []
        self._parts: list[_Part] = []
        self._take(objects)

    def _take(self, objects: Iterable[Any]) -> None:
        seen: set[int] = set()
        waiting = [("", one) for one in objects]
        while waiting:
            name, one = waiting.pop()
            if id(one) in seen:
                continue
            kind = type(one)
            if kind is tuple:
                waiting += [(name, part) for part in one]
                continue
            seen.add(id(one))
            if kind in _CONTAINERS:
                held = held_by(one)
                self._parts.append(_Part(name, one, held))
                waiting += [(name, part) for part in _within(held)]
            elif kind is types.MethodType:
                waiting.append((name, one.__self__))
            elif kind is types.FunctionType:
                waiting += _closed_over(one)
            elif isinstance(one, OF_PYTHON):
                self._parts.append(_Part(name, one, held_by(one)))
            elif _is_of_suite(one) or holds(one):
                waiting += self._take_object(name, one, seen)
            if len(self._objects) + len(self._parts) > _MOST:
                self._objects, self._parts = [], []
                return

    def _take_object(self, name: str, one: Any, seen: set[int]) -> Iterator[tuple[str, Any]]:
        """Takes an object with what its class holds, and gives what it leads to."""
        if isinstance(one, _CONTAINERS):
            held = held_by(one)
            self._parts.append(_Part(name, one, held))
            yield from ((name, part) for part in _within(held))
        classes = [cls for cls in type(one).__mro__ if _is_suites(cls) and id(cls) not in seen]
        seen.update(map(id, classes))
        for place in (one, *classes):
            attributes = _fields_of(place)
            self._objects.append((place, attributes))
            yield from attributes.items()

    def changed(self) -> frozenset[str]:
        """The names of the attributes that hold something else now."""
        parts = {part.name for part in self._parts if not _is_same(held_by(part.value), part.held)}
        return frozenset(parts).union(*(_others(*one) for one in self._objects))

    def put_back(self, names: Set[str]) -> None:
        """Has the attributes of these names hold what they held."""
        for part in self._parts:
            if part.name in names:
                hold_again(part.value, part.held)
        for one, attributes in self._objects:
            write = type.__setattr__ if isinstance(one, type) else object.__setattr__
            for name in _others(one, attributes) & names:
                write(one, name, attributes[name])


def _others(one: Any, attributes: dict[str, Any]) -> set[str]:
    """The names of attributes that an object had, and that are others now."""
    now = _fields_of(one)
    return {name for name, part in attributes.items() if now.get(name, now) is not part}


def _is_same(now: Any, before: Any) -> bool:
    """Whether that is held still; of a stream, how much was read of it makes no difference."""
    if type(now) is tuple and type(before) is tuple:
        return bool(now[0] == before[0])
    if type(now) is not list:
        return bool(now == before)
    pairs = zip(_within(now), _within(before), strict=False)
    return len(now) == len(before) and all(one is other for one, other in pairs)


def _within(held: Any) -> Iterator[Any]:
    """The parts of a list, or the keys and values of a dict, as `held_by` gives them."""
    for one in held if type(held) is list else ():
        if type(one) is tuple:
            yield from one
        else:
            yield one


def _closed_over(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function has of the names around it."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # not assigned yet
            continue


def _fields_of(one: Any) -> dict[str, Any]:
    """The attributes of an object, with those that it has of its class; or those of a class."""
    if not isinstance(one, type):
        classes = filter(_is_suites, reversed(type(one).__mro__))
        return {**dict(part for cls in classes for part in _data_of(cls)), **attributes_of(one)}
    return dict(_data_of(one))


def _data_of(cls: type) -> Iterator[tuple[str, Any]]:
    for name, part in vars(cls).items():
        if name[:2] != "__" and not hasattr(type(part), "__get__"):
            yield name, part


def _is_of_suite(one: Any) -> bool:
    """Whether it is an instance of a class that a suite has written."""
    cls = type(one)
    if issubclass(cls, type | types.ModuleType | NonCallableMock | BaseException):
        return False
    return _is_suites(cls) and known_of(one) is None and not hasattr(cls, "patience_bound")


def _is_suites(cls: type) -> bool:
    package = str(cls.__module__).partition(".")[0]
    return package not in sys.stdlib_module_names and package not in _OTHERS
