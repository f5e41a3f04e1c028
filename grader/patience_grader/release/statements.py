"""The statements of a source text, found without looking into expressions, which hold none."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Every statement below a node that is no expression, each before those inside it."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            yield node
        waiting += [child for block in _BLOCKS for child in getattr(node, block, ())]
