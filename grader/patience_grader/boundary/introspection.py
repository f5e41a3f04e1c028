"""`inspect`, `typing` and `dataclasses`, asked by a suite about what students write.

They look into an object where it is, which for bound names and handles is at the other end.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import importlib
import inspect
import sys
import typing
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any
from unittest import mock

from ..sandbox.guest.inspecting import QUESTIONS
from .askers import is_asked_by_suite
from .binding import BoundMeta
from .bound_functions import BoundFunction
from .bound_modules import BoundModule
from .handles import Handle
from .odd import Odd


def _every_kind(a: int, /, b: int, *c: int, d: int, **e: int) -> None:
    """Has a parameter of each kind."""


_KINDS = sorted({one.kind for one in inspect.signature(_every_kind).parameters.values()})


class _Parameter(inspect.Parameter):
    """A parameter whose default and annotation are asked for when a suite looks at them."""

    __slots__ = ("_is_optional", "_operate")

    def __init__(self, operate: Callable[..., Any], name: str, kind: int, optional: bool) -> None:
        super().__init__(name, _KINDS[kind])
        self._operate = operate
        self._is_optional = optional

    @property
    def default(self) -> Any:
        if not self._is_optional:
            return inspect.Parameter.empty
        return self._operate("parameter", self.name, "default")

    @property
    def annotation(self) -> Any:
        return self._operate("parameter", self.name, "annotation")

    def __str__(self) -> str:
        default, hint = self.default, self.annotation
        return str(inspect.Parameter(self.name, self.kind, default=default, annotation=hint))


class _Signature(inspect.Signature):
    """The signature of something at the other end."""

    __slots__ = ("_operate",)

    def __init__(self, operate: Callable[..., Any], rows: Any) -> None:
        super().__init__([_Parameter(operate, *row) for row in rows], __validate_parameters__=False)
        self._operate = operate

    @property
    def return_annotation(self) -> Any:
        return self._operate("returns")


class _Field:
    """A field of a dataclass at the other end."""

    def __init__(self, operate: Callable[..., Any], name: str) -> None:
        self.name = name
        self._operate = operate

    def __getattr__(self, what: str) -> Any:
        return self._operate("field", self.name, what)


def _run_of(target: Any) -> Any:
    kind = type(target)
    if issubclass(kind, Handle):
        return target.patience_known.run.current()
    if kind in (BoundFunction, BoundMeta):
        return target.patience_current()
    return vars(target)["patience_binding"].current


def _is_there(target: Any) -> bool:
    """Whether this is at the other end."""
    kind = type(target)
    return kind in (BoundFunction, BoundMeta, BoundModule) or issubclass(kind, Handle)


def signature(target: Any) -> inspect.Signature:
    """The signature of a function or class at the other end."""
    run = _run_of(target)

    def operate(name: str, *more: Any) -> Any:
        return run.current().operate(name, target, *more)

    return _Signature(operate, operate("signature"))


def _signature_of(target: Any, *_: Any, **__: Any) -> Any:
    return signature(target)


def _fields(target: Any) -> tuple[_Field, ...]:
    run = _run_of(target)

    def operate(name: str, *more: Any) -> Any:
        return run.current().operate(name, target, *more)

    return tuple(_Field(operate, name) for name in operate("fields"))


def _members(target: Any, predicate: Callable[[Any], Any] | None = None) -> list[tuple[str, Any]]:
    pairs = [(name, getattr(target, name)) for name in dir(target)]
    return [pair for pair in pairs if predicate is None or predicate(pair[1])]


def _replaced(target: Any, **changes: Any) -> Any:
    return _run_of(target).operate("replace", target, changes)


def _static(target: Any, name: str, *default: Any) -> Any:
    """What a class has by a name, without asking it for that.

    Mocks look so at all that it has, also at what the reference has not.
    """
    try:
        found = _run_of(target).operate("static", target, name)
    except AttributeError:
        if default:
            return default[0]
        raise
    return default[0] if default and issubclass(type(found), Odd) else found


def _reloaded(target: Any) -> Any:
    _run_of(target).operate("reload", target)
    return target


def _autospec(target: Any, *arguments: Any, **named: Any) -> Any:
    """A mock with the signature of a function at the other end: a function, so that it is bound."""
    if type(target) is not BoundFunction:
        return _create_autospec(target, *arguments, **named)

    def like(*_: Any, **__: Any) -> None:
        """Is never called."""

    like.__name__ = like.__qualname__ = target.patience_path.rpartition(":")[2].rpartition(".")[2]
    vars(like)["__signature__"] = signature(target)
    return _create_autospec(like, *arguments, **named)


_create_autospec = mock.create_autospec


def _asked(name: str) -> Callable[..., Any]:
    return lambda target, *_, **__: _run_of(target).operate(name, target)


_FORWARDED: list[tuple[ModuleType, str, Callable[..., Any]]] = [
    *((inspect, name, _asked(name)) for name in (*QUESTIONS, "getsource")),
    *((one, "iscoroutinefunction", _asked("iscoroutinefunction")) for one in (asyncio, mock)),
    (inspect, "signature", _signature_of),
    (importlib, "reload", _reloaded),
    (inspect, "getmembers", _members),
    (inspect, "getattr_static", _static),
    (mock, "create_autospec", _autospec),
    (typing, "get_type_hints", _asked("hints")),
    *((dataclasses, name, _asked(name)) for name in ("is_dataclass", "asdict", "astuple")),
    (dataclasses, "fields", _fields),
    (dataclasses, "replace", _replaced),
]


@contextlib.contextmanager
def forwarded(suites: str) -> Iterator[None]:
    """While a suite in this folder is used, these ask the other end. The process must be ours."""
    before = [(module, name, vars(module)[name]) for module, name, _ in _FORWARDED]
    for module, name, there in _FORWARDED:
        setattr(module, name, _either(vars(module)[name], there, suites))
    try:
        yield
    finally:
        for module, name, original in before:
            setattr(module, name, original)


def _either(original: Any, there: Callable[..., Any], suites: str) -> Any:
    @functools.wraps(original)
    def wrapper(target: Any, *arguments: Any, **named: Any) -> Any:
        caller = sys._getframe(1)  # noqa: SLF001
        if _is_there(target) and is_asked_by_suite(caller, suites):
            return there(target, *arguments, **named)
        return original(target, *arguments, **named)

    return wrapper
