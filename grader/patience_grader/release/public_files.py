"""The files of the public edition of a suite: reduced modules, and what was recorded for them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from ..boundary.criteria import Criterion
from ..check.athome.child import RECORD
from ..course.coursework import Coursework
from ..text.expressions import Expressions, NotExpressibleError
from .reduce import Reduced, Wanted, reduced
from .solution_use import constants_with, live_questions

_RECORD_HEAD = '''\
"""Recorded for the public tests: examples, and what the solution answers."""
'''
_RECORD_TAIL = """

def patience_raise(error):
    raise error


EXAMPLES = {{{examples}}}
REFERENCE = {{{answers}}}
"""


@dataclass(frozen=True)
class Part:
    """A criterion, and what of it is public."""

    criterion: Criterion
    items: tuple[pytest.Item, ...]
    """The tests that students get."""
    obstacle: str
    """Why there are none; empty if there are."""
    examples: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What was drawn for each test, as Python."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """What the reference answers, by the question, both as Python."""

    @property
    def key(self) -> str:
        """The test function, as pytest names it without parameters."""
        item = self.criterion.items[0]
        name = getattr(item, "originalname", None) or item.name
        return f"{item.nodeid.rpartition('::')[0]}::{name}"

    @property
    def file(self) -> str:
        """The path of the file, in the folder of the suite."""
        return self.key.partition("::")[0]

    @property
    def test(self) -> str:
        """The test function within the file."""
        return self.key.partition("::")[2]


def public_files(
    coursework: Coursework, parts: Sequence[Part], write: Expressions, student: Sequence[str]
) -> dict[str, Any]:
    """The public edition, as plain values."""
    texts = {one.file: _source(coursework, one.file) for one in parts}
    checked = [_checked(one, ast.parse(texts[one.file]), student) for one in parts]
    public = [one for one in checked if not one.obstacle]
    record = _record(public, write)
    files = _Files(coursework, student)
    for name in dict.fromkeys(one.file for one in public):
        inside = [one for one in checked if one.file == name]
        files.want(name, _wanted(inside))
    if public:
        files.read_record(record)
    files.follow()
    texts = {name: one.text for name, one in files.reduced.items()}
    wanted = {one.id for one in coursework.scheme.criteria if not one.manual}
    return {
        "files": {**texts, **_data(coursework.suites, texts.values()), RECORD: record},
        "tests": list(dict.fromkeys(one.file for one in public)),
        "criteria": {one.criterion.id: one.key for one in public},
        "marked_only": {
            one.criterion.id: one.obstacle
            for one in checked
            if one.obstacle and one.criterion.id in wanted
        },
        "overlap": _overlap(checked, wanted),
        "places": {one.criterion.id: one.criterion.where for one in public},
    }


def _data(suites: Path, texts: Iterable[str]) -> dict[str, str]:
    """The texts beside the suite whose names stand in what is public, by their paths there."""
    said = {
        node.value.rpartition("/")[2]
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    found: dict[str, str] = {}
    for path in sorted(suites.rglob("*")):
        if path.name in said and path.suffix != ".py" and path.is_file():
            with suppress(UnicodeDecodeError), path.open(encoding="utf-8", newline="") as file:
                found[path.relative_to(suites).as_posix()] = file.read()
    return found


def _overlap(parts: Sequence[Part], wanted: Collection[str]) -> str:
    """Which of the marked questions are public: none, some or all."""
    marked = [one for one in parts if one.criterion.id in wanted]
    stated = [one for one in marked if one.items and not one.examples]
    if not stated:
        return "none"
    is_all = all(one in stated and len(one.items) == len(one.criterion.items) for one in marked)
    return "all" if is_all else "some"


def _source(coursework: Coursework, file: str) -> str:
    return (coursework.suites / file).read_text(encoding="utf-8-sig")


def _checked(part: Part, tree: ast.Module, student: Sequence[str]) -> Part:
    """The part, with the obstacles that its test's text and its cases are."""
    if part.obstacle:
        return part
    if lines := live_questions(tree, part.test, student):
        why = f"it asks the solution about the submission's own answer (line {lines[0]})"
        return replace(part, items=(), obstacle=why)
    try:
        _cases(part, Expressions(student))
    except NotExpressibleError as fault:
        return replace(part, items=(), obstacle=f"its cases hold {fault}")
    return part


def _cases(part: Part, write: Expressions) -> str:
    """The call of `parametrize` with the public cases; empty if all are public."""
    if len(part.items) == len(part.criterion.items):
        return ""
    marks = list(part.items[0].iter_markers("parametrize"))
    own = getattr(getattr(part.items[0], "obj", None), "pytestmark", [])
    if any(mark.kwargs.get("indirect") for mark in marks) or len(marks) > len(own):
        raise NotExpressibleError("parameters of fixtures, classes or modules")
    names = [name for mark in marks for name in _names(mark.args[0])]
    specs = [vars(item)["callspec"] for item in part.items]
    rows = [tuple(spec.params[name] for name in names) for spec in specs]
    ids = [spec.id for spec in specs]
    return write.call("parametrize", [tuple(names), rows], {"ids": ids})


def _names(given: str | Sequence[str]) -> Sequence[str]:
    if isinstance(given, str):
        return [one.strip() for one in given.split(",") if one.strip()]
    return given


def _wanted(parts: Sequence[Part]) -> Wanted:
    """What students get of a test file."""
    write = Expressions()
    public = [one for one in parts if not one.obstacle]
    cases = {one.test: text for one in public if (text := _cases(one, write))}
    return Wanted(
        tests=frozenset(one.test for one in public),
        collected=frozenset(one.test for one in parts),
        cases=cases,
        modules=tuple(sorted(write.modules)),
    )


def _record(parts: Iterable[Part], write: Expressions) -> str:
    """The module with what was recorded."""
    examples = {name: some for one in parts for name, some in one.examples.items()}
    answers = {name: text for one in parts for name, text in one.answers.items()}
    written = ",\n".join(
        f"{name!r}: [" + ", ".join(f"\n    lambda: {one}" for one in some) + "\n]"
        for name, some in examples.items()
    )
    answered = ",\n".join(f"{name!r}: lambda: {text}" for name, text in answers.items())
    body = _RECORD_TAIL.format(examples=written, answers=answered)
    used = sorted(one for one in write.modules if re.search(rf"\b{re.escape(one)}\.", body))
    return "\n".join([_RECORD_HEAD, *(f"import {one}" for one in used), body])


class _Files:
    """The reduced modules of a suite, each with what others need of it."""

    def __init__(self, coursework: Coursework, student: Sequence[str]) -> None:
        self._coursework = coursework
        self._student = student
        self._root = coursework.suites.resolve()
        tests = [(self._root / name).parent for name in coursework.tests]
        self._paths = list(dict.fromkeys([self._root, *tests, coursework.root / "grader"]))
        self._wanted: dict[str, Wanted] = {}
        self._waiting: list[str] = []
        self.reduced: dict[str, Reduced] = {}

    def want(self, file: str, wanted: Wanted) -> None:
        """Notes what is needed of a file."""
        known = self._wanted.get(file, Wanted())
        both = replace(
            known if known.tests else wanted,
            names=known.names | wanted.names,
            fixtures=known.fixtures | wanted.fixtures,
            every_name=known.every_name or wanted.every_name,
        )
        if file not in self._wanted or both != known:
            self._wanted[file] = both
            if file not in self._waiting:
                self._waiting.append(file)

    def read_record(self, text: str) -> None:
        """Notes what recorded values need of helper modules."""
        for found in re.finditer(r"^import (\S+)$", text, re.MULTILINE):
            names = re.findall(rf"\b{re.escape(found[1])}\.(\w+)", text)
            if file := self._file_of(found[1], self._paths):
                self.want(file, Wanted(names=frozenset(names)))

    def follow(self) -> None:
        """Reduces all files that are needed, and those that these need."""
        while self._waiting:
            file = self._waiting.pop()
            text = _source(self._coursework, file)
            wanted = self._with_values(file, text, self._wanted[file])
            found = self.reduced[file] = reduced(text, wanted)
            for node in found.imports:
                self._follow_import(file, node, found.tree)
            self._follow_folders(file, found)

    def _with_values(self, file: str, text: str, wanted: Wanted) -> Wanted:
        """With the values of constants that were made with the solution's help."""
        module = self._module(file)
        write = Expressions(self._student)
        values: dict[str, str] = {}
        for name in constants_with(ast.parse(text), self._student) if module else ():
            try:
                values[name] = write.of(vars(module).get(name))
            except NotExpressibleError:  # an object of a student's class: made anew at home
                continue
        modules = tuple(sorted({*wanted.modules, *write.modules}))
        return replace(wanted, values=values, modules=modules)

    def _module(self, file: str) -> Any:
        path = self._root / file
        return next(
            (
                one
                for one in list(sys.modules.values())
                if getattr(one, "__file__", None) and Path(str(one.__file__)).resolve() == path
            ),
            None,
        )

    def _follow_import(
        self, file: str, node: ast.Import | ast.ImportFrom, tree: ast.Module
    ) -> None:
        here = (self._root / file).parent
        if isinstance(node, ast.Import):
            for one in node.names:
                if found := self._file_of(one.name, self._paths):
                    name = one.asname or one.name
                    self.want(found, _used_of(name, tree))
            return
        base = [here.parents[node.level - 2] if node.level > 1 else here]
        paths = base if node.level else self._paths
        for one in node.names:
            inner = ".".join(filter(None, [node.module, one.name]))
            if found := self._file_of(inner, paths):
                self.want(found, _used_of(one.asname or one.name, tree))
            elif node.module and (found := self._file_of(node.module, paths)):
                every = one.name == "*"
                names = frozenset() if every else frozenset([one.name])
                self.want(found, Wanted(names=names, every_name=every))

    def _follow_folders(self, file: str, found: Reduced) -> None:
        """What lies in the folders around a file: `conftest.py` and `__init__.py`."""
        for folder in _around(Path(file)):
            for name in ("conftest.py", "__init__.py"):
                other = (folder / name).as_posix()
                if other != file and (self._root / other).is_file():
                    self.want(other, Wanted(fixtures=found.mentioned))

    def _file_of(self, module: str, paths: Iterable[Path]) -> str | None:
        """The file of a module in the suite, by its path there."""
        inner = Path(*module.split("."))
        for path in paths:
            for one in (path / inner.with_suffix(".py"), path / inner / "__init__.py"):
                if one.is_file() and one.resolve().is_relative_to(self._root):
                    return one.resolve().relative_to(self._root).as_posix()
        return None


def _around(file: Path) -> Iterator[Path]:
    yield from file.parents


def _used_of(name: str, tree: ast.Module) -> Wanted:
    """What is used of a module that is called so; all of it if it is used in another way."""
    names = set()
    dotted = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == name:
            names.add(node.attr)
            dotted += 1
    plain = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))
    return Wanted(names=frozenset(names), every_name="." not in name and plain > dotted)
