"""The solution as the cells of an instructor's notebook, its secrets between nbgrader's marks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..course.coursework import Coursework
from ..errors import InputError
from ..submission.notebook.extract import beginning_of

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


@dataclass(frozen=True)
class Model:
    """A cell of the solution."""

    name: str
    """The function that it defines, or the file that it writes."""
    source: str
    is_asked: bool = True
    """Whether students have this cell too, without what stands between the marks."""


def models(coursework: Coursework) -> list[Model]:
    """The cells of the solution, in order: one a function asked for, or one a file.

    Raises InputError for a file without functions, such as one of classes.
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
    return Model(f"file-{stem}", f"{head}\n{_between('', text)}", blank is not None)


def _docstring_end(text: str) -> int:
    """The number of lines up to the end of the docstring; none if there is none."""
    tree = ast.parse(text)
    return (tree.body[0].end_lineno or 0) if ast.get_docstring(tree) is not None else 0


def _between(indent: str, text: str) -> str:
    secret = text.strip("\n")
    return f"{indent}{BEGIN}\n{secret}\n{indent}{END}"


def _of_file(coursework: Coursework, name: str) -> Iterator[Model]:
    """The cells of the functions in a file.

    With each go the private functions up to the next one, and the imports that it is the
    first to need. They stand below its first lines, so that students get only these.
    """
    text = (coursework.solution / name).read_text(encoding="utf-8")
    tree = ast.parse(text)
    lines = text.split("\n")
    imports = _imports(tree, coursework)
    required = [node for node in tree.body if _is_public(node)]
    if not required:
        raise InputError(
            f"solution/{coursework.folder}/{name} has no function of its own; a notebook has a "
            "cell for each function, so hand this coursework out as files (patience release)"
        )
    heads = _heads(coursework.blank[name])
    ends = [_start(node) - 1 for node in required[1:]] + [len(lines)]
    before = _before(tree, lines, required[0])
    for node, end in zip(required, ends, strict=True):
        assert isinstance(node, ast.FunctionDef)
        own = "\n".join(lines[_body_start(node) - 1 : node.end_lineno])
        more = "\n".join(lines[node.end_lineno or 0 : end]).strip("\n")
        needed = [key for key in imports if _names(key, f"{before}\n{own}\n{more}")]
        imported = "\n".join(imports.pop(key) for key in needed)
        parts = (own, imported, before, more)
        body = "\n\n\n".join(part for part in parts if part)
        yield Model(node.name, f"{heads[node.name]}\n{_between('    ', body)}")
        before = ""


def _is_public(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_")


def _start(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(one.lineno for one in decorators)])


def _body_start(function: ast.FunctionDef) -> int:
    """The line after a function's first lines and its docstring."""
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        return (first.end_lineno or first.lineno) + 1
    return first.lineno


def _heads(blank: str) -> Mapping[str, str]:
    """The first lines of every function with its docstring, as they are handed out."""
    lines = blank.split("\n")
    return {
        node.name: "\n".join(lines[_start(node) - 1 : (node.end_lineno or 1) - 1])
        for node in ast.parse(blank).body
        if isinstance(node, ast.FunctionDef)
    }


def _before(tree: ast.Module, lines: list[str], first: ast.stmt) -> str:
    """What stands before the first function asked for, but for docstring and imports."""
    nodes = [
        node
        for node in tree.body
        if node.lineno < first.lineno
        and not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return "\n\n\n".join("\n".join(lines[_start(one) - 1 : one.end_lineno]) for one in nodes)


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
