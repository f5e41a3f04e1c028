"""Submissions whose outcome is known: right ones, single mistakes, and mutants of the solution.

They lie in `tests/known/<coursework>/`: a folder for each right one in `right/`, with
a row in `bounds.toml` if it earns some criteria in part; a row for each mistake in
`wrong.toml`; and in `equivalent.toml` a row for each mutant that no suite can tell from
the solution, with the reason.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import msgspec

from ..course.coursework import Coursework
from ..errors import InputError

_T = TypeVar("_T")

SOLUTION = "solution"

_NO_COSMIC_RAY = "mutants are made by cosmic-ray: pip install 'patience-grader[dev]'"


@dataclass(frozen=True)
class Bounds:
    """What a right submission earns that is not perfect: from the least to the most marks."""

    least: Fraction
    most: Fraction


@dataclass(frozen=True)
class KnownSubmission:
    """A submission and the criteria that it must lose: none, just these, or at least one."""

    name: str
    files: Mapping[str, bytes]
    loses: frozenset[str] | None
    """None for a mutant, which must lose something."""
    change: str = ""
    """What a mutant changes: the line before and after."""
    base: str = SOLUTION
    """The right submission that a mistake was made in: a criterion is lost if it earns less."""
    bounds: Bounds | None = None


class _Mistake(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: str
    file: str
    find: str
    put: str
    loses: list[str]
    kind: str
    base: str = SOLUTION


class _Mistakes(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    mistake: list[_Mistake]


class _Bound(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: str
    least: float
    most: float


class _Bounds(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    right: list[_Bound]


class _Equivalent(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    change: list[str]
    reason: str


class _Equivalents(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    equivalent: list[_Equivalent] = []


def right_submissions(coursework: Coursework) -> list[KnownSubmission]:
    """The right submissions, the solution first."""
    right = coursework.known_submissions / "right"
    folders = sorted(path for path in right.iterdir() if path.is_dir()) if right.is_dir() else []
    bounds = _bounds(coursework)
    found = [KnownSubmission(SOLUTION, _base(coursework, SOLUTION), frozenset())]
    for folder in folders:
        files = _base(coursework, folder.name)
        found.append(
            KnownSubmission(folder.name, files, frozenset(), bounds=bounds.get(folder.name))
        )
    return found


def _bounds(coursework: Coursework) -> Mapping[str, Bounds]:
    path = coursework.known_submissions / "bounds.toml"
    if not path.exists():
        return {}
    rows = _read(path, _Bounds).right
    return {row.name: Bounds(Fraction(str(row.least)), Fraction(str(row.most))) for row in rows}


def wrong_submissions(coursework: Coursework) -> list[KnownSubmission]:
    """The mistakes, each laid over the solution or another right submission.

    Raises InputError for a row that does not fit what it is laid over, or the marks table.
    """
    path = coursework.known_submissions / "wrong.toml"
    if not path.exists() and coursework.tests:
        return []
    known = {criterion.id for criterion in coursework.scheme.criteria}
    found = []
    for row in _read(path, _Mistakes).mistake:
        files = dict(_base(coursework, row.base))
        text = files.get(row.file, b"").decode()
        if text.count(row.find) != 1:
            where = f"{row.file} of {row.base}"
            raise InputError(f"{path.name}: {row.name}: its text to find is not once in {where}")
        if not row.loses or not known.issuperset(row.loses):
            raise InputError(f"{path.name}: {row.name}: it must lose criteria of the marks table")
        files[row.file] = text.replace(row.find, row.put).encode()
        found.append(KnownSubmission(row.name, files, frozenset(row.loses), base=row.base))
    return found


def mutants(coursework: Coursework) -> list[KnownSubmission]:
    """The solution with every single change that cosmic-ray knows and that Python can run.

    Raises InputError when cosmic-ray is not installed.
    """
    try:
        from cosmic_ray import plugins  # noqa: PLC0415 an optional dependency
        from cosmic_ray.mutating import mutate_code  # noqa: PLC0415
    except ImportError as fault:
        raise InputError(_NO_COSMIC_RAY) from fault
    operators = [
        plugins.get_operator(name)()
        for name in plugins.operator_names()
        if not name.startswith("core/Variable")
    ]
    found: dict[str, KnownSubmission] = {}
    for file in coursework.reference:
        text = (coursework.solution / file).read_text(encoding="utf-8")
        for operator in operators:
            number = 0
            while (changed := mutate_code(text, operator, number)) is not None:
                number += 1
                if _runs_differently(text, changed):
                    change = _change(file, text, changed)
                    files = {**_base(coursework, SOLUTION), file: changed.encode()}
                    found.setdefault(
                        changed, KnownSubmission(f"mutant-{len(found)}", files, None, change)
                    )
    return list(found.values())


def equivalents(coursework: Coursework) -> Mapping[str, str]:
    """The reasons why mutants that survive are equivalent, by what they change."""
    path = coursework.known_submissions / "equivalent.toml"
    if not path.exists():
        return {}
    rows = _read(path, _Equivalents).equivalent
    return {change: row.reason for row in rows for change in row.change}


def _base(coursework: Coursework, name: str) -> Mapping[str, bytes]:
    """The files of a right submission."""
    if name != SOLUTION:
        folder = coursework.known_submissions / "right" / name
        if not folder.is_dir():
            raise InputError(f"there is no right submission {name} in {coursework.slug}")
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    files = {name: (coursework.solution / name).read_bytes() for name in coursework.reference}
    return {**files, **dict.fromkeys(coursework.also_submit, b"all\n")}


def _read(path: Path, kind: type[_T]) -> _T:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError) as fault:
        raise InputError(f"{path.name} cannot be read: {fault}") from fault


def _runs_differently(text: str, changed: str) -> bool:
    """Whether a change reaches what Python runs: not only annotations, and still Python."""
    try:
        return _executed(changed) != _executed(text)
    except SyntaxError:
        return False


def _executed(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                argument.annotation = None
    return ast.dump(tree)


def _change(file: str, text: str, changed: str) -> str:
    """The lines that a mutant changes, before and after, on one line."""
    lines = list(difflib.ndiff(text.splitlines(), changed.splitlines()))
    return f"{file}: {' '.join(_marked(lines, '-'))} => {' '.join(_marked(lines, '+'))}"


def _marked(lines: list[str], mark: str) -> Iterator[str]:
    return (line[2:].strip() for line in lines if line.startswith(f"{mark} "))
