"""Classes and functions by their names, as both ends of the boundary say them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from types import ModuleType
from typing import Any

STRANGE = frozenset({"unittest", "pytest", "_pytest", "test", "doctest", "hypothesis"})
"""Modules of tests themselves: nothing of theirs crosses."""


class Lookup:
    """The modules that both ends know, and those that students write."""

    def __init__(
        self,
        module: Callable[[str], ModuleType | None],
        student: Collection[str],
        supplied: Collection[str],
        packages: Collection[str] = (),
    ) -> None:
        """`packages` are the top modules of the packages that submissions may import."""
        self._packages = frozenset(packages) - STRANGE
        self.module = module
        self.student = frozenset(student)
        self.supplied = frozenset(supplied)

    def find(self, path: str) -> Any:
        """What has this name, `module:Class.method`. Raises LookupError."""
        name, _, inner = path.partition(":")
        value: Any = self.module(name)
        if value is None or not inner or len(path) > 300:
            raise LookupError(path)
        for part in inner.split("."):
            value = _own(value, part)
        return value

    def path(self, value: Any) -> str | None:
        """The name of a class or function of any module, if it is found by that name."""
        name = getattr(value, "__module__", None)
        if name is None:
            name = getattr(getattr(value, "__objclass__", None), "__module__", None)
        inner = getattr(value, "__qualname__", None)
        if type(name) is not str or type(inner) is not str:
            return None
        try:
            found = self.find(f"{name}:{inner}")
        except LookupError:
            return None
        return f"{name}:{inner}" if found is value else None

    def is_shared(self, path: str) -> bool:
        """Whether what has this name is the same at both ends, and not a student's."""
        name = path.partition(":")[0]
        if name in self.student:
            return False
        if name in self.supplied or name == "builtins":
            return True
        top = name.partition(".")[0]
        return top in self._packages or (top in sys.stdlib_module_names and top not in STRANGE)

    def may_cross(self, path: str, kind: type) -> bool:
        """Whether instances of the class with this name cross: of Python's own, few do."""
        name, _, inner = path.partition(":")
        if not self.is_shared(path) or (kind.__module__, kind.__qualname__) != (name, inner):
            return False  # such as `supplied:tempfile.TemporaryDirectory`
        is_ours = name in self.supplied or name == "builtins"
        return is_ours or issubclass(kind, BaseException) or hasattr(kind, "__members__")


def _own(value: Any, name: str) -> Any:
    if isinstance(value, type):
        for cls in value.__mro__:
            if name in cls.__dict__:
                found = cls.__dict__[name]
                return found.__func__ if isinstance(found, staticmethod) else found
        raise LookupError(name)
    try:
        return vars(value)[name]
    except (KeyError, TypeError) as fault:
        raise LookupError(name) from fault
