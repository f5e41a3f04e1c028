"""Tests of one name: Python keeps the last, and drops the others without a word."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence


def replaced(file: str, data: bytes) -> tuple[str, ...]:
    """The tests of a file that a later one of the same name replaces: place, name and the other's.

    Those of a file that is not Python are not looked for.
    """
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError):
        return ()
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef)]
    return tuple(
        f"{file}:{first.lineno}: {first.name}: the test of this name in line {last.lineno} "
        "replaces it; rename one"
        for scope in scopes
        for first, last in _pairs(scope.body)
    )


def _pairs(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.FunctionDef, ast.FunctionDef]]:
    """The tests of a module or class, each with the next of the same name."""
    there: dict[str, ast.FunctionDef] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            if node.name in there:
                yield there[node.name], node
            there[node.name] = node
