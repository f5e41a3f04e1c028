"""What a suite's own lists and the like held before a test changed them in place.

A suite is in memory for all submissions: what one does to a list of the suite's module, or of
its parameters, must not be there for the next.
"""

from __future__ import annotations

import array
import collections
import contextlib
import decimal
import inspect
import io
import random
import threading
import types
from collections.abc import Mapping
from typing import Any

from ..sandbox.guest import arrays, kinds


class Originals:
    """The values that have been changed, and what they held."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Any, Any, dict[str, Any] | None]] = {}
        self._added: dict[int, tuple[Any, set[str]]] = {}
        """The objects that the other end has given attributes, and the names of these."""

    def add(self, value: Any, name: str) -> None:
        """Remembers that the other end has given an object an attribute."""
        self._added.setdefault(id(value), (value, set()))[1].add(name)

    def is_added(self, value: Any, name: str) -> bool:
        """Whether an object has an attribute of this name only from the other end."""
        return id(value) in self._added and name in self._added[id(value)][1]

    def keep(self, value: Any) -> None:
        """Remembers what a value holds, if it is the first time."""
        if id(value) not in self._kept:
            self._kept[id(value)] = (value, _copied(value), beside(value))

    def forget(self, value: Any) -> None:
        """Nobody but the boundary has the value any more."""
        self._kept.pop(id(value), None)

    def is_kept(self, value: Any) -> bool:
        """Whether it is remembered what the value held."""
        return id(value) in self._kept

    def put_back(self) -> None:
        """Makes all values hold what they held."""
        for value, held, attributes in self._kept.values():
            if isinstance(value, dict | set) and type(held) in (dict, set):
                clear, update = type(held).clear, type(held).update
                clear(value)  # that may be the names of all built-ins
                update(value, held)
            else:
                hold_again(value, held)
            if attributes is not None:
                _put_fields(value, attributes)
        self._kept = {}


def _copied(value: Any) -> Any:
    """What a value holds; of keys, which may be a submission's objects, no hash is asked again."""
    if isinstance(value, dict) and not isinstance(value, collections.OrderedDict):
        return dict.copy(value)
    return set.copy(value) if type(value) is set else held_by(value)


def held_by(value: Any) -> Any:
    """What a value holds, to be put into it again."""
    if isinstance(value, random.Random):
        return random.Random.getstate(value)
    if isinstance(value, dict):
        return list(_class_of(value).items(value))
    if isinstance(value, _COLLECTIONS):
        return list(_class_of(value).__iter__(value))
    if arrays.is_array(value):
        return value.copy()
    if isinstance(value, io.StringIO | io.BytesIO):
        return None if value.closed else (value.getvalue(), value.tell())
    if isinstance(value, array.array):
        return value[:]
    if isinstance(value, decimal.Context):
        return value.copy()
    return attributes_of(value)


def beside(value: Any) -> dict[str, Any] | None:
    """The attributes of a value that holds something else, too, such as one derived from `list`.

    None for any other.
    """
    is_both = isinstance(value, _HOLDERS) and type(value) not in kinds.CELLS
    return attributes_of(value) if is_both else None


def _class_of(value: Any) -> Any:
    """Python's own class that a list or the like is of, whatever classes are derived from it."""
    return next(one for one in type(value).__mro__ if one in kinds.CELLS)


def hold_instead(value: Any, other: Any, instead: Mapping[int, Any]) -> None:
    """Has a new value hold what another of its class holds, but others `instead` of some."""

    def swapped(part: Any) -> Any:
        if type(part) is tuple:
            return tuple(map(swapped, part))
        return instead.get(id(part), part)

    held = held_by(other)
    if isinstance(held, dict):
        hold_again(value, {name: swapped(part) for name, part in held.items()})
    elif isinstance(held, list):
        hold_again(value, [swapped(part) for part in held])
    elif isinstance(held, array.array):
        hold_again(value, held)
    if isinstance(value, collections.defaultdict):
        value.default_factory = other.default_factory


OF_PYTHON = (io.StringIO, io.BytesIO, array.array, decimal.Context)
"""Classes of Python's own whose instances hold something that is not an attribute."""
_HOLDING = (
    *("argparse", "collections", "configparser", "email.message", "queue"),
    *("threading", "weakref", "_thread", "_weakrefset"),
)
"""Modules of Python's own whose objects hold something that a submission could change."""
_FIELDS = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


def holds(value: Any) -> bool:
    """Whether this is an object of Python's own that holds something, as parsers and queues do."""
    if isinstance(value, OF_PYTHON) or type(value) is types.SimpleNamespace:
        return True
    is_thing = not isinstance(value, type | threading.Thread)
    return is_thing and type(value).__module__ in _HOLDING and hasattr(value, "__dict__")


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes that an instance has itself; no descriptor of its class is asked."""
    inner = variables_of(value)
    return {
        name: inner[name] if name in inner else object.__getattribute__(value, name)
        for name in kinds.attribute_names(value)
    }


def variables_of(value: Any) -> dict[str, Any]:
    """What an instance holds in its `__dict__`, if it has one; of a thread's own, this thread's."""
    cls = threading.local if isinstance(value, threading.local) else object
    try:
        found: dict[str, Any] = cls.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return found


_COLLECTIONS = (list, set, bytearray, collections.deque)
_HOLDERS = (dict, *_COLLECTIONS, random.Random, *OF_PYTHON)


def hold_again(value: Any, held: Any) -> None:
    """Has a value hold what it held, as `held_by` gives it."""
    if isinstance(value, random.Random):
        random.Random.setstate(value, held)
    elif isinstance(value, dict):
        cls = _class_of(value)
        cls.clear(value)
        for key, part in held:
            cls.__setitem__(value, key, part)
    elif isinstance(value, bytearray):
        with contextlib.suppress(BufferError):  # a view of it is held: it stays as it is
            bytearray.__setitem__(value, slice(None), bytes(held))
    elif isinstance(value, _COLLECTIONS):
        cls = _class_of(value)
        cls.clear(value)
        (cls.update if isinstance(value, set) else cls.extend)(value, held)
    elif arrays.is_array(value):
        if value.flags.writeable:
            if value.shape != held.shape:
                value.resize(held.shape, refcheck=False)
            value[...] = held
    elif isinstance(value, OF_PYTHON):
        _put_pythons(value, held)
    else:
        _put_fields(value, held)


def _put_pythons(value: Any, held: Any) -> None:
    if isinstance(value, array.array):
        with contextlib.suppress(BufferError):
            value[:] = held
    elif isinstance(value, decimal.Context):
        for name in _FIELDS:
            setattr(value, name, getattr(held, name))
        value.flags, value.traps = held.flags, held.traps
    elif held is not None:
        text, place = held
        with contextlib.suppress(BufferError):  # a view of it is held: it stays as it is
            (io.StringIO if isinstance(text, str) else io.BytesIO).__init__(value, text)
            value.seek(place)


def _put_fields(value: Any, held: Mapping[str, Any]) -> None:
    inner = variables_of(value)
    if len(inner) == len(held) and all(inner.get(name, held) is held[name] for name in held):
        return
    for name in kinds.attribute_names(value):
        if name not in held:
            object.__delattr__(value, name) if name not in inner else inner.pop(name)
    for name, part in held.items():
        if type(inspect.getattr_static(type(value), name, None)) is types.MemberDescriptorType:
            object.__setattr__(value, name, part)
        else:
            inner[name] = part
