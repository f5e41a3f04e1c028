"""The third-party packages that a coursework names: found one by one, loaded before the lock."""

from __future__ import annotations

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

_METADATA = ".dist-info"


class Finder(importlib.abc.MetaPathFinder):
    """Finds the named top modules where they were found by the grader, and no other."""

    def __init__(self, modules: Mapping[str, Sequence[Any]], readable: Sequence[str]) -> None:
        """`modules` gives the file of each, if it has one, and the folders of its inner ones."""
        self._modules = modules
        self._metadata = [Path(one) for one in readable if one.endswith(_METADATA)]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a named module; those inside it are found by Python itself."""
        del path, target
        if fullname not in self._modules:
            return None
        origin, folders = self._modules[fullname]
        if origin is not None:
            return importlib.util.spec_from_file_location(
                fullname, origin, submodule_search_locations=folders
            )
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = list(folders)
        return spec

    def find_distributions(self, context: Any) -> Iterator[Any]:
        """What `importlib.metadata` knows of them, which some ask for their own version."""
        from importlib.metadata import PathDistribution  # noqa: PLC0415 few packages ask

        for place in self._metadata:
            name = place.name.partition("-")[0]
            if context.name is None or _plain(name) == _plain(context.name):
                yield PathDistribution(place)


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def load(said: Mapping[str, Any], proc: int | None) -> int:
    """Makes the packages importable and imports them; the bytes of address space that it took.

    One that does not load here raises when a submission imports it. `proc` is the open folder
    `/proc`, where there is one.
    """
    if not said["modules"]:
        return 0
    sys.meta_path.append(Finder(said["modules"], said["readable"]))
    before = _address_space(proc)
    for name in said["modules"]:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    return _address_space(proc) - before


def load_the_rest(names: Collection[str]) -> None:
    """Loads what these modules load only when it is asked for."""
    for name in names:
        module = sys.modules.get(name)
        for inner in dir(module) if module else ():
            with contextlib.suppress(Exception):
                getattr(module, inner)


def open_proc(said: Mapping[str, Any]) -> int | None:
    """The folder `/proc`, opened while it can be seen, if there is something to measure."""
    with contextlib.suppress(OSError):
        return os.open("/proc", os.O_RDONLY) if said["modules"] else None
    return None


def _address_space(proc: int | None) -> int:
    if proc is None:
        return 0
    try:
        file = os.open("self/statm", os.O_RDONLY, dir_fd=proc)
    except OSError:
        return 0
    with os.fdopen(file) as text:
        return int(text.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
