"""The third-party packages that a coursework names: found one by one, loaded before the lock."""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.util
import os
import random
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

_METADATA = ".dist-info"


class Finder:
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
    if "numpy" in sys.modules:
        importlib.import_module("numpy.random")  # which numpy itself loads only when asked
    return _address_space(proc) - before


class Chance(NamedTuple):
    """Where the generators stand from which everybody draws."""

    python: tuple[Any, ...]
    numpy: Any
    """None where numpy is not loaded."""


def chance() -> Chance:
    """Where they stand now."""
    numpy = _numpy_random()
    return Chance(random.getstate(), None if numpy is None else numpy.get_state())


def set_chance(state: Chance) -> None:
    """Makes them stand there."""
    random.setstate(state.python)
    numpy = _numpy_random()
    if numpy is not None and state.numpy is not None:
        numpy.set_state(state.numpy)


def seed(number: int) -> None:
    """Seeds what is left to chance, in numpy as well if it is loaded."""
    random.seed(number)
    numpy = _numpy_random()
    if numpy is not None:
        numpy.seed(number % (1 << 32))


def _numpy_random() -> Any:
    """The module `numpy.random`, if it has been loaded."""
    module = sys.modules.get("numpy.random")
    return module if hasattr(module, "set_state") else None


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
