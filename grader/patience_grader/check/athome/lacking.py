"""What a student's file does not define fails the tests that use it, not the import."""

from __future__ import annotations

import builtins
import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any


class AbsentError(AttributeError):
    """A test uses a name that the student's file does not define."""


class _Absent(type):
    """What stands for a class or function that is not there: it fails when it is used."""

    def __call__(cls, *_: Any, **__: Any) -> Any:
        raise AbsentError(cls.__name__)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        raise AbsentError(cls.__name__)


@contextlib.contextmanager
def importing(suite: Path, modules: Collection[str]) -> Iterator[None]:
    """While it lasts, a suite can import what a student's file does not define."""
    original = builtins.__import__

    def imports(
        name: str,
        globals: Mapping[str, Any] | None = None,  # noqa: A002 the names of the built-in
        locals: Mapping[str, Any] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        found = original(name, globals, locals, fromlist or (), level)
        file = (globals or {}).get("__file__")
        if (
            fromlist
            and found.__name__ in modules
            and str(file).startswith(str(suite))
            and not all(hasattr(found, one) for one in fromlist if one != "*")
        ):
            return _View(found)
        return found

    builtins.__import__ = imports
    try:
        yield
    finally:
        builtins.__import__ = original


class _View(ModuleType):
    """A student's module as a suite sees it that imports what is not in it."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self.__dict__["patience_module"] = module

    def __getattr__(self, name: str) -> Any:
        module = self.__dict__["patience_module"]
        try:
            return getattr(module, name)
        except AttributeError:
            if name.startswith("__") and name.endswith("__"):
                raise
            return _Absent(name, (Exception,), {})
