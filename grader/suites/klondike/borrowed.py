"""Whether a shuffle is the student's own, by its source: which names of Python's it uses."""

from __future__ import annotations

import ast
from typing import TypeGuard

from patience_grader.text.parsing import tree_of

_MOST_SOURCE = 200_000
_GENERATORS = {"rng", "random", "Random"}
_MIXING = {"shuffle", "sample", "choices"}
_SORTING = {"sorted", "sort"}


def borrowed(source: str) -> str:
    """What of Python's own shuffling `shuffle` uses, in words; empty for nothing.

    Looks at the function and at whatever of the file it uses by name, so that sorting
    elsewhere, and a method of the student's own that is called `shuffle`, do not count.
    A name in quotes counts too: `getattr(rng, "shuffle")`.
    """
    if len(source) > _MOST_SOURCE:
        return f"more than {_MOST_SOURCE} characters, too many to be read"
    try:
        tree = tree_of(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "something that cannot be read"
    own = {
        node.name
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
        for node in kind.body
        if isinstance(node, ast.FunctionDef)
    }
    for part in _used_by_shuffle(tree):
        few = {id(node.value) for node in ast.walk(part) if _takes_apart(node)}
        few |= {id(side) for node in ast.walk(part) for side in _sorted_to_compare(node)}
        few |= {id(node) for node in ast.walk(part) if _sorts_two(node)}
        skipped = {id(inner) for node in ast.walk(part) if id(node) in few for inner in _head(node)}
        for node in ast.walk(part):
            if id(node) not in skipped and (found := _borrowing(node, own)):
                return f"{found} in line {getattr(node, 'lineno', 0)}"
    return ""


def _head(node: ast.AST) -> list[ast.AST]:
    """A call and what is called, without its arguments."""
    return [node, node.func] if isinstance(node, ast.Call) else [node]


def _used_by_shuffle(tree: ast.Module) -> list[ast.stmt]:
    """The statements of the module that define what `shuffle` needs, itself first."""
    defined: dict[str, list[ast.stmt]] = {}
    for statement in tree.body:
        for name in _defined_by(statement):
            defined.setdefault(name, []).append(statement)
    used, waiting = dict[int, ast.stmt](), ["shuffle"]
    while waiting:
        for needed in defined.get(waiting.pop(), ()):
            if id(needed) not in used:
                used[id(needed)] = needed
                waiting += [part.id for part in ast.walk(needed) if isinstance(part, ast.Name)]
    return list(used.values())


def _defined_by(statement: ast.stmt) -> set[str]:
    """The names that a statement of the module defines, at whatever depth outside functions."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {alias.asname or alias.name for alias in names}
    found = set[str]()
    for node in ast.iter_child_nodes(statement):
        if isinstance(node, ast.stmt):
            found |= _defined_by(node)
        elif isinstance(node, ast.ExceptHandler | ast.match_case):
            found |= {name for inner in node.body for name in _defined_by(inner)}
        else:
            stored = (one for one in ast.walk(node) if isinstance(one, ast.Name))
            found |= {one.id for one in stored if isinstance(one.ctx, ast.Store)}
    return found


def _takes_apart(node: ast.AST) -> TypeGuard[ast.Assign]:
    """Whether it is `a, b = ...`: sorting two indices is not a way to shuffle."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)


def _sorts_two(node: ast.AST) -> bool:
    """Whether it is `sorted((a, b))`, in whatever it is used."""
    match node:
        case (
            ast.Call(func=ast.Name(id="sorted"), args=[ast.Tuple(elts=[first, second])])
            | ast.Call(func=ast.Name(id="sorted"), args=[ast.List(elts=[first, second])])
        ):
            return not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred)
    return False


def _sorted_to_compare(node: ast.AST) -> list[ast.expr]:
    """The calls of `sorted` that are only compared: their order never becomes a shuffle's."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    return [
        side
        for side in sides
        if isinstance(side, ast.Call)
        and isinstance(side.func, ast.Name)
        and side.func.id == "sorted"
    ]


def _borrowing(node: ast.AST, own: set[str]) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if name in _MIXING:
            return f"{owner}.{name}" if owner in _GENERATORS or name not in own else ""
        case ast.Attribute(attr=name) if name in _MIXING and name not in own:
            return name
        case ast.ImportFrom(module="random", names=names):
            return next((alias.name for alias in names if alias.name in _MIXING), "")
        case ast.Name(id="sorted", ctx=ast.Load()):
            return "sorted"
        case ast.Attribute(attr="sort", ctx=ast.Load()) if "sort" not in own:
            return "sort"
        case (
            ast.Call(func=ast.Name(id="getattr" | "methodcaller" | "attrgetter"))
            | ast.Call(func=ast.Attribute(attr="methodcaller" | "attrgetter" | "__getattribute__"))
        ):
            return _quoted(node)
        case ast.Subscript(slice=ast.Constant(value=str(name))) if name in _MIXING | _SORTING:
            return f'"{name}"'
    return ""


def _quoted(call: ast.Call) -> str:
    """The first of Python's ways to shuffle or sort whose name stands in quotes in a call."""
    texts = (one.value for one in call.args if isinstance(one, ast.Constant))
    return next((f'"{text}"' for text in texts if text in _MIXING | _SORTING), "")
