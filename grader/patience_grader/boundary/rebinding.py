"""What of a submission a test sees without asking: constants imported by name.

For the time of a test they are put in place; a test that does not use them asks for nothing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from .binding import Binding, BoundFunction, BoundMeta, public_names
from .handles import Odd
from .run import Run
from .signals import MissingAnswer


@dataclass(frozen=True)
class Constant:
    """A name of a suite's module that stands for a constant of students' modules."""

    namespace: dict[str, Any]
    name: str
    module: str
    original: str


def constants_in(suites: Path, binding: Binding) -> list[Constant]:
    """The constants that the modules of a suite import by name."""
    found = []
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and Path(file).is_relative_to(suites):
            found += list(_constants(module, Path(file), binding))
    return found


def _constants(module: ModuleType, file: Path, binding: Binding) -> Iterator[Constant]:
    tree = ast.parse(file.read_bytes())
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
            inner = getattr(value, "__globals__", namespace)
            waiting += [inner[name] for name in new if name in inner]
    return names


def _codes(value: Any) -> Iterator[CodeType]:
    """The code of a function, or of all methods of a class."""
    if type(value) in (BoundFunction, BoundMeta, ModuleType) or isinstance(type(value), BoundMeta):
        return
    if isinstance(value, type):
        for one in vars(value).values():
            yield from _codes(one)
        return
    inner = getattr(getattr(value, "hypothesis", None), "inner_test", None)
    for one in (
        value,
        inner,
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
    classes: tuple[FirstLines, ...] = ()
    """Those in the bodies of test classes."""
    owner: str = ""


_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def first_lines(file: Path) -> FirstLines:
    """What a file of the suite does at its top, but for imports and definitions."""
    tree = ast.parse(file.read_bytes())
    inside = [one for one in tree.body if isinstance(one, ast.ClassDef)]
    classes = tuple(_lines(one.body, str(file), one.name) for one in inside)
    lines = _lines(tree.body, str(file))
    return FirstLines(lines.code, lines.names, tuple(one for one in classes if one.names))


def _lines(statements: list[ast.stmt], file: str, owner: str = "") -> FirstLines:
    body = [one for one in statements if not isinstance(one, _DEFINITIONS)]
    names = {
        node.id
        for one in body
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    code = compile(ast.Module(body, []), file, "exec", dont_inherit=True)
    return FirstLines(code, frozenset(names), (), owner)


@contextmanager
def made_again(module: ModuleType, lines: FirstLines) -> Iterator[None]:
    """What a file's first lines make is made by the submission while a test runs.

    Raises whatever they raise.
    """
    namespace = dict(vars(module))
    exec(lines.code, namespace)  # noqa: S102 the instructor's own suite
    before = _assigned(vars(module), lines.names)
    vars(module).update(_assigned(namespace, frozenset(before)))
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
    for name, value in _assigned(members, lines.names).items():
        if name in vars(cls):
            stack.callback(setattr, cls, name, vars(cls)[name])
            setattr(cls, name, value)


def _assigned(namespace: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """Those of the names that stand for values, and not for code."""
    there = {name: namespace[name] for name in names if name in namespace}
    return {name: value for name, value in there.items() if not _is_code(value)}
