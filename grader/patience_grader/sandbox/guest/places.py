"""Which files of this machine a guest may read: the standard library and what it needs."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

_SYSTEM = [Path(one) for one in ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")]
_DATA = [Path("/usr/share/zoneinfo"), Path("/etc/localtime"), Path("/etc/ld.so.cache")]
_SCRATCH = Path("/scratch/files")
"""Where each guest has a file system of its own; all may write below the folder around it."""
_INSTALLED = ("site-packages", "dist-packages")
"""Folders of packages that are not part of Python; the grader itself may be among them."""


def standard_library() -> list[Path]:
    """The folders of the standard library of the running Python."""
    named = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    found = [*map(Path, named), Path(os.__file__).resolve().parent]
    return [path for path in dict.fromkeys(found) if path.is_dir()]


def _own_libraries() -> list[Path]:
    path = Path(sys.base_prefix) / "lib"
    return [path] if path.is_dir() else []


def _shared_libraries() -> list[Path]:
    paths = [path.resolve() for path in (*_SYSTEM, *_own_libraries())]
    return [path for path in dict.fromkeys(paths) if path.is_dir()]


def own_root() -> list[Path]:
    """The folders and files that make up the guests' own root, none inside another.

    A path that goes through a link is there twice, since `sys.path` names it as it is.
    """
    own = [*_own_libraries(), *standard_library()]
    paths = [path.resolve() for path in (*_SYSTEM, *own, *_DATA)]
    paths += [path for path in own if not any(path.is_relative_to(link) for link in links())]
    there = {path for path in paths if path.exists()}
    return sorted(path for path in there if there.isdisjoint(path.parents))


def links() -> dict[Path, Path]:
    """Links that lead to these folders on this machine, such as /lib to /usr/lib."""
    return {path: path.readlink() for path in (*_SYSTEM, *_DATA) if path.is_symlink()}


def installed() -> list[Path]:
    """The folders inside `own_root` that hold installed packages."""
    pythons = [
        inner for folder in _shared_libraries() for inner in folder.iterdir() if _is_python(inner)
    ]
    parents = dict.fromkeys([*standard_library(), *pythons])
    paths = [parent / name for parent in parents for name in _INSTALLED]
    return [path for path in paths if path.is_dir()]


def readable(packages: Iterable[Path] = ()) -> list[Path]:
    """What guests may read: rules only ever add, so folders with packages are taken apart.

    Of these, they may read those that their coursework names.
    """
    found = [*_DATA, *packages]
    for folder in standard_library():
        found += [inner for inner in folder.iterdir() if inner.name not in _INSTALLED]
    for folder in _shared_libraries():
        found += [inner for inner in folder.iterdir() if not _is_python(inner)]
    return found


def scratch(*, own_root: bool, inside: str | None = None) -> Path:
    """The folder in which guests may write: the one of their own root, or else a new one.

    A folder of that name outside a root of their own is somebody else's. The new one lies
    `inside` another, if users without rights can get there, or where temporary folders lie.
    """
    if own_root:
        return _SCRATCH
    if inside is not None:
        ways = (Path(inside).resolve(), *Path(inside).resolve().parents)
        if os.geteuid() == 0 and not all(way.stat().st_mode & 0o001 for way in ways):
            inside = None
    import tempfile  # noqa: PLC0415 few guests need it

    return Path(tempfile.mkdtemp(prefix="patience-scratch-", dir=inside))


def _is_python(path: Path) -> bool:
    """Whether a folder among libraries may hold installed packages."""
    return path.name.startswith(("python", "pypy"))
