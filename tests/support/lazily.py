"""Modules that are imported when they are first used, as importing them takes long."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class _Lazy(ModuleType):
    """Stands for a module whose names are looked up.

    While pytest collects, it looks for some in whatever a test module holds. No module has those.
    """

    def __getattr__(self, name: str) -> Any:
        if name == "_mock_name" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


def lazily(name: str) -> ModuleType:
    """The module of this name, which is imported when something in it is looked up."""
    return _Lazy(name)
