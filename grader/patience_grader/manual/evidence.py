"""Evidence about code for the person who marks it: what tools find, without a judgement.

The tools read a submission as text. Nothing of it is run, and nothing in it configures
or silences them.
"""

from __future__ import annotations

import ast
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TypeVar

import msgspec

_SECONDS = 20
_MEMORY = 1 << 30
_OUTPUT = 8 << 20
_MOST_FINDINGS = 2_000
_RULES = (
    "A,ANN,ARG,B,BLE,C4,C90,D1,D2,D3,D402,D403,D418,D419,E,ERA,F,FIX,FURB,N,PIE,PL,RET,SIM,SLF,UP,W,"
    "E111,E112,E113,E117,E201,E202,E203,E211,E221,E222,E225,E227,E228,E231,E251,E261,E262,E265,"
    "E271,E272,E301,E302,E303,E305,E306,PLR1702"
)
_NOISE = "ANN401,D105,D107,D203,D212,D213,F405,PLR2004"
"""What says little about student code: halves of pairs that exclude each other, and taste."""
_RUFF = (
    *("check", "--isolated", "--no-cache", "--ignore-noqa"),
    *("--preview", "--config", "lint.explicit-preview-rules=true", "--line-length", "100"),
    *("--target-version", f"py3{min(sys.version_info.minor, 14)}"),
    *("--select", _RULES, "--ignore", _NOISE, "--output-format", "json-lines", "--"),
)
_HAS_FINDINGS = 1
"""The linter's exit code when it has found something, which is what it is asked for."""

_SYNTAX = {None, "invalid-syntax"}
_MOST_GROUPS = 100
_MOST_PLACES = 20

_T = TypeVar("_T")


@dataclass(frozen=True)
class Finding:
    """What the linter says of a line."""

    file: str
    line: int
    code: str
    text: str


@dataclass(frozen=True)
class FunctionFacts:
    """How large a function is."""

    file: str
    name: str
    line: int
    lines: int
    complexity: int
    parameters: int


@dataclass(frozen=True, order=True)
class Place:
    """Lines of a file, from the first to the last."""

    file: str
    first: int
    last: int


@dataclass(frozen=True)
class Review:
    """What the tools found in a submission."""

    findings: tuple[Finding, ...] = ()
    functions: tuple[FunctionFacts, ...] = ()
    documented: int = 0
    """How many of the files, classes and functions have a docstring."""
    documentable: int = 0
    missing: tuple[str, ...] = ()
    """Those that have none."""
    duplicates: tuple[tuple[Place, ...], ...] = ()
    """Groups of places that repeat each other."""
    troubles: tuple[str, ...] = ()
    """What a tool could not do, a line each."""


_TOOLS = ("ruff", "lizard", "interrogate")
_INSTALL = "pip install 'patience-grader[review]'"


class _Location(msgspec.Struct, frozen=True):
    row: int


class _Diagnostic(msgspec.Struct, frozen=True):
    filename: str
    message: str
    location: _Location
    code: str | None = None


class _Measured(msgspec.Struct, frozen=True):
    documented: str | None = None
    missing: str | None = None
    function: FunctionFacts | None = None
    duplicate: list[tuple[str, int, int]] = []
    trouble: str | None = None


def review(files: Mapping[str, str], given: Mapping[str, str] | None = None) -> Review:
    """What the tools find in these files. A tool that fails leaves a line in `troubles`.

    An import that stands in the file as it was `given` is not reported, though nothing uses it.
    """
    if lacking := [tool for tool in _TOOLS if find_spec(tool) is None]:
        names = ", ".join(lacking)
        return Review((), (), 0, 0, (), (), (f"evidence needs {names}: {_INSTALL}",))
    texts = {name: _with_plain_line_ends(text) for name, text in files.items()}
    found, linter = _findings(texts)
    brought = {name: _unused(text) for name, text in (given or {}).items()}
    findings = tuple(one for one in found if one.text not in brought.get(one.file, ()))
    results, measurer = _measure(texts)
    missing = tuple(one.missing for one in results if one.missing)
    documented = sum(one.documented is not None for one in results)
    return Review(
        findings,
        tuple(one.function for one in results if one.function),
        documented,
        documented + len(missing),
        missing,
        _groups(one.duplicate for one in results if one.duplicate),
        (*linter, *measurer, *(one.trouble for one in results if one.trouble)),
    )


def _unused(text: str) -> set[str]:
    """What the linter would say of each name that a text imports from beside it, if unused."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {
        f"`{'.' * node.level}{node.module}.{one.name}` imported but unused"
        for node in body
        if isinstance(node, ast.ImportFrom) and node.level and node.module
        for one in node.names
    }


def _with_plain_line_ends(text: str) -> str:
    """The text as UTF-8 can hold it, with the line ends that all tools count alike."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return unified.encode(errors="replace").decode()


def _findings(files: Mapping[str, str]) -> tuple[tuple[Finding, ...], list[str]]:
    """What the linter says, by file and line, and what went wrong."""
    from ruff.__main__ import find_ruff_bin  # noqa: PLC0415 an optional dependency

    try:
        with tempfile.TemporaryDirectory(prefix="patience-") as folder:
            names = _written(Path(folder).resolve(), files)
            command = [find_ruff_bin(), *_RUFF, *names]
            lines, troubles = _run("the linter", command, folder, fine=_HAS_FINDINGS)
    except OSError as fault:
        why = str(fault).partition("\n")[0]
        return (), [f"the linter could not be started ({why})"]
    found = []
    for diagnostic in _decoded(lines, _Diagnostic):
        name = names.get(diagnostic.filename, diagnostic.filename)
        code = "syntax" if diagnostic.code in _SYNTAX else str(diagnostic.code)
        found.append(Finding(name, diagnostic.location.row, code, diagnostic.message[:500]))
    if len(found) > _MOST_FINDINGS:
        troubles.append(f"only the first {_MOST_FINDINGS} findings of the linter are shown")
    found = found[:_MOST_FINDINGS]
    order = {name: place for place, name in enumerate(files)}
    return tuple(sorted(found, key=lambda one: (order.get(one.file, 0), one.line))), troubles


def _written(folder: Path, files: Mapping[str, str]) -> Mapping[str, str]:
    """Writes the files into the folder; their names by the paths they got."""
    names = {}
    for number, (name, text) in enumerate(files.items()):
        path = folder / f"files_{number}" / _module(name)
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        names[str(path)] = name
    return names


def _module(name: str) -> str:
    """The name of a Python file like this one, fit to lie in any folder."""
    stem = PurePosixPath(name).name.removesuffix(".py")
    return re.sub(r"[^\w -]", "_", stem, flags=re.ASCII)[:100] + ".py"


def _measure(files: Mapping[str, str]) -> tuple[list[_Measured], list[str]]:
    """What the module `measuring` says, and what went wrong."""
    program = Path(__file__).resolve().with_name("measure.py")
    command = [sys.executable, "-I", "-W", "ignore", str(program)]
    lines, troubles = _run("the measuring of functions", command, "/", json.dumps(files))
    return list(_decoded(lines, _Measured)), troubles


def _run(
    tool: str, command: Sequence[str], folder: str, text: str = "", *, fine: int = 0
) -> tuple[list[bytes], list[str]]:
    """The lines that a tool writes, and how it failed if it did. What it wrote counts anyway.

    It fails when it ends with another exit code than 0 and the `fine` one.
    """
    lines: list[bytes] = []
    trouble = ""
    try:
        with tempfile.TemporaryFile() as out:
            try:
                ended = subprocess.run(  # noqa: S603 the command is ours
                    command,
                    cwd=folder,
                    env=_surroundings(),
                    input=text.encode(),
                    stdout=out,
                    stderr=subprocess.DEVNULL,
                    timeout=_SECONDS,
                    check=False,
                    preexec_fn=_limit,
                )
                trouble = "" if ended.returncode == fine else _why(ended.returncode)
            except subprocess.TimeoutExpired:
                trouble = f"took more than {_SECONDS} s"
            out.seek(0)
            lines = out.read(_OUTPUT).splitlines()
    except (OSError, subprocess.SubprocessError) as fault:
        trouble = f"could not be started ({fault})"
    return lines, [f"{tool} {trouble}"] if trouble else []


def _surroundings() -> Mapping[str, str]:
    """The environment of a tool: one thread, and no settings of the linter's."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("RUFF_")}
    return {**kept, "RAYON_NUM_THREADS": "1"}


def _why(code: int) -> str:
    """What an exit code complains of, in words; empty for one that does not."""
    if -code == signal.SIGXFSZ:
        return "found more than can be shown"
    if code < 0:
        return f"was killed by signal {-code}"
    return f"ended with exit code {code}" if code else ""


def _limit() -> None:
    """Bounds what a tool may use."""
    for kind, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, int(_SECONDS) + 1),
        (resource.RLIMIT_FSIZE, _OUTPUT),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (bound, bound))


def _decoded(lines: Iterable[bytes], kind: type[_T]) -> Iterator[_T]:
    """What stands in the lines, but for one that was cut off."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError:
            continue


def _groups(duplicates: Iterable[Sequence[tuple[str, int, int]]]) -> tuple[tuple[Place, ...], ...]:
    """The largest groups of places that do not overlap, but for those that show nothing new."""
    groups: list[tuple[Place, ...]] = []
    for spans in duplicates:
        apart: list[Place] = []
        for place in sorted({Place(*span) for span in spans}):
            if not apart or place.file != apart[-1].file or place.first > apart[-1].last:
                apart.append(place)
        if len(apart) > 1:
            groups.append(tuple(apart[:_MOST_PLACES]))
    groups.sort(key=lambda group: -sum(place.last - place.first + 1 for place in group))
    kept: list[tuple[Place, ...]] = []
    for group in groups[:_MOST_GROUPS]:
        known = [place for other in kept for place in other]
        if not all(any(_meet(place, other) for other in known) for place in group):
            kept.append(group)
    return tuple(sorted(kept))


def _meet(one: Place, other: Place) -> bool:
    return one.file == other.file and one.first <= other.last and other.first <= one.last
