"""What a course already has, and where it goes in the course folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from .beside import (
    FOLDERS,
    NO_MODULE,
    base_of,
    beside,
    helpers_near,
    named_files,
    suite_files,
    test_files,
)
from .front_matter import read_text
from .import_names import top_names
from .imported import imported_packages
from .programs import programs_among
from .skeleton import no_python, skeleton_of


@dataclass(frozen=True)
class Sources:
    """What a course already has, as it is given."""

    solution: Path
    tests: tuple[Path, ...]
    stub: Path | None = None
    public: tuple[str, ...] = ()
    """Patterns for the tests that students get."""
    title: str = ""


@dataclass(frozen=True)
class Layout:
    """Where files go in the course folder: their contents by path."""

    files: Mapping[str, bytes]
    package: str
    required: tuple[str, ...]
    tests: tuple[str, ...]
    own_skeleton: bool
    packages: tuple[str, ...]
    scripts: tuple[str, ...]
    base: Path
    """The folder that a test works in a copy of."""
    left_behind: tuple[str, ...]
    """Data files beside the tests that are too much together, by their paths there."""


def layout_of(root: Path, name: str, sources: Sources) -> Layout:
    """Where all of it goes in this course folder. Raises InputError when it cannot be used."""
    tests = [found for path in sources.tests for found in test_files(path.resolve())]
    for path in tests:
        if not path.is_file():
            raise InputError(f"{path} does not exist; name the test files after --tests")
    package, folder = _package(sources.solution, tests)
    modules = _modules(folder, tests)
    own = {folder / file for file in modules}
    stubs: dict[str, bytes] = {}
    if sources.stub:
        start = _stub_folder(sources.stub, package).resolve()
        stubs = _modules(start, tests)
        own |= {start / file for file in stubs}
    if not package:
        own |= {path.parent / file for path in tests for file in _other_than(modules, path.parent)}
    own -= {path.with_name("__init__.py") for path in tests}
    helpers = beside(tests, own)
    for helper, data in helpers.items():
        if f"{helper}.py" not in modules and top_names(modules.values()) & {helper}:
            modules = {**modules, f"{helper}.py": data}
            stubs = {**stubs, f"{helper}.py": data} if stubs else {}
    if stubs and _written(modules) - _written(stubs):
        raise InputError(
            f"{folder / '__init__.py'} defines what students write, but a package's own "
            "file is not examined; move it into a module"
        )
    names = [one for one in modules if one != "__init__.py"]
    required = [one for one in names if stubs.get(one) != modules[one] and _is_asked(one, helpers)]
    required = required or names
    if not required:
        raise InputError(
            f"{sources.solution} holds no Python modules; name the folder of the solution"
        )
    here = package or name
    files = {f"solution/{here}/{file}": data for file, data in modules.items()}
    scripts = programs_among({one: modules[one] for one in required}, package, tests)
    for file, data in modules.items():
        is_given = file in stubs or file not in required
        given = stubs.get(file, data) if is_given else _skeleton(folder / file, data, scripts)
        files[f"skeleton/{here}/{file}"] = given
    base = base_of(tests)
    apart = [one.resolve() for one in (sources.solution, sources.stub) if one]
    course = {root.resolve() / one for one in FOLDERS}
    own |= {one for one in course if not any(path.is_relative_to(one) for path in tests)}
    suite = suite_files(base, tests, apart, own)
    near = helpers_near(base, tests, {**suite.files, **dict.fromkeys(files, b"")}, apart)
    beside_tests = {**suite.files, **near}
    code = [*modules.values(), *(beside_tests[key] for key in beside_tests if key.endswith(".py"))]
    beside_tests |= named_files(code, beside_tests, (base, folder, folder.parent, Path.cwd()))
    files |= {f"grader/suites/{name}/{key}": data for key, data in beside_tests.items()}
    return Layout(
        files=files,
        package=package,
        required=tuple(required),
        tests=tuple(path.relative_to(base).as_posix() for path in tests),
        own_skeleton=bool(stubs),
        packages=imported_packages(files),
        scripts=scripts,
        base=base,
        left_behind=suite.left_behind,
    )


def _skeleton(file: Path, data: bytes, scripts: Sequence[str]) -> bytes:
    """What students start from, derived from a module of the solution. Raises InputError."""
    try:
        return skeleton_of(_decoded(data), methods=True, script=file.name in scripts).encode()
    except SyntaxError as fault:
        raise InputError(no_python(str(file), fault)) from fault


def _other_than(modules: Mapping[str, bytes], folder: Path) -> Iterator[str]:
    """The files of a folder that are called as modules of the solution are, and hold other text.

    Students start from them, or somebody has handed them in.
    """
    for file, data in modules.items():
        there = folder / file
        if there.is_file() and there.read_bytes() != data:
            yield file


def _written(modules: Mapping[str, bytes]) -> set[str]:
    """The functions and classes that a package's own file defines, as they are written."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    tree = ast.parse(modules.get("__init__.py", b""))
    return {ast.dump(one) for one in tree.body if isinstance(one, kinds)}


def _is_asked(file: str, helpers: Mapping[str, bytes]) -> bool:
    return file.removesuffix(".py") not in helpers


def _package(solution: Path, tests: Iterable[Path]) -> tuple[str, Path]:
    """The package of a solution, empty for flat modules, and the folder of its modules."""
    if not solution.is_dir():
        raise InputError(f"{solution} is not a folder; name that of the solution")
    folder = solution.resolve()
    if (folder / "__init__.py").is_file():
        return folder.name, folder
    modules = [path for path in folder.glob("*.py") if not NO_MODULE.fullmatch(path.name)]
    packages = [path.parent for path in sorted(folder.glob("*/__init__.py"))]
    packages = [path for path in packages if path.name not in ("tests", "test")]
    if packages and modules:
        raise InputError(
            f"{solution} holds modules and the package {packages[0].name}; adopt one of them"
        )
    if len(packages) > 1:
        raise InputError(f"{solution} holds more than one package; name the folder of one")
    if packages:
        return packages[0].name, packages[0]
    texts = [path.read_bytes() for path in (*modules, *tests) if path.is_file()]
    is_named = folder.name in top_names(texts) or _is_quoted(folder.name, modules, texts)
    is_named = is_named and not (folder / f"{folder.name}.py").exists()
    return (folder.name if is_named else ""), folder


def _is_quoted(package: str, modules: Iterable[Path], texts: Iterable[bytes]) -> bool:
    """Whether a text holds the full name of a module in quotes, as who imports it by name does."""
    names = "|".join(re.escape(path.stem) for path in modules)
    quoted = re.compile(f"['\"]{re.escape(package)}\\.({names})['\"]".encode())
    return any(quoted.search(text) for text in texts)


def _stub_folder(stub: Path, package: str) -> Path:
    if not stub.is_dir():
        raise InputError(f"{stub} is not a folder; name that of the stub")
    inner = stub / package
    return inner if package and inner.is_dir() else stub


def _modules(folder: Path, tests: Collection[Path]) -> dict[str, bytes]:
    """The modules in a folder, by file name."""
    inner = (one.parent for one in folder.glob("*/__init__.py"))
    if nested := next((one for one in inner if one.name not in ("tests", "test")), None):
        raise InputError(f"{nested} is a package in a package, which is not supported")
    found = {}
    for path in sorted(folder.glob("*.py")):
        if path.resolve() not in tests and not NO_MODULE.fullmatch(path.name):
            found[path.name] = path.read_bytes()
            read_text(path)
    return found


def _decoded(data: bytes) -> str:
    return data.decode("utf-8-sig").replace("\r\n", "\n")
