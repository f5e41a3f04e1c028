"""What a submission may do with the suite's own objects."""

from __future__ import annotations

import types
from typing import Any

from ..sandbox.guest import nodes
from ..sandbox.guest.inspecting import INSPECTIONS
from .link import OF_GENERATORS, Link


def perform(kind: str, target: Any, parts: list[Any], shapes: list[Any], link: Link) -> Any:
    """What an object of the suite does when a submission uses it."""
    from ..sandbox.guest.operations import OPERATIONS  # noqa: PLC0415

    if kind == "call":
        arguments, named = parts
        like, others = shapes if len(shapes) == 2 else (None, None)
        others = others if isinstance(others, dict) else {}
        if isinstance(like, list) and len(like) != len(arguments):
            like = None  # as of a method that is called with its object, or without
        given = link.read_all(arguments, like)
        return target(*given, **{k: link.read(v, others.get(k)) for k, v in named.items()})
    name, *rest = parts
    if not isinstance(name, str):
        raise nodes.NodeError("an operation that is none")
    like = shapes[1] if len(shapes) == 2 and shapes[0] == name else None
    if kind in ("attr", "set"):
        if name.startswith("_") or not _has_attributes(target, name, link):
            raise AttributeError(name)
        if kind == "attr":
            return getattr(target, name)
        if not isinstance(target, type):
            link.originals.keep(target)
        setattr(target, name, *link.read_all(rest[0], like))
        return None
    if kind == "op" and name in _COMPARISONS:
        return _own_method(target, f"__{name}__")(*link.read_all(rest[0], like))
    if kind == "op" and name in OPERATIONS and name not in _CLOSED:
        return OPERATIONS[name](target, *link.read_all(rest[0], like))
    raise nodes.NodeError("an operation that is none")


_COMPARISONS = "eq ne lt le gt ge".split()
"""What the object's own method is asked: the other end turns the operands round if need be."""
_CLOSED = {"dir", "plain", "take", *INSPECTIONS}
"""What a submission may not do with objects of the suite: look into its code above all."""


def _own_method(target: Any, name: str) -> Any:
    """A special method as Python itself looks it up: in the class, bound to the object."""
    found = next(vars(cls)[name] for cls in type(target).__mro__ if name in vars(cls))
    return found.__get__(target, type(target)) if hasattr(type(found), "__get__") else found


def _has_attributes(target: Any, name: str, link: Link) -> bool:
    """Whether a submission may look at an attribute: not of code, and not what every class has."""
    if isinstance(target, type):
        return link.name_of(target) is None and not hasattr(type, name)
    if type(target) is types.GeneratorType:
        return name in OF_GENERATORS
    return type(target).__module__ != "builtins" or isinstance(target, BaseException)
