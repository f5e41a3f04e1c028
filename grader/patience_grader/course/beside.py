"""The files of a suite: tests, and what lies beside them."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .import_names import names_in_imports, nodes_in
from .imported import not_there

NO_MODULE = re.compile(r"test_.*\.py|.*_test\.py|conftest\.py|setup\.py|__main__\.py")
"""Files that are no module of a solution."""
MOST_DATA, MOST_BYTES = 1_000, 8 << 20
"""So many data files, and so many bytes of them, may lie beside the tests: a test that works with
files has a copy of all of them."""
_LONGEST_PATH = 200
FOLDERS = ("grader", "handout", "skeleton", "solution")
"""Those of a course."""
_IGNORED = {"__pycache__", "venv"}


@dataclass(frozen=True)
class SuiteFiles:
    """The files of a suite, by their paths in its folder."""

    files: Mapping[str, bytes]
    """Those that are taken, byte for byte."""
    left_behind: tuple[str, ...]
    """Data files that are too much together."""


def test_files(path: Path) -> list[Path]:
    """The file itself, or the test files in a folder."""
    if not path.is_dir():
        return [path]
    return sorted({*path.glob("test_*.py"), *path.glob("*_test.py"), *path.glob("tests.py")})


def beside(tests: Iterable[Path], own: Collection[Path]) -> dict[str, bytes]:
    """The helper modules beside the tests, by name; `own` are those of solution and stub."""
    found = {}
    for folder in dict.fromkeys(path.parent for path in tests):
        for path in sorted(folder.glob("*.py")):
            if path not in tests and path not in own and not NO_MODULE.fullmatch(path.name):
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


def suite_files(
    base: Path, tests: Sequence[Path], apart: Sequence[Path], own: Set[Path] = frozenset()
) -> SuiteFiles:
    """Tests, helpers and data beside them.

    The modules of solution and stub have their own places: all in their folders, if these lie below
    the tests. What is hidden, or among the `own` files and folders, is left out.
    Of data that are too much together, the smallest files are taken.
    """
    code: dict[Path, bytes] = {}
    others: list[Path] = []
    data: list[tuple[int, Path]] = []
    for folder in dict.fromkeys(path.parent for path in tests):
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(base)
            is_ignored = any(part[0] == "." or part in _IGNORED for part in inner.parts)
            if is_ignored or not path.is_file() or path.is_symlink():
                continue
            if not own.isdisjoint((path, *path.parents)):
                continue
            if path.suffix != ".py":
                data.append((path.stat().st_size, path))
            elif any(
                folder != one and one.is_relative_to(folder) and path.is_relative_to(one)
                for one in apart
            ):
                continue
            elif _is_code(path, tests):
                code[path] = path.read_bytes()
            else:
                others.append(path)
    code = _with_imported(code, others)
    found = {path.relative_to(base).as_posix(): text for path, text in code.items()}
    left_behind = []
    room = MOST_BYTES
    for number, (size, path) in enumerate(sorted(set(data))):
        name = path.relative_to(base).as_posix()
        room -= size
        if number < MOST_DATA and room >= 0:
            found[name] = path.read_bytes()
        else:
            left_behind.append(name)
    return SuiteFiles(found, tuple(sorted(left_behind)))


def helpers_near(
    base: Path, tests: Sequence[Path], files: Mapping[str, bytes], apart: Sequence[Path]
) -> dict[str, bytes]:
    """What a suite imports that lies beside its folder, or where the command was started.

    The `files` are those of the course folder. What lies in the folders of solution and stub, or
    holds these, is not looked at.
    """
    folders = (base, *(path.parent.parent for path in tests), Path.cwd())
    places = [one for one in dict.fromkeys(folders) if one not in apart]
    found: dict[str, bytes] = {}
    names = not_there(files)
    while names:
        new: dict[str, bytes] = {}
        for name in sorted(names):
            new |= next(filter(None, (_module(place, name, apart) for place in places)), {})
        found |= new
        names = not_there({**dict.fromkeys((*files, *found), b""), **new})
    return found


def named_files(
    texts: Iterable[bytes], files: Collection[str], places: Sequence[Path]
) -> dict[str, bytes]:
    """The data files that tests or the solution name by a text, from the first place with one.

    The `files` are there already.
    """
    found = {}
    names = {node.value for node in nodes_in(texts) if isinstance(node, ast.Constant)}
    for name in sorted(one for one in names if isinstance(one, str) and _may_be_data(one)):
        there = next((place / name for place in places if (place / name).is_file()), None)
        if there and name not in files and there.stat().st_size <= MOST_BYTES:
            found[name] = there.read_bytes()
    return found


def _may_be_data(name: str) -> bool:
    """Whether a text is a path to a data file in a folder, as it would be written."""
    path = PurePosixPath(name)
    is_inside = not path.is_absolute() and all(part[0] != "." for part in path.parts)
    is_plain = len(name) < _LONGEST_PATH and name.isprintable() and name == str(path)
    return is_plain and is_inside and path.suffix not in ("", ".py")


def _module(place: Path, name: str, apart: Sequence[Path]) -> dict[str, bytes]:
    """The files of a module or package in a folder; none if it is not there."""
    folder, file = place / name, place / f"{name}.py"
    if file.is_file():
        return {file.name: file.read_bytes()}
    if not (folder / "__init__.py").is_file() or any(
        one.is_relative_to(folder) or folder.is_relative_to(one) for one in apart
    ):
        return {}
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.py"))
    }


def _is_code(path: Path, tests: Collection[Path]) -> bool:
    """Whether a module in a folder of tests belongs to the suite, whoever imports it."""
    return path in tests or path.name == "conftest.py" or not NO_MODULE.fullmatch(path.name)


def _with_imported(code: Mapping[Path, bytes], others: Iterable[Path]) -> dict[Path, bytes]:
    """The modules of a suite, with those among others that they import."""
    found, left = dict(code), set(others)
    new: Iterable[bytes] = code.values()
    while new:
        names = names_in_imports(new)
        helpers = {path: path.read_bytes() for path in sorted(left) if path.stem in names}
        found |= helpers
        left -= set(helpers)
        new = list(helpers.values())
    return found
