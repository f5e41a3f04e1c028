"""What of a submission a test sees without asking: constants imported by name.

For the time of a test they are put in place; a test that does not use them asks for nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from .binding import Binding, BoundMeta
from .bound_functions import BoundFunction
from .bound_modules import public_names
from .odd import Odd
from .run import Run
from .signals import MissingAnswer
from .suite_state import modules_in


@dataclass(frozen=True)
class Constant:
    """A name of a suite's module that stands for a constant of students' modules."""

    namespace: dict[str, Any]
    name: str
    module: str
    original: str


def constants_in(suites: Path, binding: Binding) -> list[Constant]:
    """The constants that the modules of a suite import by name."""
    return [one for module in modules_in(suites) for one in _constants(module, binding)]


def _constants(module: ModuleType, binding: Binding) -> Iterator[Constant]:
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_bytes())
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.level or node.module not in binding.modules:
            continue
        for alias in node.names:
            star = alias.name == "*"
            names = public_names(binding.original(node.module)) if star else [alias.name]
            for name in names:
                here = name if star else alias.asname or name
                value = vars(module).get(here, binding)
                if value is not binding and not _is_code(value):
                    yield Constant(vars(module), here, node.module, name)


def _is_code(value: Any) -> bool:
    """Whether the name stands for a module, class or function, and not for a constant."""
    if type(value) in (BoundFunction, BoundMeta):
        return True
    return isinstance(value, ModuleType | type | FunctionType | BuiltinFunctionType)


def names_used(item: pytest.Item) -> set[str]:
    """The names that a test may use, with those of the functions that it calls."""
    module = getattr(item, "module", None)
    namespace: Mapping[str, Any] = vars(module) if module is not None else {}
    names: set[str] = set()
    waiting: list[Any] = [getattr(item, "obj", None), getattr(item, "cls", None)]
    waiting += [getattr(item.cls, item.name, None)] if getattr(item, "cls", None) else []  # type: ignore[attr-defined]
    info = getattr(item, "_fixtureinfo", None)
    for definitions in (info.name2fixturedefs if info else {}).values():
        waiting += [one.func for one in definitions]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        for code in _codes(value):
            new = set(code.co_names) - names
            names |= new
            held = getattr(value, "__globals__", None)  # a class may have a slot of this name
            inner = held if isinstance(held, dict) else namespace
            waiting += [inner[name] for name in new if name in inner]
    return names


def _codes(value: Any) -> Iterator[CodeType]:
    """The code of a function, or of all methods of a class."""
    kind = type(value)
    if kind in (BoundFunction, BoundMeta) or issubclass(kind, ModuleType):
        return
    if isinstance(kind, BoundMeta):
        return
    if isinstance(value, type):
        for one in vars(value).values():
            yield from _codes(one)
        return
    inner = getattr(getattr(value, "hypothesis", None), "inner_test", None)
    for one in (
        value,
        inner,
        getattr(inner, "__wrapped__", None),
        getattr(value, "__wrapped__", None),
        getattr(value, "__func__", None),
    ):
        if type(one) is FunctionType:
            yield from _nested(one.__code__)


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _nested(one)


@contextmanager
def rebound(run: Run, constants: list[Constant], used: set[str]) -> Iterator[None]:
    """Puts the submission's constants in place while a test runs."""
    before = [(one, one.namespace[one.name]) for one in constants if one.name in used]
    try:
        for one, _ in before:
            try:
                one.namespace[one.name] = run.name(one.module, one.original)
            except (AttributeError, MissingAnswer):
                missing = f"nothing: the submission defines no {one.original}"
                one.namespace[one.name] = Odd(missing)
        yield
    finally:
        for one, value in before:
            one.namespace[one.name] = value


@dataclass(frozen=True)
class FirstLines:
    """The statements of a suite's file that make values when it is imported."""

    code: CodeType
    names: frozenset[str]
    """The names that they assign."""
    decorated: frozenset[str] = frozenset()
    """The functions and classes among these that something of students' decorates."""
    classes: tuple[FirstLines, ...] = ()
    """Those in the bodies of test classes."""
    owner: str = ""


_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def first_lines(file: Path, students: Collection[str]) -> FirstLines:
    """What a file of the suite does at its top, but for imports and definitions.

    A function or class that is decorated by something of a module of `students` is part of it, too.
    """
    tree = ast.parse(file.read_bytes())
    inside = [one for one in tree.body if isinstance(one, ast.ClassDef)]
    classes = tuple(_lines(one.body, str(file), owner=one.name) for one in inside)
    decorated = _decorated(tree.body, _imported(tree.body, students))
    lines = _lines(tree.body, str(file), decorated)
    return replace(lines, classes=tuple(one for one in classes if one.names))


def _lines(
    statements: list[ast.stmt], file: str, decorated: frozenset[str] = frozenset(), owner: str = ""
) -> FirstLines:
    body = [
        one
        for one in statements
        if not isinstance(one, _DEFINITIONS) or getattr(one, "name", "") in decorated
    ]
    code = compile(ast.Module(body, []), file, "exec", dont_inherit=True)
    return FirstLines(code, frozenset(_assigned_in(body)) | decorated, decorated, (), owner)


def _assigned_in(statements: list[ast.stmt]) -> set[str]:
    """The names that statements assign, but for those within functions."""
    return {
        node.id
        for one in statements
        if not isinstance(one, _DEFINITIONS)
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _imported(statements: list[ast.stmt], modules: Collection[str]) -> set[str]:
    """The names under which students' modules, and what they hold, are imported."""
    found = set()
    for one in statements:
        if isinstance(one, ast.ImportFrom) and one.module in modules:
            found |= {alias.asname or alias.name for alias in one.names}
        elif isinstance(one, ast.Import):
            names = [alias for alias in one.names if alias.name in modules]
            found |= {alias.asname or alias.name.partition(".")[0] for alias in names}
    return found


def _decorated(statements: list[ast.stmt], students: set[str]) -> frozenset[str]:
    """The functions and classes that something of students' decorates, and that are not tests."""
    known = students | _assigned_in(
        [one for one in statements if students & {*map(_name, ast.walk(one))}]
    )
    return frozenset(
        one.name
        for one in statements
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not _is_test(one)
        and any(_root(decorator) in known for decorator in one.decorator_list)
    )


def _is_test(one: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    bases = [ast.unparse(base) for base in one.bases] if isinstance(one, ast.ClassDef) else ()
    return one.name.lower().startswith("test") or any(base.endswith("TestCase") for base in bases)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _root(node: ast.expr) -> str:
    """The name with which an expression such as `a.b("c")` begins."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return _name(node)


@contextmanager
def made_again(module: ModuleType, lines: FirstLines) -> Iterator[None]:
    """What a file's first lines make is made by the submission while a test runs.

    Raises whatever they raise.
    """
    namespace = dict(vars(module))
    exec(lines.code, namespace)  # noqa: S102 the instructor's own suite
    before = _assigned(vars(module), lines)
    vars(module).update({name: namespace[name] for name in before if name in namespace})
    with ExitStack() as stack:
        stack.callback(vars(module).update, before)
        for inner in lines.classes:
            cls = vars(module).get(inner.owner)
            if isinstance(cls, type) and not isinstance(cls, BoundMeta):
                _make_members_again(cls, inner, vars(module), stack)
        yield


def _make_members_again(
    cls: type, lines: FirstLines, namespace: dict[str, Any], stack: ExitStack
) -> None:
    members: dict[str, Any] = {}
    exec(lines.code, namespace, members)  # noqa: S102 the instructor's own suite
    for name, value in _assigned(members, lines).items():
        if name in vars(cls):
            stack.callback(type.__setattr__, cls, name, vars(cls)[name])
            type.__setattr__(cls, name, value)
            if hasattr(type(value), "__set_name__"):
                type(value).__set_name__(value, cls, name)


def _assigned(namespace: Mapping[str, Any], lines: FirstLines) -> dict[str, Any]:
    """Those of the names that stand for values, and not for the suite's own code."""
    there = {name: namespace[name] for name in lines.names if name in namespace}
    return {
        name: value
        for name, value in there.items()
        if name in lines.decorated or not _is_code(value)
    }
