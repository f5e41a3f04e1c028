"""Whether what a submission's modules hold could change from one call to the next.

What is kept from a call must lie somewhere: in a variable of a module, in a list, an object or a
class that a variable names, or in what a function holds. So where variables name functions and
values that never change, and no function sets a variable or an attribute, each call is answered as
if it were the only one. Whoever is told so of a submission need not ask it anew to see that. Where
that cannot be told at a glance, the submission is not stateless.
"""

from __future__ import annotations

import dataclasses
import enum
import opcode
import types
import typing
from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

_HARMLESS = frozenset(
    "__future__ abc bisect builtins collections collections.abc copy _collections_abc dataclasses "
    "enum fractions functools heapq itertools math operator random re statistics string textwrap "
    "types typing _bisect _collections _functools _heapq _operator _random".split()
)
"""Modules whose functions, called alike, give alike; but for `random`'s own generator."""
_NAMES = frozenset(
    "random setattr delattr globals locals vars exec eval compile open input __import__ __dict__ "
    "__setattr__ __delattr__ __defaults__ __closure__ __globals__".split()
)
"""What code may use to keep something, or to find what is kept, without setting it by name."""
_STORING = frozenset(
    opcode.opmap[name]
    for name in "STORE_GLOBAL DELETE_GLOBAL STORE_ATTR DELETE_ATTR IMPORT_NAME".split()
)
_PLAIN = (type(None), bool, int, float, complex, str, bytes, range, type(...), type(NotImplemented))
_HINTS = (types.GenericAlias, types.UnionType, typing.TypeVar)
_MOST_PARTS = 10_000


class Judge:
    """Looks through the modules of one submission."""

    def __init__(self, own: Iterable[ModuleType], supplied: Iterable[ModuleType]) -> None:
        """Its `own` modules, and those that it may import from the course."""
        self._own = {module.__name__: module for module in own}
        self._supplied = {module.__name__: module for module in supplied}
        self._left = _MOST_PARTS

    def is_stateless(self) -> bool:
        """Whether no call can change what another one finds; not where nothing was imported."""
        return bool(self._own) and all(map(self._is_fixed_module, self._own.values()))

    def _is_fixed_module(self, module: ModuleType) -> bool:
        return all(
            self._is_fixed(value)
            for name, value in vars(module).items()
            if not (name.startswith("__") and name.endswith("__"))
        )

    def _is_fixed(self, value: Any) -> bool:
        """Whether a value never changes, nor what it leads to."""
        self._left -= 1
        kind = type(value)
        if self._left < 0:
            return False
        if kind in _PLAIN or kind in _HINTS or kind.__module__ in {"typing", "__future__"}:
            return True
        if kind is tuple or kind is frozenset:
            return all(map(self._is_fixed, value))
        if kind is FunctionType:
            return self._is_fixed_function(value)
        if issubclass(kind, type):
            return self._is_fixed_class(value)
        if kind is types.BuiltinFunctionType:
            return type(value.__self__) is ModuleType and value.__module__ in _HARMLESS
        if kind is ModuleType:
            name = value.__name__
            return name in _HARMLESS or name in self._own or self._is_calm(name)
        return self._is_record(value, kind)

    def _is_calm(self, name: str) -> bool:
        """Whether a supplied module names no list or the like, which could be changed."""
        module = self._supplied.get(name)
        return module is not None and not any(
            isinstance(value, list | dict | set)
            for name, value in vars(module).items()
            if not name.startswith("__")
        )

    def _is_record(self, value: Any, kind: type) -> bool:
        """Whether it is an object of a supplied class that cannot be changed."""
        if kind.__module__ not in self._supplied:
            return False
        if isinstance(value, enum.Enum):
            return True
        parameters = getattr(kind, "__dataclass_params__", None)
        if parameters is not None and parameters.frozen:
            names = [one.name for one in dataclasses.fields(value)]
            return all(self._is_fixed(getattr(value, name)) for name in names)
        return isinstance(value, tuple) and all(map(self._is_fixed, value))

    def _is_fixed_function(self, function: FunctionType) -> bool:
        if function.__module__ in self._supplied:
            return self._is_calm(function.__module__)
        if function.__module__ not in self._own:
            return function.__module__ in _HARMLESS and function.__module__ != "random"
        held = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        is_bare = not function.__closure__ and not vars(function)
        return is_bare and all(map(self._is_fixed, held)) and _keeps_nothing(function.__code__)

    def _is_fixed_class(self, cls: type) -> bool:
        if cls.__module__ in self._supplied or cls.__module__ in _HARMLESS:
            return True
        if type(cls) is not type or cls.__module__ not in self._own:
            return False
        return all(
            self._is_fixed(getattr(value, "__func__", value))
            for name, value in vars(cls).items()
            if name not in {"__dict__", "__weakref__", "__annotations__"}
        )


def _keeps_nothing(code: CodeType) -> bool:
    """Whether code, with the functions in it, sets nothing that outlives a call of it."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return (
        _STORING.isdisjoint(code.co_code[::2])
        and _NAMES.isdisjoint(code.co_names)
        and all(map(_keeps_nothing, inner))
    )
