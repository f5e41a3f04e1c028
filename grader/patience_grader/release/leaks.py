"""Whether a bundle would give away what students must not have. A release that would is refused.

Looked for, in every file of the bundle and in the archives within it: lines of the solution
that were not handed out on purpose, files of the question bank, compiled files, questions of
the marked edition, files of such questions, and the secret of the course.
"""

from __future__ import annotations

import ast
import io
import json
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..check.process import VENDORED
from ..course.coursework import Coursework
from ..course.public import FILE, PlainSuite
from ..questions.file import MARK
from ..questions.secret import secret_file
from .statements import statements

_KIT = Path(__file__).parents[1]
_LINE = 24
"""Shorter lines of the solution are not secret."""
_QUESTION = 200
"""Smaller questions are not secret: there are so few of a few cards that both editions ask them."""
_BODY = 300
"""Bodies of functions that are shorter, written out as Python parses them, are not secret."""
_TEXT = 60
"""So are shorter texts."""
_ARCHIVES = (".whl", ".zip", ".pyz")
_Shape = tuple[type[ast.stmt], ...]
_COMPILED = (".pyc", ".pyo", ".so", ".pyd")


def leaks(
    packed: bytes, coursework: Coursework, marked: Mapping[str, Any], public: Mapping[str, Any]
) -> list[str]:
    """What the bundle would give away, a line each.

    `marked` and `public` are the records of both editions of the bank; of a plain suite, they are
    empty, and `public` has its public files.
    """
    suite = public.get("plain")
    hidden = _hidden_lines(coursework, suite) if suite else frozenset()
    given = {line for text in suite.files.values() for line in _long_lines(text)} if suite else ()
    found = [f"it asks a marked question: {one[:200]}" for one in same_questions(marked, public)]
    secrets = secret_lines(coursework).difference(given)
    secret = _secret(coursework)
    folder = coursework.suites / "bank"
    of_bank = () if suite else sorted(folder.rglob("*.py"))
    bank_names = tuple(f"/bank/{file.relative_to(folder).as_posix()}" for file in of_bank)
    bank = {
        line for file in of_bank for line in _long_lines(file.read_text(encoding="utf-8"))
    } - _known_lines(coursework)
    marked_texts = {text for text in _texts(marked["nodes"]) if len(text) > _TEXT}
    marked_texts -= set(_texts(public["nodes"]))
    body = coursework.body
    written = {text: _escaped(text) for text in marked_texts if text not in body}
    functions = _functions_to_write(coursework)
    for name, data in _files("", packed):
        if name.endswith(_COMPILED):
            found.append(f"{name} is compiled, so nobody can see what it holds")
        if name.endswith(bank_names):
            found.append(f"{name} belongs to the question bank")
        text = data.decode("utf-8", "replace")
        if f'"{MARK}":' in text and '"seeds":' in text:
            found.append(f"{name} is a file of questions that mark")
        if secret and secret in text:
            found.append(f"{name} holds the secret of the course")
        if name.endswith(".py"):
            found += [f"{name} holds {one}" for one in functions.held_in(text)]
        lines = set(_long_lines(text))
        for what, some in (
            ("the solution", secrets),
            ("the question bank", bank),
            ("hidden tests", hidden),
        ):
            if both := sorted(lines & some):
                found.append(f"{name} holds {len(both)} lines of {what}: {both[0]}")
        held = sorted(one for one, plain in written.items() if one in text or plain in text)
        found += [f"{name} holds a marked question: {one[:200]}" for one in held]
    return found


def _hidden_lines(coursework: Coursework, suite: PlainSuite) -> frozenset[str]:
    """The lines of a plain suite's files that students do not get with its public tests."""
    texts = [file.read_text(encoding="utf-8-sig") for file in coursework.suites.rglob("*.py")]
    lines = {line for text in texts for line in _long_lines(ast.unparse(ast.parse(text)))}
    files = [*coursework.skeleton.rglob("*.py"), coursework.handout]
    files += [coursework.solution / name for name in coursework.supplied]
    public = [*suite.files.values(), *(file.read_text(encoding="utf-8") for file in files)]
    lines -= {line for text in public for line in _long_lines(text)}
    return frozenset(lines - _lines_of_kit())


def _secret(coursework: Coursework) -> str:
    """The secret of the course as it is written; empty if there is none."""
    file = secret_file(coursework.root)
    return file.read_text(encoding="ascii").strip() if file.is_file() else ""


def secret_lines(coursework: Coursework) -> frozenset[str]:
    """The lines of the solution that students are to write themselves."""
    written = (*coursework.reference, *coursework.optional)
    secret = {line for name in written for line in _long_lines(_code(coursework.solution / name))}
    return frozenset(secret - _known_lines(coursework))


@dataclass(frozen=True)
class _Functions:
    """Functions of the solution, as messages call them, by their bodies."""

    named: Mapping[str, str]
    shapes: Collection[_Shape]
    """The shapes of their bodies: what has none of them need not be written out."""

    def held_in(self, text: str) -> Iterator[str]:
        """Those that a file has, too."""
        for body, _ in _bodies(text, self.shapes):
            if body in self.named:
                yield self.named[body]


def _functions_to_write(coursework: Coursework) -> _Functions:
    """The functions of the solution that students are to write, but for the shortest."""
    given = {
        body
        for file in coursework.skeleton.rglob("*.py")
        for body, _ in _bodies(file.read_text(encoding="utf-8"))
    }
    found = {
        body: node
        for file in (*coursework.reference, *coursework.optional)
        if file.endswith(".py")
        for body, node in _bodies(coursework.solution.joinpath(file).read_text("utf-8"))
        if body not in given
    }
    named = {body: f"the function {node.name} of the solution" for body, node in found.items()}
    return _Functions(named, {_shape(_without_text(node)) for node in found.values()})


def _bodies(
    text: str, shapes: Collection[_Shape] | None = None
) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions in a file whose bodies have one of these shapes, if any are named.

    Each comes with its body without a docstring, written out.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef):
            body = _without_text(node)
            if shapes is None or _shape(body) in shapes:
                written = "\n".join(map(ast.dump, body))
                if len(written) >= _BODY:
                    yield written, node


def _without_text(node: ast.FunctionDef) -> list[ast.stmt]:
    """The body of a function without its docstring."""
    return node.body[ast.get_docstring(node, clean=False) is not None :]


def _shape(body: Sequence[ast.stmt]) -> _Shape:
    """The kinds of the statements, in order."""
    return tuple(map(type, body))


def same_questions(marked: Mapping[str, Any], public: Mapping[str, Any]) -> list[str]:
    """The questions that are in both records, written out."""
    both = _questions(marked) & _questions(public)
    return sorted(one for one in both if len(one) > _QUESTION)


def _questions(record: Mapping[str, Any]) -> set[str]:
    """Every question with its arguments, and every session, written out."""
    written = _Written(record["nodes"])
    required = {
        f"{written[function]}{written[arguments]}" for function, arguments, _ in record["answers"]
    }
    sessions = {
        written[number]
        for number, node in enumerate(record["nodes"])
        if node[0] == "o" and node[1].endswith(":Session")
    }
    return required | sessions


class _Written:
    """The nodes of a record, written out in full."""

    def __init__(self, nodes: Sequence[list[Any]]) -> None:
        self._nodes = nodes
        self._known: dict[int, str] = {}

    def __getitem__(self, number: int) -> str:
        if number not in self._known:
            kind, *rest = self._nodes[number]
            self._known[number] = self._text(kind, rest)
        return self._known[number]

    def _text(self, kind: str, rest: list[Any]) -> str:
        if kind == "v":
            return json.dumps(rest[0], ensure_ascii=False)
        if kind == "e":
            return f"{rest[0].rpartition(':')[2]}.{rest[1]}"
        name = rest.pop(0).rpartition(":")[2] if kind == "o" else kind
        return f"{name}({', '.join(self[number] for number in rest)})"


def _texts(nodes: Iterable[list[Any]]) -> Iterator[str]:
    return (node[1] for node in nodes if node[0] == "v" and isinstance(node[1], str))


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _known_lines(coursework: Coursework) -> frozenset[str]:
    """Lines of handout, skeleton and kit, and of what judges answers: students may have them."""
    given = [*coursework.skeleton_files, *coursework.suites.glob("*.py"), coursework.handout]
    return _lines_of(given) | _lines_of_kit()


@cache
def _lines_of_kit() -> frozenset[str]:
    return _lines_of(_KIT.rglob("*.py"))


def _lines_of(files: Iterable[Path]) -> frozenset[str]:
    texts = (file.read_text(encoding="utf-8") for file in files)
    return frozenset(line for text in texts for line in _long_lines(text))


def _long_lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if len(line.strip()) >= _LINE)


def _code(file: Path) -> str:
    """The text without docstrings and imports, which say nothing of how a task is solved."""
    text = file.read_text("utf-8")
    if file.suffix != ".py":
        return text
    lines = text.splitlines()
    for node in statements(ast.parse(text)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    return "\n".join(lines)


def _files(prefix: str, packed: bytes) -> Iterator[tuple[str, bytes]]:
    """Every file in an archive, and in the archives and public suites within it, by its path.

    What is vendored is other people's, and public anyway.
    """
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            if f"/{VENDORED}/" in name:
                continue
            yield f"{prefix}{name}", data
            if name.endswith(f"/{FILE}") and (suite := json.loads(data).get("plain")):
                for path, text in suite["files"].items():
                    yield f"{prefix}{name}/{path}", text.encode()
            if name.endswith(_ARCHIVES):
                yield from _files(f"{prefix}{name}/", data)
