"""pytest as it travels with a check: Python alone is at home, and tests mean what they mean here.

It is pure Python under licences that allow it, which travel, too. Of Pygments, which colours what
a check never shows, only what pytest imports goes with it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

from ..errors import KitError

_WHOLE = ("pytest", "pluggy", "iniconfig", "packaging")
_IN_PART = "pygments"
_IMPORTED = """
import sys
sys.path.append(sys.argv[1])
import pytest
for one in list(sys.modules.values()):
    if one.__name__.partition(".")[0] == sys.argv[2] and getattr(one, "__file__", None):
        print(one.__file__)
"""


@cache
def vendored_files() -> Mapping[str, bytes]:
    """The files by their paths. Raises KitError when they cannot be found."""
    try:
        files = {name: data for one in _WHOLE for name, data in _files(distribution(one))}
        part = distribution(_IN_PART)
    except PackageNotFoundError as fault:
        raise KitError(f"{fault.name} is not installed, so no check can be made") from fault
    used = _imported(Path(str(part.locate_file(""))))
    some = {name: data for name, data in _files(part) if not name.endswith(".py") or name in used}
    return files | some


def _files(made: Distribution) -> Iterator[tuple[str, bytes]]:
    """Its modules and its licences, under names without a version."""
    for path in made.files or ():
        place = Path(str(made.locate_file(path)))
        parts = PurePosixPath(path.as_posix()).parts
        if ".." in parts or "__pycache__" in parts or not place.is_file():
            continue
        if parts[0].endswith(".dist-info"):
            if any(word in place.name.upper() for word in ("LICENSE", "LICENCE", "COPYING")):
                yield f"licences/{made.metadata['Name'].lower()}/{place.name}", place.read_bytes()
        elif place.suffix == ".py":
            yield "/".join(parts), place.read_bytes()


def _imported(folder: Path) -> set[str]:
    """The modules that pytest imports of it, by their paths."""
    done = subprocess.run(  # noqa: S603 our own program
        [sys.executable, "-I", "-S", "-c", _IMPORTED, str(folder), _IN_PART],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise KitError(f"pytest cannot be imported by itself: {done.stderr[-300:]}")
    return {Path(line).relative_to(folder).as_posix() for line in done.stdout.splitlines()}
