"""A coursework made from what a course already has: a solution, its tests, perhaps a stub."""

from __future__ import annotations

import ast
import fnmatch
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

from ..errors import InputError, KitError
from .coursework import read_coursework
from .create import check_name
from .duplicates import replaced
from .front_matter import read_text
from .imported import imported_packages
from .skeleton import no_python, skeleton_of

_NO_MODULE = re.compile(r"test_.*\.py|.*_test\.py|conftest\.py|setup\.py|__main__\.py")
_MOST_DATA, _MOST_BYTES = 200, 2 << 20
_IGNORED = {"__pycache__", ".pytest_cache", ".git", ".venv", "venv", ".hypothesis", ".idea"}
_SECONDS = 1_200


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
class Adopted:
    """What came of it."""

    files: tuple[Path, ...]
    """Those written, by their paths in the course folder."""
    criteria: int
    tests: int
    marks: str
    """What they are worth together."""
    left_out: tuple[str, ...]
    """Tests that could not be carried over: place, name and reason."""
    replaced: tuple[str, ...]
    """Tests that are lost, as a later one has the same name: place, name and where that is."""
    passed_by_skeleton: tuple[str, ...]
    """Criteria that the untouched skeleton earns."""
    packages: tuple[str, ...]
    """The third-party packages that submissions may import, since the solution or tests do."""
    asked: tuple[str, ...]
    """The modules that students write."""
    public: int
    """How many of the tests students get for their check at home."""


@dataclass(frozen=True)
class _Layout:
    """Where files go in the course folder: their contents by path."""

    files: Mapping[str, bytes]
    package: str
    required: tuple[str, ...]
    tests: tuple[str, ...]
    own_skeleton: bool
    packages: tuple[str, ...]
    scripts: tuple[str, ...]


def adopt(root: Path, name: str, sources: Sources) -> Adopted:
    """Writes a coursework of this name into a course folder.

    Raises InputError when something given cannot be used, or anything would be overwritten;
    then nothing is written.
    """
    check_name(root, name)
    layout = _layout(name, sources)
    with tempfile.TemporaryDirectory(prefix="patience-adopt-") as folder:
        place = Path(folder)
        _write(place, layout.files)
        provisional = [{"id": "tests.any", "heading": "Tests", "title": "Any", "exercise": "tests"}]
        _write_handout(place, name, sources, layout, provisional, ())
        found = _examined(place, name)
        kept = [one for one in found if not one["refusal"]]
        left = [one for one in found if one["refusal"]]
        if not kept:
            reasons = "; ".join(f"{one['where']}: {one['refusal']}" for one in left[:3])
            raise InputError(f"no test can be adopted ({reasons or 'none was collected'})")
        if sources.public and not _public(kept, sources):
            some = ", ".join(one["id"] for one in kept[:5])
            patterns = " or ".join(map(repr, sources.public))
            raise InputError(f"no test fits --public {patterns}; tests are called {some}")
        handout = _write_handout(place, name, sources, layout, kept, [one["id"] for one in left])
        read_coursework(place, name)
        files = {**layout.files, handout: (place / handout).read_bytes()}
    _write(root, files)
    return Adopted(
        files=tuple(map(Path, sorted(files))),
        criteria=len(kept),
        tests=len(found),
        marks=_marks(kept),
        left_out=tuple(f"{one['where']}: {one['id']}: {one['refusal']}" for one in left),
        replaced=tuple(
            said
            for path in layout.tests
            for said in replaced(path, layout.files[f"grader/suites/{name}/{path}"])
        ),
        passed_by_skeleton=tuple(one["id"] for one in kept if one["skeleton_passes"]),
        packages=layout.packages,
        asked=layout.required,
        public=len(_public(kept, sources)),
    )


def _layout(name: str, sources: Sources) -> _Layout:
    tests = [found for path in sources.tests for found in _test_files(path.resolve())]
    for path in tests:
        if not path.is_file():
            raise InputError(f"{path} does not exist; name the test files after --tests")
    package, folder = _package(sources.solution, tests)
    modules = _modules(folder, tests)
    stubs = _modules(_stub_folder(sources.stub, package), tests) if sources.stub else {}
    helpers = _beside(tests)
    for helper, data in helpers.items():
        if f"{helper}.py" not in modules and _imports(modules.values()) & {helper}:
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
    scripts = _scripts({one: modules[one] for one in required}, package, tests)
    for file, data in modules.items():
        is_given = file in stubs or file not in required
        try:
            given = (
                stubs.get(file, data)
                if is_given
                else skeleton_of(_decoded(data), methods=True, script=file in scripts).encode()
            )
        except SyntaxError as fault:
            raise InputError(no_python(str(folder / file), fault)) from fault
        files[f"skeleton/{here}/{file}"] = given
    base = _base_of(tests)
    apart = [one.resolve() for one in (sources.solution, sources.stub) if one]
    files |= {
        f"grader/suites/{name}/{key}": data for key, data in _suite(base, tests, apart).items()
    }
    return _Layout(
        files=files,
        package=package,
        required=tuple(required),
        tests=tuple(path.relative_to(base).as_posix() for path in tests),
        own_skeleton=bool(stubs),
        packages=imported_packages(files),
        scripts=scripts,
    )


def _scripts(required: Mapping[str, bytes], package: str, tests: Sequence[Path]) -> tuple[str, ...]:
    """Those modules that tests run as scripts, and that nothing imports.

    Tests name their files, or say `-m`. A module that is imported, too, is not among them: it can
    be run without that.
    """
    folder = _base_of(tests)
    suite = {path: path.read_bytes() for path in sorted(folder.rglob("*.py"))}
    texts = b"\n".join(suite.values())
    imported = set(_imported_modules([*required.values(), *suite.values()], package))
    names = {file: file.removesuffix(".py") for file in required}
    return tuple(
        file
        for file, name in names.items()
        if name not in imported
        and re.search(rb"\b%s\.py\b|-m\b.*\b%s\b" % (name.encode(), name.encode()), texts)
    )


def _imported_modules(texts: Iterable[bytes], package: str) -> Iterator[str]:
    """The modules, of a package or flat, that some files import, without the package's name."""
    for node in _nodes(texts):
        if isinstance(node, ast.Import):
            yield from (one.name.removeprefix(f"{package}.") for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").removeprefix(f"{package}.")
            yield from (one.name for one in node.names)


def _nodes(texts: Iterable[bytes]) -> Iterator[ast.AST]:
    """All that stands in some files; those that are not Python are passed over."""
    for data in texts:
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError):
            continue
        yield from ast.walk(tree)


def _written(modules: Mapping[str, bytes]) -> set[str]:
    """The functions and classes that a package's own file defines, as they are written."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    tree = ast.parse(modules.get("__init__.py", b""))
    return {ast.dump(one) for one in tree.body if isinstance(one, kinds)}


def _is_asked(file: str, helpers: Mapping[str, bytes]) -> bool:
    return file.removesuffix(".py") not in helpers


def _test_files(path: Path) -> list[Path]:
    """The file itself, or the test files in a folder."""
    if not path.is_dir():
        return [path]
    return sorted({*path.glob("test_*.py"), *path.glob("*_test.py"), *path.glob("tests.py")})


def _package(solution: Path, tests: Iterable[Path]) -> tuple[str, Path]:
    """The package of a solution, empty for flat modules, and the folder of its modules."""
    if not solution.is_dir():
        raise InputError(f"{solution} is not a folder; name that of the solution")
    folder = solution.resolve()
    if (folder / "__init__.py").is_file():
        return folder.name, folder
    modules = [path for path in folder.glob("*.py") if not _NO_MODULE.fullmatch(path.name)]
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
    is_named = folder.name in _imports(texts) and not (folder / f"{folder.name}.py").exists()
    return (folder.name if is_named else ""), folder


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
        if path.resolve() not in tests and not _NO_MODULE.fullmatch(path.name):
            found[path.name] = path.read_bytes()
            read_text(path)
    return found


def _beside(tests: Iterable[Path]) -> dict[str, bytes]:
    """The helper modules beside the tests, by name."""
    found = {}
    for folder in dict.fromkeys(path.parent for path in tests):
        for path in sorted(folder.glob("*.py")):
            if path not in tests and not _NO_MODULE.fullmatch(path.name):
                found[path.stem] = path.read_bytes()
    found.pop("__init__", None)
    return found


def _imports(texts: Iterable[bytes]) -> set[str]:
    """The top names of what some modules import."""
    found: set[str] = set()
    for node in _nodes(texts):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def _base_of(tests: Sequence[Path]) -> Path:
    """The folder that the suite's paths are relative to: above one that is a package."""
    folders = [path.parent for path in tests]
    base = folders[0]
    while not all(folder.is_relative_to(base) for folder in folders):
        base = base.parent
    return base.parent if (base / "__init__.py").is_file() else base


def _suite(base: Path, tests: Sequence[Path], apart: Sequence[Path]) -> dict[str, bytes]:
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
            is_test = path.suffix == ".py" and _NO_MODULE.fullmatch(path.name)
            if is_test and path not in tests and path.name != "conftest.py":
                continue
            if path.stat().st_size > _MOST_BYTES or len(found) >= _MOST_DATA:
                continue
            found[inner.as_posix()] = path.read_bytes()
    return found


def _decoded(data: bytes) -> str:
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)


def _examined(root: Path, name: str) -> list[dict[str, Any]]:
    """The tests of a suite and what became of them. Raises InputError and KitError."""
    command = [sys.executable, "-m", "patience_grader.marking.adopting", str(root), name]
    try:
        done = subprocess.run(  # noqa: S603 our own program
            command, capture_output=True, text=True, encoding="utf-8", timeout=_SECONDS, check=False
        )
    except TimeoutExpired as fault:
        minutes = _SECONDS // 60
        raise InputError(f"the tests take more than {minutes} minutes; adopt fewer") from fault
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason is given"])[-1]
        raise (InputError if done.returncode == InputError.exit_code else KitError)(last)
    found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


_HANDOUT = """\
+++
title = {title}
version = "1.0"
package = {package}
required = {required}
also_submit = []
shared_types = []
total = {total}
{packages}{scripts}tests = {tests}
public_tests = {public}
left_out = {left_out}
own_skeleton = {own_skeleton}

[visibility]
check = "counterexample"
submission = "kind"
deadline = "counterexample"
staff = "counterexample"
{seen}
[limits]
cpu_seconds_per_question = 2.0
cpu_seconds_per_submission = 20.0
wall_seconds_per_question = 20.0
wall_seconds_per_submission = 60.0
memory_mib = 256
{scratch}+++

# {heading}

This is version 1.0 of the handout; the changelog is at the end.

Describe the coursework here.

## Submission

Submit a zip that holds {files}.

## Marks

| criterion | what we look for | marks |
|---|---|---:|
{rows}
| | **total** | **{total}** |

## Changelog

- 1.0: the first version.
"""


def _write_handout(  # noqa: PLR0913, PLR0917 all that a handout says
    root: Path,
    name: str,
    sources: Sources,
    layout: _Layout,
    criteria: Sequence[Mapping[str, Any]],
    left_out: Sequence[str],
) -> str:
    """Writes the handout; its path."""
    title = sources.title or name.replace("_", " ").capitalize()
    text = _HANDOUT.format(
        title=json.dumps(title, ensure_ascii=False),
        heading=title,
        package=json.dumps(layout.package),
        required=json.dumps(layout.required),
        packages=f"packages = {json.dumps(layout.packages)}\n" if layout.packages else "",
        scripts=f"scripts = {json.dumps(layout.scripts)}\n" if layout.scripts else "",
        tests=json.dumps(layout.tests),
        public=json.dumps(_public(criteria, sources)),
        left_out=json.dumps(list(left_out)),
        own_skeleton=json.dumps(layout.own_skeleton),
        files=", ".join(f"`{file}`" for file in layout.required),
        rows="\n".join(_rows(criteria)),
        total=_marks(criteria),
        seen=_seen(criteria),
        scratch="scratch_mib = 16\n" if _uses_files(layout) else "",
    )
    path = root / "handout" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path.relative_to(root).as_posix()


_FILES = re.compile(
    rb"tmp_path|tmpdir|tempfile|open\(|__file__|chdir|read_text|write_text|\bos\b|shutil|sqlite3"
)


def _uses_files(layout: _Layout) -> bool:
    """Whether submissions need a folder of files to work on."""
    suite = "grader/suites/"
    code = (data for path, data in layout.files.items() if path.endswith(".py"))
    has_data = any(not one.endswith(".py") for one in layout.files if one.startswith(suite))
    return has_data or any(_FILES.search(data) for data in code)


def _public(criteria: Sequence[Mapping[str, Any]], sources: Sources) -> list[str]:
    """The names of the tests that students get."""
    return [one["id"] for one in criteria if any(_fits(one, text) for text in sources.public)]


def _fits(criterion: Mapping[str, Any], pattern: str) -> bool:
    names = (criterion["id"], criterion["id"].partition(".")[2], criterion.get("name", ""))
    return any(fnmatch.fnmatch(one, pattern) for one in names)


def _rows(criteria: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    exercises = list(dict.fromkeys(one["id"].partition(".")[0] for one in criteria))
    for number, exercise in enumerate(exercises, 1):
        inside = [one for one in criteria if one["id"].partition(".")[0] == exercise]
        heading = _cell(inside[0]["heading"])
        yield f"| **{number} `{exercise}`** | **{heading}** | **{_marks(inside)}** |"
        for one in inside:
            yield f"| `{one['id']}` | {_cell(one['title'])} | {_marks([one])} |"


def _marks(criteria: Sequence[Mapping[str, Any]]) -> str:
    """What some criteria are worth together."""
    total = sum((Decimal(one.get("marks", "1")) for one in criteria), Decimal(0))
    return f"{total.normalize():f}"


_SEEN = {
    "hidden": '{ submission = "score", deadline = "score" }',
    "after_due_date": '{ submission = "score" }',
    "after_published": '{ submission = "score" }',
}
"""What students see of tests that gradescope-utils gives these visibilities."""


def _seen(criteria: Sequence[Mapping[str, Any]]) -> str:
    """The table of what students see of single criteria, if there is one."""
    rows = [
        f'"{one["id"]}" = {_SEEN[one["visibility"]]}\n'
        for one in criteria
        if one.get("visibility") in _SEEN
    ]
    return "".join(["\n[visibility.criteria]\n", *rows]) if rows else ""


def _cell(text: str) -> str:
    """Text that can stand in a table of Markdown."""
    plain = re.sub(r"([\\`*_\[\]<>|])", r"\\\1", " ".join(text.split()))
    return plain or "Tests"
