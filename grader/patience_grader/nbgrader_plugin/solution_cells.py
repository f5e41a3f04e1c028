"""The solution as the cells of an instructor's notebook, its secrets between nbgrader's marks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..course.coursework import Coursework
from ..errors import InputError
from ..submission.notebook.extract import beginning_of
from .filling_in import Blanks, Definition, between, first_line


@dataclass(frozen=True)
class Model:
    """A cell of the solution."""

    name: str
    """The function or class that it defines, or the file that it writes."""
    source: str
    is_asked: bool = True
    """Whether students have this cell too, without what stands between the marks."""


def models(coursework: Coursework) -> list[Model]:
    """The cells of the solution, in order: one a function or class asked for, or one a file.

    Raises InputError for a file that has none of them.
    """
    if coursework.program:
        return [_written(coursework, name) for name in coursework.reference]
    return [model for name in coursework.required for model in _of_file(coursework, name)]


def _written(coursework: Coursework, name: str) -> Model:
    """A cell that writes a file of a program."""
    text = (coursework.solution / name).read_text(encoding="utf-8")
    head = f"%%writefile {coursework.package}/{name}"
    blank = coursework.blank.get(name)
    if blank is not None and ast.get_docstring(ast.parse(blank)) is not None:
        head += "\n" + "\n".join(blank.split("\n")[: _docstring_end(blank)])
        text = "\n".join(text.split("\n")[_docstring_end(text) :])
    stem = name.removesuffix(".py")
    return Model(f"file-{stem}", f"{head}\n{between('', text)}", blank is not None)


def _docstring_end(text: str) -> int:
    """The number of lines up to the end of the docstring; none if there is none."""
    tree = ast.parse(text)
    return (tree.body[0].end_lineno or 0) if ast.get_docstring(tree) is not None else 0


def _of_file(coursework: Coursework, name: str) -> Iterator[Model]:
    """The cells of the functions and classes in a file that students have, too.

    With each go the private functions up to the next one, and the imports that it is the
    first to need. They stand below its first lines, so that students get only these.
    """
    file = f"{coursework.folder}/{name}"
    text = (coursework.solution / name).read_text(encoding="utf-8")
    blank = Blanks(coursework.blank[name])
    tree = ast.parse(text)
    lines = text.split("\n")
    imports = _imports(tree, coursework)
    required = [node for node in tree.body if isinstance(node, Definition) and node.name in blank]
    if not required:
        raise InputError(
            f"solution/{file} has no function or class that skeleton/{file} has, too; a notebook "
            "has a cell for each, so hand this coursework out as files (patience release)"
        )
    ends = [first_line(node) - 1 for node in required[1:]] + [len(lines)]
    waiting = _before(tree, lines, required[0])
    for node, end in zip(required, ends, strict=True):
        filled = blank.filled(node, lines)
        own = "\n".join([waiting, *lines[first_line(node) - 1 : node.end_lineno]])
        more = "\n".join(lines[node.end_lineno or 0 : end]).strip("\n")
        needed = [key for key in imports if _names(key, f"{own}\n{more}")]
        imported = "\n".join(imports.pop(key) for key in needed)
        hidden = (imported, waiting, filled.instead, more)
        secret = "\n\n\n".join(part for part in hidden if part)
        waiting = "" if filled.instead or filled.may_hold_more else secret
        yield Model(node.name, filled.text("" if filled.instead or waiting else secret))
        if filled.instead:
            yield Model(f"{node.name}-solution", secret, is_asked=False)
    if waiting:
        yield Model(f"more-{name.removesuffix('.py')}", waiting, is_asked=False)


def _before(tree: ast.Module, lines: list[str], first: ast.stmt) -> str:
    """What stands before the first cell, but for docstring and imports."""
    nodes = [
        node
        for node in tree.body
        if node.lineno < first.lineno
        and not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return "\n\n\n".join("\n".join(lines[first_line(one) - 1 : one.end_lineno]) for one in nodes)


def _imports(tree: ast.Module, coursework: Coursework) -> dict[str, str]:
    """The imports that the set-up cell does not make, by the names that they bind."""
    given = beginning_of(coursework)
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            whole = {one.asname or one.name.partition(".")[0]: one for one in node.names}
            found |= {key: f"import {ast.unparse(one)}" for key, one in whole.items()}
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            own = node.level > 0
            inner = node.module if own else _inner(node.module or "", coursework)
            if inner in (*coursework.shared_types, *_modules(coursework)):
                continue
            module = f"{coursework.package}.{node.module}" if own else node.module
            for one in node.names:
                found[one.asname or one.name] = f"from {module} import {ast.unparse(one)}"
    return {name: line for name, line in found.items() if line not in given.split("\n")}


def _inner(module: str, coursework: Coursework) -> str | None:
    """The name of a module in the coursework's folder; None for any other module."""
    start = f"{coursework.package}." if coursework.package else ""
    return module.removeprefix(start) if module.startswith(start) else None


def _modules(coursework: Coursework) -> list[str]:
    return [name.removesuffix(".py") for name in coursework.required]


def _names(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None
