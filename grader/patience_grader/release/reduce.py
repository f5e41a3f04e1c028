"""The public part of a suite: the tests that students get, and what those need.

A module is reduced to the tests that are public and the statements that these use, directly or
through each other. Other tests, the constants that only they use, strategies, comments and
module docstrings stay behind.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

_SETUP = {
    *("setUp", "tearDown", "setUpClass", "tearDownClass", "setUpModule", "tearDownModule"),
    *("setup_method", "teardown_method", "setup_class", "teardown_class", "setup_module"),
    *("teardown_module", "setup_function", "teardown_function", "asyncSetUp", "pytestmark"),
    *("pytest_plugins", "maxDiff", "longMessage"),
}
_OF_HYPOTHESIS = {"example", "settings", "seed", "reproduce_failure", "given"}
_OF_LIBRARIES = {"object", "TestCase", "IsolatedAsyncioTestCase"}
"""Classes that test classes are derived from, and that bring no tests."""
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Wanted:
    """What students get of one module of a suite."""

    tests: frozenset[str] = frozenset()
    """Public tests: `test_one`, or `TestPairs::test_one`."""
    collected: frozenset[str] = frozenset()
    """All tests."""
    names: frozenset[str] = frozenset()
    """What else is used from outside the module."""
    fixtures: frozenset[str] = frozenset()
    """What may be a fixture that tests elsewhere ask for."""
    every_name: bool = False
    """Whether anything in it may be used."""
    cases: Mapping[str, str] = field(default_factory=dict)
    """What `parametrize` is given for tests of which some cases are public: a call."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Values of constants that the solution has a part in, as Python."""
    modules: tuple[str, ...] = ()
    """What those name, and must be imported."""


@dataclass(frozen=True)
class Reduced:
    """A module as students get it."""

    text: str
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    tree: ast.Module
    mentioned: frozenset[str]
    """The parameters and texts in it, which may name fixtures."""


def reduced(text: str, wanted: Wanted) -> Reduced:
    """The public part of a module."""
    tree = ast.parse(text)
    reducer = _Reducer(tree, wanted)
    body = reducer.kept()
    extra: list[ast.stmt] = [ast.Import([ast.alias(one)]) for one in wanted.modules]
    place = sum(isinstance(one, ast.ImportFrom) and one.module == "__future__" for one in body)
    tree.body = [*body[:place], *extra, *body[place:]]
    imports = tuple(
        node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)
    )
    mentioned = frozenset(name for node in body for name in mentions(node))
    text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    return Reduced(text, imports, tree, mentioned)


class _Reducer:
    def __init__(self, tree: ast.Module, wanted: Wanted) -> None:
        self._wanted = wanted
        self._words = _hypothesis_words(tree)
        self._classes = {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}
        body = [node for node in tree.body if not _is_text(node)]
        self._body = [one for node in body if (one := self._public(node, "")) is not None]
        self._binds = {id(node): set(bound(node)) for node in self._body}
        imports = [one for one in self._body if _is_import(one)]
        self._imported = {name for one in imports for name in self._binds[id(one)]}
        self._known = {name for names in self._binds.values() for name in names}
        self._fixtures = {
            name
            for one in self._body
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.decorator_list
            for name in self._binds[id(one)]
        }

    def kept(self) -> list[ast.stmt]:
        """The statements that are public."""
        needed: set[str] = set(self._wanted.names) | (self._wanted.fixtures & self._fixtures)
        kept: set[int] = set()
        while True:
            more = [
                node for node in self._body if id(node) not in kept and self._is_kept(node, needed)
            ]
            if not more:
                break
            for node in more:
                kept.add(id(node))
                needed |= self._known & set(loads(node))
                needed |= self._fixtures & set(mentions(node))
                if not _is_import(node):
                    needed |= self._binds[id(node)]
        return [self._narrowed(node, needed) for node in self._body if id(node) in kept]

    def _is_kept(self, node: ast.stmt, needed: set[str]) -> bool:
        binds = self._binds[id(node)]
        if self._wanted.every_name and not _is_main(node):
            return True
        if isinstance(node, ast.ImportFrom) and (
            node.module == "__future__" or node.names[0].name == "*"
        ):
            return True
        if binds & (needed | _SETUP) or any(name.startswith("pytest_") for name in binds):
            return True
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return node.name in self._wanted.tests or _is_automatic(node)
        if isinstance(node, ast.ClassDef):
            return any(one.partition("::")[0] == node.name for one in self._wanted.tests)
        if _is_import(node) or isinstance(node, ast.Assign | ast.AnnAssign) or _is_main(node):
            return False
        own = (self._known & set(loads(node))) - binds
        return own <= needed | self._imported

    def _narrowed(self, node: ast.stmt, needed: set[str]) -> ast.stmt:
        """An import of what is needed alone."""
        if not isinstance(node, ast.Import | ast.ImportFrom) or self._wanted.every_name:
            return node
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            return node
        names = [one for one in node.names if one.name == "*" or bound_by(one) in needed]
        node.names = names or node.names
        return node

    def _public(self, node: ast.stmt, owner: str) -> ast.stmt | None:
        """The statement without what is not public; None when nothing is left of it."""
        if isinstance(node, ast.Assign | ast.AnnAssign):
            self._record(node)
        if not isinstance(node, Definition):
            return node
        name = f"{owner}{node.name}"
        node.decorator_list = [
            one for one in map(self._decorator, node.decorator_list) if one is not None
        ]
        if isinstance(node, ast.ClassDef):
            self._reduce_class(node, f"{name}::")
            return node
        if name in self._wanted.tests:
            if case := self._wanted.cases.get(name):
                node.decorator_list = list(_with_cases(node.decorator_list, case))
            return node
        is_test = name in self._wanted.collected or (
            owner and _is_public_elsewhere(node.name, self._wanted.collected)
        )
        if is_test and not _is_public_elsewhere(node.name, self._wanted.tests):
            return None
        return node

    def _reduce_class(self, node: ast.ClassDef, owner: str) -> None:
        body = [one for one in node.body if not isinstance(one, ast.Expr) or _is_text(one)]
        found = [one for each in body if (one := self._public(each, owner)) is not None]
        tests = {part for one in self._wanted.tests for part in one.split("::")}
        needed = {name for base in self._bases(node) for name in mentions(base)}
        is_whole = self._is_helper(node) or self._has_bases_elsewhere(node)
        kept: set[int] = set()
        while True:
            more = [
                one
                for one in found
                if id(one) not in kept
                and (
                    _is_text(one)
                    or set(bound(one)) & (needed | _SETUP | tests)
                    or any(_is_special(name) for name in bound(one))
                    or (isinstance(one, ast.FunctionDef) and _is_automatic(one))
                    or is_whole
                )
            ]
            if not more:
                break
            for one in more:
                kept.add(id(one))
                needed |= {*loads(one), *mentions(one)}
        node.body = [one for one in found if id(one) in kept] or [ast.Pass()]

    def _bases(self, node: ast.ClassDef) -> Iterator[ast.ClassDef]:
        """The classes of this file that a class is derived from: their tests may use all of it."""
        waiting, seen = [node], {node.name}
        while waiting:
            names = [one.id for one in waiting.pop().bases if isinstance(one, ast.Name)]
            for name in self._classes.keys() & {*names} - seen:
                seen.add(name)
                waiting.append(self._classes[name])
                yield self._classes[name]

    def _has_bases_elsewhere(self, node: ast.ClassDef) -> bool:
        """Whether a class has tests from another file of the suite."""
        found = [one for each in (node, *self._bases(node)) for one in each.bases]
        others = {_last(one) for one in found} - self._classes.keys()
        return not others <= _OF_LIBRARIES

    def _is_helper(self, node: ast.ClassDef) -> bool:
        """Whether it holds no tests, so that any of it may be used."""
        inside = {one.name for one in node.body if isinstance(one, Definition)}
        return not any(_is_public_elsewhere(name, self._wanted.collected) for name in inside)

    def _decorator(self, node: ast.expr) -> ast.expr | None:
        """A decorator without what Hypothesis is given."""
        word = self._word(node)
        if word == "given" and isinstance(node, ast.Call):
            return ast.Call(node.func, [], [])
        return None if word in _OF_HYPOTHESIS else node

    def _word(self, node: ast.expr) -> str:
        """Which of Hypothesis's words a decorator is; empty for any other."""
        inner: ast.expr = node
        path: list[str] = []
        while True:
            if isinstance(inner, ast.Call):
                inner = inner.func
            elif isinstance(inner, ast.Attribute):
                path.append(inner.attr)
                inner = inner.value
            else:
                break
        if not isinstance(inner, ast.Name) or inner.id not in self._words:
            return ""
        return self._words[inner.id] or (path[-1] if path else "")

    def _record(self, node: ast.Assign | ast.AnnAssign) -> None:
        names = list(bound(node))
        if len(names) == 1 and names[0] in self._wanted.values:
            node.value = ast.parse(self._wanted.values[names[0]], mode="eval").body


def _hypothesis_words(tree: ast.Module) -> dict[str, str]:
    """What of Hypothesis is called how in a module; empty for the module itself."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "hypothesis":
            found |= {bound_by(one): one.name for one in node.names}
        elif isinstance(node, ast.Import):
            found |= {bound_by(one): "" for one in node.names if one.name == "hypothesis"}
    return found


def bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement binds in its own scope."""
    if isinstance(node, Definition):
        yield node.name
        for one in node.decorator_list:  # a fixture may have another name
            for key in one.keywords if isinstance(one, ast.Call) else ():
                if key.arg == "name" and isinstance(key.value, ast.Constant):
                    yield str(key.value.value)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from map(bound_by, node.names)
    else:
        for child in ast.walk(node):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                yield child.id
            elif isinstance(child, Definition):
                yield child.name
            elif isinstance(child, ast.alias):
                yield bound_by(child)


def bound_by(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def loads(node: ast.AST) -> Iterator[str]:
    """The names that are read in a piece of code."""
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and not isinstance(child.ctx, ast.Store):
            yield child.id
        elif isinstance(child, ast.AugAssign) and isinstance(child.target, ast.Name):
            yield child.target.id


def mentions(node: ast.AST) -> Iterator[str]:
    """Attributes, parameters (which may be fixtures) and texts (which may name them)."""
    for child in ast.walk(node):
        match child:
            case ast.Attribute(attr=name):
                yield name
            case ast.arg(arg=name):
                yield name
            case ast.Constant(value=str(name)) if name.isidentifier():
                yield name


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_main(node: ast.stmt) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and "__name__" in set(loads(node.test))


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_public_elsewhere(name: str, tests: Collection[str]) -> bool:
    """Whether a method of this name is among the tests of any class, which may inherit it."""
    return any(one.rpartition("::")[2] == name for one in tests if "::" in one)


def _is_automatic(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it is a fixture that tests need not name."""
    return any(
        isinstance(one, ast.Call) and any(key.arg == "autouse" for key in one.keywords)
        for one in node.decorator_list
    )


def _with_cases(decorators: Sequence[ast.expr], case: str) -> Iterator[ast.expr]:
    """The decorators, the first `parametrize` with these cases and no other."""
    call = ast.parse(case, mode="eval").body
    assert isinstance(call, ast.Call)
    is_first = True
    for one in decorators:
        if not isinstance(one, ast.Call) or _last(one) != "parametrize":
            yield one
        elif is_first:
            is_first = False
            yield ast.Call(one.func, call.args, call.keywords)


def _last(node: ast.expr) -> str:
    inner = node.func if isinstance(node, ast.Call) else node
    if isinstance(inner, ast.Name):
        return inner.id
    return inner.attr if isinstance(inner, ast.Attribute) else ""
