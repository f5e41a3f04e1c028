"""Supplied modules as suites see them: they remember what a suite replaces in them."""

from __future__ import annotations

import importlib.machinery
import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any


class GivenModule(ModuleType):
    """A supplied module. What its own code assigns is its own affair, and is not noted."""

    __slots__ = ("patience_first", "patience_methods")
    patience_first: dict[str, Any]
    """What the names that were assigned from outside stood for at first."""
    patience_methods: list[tuple[type, str, Any]]
    """The classes that it defines, with each method and its name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        object.__setattr__(self, "patience_first", {})
        object.__setattr__(self, "patience_methods", [])

    def __setattr__(self, name: str, value: Any) -> None:
        space = vars(self)
        if name in space and not name.startswith("__"):
            self.patience_first.setdefault(name, space[name])
        super().__setattr__(name, value)


_METHODS = (FunctionType, staticmethod, classmethod, property)


def _methods(module: ModuleType) -> Iterator[tuple[type, str, Any]]:
    for cls in list(vars(module).values()):
        if isinstance(cls, type) and cls.__module__ == module.__name__:
            for name, part in vars(cls).items():
                if isinstance(part, _METHODS):
                    yield cls, name, part


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, made: Callable[[GivenModule], None]) -> None:
        super().__init__(name, path)
        self._made = made

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        if isinstance(module, GivenModule):
            module.patience_methods.extend(_methods(module))

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = GivenModule(spec.name)
        self._made(module)
        return module


def given_spec(
    name: str, file: Path, made: Callable[[GivenModule], None]
) -> importlib.machinery.ModuleSpec | None:
    """How a supplied module is imported from its file; `made` gets the module."""
    loader = _Loader(name, str(file), made)
    return importlib.util.spec_from_file_location(name, str(file), loader=loader)
