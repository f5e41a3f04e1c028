"""What a submission may do with the suite's own objects."""

from __future__ import annotations

import functools
import inspect
import logging
import operator
import types
import unittest
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import AsyncMock, NonCallableMagicMock, NonCallableMock

from ..sandbox.guest import nodes
from ..sandbox.guest.inspecting import INSPECTIONS
from ..sandbox.guest.operations import LEAVING, OF_CLASSES
from ..sandbox.guest.special import special
from .descriptions import OF_GENERATORS
from .link import Link
from .signals import WrongAnswer


def perform(kind: str, target: Any, parts: list[Any], shapes: list[Any], link: Link) -> Any:
    """What an object of the suite does when a submission uses it."""
    if kind == "call":
        arguments, named = parts
        like, others = shapes if len(shapes) == 2 else (None, None)
        others = others if isinstance(others, dict) else {}
        if isinstance(like, list) and len(like) != len(arguments):
            like = None  # as of a method that is called with its object, or without
        given = link.arguments(arguments, like)
        like_named = [others.get(name) for name in named]
        by_name = dict(zip(named, link.arguments([*named.values()], like_named), strict=True))
        if isinstance(getattr(target, "__self__", None), logging.Logger | logging.LoggerAdapter):
            by_name.pop("stack_info", None)  # the lines of the test
        return target(*given, **by_name)
    name, *rest = parts
    if not isinstance(name, str):
        raise nodes.NodeError("an operation that is none")
    like = shapes[1] if len(shapes) == 2 and shapes[0] == name else None
    if kind == "vars":
        return [one for one in _variables(target, link) if _may_reach("getvar", target, one, link)]
    if kind in _ACTIONS:
        return _act(kind, target, name, link.arguments(rest[0], like) if rest else [], link)
    if kind == "op":
        return _operate(name, target, _given(name, rest[0], like, link), link)
    raise nodes.NodeError("an operation that is none")


def _operate(name: str, target: Any, given: list[Any], link: Link) -> Any:
    from ..sandbox.guest.operations import OPERATIONS  # noqa: PLC0415

    if name in _CHECKS and isinstance(target, type):
        return _CHECKS[name](*given, target)
    if name in _COMPARISONS:
        return special(target, f"__{name}__")(*given)
    if name in _TEXTS and isinstance(target, _FUNCTIONS):
        return f"<function {getattr(target, '__name__', 'of the test')}>"
    is_test = isinstance(target, unittest.TestCase)
    if name in _COPIES and (is_test or not _has_attributes(target, "", link)):
        raise TypeError("an object of the test that cannot be copied")
    if name in OPERATIONS and name not in _CLOSED:
        return OPERATIONS[name](target, *given)
    raise nodes.NodeError("an operation that is none")


def _given(name: str, parts: list[Any], like: Any, link: Link) -> list[Any]:
    """What is handed over; an exception that passes a `with` may be of the submission's own."""
    try:
        given = link.arguments(parts, like)
    except WrongAnswer:
        if name not in LEAVING:
            raise
        return [Exception(_OWN_ERROR)]
    if name in LEAVING:
        return [one if _is_error(one) else Exception(_OWN_ERROR) for one in given]
    return given


def _is_error(value: Any) -> bool:
    return value is None or issubclass(type(value), BaseException)


_ACTIONS: dict[str, Callable[..., Any]] = {
    "attr": getattr,
    "set": setattr,
    "del": delattr,
    "getvar": operator.getitem,
    "setvar": operator.setitem,
    "delvar": operator.delitem,
}
"""What is done with an attribute of an object, or with an entry of its `__dict__`."""


def _act(kind: str, target: Any, name: str, given: list[Any], link: Link) -> Any:
    is_entry = kind.endswith("var")
    place = _variables(target, link) if is_entry else target
    if not _may_reach(kind, target, name, link):
        raise KeyError(name) if is_entry else AttributeError(name)
    if kind.startswith(("set", "del")) and not isinstance(target, type):
        link.originals.keep(target)
    if kind.startswith("set"):
        link.originals.add(target, name)
    return _ACTIONS[kind](place, name, *given)


def _variables(target: Any, link: Link) -> Mapping[str, Any]:
    """The `__dict__` of an object. Raises AttributeError for what has none."""
    if not _has_attributes(target, "", link):
        raise AttributeError("__dict__")
    if isinstance(target, type):
        return vars(target)
    found: dict[str, Any] = object.__getattribute__(target, "__dict__")
    return found


def _may_reach(kind: str, target: Any, name: str, link: Link) -> bool:
    """Whether a submission may do this with an attribute.

    Private ones are the suite's business, but for those that come from the submission.
    """
    if isinstance(target, type) and name in OF_CLASSES and link.name_of(target) is None:
        return kind.startswith(("set", "del")) or _has_own(target, name)
    if not _has_attributes(target, name, link):
        return False
    if not name.startswith("_"):
        return True
    if name in _NAMES and isinstance(target, NonCallableMock):
        return kind == "attr" and name in vars(target)
    if name.startswith("__") or isinstance(target, type):
        return False
    is_new = kind.startswith("set") and inspect.getattr_static(target, name, link) is link
    return is_new or link.originals.is_added(target, name)


def _has_own(cls: type, name: str) -> bool:
    """Whether a class, or one of the suite that it is derived from, has this method itself."""
    found = [vars(one)[name] for one in cls.__mro__ if name in vars(one)]
    return bool(found) and isinstance(found[0], types.FunctionType)


_CHECKS: dict[str, Callable[..., bool]] = {
    "instancecheck": isinstance,
    "subclasscheck": issubclass,
}
"""What a class is asked about others."""
_COMPARISONS = "eq ne lt le gt ge".split()
"""What the object's own method is asked: the other end turns the operands round if need be."""
_CLOSED = {"dir", "plain", "take", "inherited", "set_member", *INSPECTIONS}
"""What a submission may not do with objects of the suite: look into its code above all."""
_TEXTS = ("repr", "str", "format")
_COPIES = ("copy", "deepcopy")
_OWN_ERROR = "an exception of the submission's own"
_NAMES = ("__name__", "__qualname__")
"""What a test gives a mock that stands for a function."""
_FUNCTIONS = (
    *(types.FunctionType, types.MethodType, types.BuiltinFunctionType, functools.partial),
    *(operator.itemgetter, operator.attrgetter, operator.methodcaller),
)
"""What is called, and would tell by its text with what."""
_NOT_OF_SUITES = ("_pytest", "pytest", "pluggy", "hypothesis", "patience_grader")
"""Packages whose objects a suite's are connected with, such as what hears a logger for pytest."""
_OF_PATHS = "_pytest._py.path"
"""What the fixture `tmpdir` is of."""
_OF_TESTS: dict[type, frozenset[str]] = {
    NonCallableMock: frozenset((*dir(NonCallableMagicMock), *dir(AsyncMock))),
    unittest.TestCase: frozenset(dir(unittest.TestCase)),
    logging.Logger: frozenset(("findCaller", "makeRecord")),
    functools.partial: frozenset(("func", "args", "keywords")),
}
"""What objects have for a test alone: how it asserts, what is called with which values, and its
lines."""
_OF_CONNECTIONS = ("set_authorizer", "enable_load_extension", "load_extension")
"""What decides which files a database of SQLite may use."""


def _has_attributes(target: Any, name: str, link: Link) -> bool:
    """Whether a submission may look at an attribute: not of code, and not what every class has.

    And not what it has for the test, as a mock the methods by which it asserts.
    """
    if isinstance(target, type):
        return link.name_of(target) is None and not hasattr(type, name)
    if type(target) is types.GeneratorType:
        return name in OF_GENERATORS
    if any(isinstance(target, kind) and name in names for kind, names in _OF_TESTS.items()):
        return False
    if name in _OF_CONNECTIONS and any(one.__module__ == "sqlite3" for one in type(target).__mro__):
        return False
    module = type(target).__module__
    if module == "builtins":
        return isinstance(target, BaseException)
    return module.partition(".")[0] not in _NOT_OF_SUITES or module == _OF_PATHS
