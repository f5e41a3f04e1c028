"""The definitions of a skeleton, filled in with the solution's between nbgrader's marks."""

from __future__ import annotations

import ast
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef
_Key = tuple[str, int]
"""What a member of a class is called, and how many before it are called so."""


@dataclass(frozen=True)
class Filled:
    """A definition that is filled in."""

    open: str
    """Up to the last secret, whose end is still to be marked."""
    end: str = ""
    """The line that marks it; empty if there is no secret."""
    rest: str = ""
    """What stands after that."""
    instead: str = ""
    """The solution's own, where there is no place in the skeleton's for what it has more."""

    @property
    def may_hold_more(self) -> bool:
        """Whether more of the file, which students do not get, can stand in it."""
        return bool(self.end) and not self.rest.strip()

    def text(self, more: str) -> str:
        """All of it, with more that students do not get."""
        parts = [self.open, *(["\n", more] if more else []), self.end, self.rest]
        return "\n".join(part for part in parts if part)


class Blanks:
    """The functions and classes of a file of the skeleton."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        tree = ast.parse(text)
        self._nodes = {one.name: one for one in tree.body if isinstance(one, Definition)}

    def __contains__(self, name: str) -> bool:
        return name in self._nodes

    def filled(self, node: Definition, lines: Sequence[str]) -> Filled:
        """The skeleton's definition of this name, with the solution's bodies from these lines."""
        blank = self._nodes[node.name]
        own = "\n".join(lines[first_line(node) - 1 : node.end_lineno])
        if isinstance(blank, ast.ClassDef) and isinstance(node, ast.ClassDef):
            found = self._class(blank, node, lines)
            is_all = _members_alike(blank, node)
        elif isinstance(blank, Function) and isinstance(node, Function):
            found = self._function(blank, node, lines)
            is_all = _is_alike(blank, node)
        else:
            found = Filled("\n".join(self._lines[first_line(blank) - 1 : blank.end_lineno]))
            is_all = False
        return found if is_all else replace(found, instead=own)

    def _function(self, blank: Function, node: Function, lines: Sequence[str]) -> Filled:
        indent = " " * (blank.col_offset + 4)
        parts = [*self._head(blank), f"{indent}{BEGIN}", _body(node, lines, len(indent))]
        return Filled("\n".join(parts), f"{indent}{END}")

    def _class(self, blank: ast.ClassDef, node: ast.ClassDef, lines: Sequence[str]) -> Filled:
        mine = dict(_methods(node))
        parts: list[str] = []
        end, done = "", first_line(blank) - 1
        for key, method in _methods(blank):
            if key in mine:
                filled = self._function(method, mine[key], lines)
                parts += [*([end] if end else []), *self._lines[done : first_line(method) - 1]]
                parts.append(filled.open)
                end, done = filled.end, method.end_lineno or done
        rest = self._lines[done : blank.end_lineno]
        return Filled("\n".join(parts), end, "\n".join(rest)) if end else Filled("\n".join(rest))

    def _head(self, function: Function) -> list[str]:
        """The first lines of a function, with its docstring."""
        first = function.body[0]
        start = first_line(function) - 1
        if ast.get_docstring(function) is not None:
            return self._lines[start : first.end_lineno]
        before = self._lines[first.lineno - 1].encode()[: first.col_offset].decode().rstrip()
        return [*self._lines[start : first.lineno - 1], *([before] if before else [])]


def first_line(node: ast.stmt) -> int:
    """The line at which a statement begins, with its decorators."""
    decorators = node.decorator_list if isinstance(node, Definition) else []
    return min([node.lineno, *(one.lineno for one in decorators)])


def between(indent: str, text: str) -> str:
    """A text between the marks."""
    secret = text.strip("\n")
    return f"{indent}{BEGIN}\n{secret}\n{indent}{END}"


def _methods(node: ast.ClassDef) -> Iterator[tuple[_Key, Function]]:
    seen: Counter[str] = Counter()
    for one in node.body:
        if isinstance(one, Function):
            yield (one.name, seen[one.name]), one
            seen[one.name] += 1


def _members_alike(blank: ast.ClassDef, node: ast.ClassDef) -> bool:
    """Whether the skeleton's class lacks only what stands in the methods of the solution's."""
    others = [
        [
            ast.unparse(one)
            for one in cls.body
            if not isinstance(one, Function) and not _is_text(one)
        ]
        for cls in (blank, node)
    ]
    theirs, mine = dict(_methods(blank)), dict(_methods(node))
    return (
        others[0] == others[1]
        and theirs.keys() == mine.keys()
        and all(_is_alike(theirs[key], mine[key]) for key in mine)
    )


def _is_text(statement: ast.stmt) -> bool:
    """Whether it is a docstring, or stands where nothing else does."""
    is_constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_constant or isinstance(statement, ast.Pass)


def _is_alike(blank: Function, node: Function) -> bool:
    """Whether two functions are decorated and called in the same way."""
    theirs, mine = ([ast.dump(one) for one in (*f.decorator_list, f.args)] for f in (blank, node))
    return type(blank) is type(node) and theirs == mine


def _body_line(function: Function) -> int:
    """The line after a function's first lines and its docstring."""
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        return (first.end_lineno or first.lineno) + 1
    return first.lineno


def _body(function: Function, lines: Sequence[str], indent: int) -> str:
    """What stands in a function after its docstring, indented so far."""
    start, first = _body_line(function), function.body[0]
    is_on_one_line = bool(lines[first.lineno - 1].encode()[: first.col_offset].strip())
    if is_on_one_line:
        statements = function.body[ast.get_docstring(function) is not None :]
        return textwrap.indent("\n".join(map(ast.unparse, statements)), " " * indent)
    text = "\n".join(lines[start - 1 : function.end_lineno])
    own = first.col_offset
    return text if own == indent else textwrap.indent(textwrap.dedent(text), " " * indent)
