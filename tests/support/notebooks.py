"""Submissions as notebooks: the files of a known one, cut into the cells of the exercises."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterable, Mapping
from typing import Any

from patience_grader.course.coursework import Course, Coursework
from patience_grader.submission.notebook.extract import definitions_of
from sample import ROOT

Json = dict[str, Any]
KLONDIKE = Course(ROOT).coursework("klondike")

_RELATIVE = re.compile(r"(?m)^(?P<before>[ \t]*from )\.(?P<module>\w*) import")


def notebook_of(files: Mapping[str, bytes], coursework: Coursework) -> bytes:
    """A notebook with the code of these files, as a student's kernel would understand it."""
    cells = [cell for name, data in files.items() for cell in cells_of(name, data, coursework)]
    return as_notebook(cells)


def as_notebook(cells: Iterable[Json]) -> bytes:
    """The bytes of a notebook with these cells."""
    document = {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document).encode()


def cell(source: str, name: str = "", **more: object) -> Json:
    """A code cell, which nbgrader knows by the name if it has one."""
    ours = {"grade_id": name, "grade": False, "solution": True, "locked": False, "task": False}
    metadata = {"nbgrader": {**ours, "schema_version": 3, **more}} if name or more else {}
    return {
        "cell_type": "code",
        "source": source,
        "metadata": metadata,
        "outputs": [],
        "execution_count": None,
        "id": f"cell-{abs(hash((source, name))):x}",
    }


def cells_of(name: str, data: bytes, coursework: Coursework) -> list[Json]:
    """The cells that a file becomes: one a function asked for, with what stands before it."""
    if not name.endswith(".py"):
        return []
    text = _decoded(data)
    if coursework.program:
        return [cell(f"%%writefile {coursework.package}/{name}\n{text}")]
    text = _absolute(text, coursework)
    functions = definitions_of(coursework)
    own = [function for function, file in functions.items() if file == name]
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return [cell(text, own[0])]
    ends = {}
    for node in tree.body:
        for bound in _bound(node):
            if bound in own:
                ends[bound] = node.end_lineno or node.lineno
    lines = text.split("\n")
    cells, start = [], 0
    for function, end in sorted(ends.items(), key=lambda one: one[1]):
        last = len(lines) if end == max(ends.values()) else end
        cells.append(cell("\n".join(lines[start:last]), function))
        start = last
    return cells or [cell(text, own[0])]


def _bound(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def _decoded(data: bytes) -> str:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return io.TextIOWrapper(io.BytesIO(data), encoding, newline=None).read()


def _absolute(text: str, coursework: Coursework) -> str:
    """The text without relative imports, which a kernel has not: one namespace needs fewer."""
    package = coursework.package
    modules = [name.removesuffix(".py") for name in coursework.required]
    own = re.compile(rf"(?m)^[ \t]*from \.({'|'.join(modules)}) import [^(\n]*\n")
    text = own.sub("\n", text)

    def put(found: re.Match[str]) -> str:
        module = f".{found['module']}" if found["module"] else ""
        return f"{found['before']}{package}{module} import"

    return _RELATIVE.sub(put, text)
