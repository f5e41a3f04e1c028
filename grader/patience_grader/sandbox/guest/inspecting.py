"""What a suite may look up about functions, classes and modules of the other end."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any

QUESTIONS = (
    "isfunction ismethod isabstract isgeneratorfunction iscoroutinefunction isasyncgenfunction "
    "isgenerator iscoroutine isasyncgen isroutine isbuiltin getdoc"
).split()
"""Functions of `inspect` that take one object and give a plain value."""


def _signature(target: Any) -> Any:
    return [
        (one.name, int(one.kind), one.default is not one.empty)
        for one in inspect.signature(target).parameters.values()
    ]


def _parameter(target: Any, name: str, what: str) -> Any:
    """The `default` or `annotation` of a parameter."""
    if what not in ("default", "annotation"):
        raise AttributeError(what)
    return getattr(inspect.signature(target).parameters[name], what)


def _fields(target: Any) -> Any:
    return [one.name for one in dataclasses.fields(target)]


def _field(target: Any, name: str, what: str) -> Any:
    found = next(one for one in dataclasses.fields(target) if one.name == name)
    return getattr(found, what)


def _hints(target: Any) -> Any:
    """The hints of a function, or of a class in the names of the module that it is from."""
    if isinstance(target, type):
        return typing.get_type_hints(target, next(_namespaces(target), None))
    return typing.get_type_hints(target)


def _namespaces(cls: type) -> Iterator[dict[str, Any]]:
    """The names of the module that a class is from, as its methods know them.

    What Python has made for it, as for a named tuple, knows others.
    """
    for one in vars(cls).values():
        method = one.fget if isinstance(one, property) else getattr(one, "__func__", one)
        if inspect.isfunction(method) and method.__globals__.get("__name__") == cls.__module__:
            yield method.__globals__


def _replaced(target: Any, changes: Any) -> Any:
    return dataclasses.replace(target, **changes)


def _reloaded(module: Any) -> None:
    """Runs a module's code again; the reference's are not those of `sys.modules`."""
    world = vars(module).get("__patience_world__")
    if world is None:
        importlib.reload(module)
    else:
        world.run_again(module.__name__)


INSPECTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(inspect, name) for name in QUESTIONS},
    "getsource": inspect.getsource,
    "static": inspect.getattr_static,
    "signature": _signature,
    "parameter": _parameter,
    "returns": lambda target: inspect.signature(target).return_annotation,
    "hints": _hints,
    "is_dataclass": dataclasses.is_dataclass,
    "fields": _fields,
    "field": _field,
    "asdict": dataclasses.asdict,
    "astuple": dataclasses.astuple,
    "replace": _replaced,
    "reload": _reloaded,
}
