"""The modules of a coursework before any others that are called so."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
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


class _Missing(importlib.abc.MetaPathFinder):
    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        """None; raises ModuleNotFoundError for what is not there."""
        del path, target
        if fullname.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


@contextmanager
def missing(names: Collection[str]) -> Iterator[None]:
    """Meanwhile, packages of these names cannot be imported; who has imported them keeps them."""
    kept = {name: one for name, one in sys.modules.items() if name.partition(".")[0] in names}
    for name in kept:
        del sys.modules[name]
    finder = _Missing(names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update(kept)


def install(folder: Path) -> None:
    """Lets the modules and packages in a folder be imported, whatever else is called so.

    What has been imported under such a name stays with those who hold it.
    """
    names = {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}
    for name in names:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Finder(folder, names))
