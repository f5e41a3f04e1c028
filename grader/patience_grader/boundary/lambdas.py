"""Functions without a name that a test hands over, as their authors wrote them."""

from __future__ import annotations

import ast
import builtins
import linecache
from functools import lru_cache
from types import FunctionType

_LONGEST = 100
"""A longer one is not shown."""


def written(function: FunctionType) -> tuple[str, bool] | None:
    """A lambda as Python, and whether that can be typed anywhere; None if it is not found."""
    if function.__name__ != "<lambda>":
        return None
    code = function.__code__
    places = {*code.co_positions()}
    for place, text, is_whole in _lambdas(code.co_filename):
        if place in places:
            return text, is_whole and not function.__defaults__
    return None


@lru_cache(maxsize=32)
def _lambdas(file: str) -> list[tuple[tuple[int | None, ...], str, bool]]:
    """The lambdas in a file: where each one's body stands, its text, and whether it is whole."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: list[tuple[tuple[int | None, ...], str, bool]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda) and len(text := ast.unparse(node)) <= _LONGEST:
            body = node.body
            place = (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset)
            found.append((place, text, _names_builtins_alone(node)))
    return found


def _names_builtins_alone(node: ast.Lambda) -> bool:
    """Whether all names in it are its own, or known everywhere."""
    inner = [*ast.walk(node)]
    own = {one.arg for one in inner if isinstance(one, ast.arg)}
    names = {one.id for one in inner if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
    own |= {one.id for one in inner if isinstance(one, ast.Name)} - names
    return names - own <= vars(builtins).keys()
