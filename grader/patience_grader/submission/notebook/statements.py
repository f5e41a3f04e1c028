"""What the statements of a cell bind and name, and what of a cell is Python at all."""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Iterator
from dataclasses import dataclass

from ...text.parsing import tree_of, unwarned

_MAGIC = re.compile(r"(?P<indent>[ \t]*)([%!?].*|[\w.]+\s*=\s*[%!].*|[\w.%]+\?\??\s*)")
_TRANSPARENT = re.compile(r"\s*%%(time|timeit|capture|prun)\b.*")
"""Magics that run what stands below them."""
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
_MOST_SCOPES = 1_000
"""How many scopes a statement may hold: Python compares the names of one with all inner ones."""

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Import = ast.Import | ast.ImportFrom
_Assignment = ast.Assign | ast.AnnAssign | ast.AugAssign
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_Compound = ast.If | ast.Try
_Scope = _Definition | ast.Lambda | _Comprehension


@dataclass(frozen=True)
class Statement:
    """A definition, an import or an assignment at the top of a cell.

    Or an `if` or `try` of nothing else, as around an import that not everybody has.
    """

    text: str
    line: int
    """Where in the cell it begins."""
    binds: frozenset[str]
    needs: frozenset[str]
    """The names that it, or what it defines, looks up outside of itself."""
    defines: frozenset[str]
    """Those of the names it binds that become functions or classes by it."""
    binds_all: bool
    """Whether it imports everything from somewhere."""
    may_fail: bool
    """Whether it calls something, so that it may fail where it stands."""


@dataclass(frozen=True)
class Code:
    """A cell as Python."""

    text: str
    """What stands in it, without magics and imports from the future."""
    statements: tuple[Statement, ...]
    needs: frozenset[str]
    is_python: bool

    @property
    def binds(self) -> frozenset[str]:
        """The names that its statements bind."""
        return frozenset(name for one in self.statements for name in one.binds)

    @property
    def defines(self) -> frozenset[str]:
        """The names that become functions or classes in it."""
        return frozenset(name for one in self.statements for name in one.defines)


def read_code(source: str) -> Code:
    """What a cell is as Python; a cell that cannot be compiled has no statements."""
    text = _without_magics(source)
    try:
        tree = tree_of(text)
        _check_scopes(tree)
        text = _without_future(text, tree)
        with unwarned():
            compile(text, "cell", "exec", dont_inherit=True)
        parts = list(_parts(text, tree))
        needs = frozenset(name for one in parts for name in one.needs)
        statements = tuple(one.statement for one in parts if one.statement)
        return Code(text, statements, needs, is_python=True)
    except _UNREADABLE:
        return Code(text, (), frozenset(), is_python=False)


def _without_magics(source: str) -> str:
    """The source without what only a notebook understands, if it is Python otherwise."""
    if source.lstrip().startswith("%%"):
        first, _, rest = source.lstrip().partition("\n")
        if not _TRANSPARENT.fullmatch(first):
            return ""
        above = source.count("\n", 0, source.index("%%"))
        source = "\n" * (above + 1) + rest
    if _compiles(source):
        return source
    lines = source.split("\n")
    plain = "\n".join(
        f"{found['indent']}pass" if (found := _MAGIC.fullmatch(line)) else line for line in lines
    )
    return plain if _compiles(plain) else source


def _compiles(source: str) -> bool:
    try:
        tree_of(source)
    except _UNREADABLE:
        return False
    return True


def _check_scopes(tree: ast.Module) -> None:
    """Raises ValueError for a statement of so many scopes that compiling it would take long."""
    for statement in tree.body:
        if sum(isinstance(node, _Scope) for node in ast.walk(statement)) > _MOST_SCOPES:
            raise ValueError(f"a statement with more than {_MOST_SCOPES} functions and classes")


def _without_future(text: str, tree: ast.Module) -> str:
    """The text without imports from the future, which all modules begin with."""
    lines = text.split("\n")
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    return "\n".join(lines)


@dataclass(frozen=True)
class _Part:
    """What stands at the top of a cell: the names it looks up, and the statement that it is."""

    needs: frozenset[str]
    statement: Statement | None = None


def _parts(text: str, tree: ast.Module) -> Iterator[_Part]:
    lines = [line.encode() for line in text.split("\n")]
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            continue
        first, part = _segment(lines, node)
        binds, needs = _names(part)
        if not isinstance(node, _Definition | _Import | _Assignment) and not _only_binds(node):
            yield _Part(needs)
            continue
        statement = Statement(
            text=part,
            line=first,
            binds=binds,
            needs=needs | binds if isinstance(node, ast.AugAssign) else needs,
            defines=binds if _is_definition(node) else frozenset(),
            binds_all=isinstance(node, ast.ImportFrom) and node.names[0].name == "*",
            may_fail=isinstance(node, _Assignment) and _computes(node),
        )
        yield _Part(needs, statement)


def _segment(lines: list[bytes], node: ast.stmt) -> tuple[int, str]:
    """The line at which a statement begins, and its text: of a definition all lines."""
    first, last = node.lineno, node.end_lineno or node.lineno
    begin, end = node.col_offset, node.end_col_offset
    if isinstance(node, _Definition):
        first = min([first, *(one.lineno for one in node.decorator_list)])
        begin, end = 0, None
    if first == last:
        return first, lines[first - 1][begin:end].decode()
    inner = lines[first : last - 1]
    return first, b"\n".join([lines[first - 1][begin:], *inner, lines[last - 1][:end]]).decode()


def _is_definition(node: ast.stmt) -> bool:
    return isinstance(node, _Definition) or (
        isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Lambda)
    )


def _only_binds(node: ast.stmt) -> bool:
    """Whether all that an `if` or `try` does is to define, to import and to name constants."""
    if not isinstance(node, _Compound):
        return False
    handlers = node.handlers if isinstance(node, ast.Try) else []
    final = node.finalbody if isinstance(node, ast.Try) else []
    inner = [*node.body, *node.orelse, *final, *(one for each in handlers for one in each.body)]
    return all(
        isinstance(one, _Definition | _Import | ast.Pass)
        or (isinstance(one, _Assignment) and not _computes(one))
        or _only_binds(one)
        for one in inner
    )


def _computes(node: ast.stmt) -> bool:
    """Whether an assignment does more than to name a constant."""
    plain = (ast.Constant, ast.Tuple, ast.List, ast.Lambda, ast.expr_context, ast.operator)
    value = getattr(node, "value", None)
    return isinstance(node, ast.AugAssign) or (
        value is not None
        and not isinstance(value, ast.Lambda)
        and not all(isinstance(part, plain) for part in ast.walk(value))
    )


def _names(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a text binds at its top, and those that it looks up there."""
    binds: set[str] = set()
    needs: set[str] = set()
    with unwarned():
        tables = [symtable.symtable(text, "cell", "exec")]
    while tables:
        table = tables.pop()
        is_top = table.get_type() == "module"
        for symbol in table.get_symbols():
            stored = symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
            if stored and is_top:
                binds.add(symbol.get_name())
            is_changed = stored and symbol.is_declared_global()
            if (symbol.is_referenced() or is_changed) and (is_top or symbol.is_global()):
                needs.add(symbol.get_name())
        tables += table.get_children()
    return frozenset(binds), frozenset(needs)
