"""Programs that a suite imports to run them: the file runs where the submission is, each time.

`importlib.import_module("hello")` under a patched `input` runs `hello.py` amid the test, and so
does `reload`. What it leaves under its names is asked for when it is looked up.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .bound_modules import no_file_of

Held = Callable[[str | None], Any]
RunFile = Callable[[str, str, bool], Held]
"""Runs the file of a module under a name; gives what says what the module holds then.

It says whether what the module held after its last run is still there, as in `reload`.
"""


class Program(ModuleType):
    """A module whose file was run as a program."""

    patience_held: Held

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "patience_held" not in vars(self):
            raise AttributeError(name)
        try:
            return self.patience_held(name)
        except KeyError:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}") from None

    def __dir__(self) -> list[str]:
        return list(self.patience_held(None))


class _Loader(importlib.abc.Loader):
    def __init__(self, run: RunFile) -> None:
        self._run = run

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return Program(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        is_reloaded = "patience_held" in vars(module)
        held = self._run(module.__name__, module.__name__, is_reloaded)
        vars(module)["patience_held"] = held


def program_spec(name: str, run: RunFile) -> importlib.machinery.ModuleSpec:
    """How the program of this name is imported."""
    spec = importlib.machinery.ModuleSpec(name, _Loader(run), origin=no_file_of(name))
    spec.has_location = True
    return spec
