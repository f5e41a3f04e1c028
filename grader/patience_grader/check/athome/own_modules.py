"""The modules of a coursework before any others that are called so."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from types import ModuleType


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, folder: Path, names: Collection[str]) -> None:
        self._folder = str(folder)
        self._names = frozenset(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module of the coursework; None for any other."""
        del path, target
        if fullname not in self._names:
            return None
        return importlib.machinery.PathFinder.find_spec(fullname, [self._folder])


def install(folder: Path) -> None:
    """Lets the modules and packages in a folder be imported, whatever else is called so.

    What has been imported under such a name stays with those who hold it.
    """
    names = {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}
    for name in names:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Finder(folder, names))
