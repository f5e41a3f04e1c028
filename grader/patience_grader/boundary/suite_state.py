"""What a suite and supplied modules hold: classes, objects, lists; and how loggers are set up.

All of it is put back after each test.

A suite is in memory for all submissions, and a submission may be handed its objects and classes:
what it does to them, or has them do, must not be there for the next.
"""

from __future__ import annotations

import abc
import collections
import decimal
import enum
import functools
import inspect
import logging
import os
import sys
import threading
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import NonCallableMock

from ..sandbox.guest import kinds
from .abstract_classes import register_again, registered
from .binding import BoundMeta
from .databases import Databases
from .iterators import Iterators, put
from .originals import Originals, attributes_of, held_by, holds

_LOCK = type(threading.Lock())
_CACHING = type(functools.cache(lambda: None))
_MOST = 200_000
"""A suite that holds more than so many values has the others as they are left."""
_CALLED: dict[type, Callable[[Any], list[Any]]] = {
    staticmethod: lambda one: [one.__func__],
    classmethod: lambda one: [one.__func__],
    types.MethodType: lambda one: [one.__self__, one.__func__],
    types.BuiltinMethodType: lambda one: [one.__self__],
    _CACHING: lambda one: [one.__wrapped__],
    functools.partial: lambda one: [one.func, *one.args, *one.keywords.values()],
}
"""What is called, and what that leads to."""
_Names = dict[str, Any]


class SuiteState:
    """All that the modules of a suite hold, once they have been imported."""

    def __init__(self, suites: Path, given: Sequence[types.ModuleType] = ()) -> None:
        """`given` are the supplied modules that suites see; there may come to be more."""
        self._suites = suites
        self._given = given
        self._known = 0
        self._names: set[str] = set()
        self._modules: list[types.ModuleType] = []
        self._classes: list[type] = []
        self._values: list[Any] = []
        self._caches: list[Any] = []
        self._locks: list[Any] = []
        self._cells: list[types.CellType] = []
        """The names that functions have of what is around them."""
        self.iterators = Iterators()
        self._databases = Databases()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """What is changed while this lasts is as before when it ends."""
        if len(sys.modules) != self._known:
            self._find()
        self._clear_caches()
        places: list[types.ModuleType | type] = [*self._modules, *self._classes]
        spaces = [(one, dict(vars(one))) for one in places]
        self.iterators.renew()
        self._databases.keep()
        loggers = _loggers()
        locked = [one.locked() for one in self._locks]
        closed_over = [(one, one.cell_contents) for one in self._cells]
        abstract = [(one, registered(one)) for one in self._classes if isinstance(one, abc.ABCMeta)]
        values = Originals()
        for value in self._values:
            values.keep(value)
        environ, precision = dict(os.environ), decimal.getcontext().copy()
        try:
            with decimal.localcontext():
                yield
        finally:
            decimal.setcontext(precision)
            if os.environ != environ:
                os.environ.clear()
                os.environ.update(environ)
            for place, names in spaces:
                _put_back(place, names)
            values.put_back()
            for cell, held in closed_over:
                cell.cell_contents = held
            for cls, others in abstract:
                register_again(cls, others)
            self._databases.put_back()
            for lock, is_locked in zip(self._locks, locked, strict=True):
                _put_lock_back(lock, is_locked=is_locked)
            _put_loggers_back(loggers)
            self._clear_caches()

    def _clear_caches(self) -> None:
        """No function of the suite remembers what another submission answered, or the solution."""
        for one in self._caches:
            one.cache_clear()

    def _is_suites(self, module: Any) -> bool:
        return isinstance(module, str) and module in self._names

    def _find(self) -> None:
        self._known = len(sys.modules)
        self._modules = [*modules_in(self._suites), *self._given]
        self._names = {one.__name__ for one in self._modules}
        self._classes, self._values, self._caches, self._locks, self._cells = [], [], [], [], []
        seen: set[int] = set()
        waiting: list[Any] = [part for one in self._modules for part in vars(one).values()]
        while waiting and len(seen) < _MOST:
            value = waiting.pop()
            if id(value) not in seen:
                seen.add(id(value))
                if type(value) is _LOCK:
                    self._locks.append(value)
                elif type(value) is _CACHING:
                    self._caches.append(value)
                waiting += self._parts(value)
        given = {one.__name__ for one in self._given}
        own = [one for one in self._modules if one.__name__ not in given]
        objects = [one for one in self._values if self._is_suites(type(one).__module__)]
        of_classes = [one for one in (*self._classes, *objects) if one.__module__ not in given]
        self.iterators.find([*own, *of_classes])
        self._databases.find([*own, *of_classes])

    def _parts(self, value: Any) -> list[Any]:
        """What a value of the suite holds; the value is noted if that can change."""
        kind = type(value)
        if kind in kinds.CELLS:
            self._values.append(value)
            is_mapping = isinstance(value, dict)
            return [*value, *value.values()] if is_mapping else _listed(value)
        if kind in (tuple, frozenset) or _is_named_tuple(kind):
            return list(value)
        if kind in _CALLED:
            return _CALLED[kind](value)
        if kind is types.FunctionType and self._is_suites(value.__module__):
            self._cells += _filled(value)
            return _of_function(value)
        if isinstance(kind, BoundMeta) or kind is BoundMeta:
            return []
        if issubclass(kind, enum.EnumType):
            return list(value)  # and what Python keeps in an enum stays as it is
        if issubclass(kind, type) and self._is_suites(value.__module__):
            self._classes.append(value)
            return list(vars(value).values())
        if self._is_suites(kind.__module__) or _is_mock(value) or holds(value):
            cls: Any = kind
            if may_change(cls):
                self._values.append(value)
            return [kind, *_contents(value), *attributes_of(value).values()]
        return []


def modules_in(folder: Path) -> list[types.ModuleType]:
    """The modules that have been imported from files below a folder."""
    below = f"{folder}{os.sep}"
    files = [(one, getattr(one, "__file__", None)) for one in list(sys.modules.values())]
    return [one for one, file in files if isinstance(file, str) and file.startswith(below)]


_Logging = tuple[int, bool, bool, list[Any], list[Any]]


def _loggers() -> dict[str, _Logging]:
    """How each logger is set up, by name: level, propagation, whether it is off, what it holds."""
    return {one.name: _set_up(one) for one in _all_loggers()}


def _all_loggers() -> list[logging.Logger]:
    there = list(logging.root.manager.loggerDict.values())
    return [logging.root, *(one for one in there if isinstance(one, logging.Logger))]


def _set_up(one: logging.Logger) -> _Logging:
    return one.level, one.propagate, one.disabled, list(one.handlers), list(one.filters)


def _put_loggers_back(before: dict[str, _Logging]) -> None:
    """Sets up each logger as it was; new ones are as Python makes them."""
    for one in _all_loggers():
        held = before.get(one.name, (logging.NOTSET, True, False, [], []))
        if _set_up(one) != held:
            one.setLevel(held[0])
            _, one.propagate, one.disabled, one.handlers, one.filters = held


@functools.cache
def may_change(kind: Any) -> bool:
    """Whether instances may hold something else later on.

    Those of frozen dataclasses may if a method of theirs could write past the lock.
    """
    if not kinds.is_frozen(kind):
        return True
    members = [one for base in kind.__mro__[:-1] for one in vars(base).values()]
    return any(isinstance(one, functools.cached_property) for one in members) or any(
        _WRITING & {*code.co_names} for code in map(_code_of, members) if code
    )


_WRITING = {"__setattr__", "__delattr__", "__dict__", "setattr", "vars"}
_GENERATED = "<string>"


def _code_of(member: Any) -> types.CodeType | None:
    """What a member of a class runs; None if that was not written by anybody."""
    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return code if isinstance(code, types.CodeType) and code.co_filename != _GENERATED else None


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__dictoffset__ == 0


def _put_lock_back(lock: Any, *, is_locked: bool) -> None:
    if lock.locked() and not is_locked:
        lock.release()
    elif is_locked:
        lock.acquire(blocking=False)


def _is_mock(value: Any) -> bool:
    """Whether this is a mock, or the list of its calls."""
    kind = type(value)
    is_calls = kind.__module__ == "unittest.mock" and issubclass(kind, list)
    return is_calls or issubclass(kind, NonCallableMock)


def _listed(value: Any) -> list[Any]:
    """The parts of a list or the like, if it has any that could change."""
    return list(value) if isinstance(value, list | set) or hasattr(value, "maxlen") else []


def _contents(value: Any) -> list[Any]:
    """What an object holds beside its attributes, whose class is derived from one of Python's."""
    if isinstance(value, tuple):
        return [*tuple.__iter__(value)]
    if isinstance(value, dict):
        return [*dict.keys(value), *dict.values(value)]
    is_list = isinstance(value, list | set | collections.deque)
    return list(held_by(value)) if is_list else []


def _of_function(function: types.FunctionType) -> list[Any]:
    """The values that a function keeps between its calls."""
    found = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    found += [one.cell_contents for one in _filled(function)]
    return [*found, *vars(function).values()]


def _filled(function: types.FunctionType) -> list[types.CellType]:
    """The names that a function has of what is around it, but for those not assigned yet."""
    return [one for one in function.__closure__ or () if one != types.CellType()]


def _put_back(place: types.ModuleType | type, names: _Names) -> None:
    """Lets a module or a class hold what it held."""
    now, is_class = dict(vars(place)), isinstance(place, type)
    for name in now.keys() - names.keys():
        type.__delattr__(place, name) if is_class else delattr(place, name)
    for name, value in names.items():
        if name not in now or now[name] is not value:
            put(place, name, value)
