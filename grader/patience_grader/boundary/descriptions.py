"""How the suite's own functions, classes and objects are described to the other end."""

from __future__ import annotations

import dataclasses
import inspect
import sys
import types
from typing import TYPE_CHECKING, Any
from unittest.mock import NonCallableMock

from ..sandbox.guest.nodes import Node
from ..sandbox.guest.operations import PLACED, SPECIAL

if TYPE_CHECKING:
    from .run import Run
    from .writer import Writer

OF_GENERATORS = ["close", "send", "throw"]
"""What a submission may do with a generator or coroutine of the suite, beside going on in it."""
_FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)


def described(value: Any, run: Run, link: Writer) -> Node:
    """The node of a function, class, exception class or other object of the suite's own."""
    number = run.own.number(value)
    if issubclass(type(value), type):
        if issubclass(value, BaseException):
            return ["k", number, "error", value.__name__, _ancestors(value, link)]
        return ["k", number, "class", value.__name__, *_about(value), value.__qualname__]
    if type(value) is types.MethodType:
        return ["k", number, "method", value.__name__, *_about(value)]
    if issubclass(type(value), _FUNCTIONS):  # a mock of a function claims to be one
        about = _about(value)
        return ["k", number, "function", value.__name__, *about, _parameters(value, run, link)]
    held = {name for one in type(value).__mro__ for name in vars(one)}
    names = [name for name in (*SPECIAL, *PLACED) if name in held]
    rest = [names, _own_names(type(value)), _claimed(value, run, link), _full_name(type(value))]
    return ["k", number, "object", type(value).__name__, *rest]


def _full_name(cls: type) -> list[str]:
    """The module and the name of a class of the suite's own; empty of Python's."""
    is_pythons = cls.__module__.partition(".")[0] in sys.stdlib_module_names
    return [] if is_pythons else [cls.__module__, cls.__qualname__]


def _claimed(value: Any, run: Run, link: Writer) -> Node:
    """The class that both ends know and an object of the suite is of, in a wider sense.

    It is the student's class that a mock made with `spec` claims to be of, or the supplied
    one that the object's own class is derived from. There may be none.
    """
    if not issubclass(type(value), NonCallableMock):
        supplied = (
            one for one in type(value).__mro__ if one.__module__ in run.boundary.lookup.supplied
        )
        known = next((one for one in supplied if link.path_of(one)), None)
        return None if known is None else link.write(known)
    cls = value.__class__
    path = run.binding.path(cls)
    if path is None and "patience_class" not in getattr(cls, "__dict__", ()):
        return None
    return link.write(cls)


def _parameters(function: Any, run: Run, link: Writer) -> list[Any]:
    """The parameters of a function of the suite: name, kind, default and hint; its result.

    A default may be what is right (`lambda got, want=want: …`), so it is only said where somebody
    looks at signatures.
    """
    if type(function) is not types.FunctionType:
        return []
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    is_said = run.boundary.looks_at_signatures
    rows = [
        [
            *(one.name, int(one.kind)),
            *link.write_all([one.default if is_said else _unsaid(one), one.annotation]),
        ]
        for one in signature.parameters.values()
    ]
    return [rows, link.write(signature.return_annotation)]


def _unsaid(parameter: inspect.Parameter) -> Any:
    """What stands for a default that is not said."""
    has_default = parameter.default is not parameter.empty
    return dataclasses.MISSING if has_default else parameter.empty


def _ancestors(cls: type, link: Writer) -> list[str]:
    """The nearest ancestors that both ends know."""
    paths = [link.path_of(one) for one in cls.__mro__[1:]]
    return [next((one for one in paths if one), "builtins:Exception")]


def _about(value: Any) -> tuple[str | None, str]:
    """The docstring of a function or class, and the module that it is of."""
    doc = getattr(value, "__doc__", None)
    return doc if isinstance(doc, str) else None, value.__module__


def _own_names(cls: type) -> list[str]:
    """What objects of a class of the suite's own have, for protocols that are looked up."""
    if cls in (types.GeneratorType, types.CoroutineType):
        return OF_GENERATORS
    if cls.__module__.partition(".")[0] in sys.stdlib_module_names:
        return []
    return sorted({name for one in cls.__mro__[:-1] for name in vars(one) if name[0] != "_"})[:100]
