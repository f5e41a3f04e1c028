"""The names in the imports of some modules."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


def top_names(texts: Iterable[bytes]) -> set[str]:
    """The top names of what some modules import."""
    found: set[str] = set()
    for node in nodes_in(texts):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def names_in_imports(texts: Iterable[bytes]) -> set[str]:
    """Each part of each name in the imports of some modules: one of them may be a module's."""
    found: set[str] = set()
    for node in nodes_in(texts):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {part for one in node.names for part in one.name.split(".")}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= set(node.module.split("."))
    return found


def nodes_in(texts: Iterable[bytes]) -> Iterator[ast.AST]:
    """All that stands in some files; those that are not Python are passed over."""
    for data in texts:
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError):
            continue
        yield from ast.walk(tree)
