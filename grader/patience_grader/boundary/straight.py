"""Reads the function of a test for questions that it asks whatever earlier ones are answered with.

A name is plain if no answer has had a part in what is bound to it, and an object if it stands for
the same object of the students' whatever is answered. Both are found as all that every binding of
the name allows, wherever it stands in the function.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import enum
import inspect
import linecache
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from .binding import BoundMeta
from .bound_functions import BoundFunction
from .bound_modules import BoundModule
from .link_view import known_of

Place = tuple[int | None, int | None, int | None, int | None]
"""Where an expression begins and ends, as code objects have it: lines, then columns."""
_VALUES = (type(None), bool, int, float, complex, str, bytes, type, range)
_HOLDERS = (tuple, list, set, frozenset)
_MOST_PARTS = 10_000
"""A value of more parts is not looked through."""
_PURE = frozenset(
    (
        "abs bool bytes chr dict divmod enumerate float format frozenset hash hex int isinstance "
        "len list max min ord pow range repr reversed round set sorted str sum tuple zip"
    ).split()
)
"""Built-in functions that do nothing but give what comes of their arguments."""
_METHODS = frozenset(
    name
    for kind in (str, bytes, int, list, tuple, dict, set)
    for name in dir(kind)
    if name[0] != "_"
)
_FINDING = frozenset("all any approx deprecated_call fail isclose print raises warns".split())
"""What a test may hand an answer to: it is wrong then, or nothing comes of it."""
_IN_DOUBT = (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)
"""A function that holds one of these expressions may ask other things after other answers."""

_ASKING_NOTHING = (ast.Return, ast.Pass, ast.Continue, ast.Break, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Known:
    """What is known of the names of a function before it has asked anything."""

    parameters: frozenset[str]
    plain: frozenset[str]
    """Its plain parameters."""
    objects: frozenset[str]
    """Those that are objects of the students'."""
    own_plain: frozenset[str]
    """The plain attributes of `self`, if that is the instance of a class of the suite's."""
    own_objects: frozenset[str]


@dataclass(frozen=True)
class Question:
    """A question that is asked whatever earlier ones are answered with, if it is of this kind."""

    kind: str
    objects: tuple[int | str, ...] = ()
    """The arguments of a call, by place or name, that have to be objects for that."""
    count: int = 0
    """So many operands have to be."""


def questions_in(
    node: ast.FunctionDef, known: Known, frame: FrameType, held: Mapping[str, Any]
) -> Mapping[Place, Question]:
    """The independent questions of a function by their places; none if it is in doubt.

    The `frame` is one of the function, whose arguments are `held` by their names.
    """
    function = _Function(node, known, frame, held)
    try:
        function.read()
    except _InDoubtError:
        return {}
    return function.found


def node_of(code: CodeType) -> ast.FunctionDef | None:
    """The function that this is the code of; None if it is not found."""
    return _functions_in(code.co_filename).get((code.co_name, code.co_firstlineno))


def is_plain(value: Any) -> bool:
    """Whether a value consists of numbers, texts and the like alone."""
    waiting, count = [value], 0
    while waiting:
        one = waiting.pop()
        count += 1
        if count > _MOST_PARTS:
            return False
        if type(one) is dict:
            waiting += [*one, *one.values()]
        elif type(one) in _HOLDERS or _is_record(type(one)):
            waiting += _parts(one)
        elif type(one) not in _VALUES and not issubclass(type(one), enum.Enum):
            return False
    return True


def _is_record(kind: type) -> bool:
    """Whether instances of a class are frozen dataclasses, or named tuples."""
    if type(kind) is not type:
        return False
    frozen = getattr(kind.__dict__.get("__dataclass_params__"), "frozen", False)
    return bool(frozen) or (kind.__bases__ == (tuple,) and "_fields" in kind.__dict__)


def _parts(value: Any) -> Iterable[Any]:
    if dataclasses.is_dataclass(value):
        return [getattr(value, one.name, None) for one in dataclasses.fields(value)]
    return value  # type: ignore[no-any-return]


@lru_cache(maxsize=16)
def _functions_in(file: str) -> Mapping[tuple[str, int], ast.FunctionDef]:
    """The functions of a file, by their names and first lines."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return {
        (node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)])): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


class _InDoubtError(Exception):
    """A function may ask other things after other answers."""


class _Function:
    """A function, as it is read."""

    def __init__(
        self, node: ast.FunctionDef, known: Known, frame: FrameType, held: Mapping[str, Any]
    ) -> None:
        self.found: dict[Place, Question] = {}
        self._node = node
        self._known = known
        self._globals = frame.f_globals
        self._local = {*frame.f_code.co_varnames, *frame.f_code.co_cellvars}
        self._closed = {*frame.f_code.co_freevars}
        self._given = held
        self._plain = {*known.plain}
        self._objects = {*known.objects}

    def read(self) -> None:
        """Finds its questions. Raises _InDoubtError."""
        nodes = [one for statement in self._node.body for one in ast.walk(statement)]
        if any(isinstance(one, _IN_DOUBT) for one in nodes):
            raise _InDoubtError
        self._learn_names([one for node in nodes for one in _bindings(node)])
        self._block(self._node.body, is_sure=True)

    # what names stand for

    def _learn_names(self, bindings: list[_Binding]) -> None:
        """Takes each name to be both, until something that is not is bound to it."""
        names = {name for one in bindings for name in one.names}
        self._local |= names
        self._plain |= names - self._known.parameters
        self._objects |= names - self._known.parameters
        count = -1
        while count != len(self._plain) + len(self._objects):
            count = len(self._plain) + len(self._objects)
            for one in bindings:
                if not self._is_plain(one.value):
                    self._plain.difference_update(one.names)
                if not (one.is_whole and self._is_object(one.value)):
                    self._objects.difference_update(one.names)

    def _is_plain(self, node: ast.expr | None) -> bool:
        """Whether no answer has had a part in the value of an expression."""
        match node:
            case None | ast.Constant():
                return True
            case ast.Name(id=name) if name in self._local:
                return name in self._plain
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if "self" in self._local:
                return name in self._known.own_plain
            case ast.Name() | ast.Attribute():
                return is_plain(self._global(node))
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in _METHODS:
                return self._is_plain(value) and self._is_given_plain(node)
            case ast.Call(func=function):
                is_plain_too = self._is_built_in(function) or _is_record(self._global(function))
                return is_plain_too and self._is_given_plain(node)
            case ast.Lambda():
                return False
        return node is not None and all(map(self._is_plain, _inner(node)))

    def _is_given_plain(self, call: ast.Call) -> bool:
        return all(self._is_plain(one) for one in _inner(call) if one is not call.func)

    def _global(self, node: ast.expr) -> Any:
        """What a name of the module stands for, or one in another; something odd if unknown."""
        match node:
            case ast.Name(id=name) if name not in self._local and name not in self._closed:
                return self._globals.get(name, vars(builtins).get(name, _InDoubtError()))
            case ast.Attribute(value=value, attr=name):
                there = self._global(value)
                if type(there) is ModuleType:
                    return vars(there).get(name, _InDoubtError())
                if type(there) is enum.EnumType:
                    return there.__members__.get(name, _InDoubtError())
        return _InDoubtError()

    def _is_built_in(self, node: ast.expr) -> bool:
        """Whether this is a built-in function that does nothing but give a value."""
        is_name = isinstance(node, ast.Name) and node.id in _PURE
        return is_name and self._global(node) is vars(builtins).get(node.id)  # type: ignore[attr-defined]

    def _is_apart(self, node: ast.expr) -> bool:
        """Whether this is Python code that is not the students'.

        What that asks is answered before the function of the test asks anything else, so what it
        gives is the same whatever is answered later. It may be an object of the students'.
        """
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in self._local:
                holder = self._given.get(name) if name in self._known.parameters else None
                found = inspect.getattr_static(type(holder), attribute, None)
                return type(found) is FunctionType and name not in self._known.objects
        return type(self._global(node)) in (FunctionType, type)

    def _is_object(self, node: ast.expr) -> bool:
        """Whether this is the same object or function of the students' whatever is answered."""
        match node:
            case ast.Name(id=name) if name in self._local:
                return name in self._objects
            case ast.Name():
                value = self._global(node)
                is_bound = type(value) in (BoundFunction, BoundMeta, BoundModule)
                return is_bound or known_of(value) is not None
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if "self" in self._local:
                return name in self._known.own_objects
            case ast.Attribute(value=value):
                return self._is_object(value)
            case ast.Call(func=function) if self._is_apart(function):
                return self._is_given_plain(node)
            case ast.Call(func=function):
                return self._is_object(function) and self._objects_given(node) is not None
        return False

    def _objects_given(self, call: ast.Call) -> tuple[int | str, ...] | None:
        """Which arguments of a call have to be objects; None if an answer is part of another one.

        A name that stands for what a call gives may as well stand for a plain value.
        """
        places: list[int | str] = []
        given: list[tuple[int | str | None, ast.expr]] = [
            *enumerate(call.args),
            *((one.arg, one.value) for one in call.keywords),
        ]
        for place, one in given:
            if self._is_plain(one):
                continue
            if place is None or not self._is_named_object(one):
                return None
            places.append(place)
        has_starred = any(isinstance(one, ast.Starred) for one in call.args)
        return None if has_starred and places else tuple(places)

    def _is_named_object(self, node: ast.expr) -> bool:
        """Whether an object has a name of its own, or one in a module."""
        is_in_module = isinstance(node, ast.Attribute) and isinstance(
            self._global(_innermost(node)), BoundModule
        )
        return (is_in_module or isinstance(node, ast.Name)) and self._is_object(node)

    # what is asked

    def _block(self, statements: Iterable[ast.stmt], *, is_sure: bool) -> None:
        for one in statements:
            self._statement(one, is_sure=is_sure)

    def _statement(self, statement: ast.stmt, *, is_sure: bool) -> None:
        """Notes the questions of a statement; of one that may not be reached none is sure."""
        match statement:
            case ast.For(iter=value, body=body, orelse=[]) if self._is_plain(value):
                self._block(body, is_sure=is_sure)
            case ast.If(test=value, body=body, orelse=other) if self._is_plain(value):
                self._block([*body, *other], is_sure=is_sure)
            case ast.With(items=items, body=[first, *rest]):
                for one in items:
                    self._expression(one.context_expr, is_sure=is_sure)
                    self._target(one.optional_vars, one.context_expr)
                self._statement(first, is_sure=is_sure)
                hides_nothing = all(map(_is_sub_test, items))
                self._block(rest, is_sure=is_sure and hides_nothing)
            case ast.Assert(test=value) | ast.Expr(value=value):
                self._expression(value, is_sure=is_sure)
            case ast.Return(value=ast.expr() as value):
                self._expression(value, is_sure=is_sure)
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                self._assignment(statement, is_sure=is_sure)
            case _ if not isinstance(statement, _ASKING_NOTHING):
                raise _InDoubtError

    def _assignment(
        self, statement: ast.Assign | ast.AugAssign | ast.AnnAssign, *, is_sure: bool
    ) -> None:
        match statement:
            case ast.Assign(targets=targets):
                pass
            case _:
                targets = [statement.target]
        for target in targets:
            self._target(target, statement.value)
        if statement.value is not None:
            self._expression(statement.value, is_sure=is_sure)

    def _target(self, target: ast.expr | None, value: ast.expr | None) -> None:
        """Raises _InDoubtError if an answer is put where it is not seen as one any more.

        Names are known by what is bound to them, and objects of the students' are asked.
        """
        match target:
            case None | ast.Name():
                return
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._target(part, value)
                return
            case ast.Starred(value=inner):
                self._target(inner, value)
                return
            case ast.Attribute(value=holder) | ast.Subscript(value=holder):
                if self._is_object(holder) or (self._is_plain(value) and self._is_plain(holder)):
                    return
        raise _InDoubtError

    def _expression(self, node: ast.expr, *, is_sure: bool) -> None:
        """Notes the questions in an expression. Raises _InDoubtError."""
        match node:
            case ast.Call():
                self._call(node, is_sure=is_sure)
            case ast.Attribute(value=value) if is_sure and self._is_object(value):
                self.found[_place_of(node)] = Question("attr")
            case ast.Compare(ops=[_]) | ast.BinOp() | ast.UnaryOp() if is_sure:
                self._operation(node, [*_inner(node)])
            case ast.Subscript(value=value, slice=index) if is_sure:
                self._operation(node, [value, index])
            case ast.ListComp() | ast.SetComp() | ast.DictComp():
                is_sure &= not any(one.ifs for one in node.generators)
            case ast.GeneratorExp() | ast.Lambda():
                is_sure = False
        if self._is_in_doubt(node):
            raise _InDoubtError
        for place, one in enumerate(_inner(node)):
            self._expression(one, is_sure=is_sure and (place == 0 or not _may_stop(node)))

    def _is_in_doubt(self, node: ast.expr) -> bool:
        """Whether an answer chooses among other values, or how often something is done."""
        match node:
            case ast.IfExp(test=test):
                return not self._is_plain(test)
            case ast.Subscript(value=value, slice=index):
                return self._is_plain(value) and not self._is_plain(index)
            case ast.ListComp(generators=loops) | ast.SetComp(generators=loops):
                return not all(self._is_plain(one.iter) for one in loops)
            case ast.DictComp(generators=loops):
                return not all(self._is_plain(one.iter) for one in loops)
        return False

    def _call(self, call: ast.Call, *, is_sure: bool) -> None:
        function = call.func
        if self._is_object(function):
            objects = self._objects_given(call)
            if is_sure and objects is not None:
                self.found[_place_of(call)] = Question("call", objects)
            return
        if self._is_built_in(function):
            if is_sure and not call.keywords:
                self._operation(call, call.args)
            return
        name = getattr(function, "id", getattr(function, "attr", ""))
        is_finding = name in _FINDING or name.startswith("assert") or name == "subTest"
        is_students = self._is_object(_innermost(function))
        if not (is_finding or is_students or self._is_given_plain(call)):
            raise _InDoubtError

    def _operation(self, node: ast.expr, operands: Sequence[ast.expr]) -> None:
        """Notes an operator or a built-in function that is given an object of the students'."""
        others = [one for one in operands if not self._is_plain(one)]
        if others and all(map(self._is_object, others)):
            self.found[_place_of(node)] = Question("op", count=len(others))


@dataclass(frozen=True)
class _Binding:
    """Names that something is bound to."""

    names: frozenset[str]
    value: ast.expr
    is_whole: bool
    """Whether it is what the name stands for then, and not gone through or taken apart."""


def _bindings(node: ast.AST) -> Iterator[_Binding]:
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from (_binding(one, value, isinstance(one, ast.Name)) for one in targets)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield _binding(target, value, True)
        case ast.AugAssign(target=target, value=value):
            yield _binding(target, ast.BinOp(target, node.op, value), False)
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            yield _binding(target, value, False)
        case ast.With(items=items):
            for one in items:
                if one.optional_vars is not None:
                    yield _binding(one.optional_vars, one.context_expr, True)


def _binding(target: ast.expr, value: ast.expr, is_whole: bool) -> _Binding:
    stored = (one for one in ast.walk(target) if isinstance(one, ast.Name))
    names = frozenset(one.id for one in stored if isinstance(one.ctx, ast.Store))
    return _Binding(names, value, is_whole)


def _inner(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that one directly consists of, in the order in which they stand."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.expr):
            yield one
        elif isinstance(one, ast.keyword | ast.comprehension):
            yield from _inner(one)


def _innermost(node: ast.expr) -> ast.expr:
    """What a chain of calls and attributes begins with."""
    while isinstance(node, ast.Call | ast.Attribute):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _may_stop(node: ast.expr) -> bool:
    """Whether only the first part of an expression is sure to be looked at."""
    is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
    return is_chain or isinstance(node, ast.BoolOp | ast.IfExp)


def _is_sub_test(item: ast.withitem) -> bool:
    call = item.context_expr
    return isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "subTest"


def _place_of(node: ast.expr) -> Place:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
