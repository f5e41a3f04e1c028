"""What may be done with an object at the other end, by name."""

from __future__ import annotations

import collections
import contextlib
import copy
import itertools
import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from patience_grader.sandbox.guest import awaiting
    from patience_grader.sandbox.guest.inspecting import INSPECTIONS
    from patience_grader.sandbox.guest.special import special
else:
    import awaiting
    from inspecting import INSPECTIONS
    from special import special

MAX_LISTED = 50_000


def _enter(target: Any) -> Any:
    return special(target, "__enter__")()


def _exit(target: Any, *arguments: Any) -> Any:
    kind = type(arguments[0]) if isinstance(arguments[0], BaseException) else None
    trace = arguments[0].__traceback__ if kind else None
    return special(target, "__exit__")(kind, arguments[0], trace)


def _got(target: Any, instance: Any, *owner: Any) -> Any:
    return special(target, "__get__")(instance, *(owner or [type(instance)]))


def _put(target: Any, instance: Any, value: Any) -> Any:
    return special(target, "__set__")(instance, value)


def _unput(target: Any, instance: Any) -> Any:
    return special(target, "__delete__")(instance)


def _set_name(target: Any, owner: Any, name: str) -> None:
    """Tells an object, if it wants to know, under which name a class has it."""
    method = getattr(type(target), "__set_name__", None)
    if method is not None:
        method(target, owner, name)


MEMBERS: dict[str, Callable[..., Any]] = {
    "": lambda part: part,
    "property": property,
    "staticmethod": staticmethod,
    "classmethod": classmethod,
}
"""What the members of a class are made with."""


def _set_member(target: Any, name: str, kind: str, *parts: Any) -> None:
    setattr(target, name, MEMBERS[kind](*parts))


def _inherited(target: Any, cls: type, name: str) -> Any:
    """What `super()` finds in a method of a class that this one is the next after."""
    mro = type(target).__mro__
    for one in mro[mro.index(cls) :]:
        if name in vars(one):
            found = vars(one)[name]
            is_descriptor = hasattr(type(found), "__get__")
            return found.__get__(target, type(target)) if is_descriptor else found
    raise AttributeError(f"'super' object has no attribute {name!r}")


def _listed(target: Any) -> Any:
    """What an iterable gives, up to a bound that no test needs."""
    return list(itertools.islice(target, MAX_LISTED))


_PLAIN: dict[type, Callable[[Any], Any]] = {
    dict: lambda target: dict(dict.items(target)),
    list: lambda target: list.__getitem__(target, slice(None)),
    tuple: lambda target: tuple(tuple.__iter__(target)),
    set: lambda target: set(set.__iter__(target)),
    frozenset: lambda target: frozenset(frozenset.__iter__(target)),
    str: str.__str__,
    int: int.__int__,
    float: float.__float__,
    bytes: lambda target: bytes.__getitem__(target, slice(None)),
    collections.UserDict: lambda target: dict(target.data),
    collections.ChainMap: dict,
    collections.UserList: lambda target: list(target.data),
    collections.UserString: lambda target: str(target.data),
}
"""Python's own types, and how each says what an object holds whose class is derived from it."""


def _taken(target: Any, count: int) -> Any:
    """What an iterator gives next, so many times or until it raises."""
    found: list[Any] = []
    with contextlib.suppress(Exception):
        found.extend(itertools.islice(target, count))
    return found


def _plain(target: Any) -> Any:
    """What an object holds whose class is derived from a built-in type."""
    for cls in type(target).__mro__:
        if cls in _PLAIN:
            return _PLAIN[cls](target)
    raise TypeError("not derived from a built-in type")


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(operator, name)
        for name in (
            "eq ne lt le gt ge add sub mul truediv floordiv mod matmul and_ or_ xor lshift rshift "
            "iadd isub imul itruediv ifloordiv imod ipow iand ior ixor ilshift irshift imatmul "
            "contains getitem setitem delitem neg pos invert index"
        ).split()
    },
    **{
        one.__name__: one
        for one in (
            *(
                abs,
                bool,
                bytes,
                callable,
                complex,
                dir,
                divmod,
                float,
                format,
                hash,
                int,
                isinstance,
            ),
            *(issubclass, iter, len, next, pow, repr, reversed, round, str),
        )
    },
    "of_class": lambda target, cls: issubclass(type(target), cls),
    "ceil": math.ceil,
    "floor": math.floor,
    "trunc": math.trunc,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "enter": _enter,
    "exit": _exit,
    "aiter": lambda target: special(target, "__aiter__")(),
    "anext": awaiting.following,
    "await": awaiting.awaited,
    "aenter": awaiting.entered,
    "aexit": awaiting.left,
    "has_hash": lambda target, value: hash(target) == hash(value),
    "get": _got,
    "put": _put,
    "unput": _unput,
    "set_name": _set_name,
    "inherited": _inherited,
    "set_member": _set_member,
    **INSPECTIONS,
    "list": _listed,
    "plain": _plain,
    "take": _taken,
    "length_hint": operator.length_hint,
}

SPECIAL: dict[str, str] = {
    **{f"__{name}__": name for name in "lt le gt ge".split()},
    "__call__": "call",
    "__iter__": "iter",
    "__next__": "next",
    "__len__": "len",
    "__contains__": "contains",
    "__getitem__": "getitem",
    "__setitem__": "setitem",
    "__delitem__": "delitem",
    **{f"__{name}__": name for name in "aiter anext await aenter aexit".split()},
    "__enter__": "enter",
    "__exit__": "exit",
    "__reversed__": "reversed",
    "__index__": "index",
    "__int__": "int",
    "__float__": "float",
    "__complex__": "complex",
    "__round__": "round",
    "__trunc__": "trunc",
    "__floor__": "floor",
    "__ceil__": "ceil",
    "__abs__": "abs",
    "__neg__": "neg",
    "__pos__": "pos",
    "__invert__": "invert",
    "__bytes__": "bytes",
    "__divmod__": "divmod",
    "__rdivmod__": "rdivmod",
    "__add__": "add",
    "__sub__": "sub",
    "__mul__": "mul",
    "__truediv__": "truediv",
    "__floordiv__": "floordiv",
    "__mod__": "mod",
    "__pow__": "pow",
    "__matmul__": "matmul",
    "__and__": "and_",
    "__or__": "or_",
    "__xor__": "xor",
    "__lshift__": "lshift",
    "__rshift__": "rshift",
}
"""The special methods of an object that are carried across if it has them."""

OF_CLASSES = frozenset(
    (*SPECIAL, *(f"__{one}__" for one in "init eq ne hash repr str bool".split()))
)
"""The special methods of its classes that a suite lets others look at and replace."""
LEAVING = ("exit", "aexit")
"""What a `with` statement does at its end."""

PLACED: dict[str, str] = {"__get__": "get", "__set__": "put", "__delete__": "unput"}
"""What an object of one end does as an attribute of a class of the other."""
