"""Text that stands for a value, such as `Point(x=1, y=2)`: what `eval` would make of it.

Nothing else is ever run. A submission's text is read node by node; it can name what the suite has
under that name, make plain values, and call what lives where the submission does.
"""

from __future__ import annotations

import ast
import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import operator
import pathlib
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from ..text.parsing import unwarned
from .binding import BoundMeta
from .bound_functions import BoundFunction
from .bound_modules import BoundModule
from .link_view import known_of

MAX_TEXT = 20_000
_MAKERS: frozenset[Any] = frozenset(
    (
        *(set, frozenset, list, tuple, dict, Counter, OrderedDict, deque),
        *(fractions.Fraction, decimal.Decimal, pathlib.PurePosixPath, pathlib.PosixPath),
        *(dt.date, dt.datetime, dt.time, dt.timedelta),
    )
)
_UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
}
_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_NUMBERS = (int, float, complex)


class NotAValueError(Exception):
    """The text is more than a value."""


def value_of(text: str, names: Callable[[str], Any]) -> Any:
    """The value that a text stands for; `names` gives what a name means, or raises NameError.

    Raises NotAValueError for any other text, and whatever comes of a call or an operation.
    """
    node = parsed(text)
    try:
        return _Reader(names).value(node)
    except (RecursionError, MemoryError) as fault:
        raise NotAValueError from fault


def parsed(text: str) -> ast.expr:
    """The text as an expression that may stand for a value; nothing is looked up or made.

    Raises NotAValueError for any other, and SyntaxError.
    """
    if len(text) > MAX_TEXT:
        raise NotAValueError
    try:
        with unwarned():
            tree = ast.parse(text.strip(" \t"), mode="eval").body
    except (RecursionError, MemoryError) as fault:
        raise NotAValueError from fault
    for node in ast.walk(tree):
        is_operator = isinstance(node, ast.operator | ast.unaryop | ast.expr_context | ast.keyword)
        if not is_operator and type(node) not in _READ:
            raise NotAValueError
    return tree


class _Reader:
    """Makes the value of an expression."""

    def __init__(self, names: Callable[[str], Any]) -> None:
        self._names = names

    def value(self, node: ast.expr) -> Any:
        return _READ.get(type(node), _Reader._refuse)(self, node)

    def _refuse(self, _: Any) -> Any:
        raise NotAValueError

    def _constant(self, node: Any) -> Any:
        return node.value

    def _name(self, node: Any) -> Any:
        return self._names(node.id)

    def _items(self, node: Any) -> Any:
        kind: Any = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]
        return kind(map(self.value, node.elts))

    def _dict(self, node: Any) -> Any:
        if None in node.keys:
            raise NotAValueError
        return dict(zip(map(self.value, node.keys), map(self.value, node.values), strict=True))

    def _unary(self, node: Any) -> Any:
        if type(node.op) not in _UNARY:
            raise NotAValueError
        return _UNARY[type(node.op)](self.value(node.operand))

    def _binary(self, node: Any) -> Any:
        sides = self.value(node.left), self.value(node.right)
        if type(node.op) not in _BINARY or not all(type(one) in _NUMBERS for one in sides):
            raise NotAValueError
        return _BINARY[type(node.op)](*sides)

    def _attribute(self, node: Any) -> Any:
        return _attribute(self.value(node.value), node.attr)

    def _call(self, node: Any) -> Any:
        made = self.value(node.func)
        if not _may_call(made) or any(one.arg is None for one in node.keywords):
            raise NotAValueError
        named = {one.arg: self.value(one.value) for one in node.keywords}
        return made(*map(self.value, node.args), **named)


_READ: Mapping[type[ast.AST], Callable[[_Reader, Any], Any]] = {
    ast.Constant: _Reader._constant,  # noqa: SLF001 its own table
    ast.Name: _Reader._name,  # noqa: SLF001
    **dict.fromkeys((ast.Tuple, ast.List, ast.Set), _Reader._items),  # noqa: SLF001
    ast.Dict: _Reader._dict,  # noqa: SLF001
    ast.UnaryOp: _Reader._unary,  # noqa: SLF001
    ast.BinOp: _Reader._binary,  # noqa: SLF001
    ast.Attribute: _Reader._attribute,  # noqa: SLF001
    ast.Call: _Reader._call,  # noqa: SLF001
}


def is_submissions(value: Any) -> bool:
    """Whether it lives where the submission does."""
    return type(value) in (BoundFunction, BoundMeta, BoundModule) or known_of(value) is not None


def _attribute(value: Any, name: str) -> Any:
    if name.startswith("_"):
        raise NotAValueError
    if is_submissions(value):
        return getattr(value, name)
    if type(value) is ModuleType or _is_enum(value):
        found = vars(value).get(name) if type(value) is ModuleType else value.__members__.get(name)
        if _is_enum(value) or _may_call(found) or _is_enum(found):
            return found
    raise NotAValueError


def _is_enum(value: Any) -> bool:
    return isinstance(value, enum.EnumMeta)


def _may_call(value: Any) -> bool:
    """Whether calling it makes a plain value, or asks the submission."""
    if is_submissions(value):
        return True
    if not isinstance(value, type):
        return False
    return value in _MAKERS or dataclasses.is_dataclass(value) or hasattr(value, "_fields")
