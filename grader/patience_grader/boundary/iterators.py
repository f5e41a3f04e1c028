"""Iterators that a suite makes when it is imported: every test finds them unused.

`CASES = zip(INPUTS, OUTPUTS)` would be used up by the first run of a test, and every later one
would ask nothing.
"""

from __future__ import annotations

import inspect
import itertools
import types
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from .originals import variables_of

_MODULES = ("builtins", "itertools", "_csv")
"""Those of Python's own iterators."""
_MOST = 100_000
Space = Any
"""What holds values under names: a module, a class, or an object."""


def is_iterator(value: Any) -> bool:
    """Whether this is an iterator of Python's own, or a generator."""
    kind = type(value)
    return kind.__module__ in _MODULES and "__next__" in vars(kind)


class Iterators:
    """Those in the modules and classes of a suite; generators, which cannot be copied, apart."""

    def __init__(self) -> None:
        self._places: list[tuple[Space, str, Any]] = []
        self._generators: list[tuple[str, types.GeneratorType[Any]]] = []
        self._taken: dict[int, tuple[Any, list[Any]]] = {}
        """What those give that cannot be copied either, by what `id` gives of them."""

    def find(self, places: Iterable[Space]) -> None:
        """Looks for them, when more has been imported."""
        held = [(place, *one) for place in places for one in names_in(place).items()]
        found = [one for one in held if is_iterator(one[2])]
        self._places = [one for one in found if type(one[2]) is not types.GeneratorType]
        self._generators = [one[1:] for one in found if _is_unused(one[2])]

    def renew(self) -> None:
        """Puts a copy of each in its place; two names of one have the same.

        Generators that are used up already are not spoken of any more.
        """
        self._generators = [one for one in self._generators if _is_unused(one[1])]
        made: dict[int, Any] = {}
        for place, name, iterator in self._places:
            if id(iterator) not in made:
                made[id(iterator)] = self._copy(iterator)
            put(place, name, made[id(iterator)])

    def used_generator(self) -> str:
        """The name of a generator that something was taken from since; empty if there is none."""
        used = (name for name, generator in self._generators if not _is_unused(generator))
        return min(used, default="")

    def _copy(self, iterator: Any) -> Any:
        if id(iterator) not in self._taken:
            try:
                return _rebuilt(iterator)
            except (AttributeError, TypeError):
                some = list(itertools.islice(iterator, _MOST))
                self._taken[id(iterator)] = iterator, some
        return iter(self._taken[id(iterator)][1])


def put(place: Space, name: str, value: Any) -> None:
    """Has it hold a value, whatever its own `__setattr__` does, but for a module's."""
    if isinstance(place, type):
        type.__setattr__(place, name, value)
    elif isinstance(place, types.ModuleType):
        setattr(place, name, value)
    else:
        variables_of(place)[name] = value


def names_in(place: Space) -> Mapping[str, Any]:
    """What it holds, by name."""
    is_object = not isinstance(place, type | types.ModuleType)
    return variables_of(place) if is_object else vars(place)


def _is_unused(value: Any) -> bool:
    is_generator = type(value) is types.GeneratorType
    return is_generator and inspect.getgeneratorstate(value) == inspect.GEN_CREATED


def _rebuilt(value: Any) -> Any:
    """The value, with copies in the place of iterators. Raises TypeError if one has none."""
    if type(value) is tuple:
        return tuple(_rebuilt(part) for part in value)
    if not is_iterator(value):
        return value
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        make, given, *state = value.__reduce__()
        made = make(*_rebuilt(given))
        if state and state[0] is not None:
            made.__setstate__(_rebuilt(state[0]))
    return made
