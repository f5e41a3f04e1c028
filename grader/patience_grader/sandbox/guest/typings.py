"""Type hints such as `list[int]` and `Optional[str]` as plain values."""

from __future__ import annotations

import functools
import operator
import types
import typing
from collections.abc import Callable
from typing import Any

_List: Any = typing.List  # noqa: UP006 the class of such names is what is wanted
_ALIASES = {
    type(_List[int]),
    type(typing.Optional[int]),  # noqa: UP045
    type(typing.Callable[[int], int]),
    type(typing.Literal[1]),
} - {types.UnionType}
_NAMES = {type(_List), type(typing.Callable), type(typing.Union), type(typing.Tuple)} - {type}  # noqa: UP006


def _generic(origin: Any, *arguments: Any) -> Any:
    return types.GenericAlias(origin, arguments)


def _union(*parts: Any) -> Any:
    return functools.reduce(operator.or_, parts)


def _named(name: Any) -> Any:
    """A name of `typing` that takes parameters. Raises ValueError for any other."""
    found = getattr(typing, name, None) if isinstance(name, str) else None
    if type(found) not in _NAMES:
        raise ValueError(name)
    return found


def _parametrized(name: Any, *arguments: Any) -> Any:
    origin = _named(name)
    if origin is typing.Callable:
        *given, returned = arguments
        return origin[... if given == [...] else given, returned]
    return origin[arguments]


BUILDERS: dict[str, Callable[..., Any]] = {
    "generic": _generic,
    "union": _union,
    "typing": _named,
    "typed": _parametrized,
    "nonetype": lambda: type(None),
}
"""What makes the hint of each kind from its parts."""


def is_node(node: Any) -> bool:
    """Whether this is the node of a hint: a class, or what is made of some."""
    return isinstance(node, list) and (
        node[:1] == ["g"] or (node[:1] == ["v"] and node[1] in BUILDERS)
    )


def parts(hint: Any) -> list[Any] | None:
    """The kind of a hint and its parts; None for what is not a hint that can be made again."""
    kind = type(hint)
    if hint is type(None):
        return ["nonetype"]
    if kind is types.GenericAlias:
        return ["generic", hint.__origin__, *hint.__args__]
    if kind is types.UnionType:
        return ["union", *hint.__args__]
    name = getattr(hint, "_name", None) if kind in _NAMES or kind in _ALIASES else None
    if kind in _NAMES and name and getattr(typing, name, None) is hint:
        return ["typing", name]
    if kind in _ALIASES:
        name = _SPECIAL.get(typing.get_origin(hint), name)
        return ["typed", name, *hint.__args__] if name else None
    return None


_SPECIAL: dict[Any, str] = {typing.Union: "Union", typing.Literal: "Literal"}
