"""The files of a suite: tests, and what lies beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

NO_MODULE = re.compile(r"test_.*\.py|.*_test\.py|conftest\.py|setup\.py|__main__\.py")
"""Files that are no module of a solution."""
_MOST_DATA, _MOST_BYTES = 200, 2 << 20
_IGNORED = {"__pycache__", ".pytest_cache", ".git", ".venv", "venv", ".hypothesis", ".idea"}


def test_files(path: Path) -> list[Path]:
    """The file itself, or the test files in a folder."""
    if not path.is_dir():
        return [path]
    return sorted({*path.glob("test_*.py"), *path.glob("*_test.py"), *path.glob("tests.py")})


def beside(tests: Iterable[Path]) -> dict[str, bytes]:
    """The helper modules beside the tests, by name."""
    found = {}
    for folder in dict.fromkeys(path.parent for path in tests):
        for path in sorted(folder.glob("*.py")):
            if path not in tests and not NO_MODULE.fullmatch(path.name):
                found[path.stem] = path.read_bytes()
    found.pop("__init__", None)
    return found


def base_of(tests: Sequence[Path]) -> Path:
    """The folder that the suite's paths are relative to: above one that is a package."""
    folders = [path.parent for path in tests]
    base = folders[0]
    while not all(folder.is_relative_to(base) for folder in folders):
        base = base.parent
    return base.parent if (base / "__init__.py").is_file() else base


def suite_files(base: Path, tests: Sequence[Path], apart: Sequence[Path]) -> dict[str, bytes]:
    """Tests, helpers and data beside them, byte for byte, by their paths.

    The modules of solution and stub, if these folders lie below the tests, have their own places.
    """
    found: dict[str, bytes] = {}
    for folder in dict.fromkeys(path.parent for path in tests):
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(base)
            if _IGNORED & set(inner.parts) or not path.is_file() or path.is_symlink():
                continue
            if path.suffix == ".py" and any(
                folder != one and one.is_relative_to(folder) and path.is_relative_to(one)
                for one in apart
            ):
                continue
            is_test = path.suffix == ".py" and NO_MODULE.fullmatch(path.name)
            if is_test and path not in tests and path.name != "conftest.py":
                continue
            if path.stat().st_size > _MOST_BYTES or len(found) >= _MOST_DATA:
                continue
            found[inner.as_posix()] = path.read_bytes()
    return found
