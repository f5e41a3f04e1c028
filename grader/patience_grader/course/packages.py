"""The installed packages that submissions may import: where they lie, and their versions.

A coursework names them by the names under which they are imported. What they need themselves
comes with them, and nothing else that is installed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path

from ..errors import InputError
from ..sandbox.talk import Installed, Module

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)[^;]*(.*)")
_ITSELF = {"patience_grader", "patience_player", "patience_table"}


@dataclass(frozen=True)
class Packages:
    """The packages of a coursework, found on this machine."""

    installed: Installed = field(default_factory=Installed)
    """What a guest must know of them."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Of each distribution that they consist of."""
    named: Mapping[str, str] = field(default_factory=dict)
    """The distribution of each module that the coursework names, as pip calls it."""

    @property
    def pinned(self) -> tuple[str, ...]:
        """What pip must install so that another machine has the same."""
        return tuple(f"{name}=={self.versions[name]}" for name in sorted(set(self.named.values())))


@cache
def find_packages(names: tuple[str, ...], where: str) -> Packages:
    """The packages with these import names.

    Raises InputError, which begins with `where`, for one that is not installed.
    """
    if not names:
        return Packages()
    known = metadata.packages_distributions()
    named = {name: _distribution_of(name, known, where) for name in names}
    modules: dict[str, Module] = {}
    readable: set[Path] = set()
    versions: dict[str, str] = {}
    for one in _with_needs(named.values()):
        versions[one.name] = one.version
        tops = sorted(name for name, owners in known.items() if one.name in owners)
        found = {name: module for name in tops if (module := _module(one, name))}
        modules |= found
        readable |= _files(one, found.values())
    there = sorted({path.resolve() for path in readable if path.exists()})
    outermost = [path for path in there if not any(one in path.parents for one in there)]
    installed = Installed(modules, [str(path) for path in outermost])
    return Packages(installed, versions, {name: one.name for name, one in named.items()})


def _distribution_of(
    name: str, known: Mapping[str, list[str]], where: str
) -> metadata.Distribution:
    if name in sys.stdlib_module_names:
        raise InputError(f"{where}: {name} is part of Python; packages names only others")
    if name in _ITSELF:
        raise InputError(f"{where}: packages cannot name {name}, which is the kit itself")
    if name in known:
        return metadata.distribution(known[name][0])
    tops = sorted(top for top, owners in known.items() if _same(name, owners))
    if tops:
        raise InputError(f"{where}: packages names {name}, which is imported as {tops[0]}")
    raise InputError(f"{where}: {name} is not installed here; run: pip install {name}")


def _same(name: str, owners: Iterable[str]) -> bool:
    return _plain(name) in map(_plain, owners)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _with_needs(named: Iterable[metadata.Distribution]) -> Iterator[metadata.Distribution]:
    """Distributions and what they need, as far as it is installed; extras are not needed."""
    waiting, seen = list(named), set()
    while waiting:
        one = waiting.pop()
        if _plain(one.name) in seen:
            continue
        seen.add(_plain(one.name))
        yield one
        for line in one.requires or ():
            need = _REQUIREMENT.fullmatch(line)
            if need and "extra" not in need[2]:
                try:
                    waiting.append(metadata.distribution(need[1]))
                except metadata.PackageNotFoundError:
                    continue  # not needed by this version of Python, or on this system


def _module(one: metadata.Distribution, name: str) -> Module | None:
    """Where a top module of a distribution lies."""
    spec = PathFinder.find_spec(name, [str(one.locate_file(""))])
    if spec is None or (spec.origin is None and not spec.submodule_search_locations):
        return None
    places = spec.submodule_search_locations
    folders = None if places is None else [str(Path(place).resolve()) for place in places]
    return Module(str(Path(spec.origin).resolve()) if spec.origin else None, folders)


def _files(one: metadata.Distribution, modules: Iterable[Module]) -> set[Path]:
    """What of the machine's files belongs to a distribution, whole folders where it can be."""
    found = {Path(module.origin) for module in modules if module.origin and not module.folders}
    found |= {Path(folder) for one in modules if one.origin for folder in one.folders or ()}
    for file in one.files or ():
        if file.parts[0] in ("..", "__pycache__") or file.is_absolute():
            continue
        top = Path(str(one.locate_file(file.parts[0])))
        is_shared = "." not in top.name and not (top / "__init__.py").is_file()
        found.add(Path(str(one.locate_file(file))) if is_shared else top)
    return found
