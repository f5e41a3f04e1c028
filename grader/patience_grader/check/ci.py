"""The check as continuous integration shows it, in the repository of a student."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ..ci.codequality import code_quality
from ..ci.github import commands, quoted, write_outputs
from ..ci.junit import junit
from ..ci.model import Place, Report, Test, place_in
from ..course.public import PublicCoursework
from .result import Looked, Part, Result

JUNIT = "patience-junit.xml"
CODE_QUALITY = "gl-code-quality-report.json"
SERVICES = ("github", "gitlab")


@dataclass(frozen=True)
class _Code:
    """The student's code, and where it defines what."""

    public: PublicCoursework
    folder: Path
    root: Path
    defined: Mapping[str, Place]


def shown_by(
    service: str, text: str, result: Result, public: PublicCoursework, folder: Path
) -> str:
    """What is printed for a service, whose files are written besides.

    GitHub's runner names its files itself; those for GitLab are written to the working folder.
    """
    found = report_of(result, public, folder, Path.cwd())
    if service == "gitlab":
        Path(JUNIT).write_bytes(junit([found]))
        Path(CODE_QUALITY).write_text(code_quality(found), encoding="utf-8")
        return text
    write_outputs(found, os.environ)
    return "\n".join([quoted(text), *commands(found)])


def report_of(result: Result, public: PublicCoursework, folder: Path, root: Path) -> Report:
    """The result of a folder as a report, with places as they lie below the root."""
    code = _Code(public, folder, root, dict(_definitions(folder, public)))
    tests = tuple(
        _test(part, one, _place(part, one, code)) for part in result.parts for one in part.looked
    )
    return Report(
        name="",
        title=public.title,
        version=public.version,
        headline=f"{result.kept} of {result.count} public tests passed",
        tests=tests,
        remarks=(*result.broken, *result.remarks),
        score=Fraction(result.kept),
        out_of=Fraction(result.count),
    )


def _test(part: Part, one: Looked, place: Place | None) -> Test:
    return Test(
        id=one.rule.id,
        group=f"{part.exercise.number} {part.exercise.name}".strip(),
        title=one.rule.title,
        state=one.verdict.state,
        score=Fraction(one.is_kept),
        worth=Fraction(1),
        reason=one.verdict.reason,
        evidence=one.verdict.evidence,
        place=place,
        is_broken=bool(part.broken),
    )


def _place(part: Part, one: Looked, code: _Code) -> Place | None:
    """Where an exception was raised, or else where the function or its file begins."""
    found = code.defined.get(part.broken or code.public.file_of(part.exercise.name))
    if not part.broken:
        found = place_in(one.verdict.evidence) or code.defined.get(part.exercise.name) or found
    if found is None:
        return None
    name = found.file.partition("/")[2] or found.file
    for path in (code.folder / found.file, code.folder / name):
        if path.is_file():
            return Place(Path(os.path.relpath(path, code.root)).as_posix(), found.line)
    return None


def _definitions(folder: Path, public: PublicCoursework) -> Iterator[tuple[str, Place]]:
    """Where the asked files define functions, by their names, and where a file is broken."""
    for name in public.required:
        file = f"{public.place}{name}"
        paths = (folder / public.package / name, folder / name)
        path = next((one for one in paths if one.is_file()), None)
        if path is None:
            continue
        yield file, Place(file, 1)
        try:
            tree = ast.parse(path.read_text(encoding="utf-8-sig"))
        except SyntaxError as broken:
            yield file, Place(file, broken.lineno or 1)
        except (OSError, ValueError, RecursionError, MemoryError):
            continue
        else:
            for node in tree.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield node.name, Place(file, node.lineno)
