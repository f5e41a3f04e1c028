"""Iterators that a suite makes when it is imported: every test finds them unused.

`CASES = zip(INPUTS, OUTPUTS)` would be used up by the first run of a test, and every later one
would ask nothing.
"""

from __future__ import annotations

import inspect
import itertools
import types
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

_MODULES = ("builtins", "itertools", "_csv")
"""Those of Python's own iterators."""
_MOST = 100_000


def is_iterator(value: Any) -> bool:
    """Whether this is an iterator of Python's own, or a generator."""
    kind = type(value)
    return kind.__module__ in _MODULES and "__next__" in vars(kind)


def names_of_generators(space: Mapping[str, Any]) -> Iterator[tuple[str, types.GeneratorType[Any]]]:
    """The generators in a module or a class that nothing has been taken from."""
    for name, value in space.items():
        if type(value) is types.GeneratorType and _is_unused(value):
            yield name, value


def _is_unused(generator: types.GeneratorType[Any]) -> bool:
    return inspect.getgeneratorstate(generator) == inspect.GEN_CREATED


class Unused:
    """Gives copies of iterators, and leaves these as they are."""

    def __init__(self) -> None:
        self._taken: dict[int, tuple[Any, list[Any]]] = {}
        """What those give that cannot be copied, by what `id` gives of them."""

    def copies(self, space: Mapping[str, Any], made: dict[int, Any]) -> Iterator[tuple[str, Any]]:
        """A copy of each iterator in a module or a class, by name; `made` are those made before.

        There is none of a generator.
        """
        for name, value in space.items():
            if is_iterator(value) and type(value) is not types.GeneratorType:
                if id(value) not in made:
                    made[id(value)] = self._copy(value)
                yield name, made[id(value)]

    def _copy(self, iterator: Any) -> Any:
        if id(iterator) not in self._taken:
            try:
                return _rebuilt(iterator)
            except (AttributeError, TypeError):
                some = list(itertools.islice(iterator, _MOST))
                self._taken[id(iterator)] = iterator, some
        return iter(self._taken[id(iterator)][1])


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
