"""Where a suite uses what students write, or the solution: what of it cannot travel as it is."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from .reduce import bound, bound_by, loads


def live_questions(tree: ast.Module, test: str, student: Collection[str]) -> list[int]:
    """The lines where a test asks the reference about what the submission answered.

    `student` names the modules that students write.
    """
    ours, theirs = _names_of(tree, student), _names_of(tree, ("reference",))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == test.rpartition("::")[2]:
            return sorted(set(_live_in(node, ours, theirs)))
    return []


def _names_of(tree: ast.Module, modules: Collection[str]) -> set[str]:
    """The names in a module of what it imports from some others."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and _belongs(node.module or "", modules):
            found |= {bound_by(one) for one in node.names}
        elif isinstance(node, ast.Import):
            found |= {bound_by(one) for one in node.names if _belongs(one.name, modules)}
    return found


def _belongs(name: str, modules: Collection[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in modules)


def _live_in(node: ast.AST, ours: set[str], theirs: set[str]) -> Iterator[int]:
    tainted: set[str] = set()
    for _ in range(2):
        for child in ast.walk(node):
            value = getattr(child, "value", None) or getattr(child, "iter", None)
            targets = [
                *getattr(child, "targets", ()),
                *filter(None, [getattr(child, "target", None)]),
            ]
            if isinstance(value, ast.AST) and targets and _is_tainted(value, ours, tainted):
                tainted |= {
                    one.id
                    for each in targets
                    for one in ast.walk(each)
                    if isinstance(one, ast.Name)
                }
    for child in ast.walk(node):
        if isinstance(child, ast.Call) and _root(child.func) in theirs:
            given = [*child.args, *(one.value for one in child.keywords)]
            if any(_is_tainted(one, ours, tainted) for one in given):
                yield child.lineno


def _is_tainted(node: ast.AST, ours: set[str], tainted: set[str]) -> bool:
    return any(
        (isinstance(one, ast.Call) and _root(one.func) in ours)
        or (isinstance(one, ast.Name) and one.id in tainted)
        for one in ast.walk(node)
    )


def _root(node: ast.expr) -> str:
    inner = node
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    return inner.id if isinstance(inner, ast.Name) else ""


def constants_with(tree: ast.Module, student: Collection[str]) -> Sequence[str]:
    """The names of a module's constants that something students write has a part in."""
    theirs = _names_of(tree, (*student, "reference"))
    functions = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and theirs & set(loads(node))
    }
    found: list[str] = []
    for node in tree.body:
        if (
            isinstance(node, ast.Assign | ast.AnnAssign)
            and node.value is not None
            and {*theirs, *functions, *found} & set(loads(node.value))
        ):
            found += bound(node)
    return found
