"""The reference while a public edition is made: what it is asked is noted, with its answers."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Protocol

from ..course.coursework import Coursework


class Noting(Protocol):
    """Who notes what the reference is asked."""

    def ask(self, path: str, function: Any, arguments: Sequence[Any], named: dict[str, Any]) -> Any:
        """The answer of a function."""

    def constant(self, path: str, value: Any) -> Any:
        """The value of a constant."""


class _Reference(ModuleType):
    """A module of the reference that notes what it is asked."""

    __path__: list[str] = []  # noqa: RUF012 what makes a module a package

    def __init__(self, name: str, original: ModuleType | None, noting: Noting) -> None:
        super().__init__(name)
        vars(self).update(patience_original=original, patience_noting=noting)

    def __getattr__(self, name: str) -> Any:
        original, noting = vars(self)["patience_original"], vars(self)["patience_noting"]
        if name.startswith("__") or original is None:
            raise AttributeError(name)
        value = getattr(original, name)
        path = f"{self.__name__}.{name}"
        if not callable(value):
            return noting.constant(path, value)

        def ask(*arguments: Any, **named: Any) -> Any:
            return noting.ask(path, value, arguments, named)

        ask.__name__ = name
        return ask


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `reference`: copies of the solution's modules with state of their own."""

    def __init__(self, coursework: Coursework, noting: Noting) -> None:
        self._files = {
            f"reference.{coursework.full_name(name)}": coursework.solution / name
            for name in coursework.required
        }
        own = coursework.solution / "__init__.py"
        if coursework.package and own.is_file():
            self._files[f"reference.{coursework.package}"] = own
        self._noting = noting

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module of the reference; None for any other."""
        del path, target
        if fullname != "reference" and not any(
            f"{one}.".startswith(f"{fullname}.") for one in self._files
        ):
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """The module, complete."""
        original = None
        if file := self._files.get(spec.name):
            name = spec.name.removeprefix("reference.")
            loader = importlib.machinery.SourceFileLoader(name, str(file))
            original = ModuleType(name)
            original.__file__ = str(file)
            is_package = file.name == "__init__.py"
            original.__package__ = name if is_package else name.rpartition(".")[0]
            loader.exec_module(original)
        return _Reference(spec.name, original, self._noting)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: it is complete."""
