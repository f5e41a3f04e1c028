"""Classes that a suite derives from students', and what they have of these."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .handles import Handle, own_methods, special_methods

if TYPE_CHECKING:
    from .binding import BoundMeta
    from .run import Run

_NOT_MEMBERS = {"__module__", "__qualname__", "__classcell__", "__doc__", "__slots__", "__dict__"}


class Inherited:
    """A method of a class, as instances of a class that a suite derives from it see it."""

    def __init__(self, name: str, path: str | None) -> None:
        self._name = name
        self._path = path
        """The class, if it is a student's."""
        self._owner: Any = None

    def __set_name__(self, owner: Any, name: str) -> None:
        self._owner = owner

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        target = owner if instance is None else instance
        current = owner.patience_current()
        if instance is not None and self._path is None and not self._is_first_in(owner):
            return current.operate("inherited", instance, self._owner, self._name)
        if instance is None or self._path is None or "patience_class" not in _flat(owner):
            return current.attribute(target, self._name)
        function = current.attribute(current.binding.named(self._path), self._name)
        return functools.partial(function, instance)

    def _is_first_in(self, owner: Any) -> bool:
        """Whether instances of a class have the method of this name, and not `super()` in one."""
        mro = type.__dict__["__mro__"].__get__(owner)
        spaces = map(type.__dict__["__dict__"].__get__, mro)
        return next(one[self._name] for one in spaces if self._name in one) is self


class Above:
    """A special method of a class as `super()` finds it in one that a suite derives from it."""

    def __init__(self, name: str, cls: Any) -> None:
        self._name = name
        self._cls = cls

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return getattr(self._cls, self._name)
        return owner.patience_current().operate("inherited", instance, self._cls, self._name)


def _hashed(methods: dict[str, Any]) -> dict[str, Any]:
    """The methods of a class, which Python gives no `__hash__` of `None` for an `__eq__`."""
    return {"__hash__": vars(Handle)["__hash__"], **methods} if "__eq__" in methods else methods


def is_derived(cls: type) -> bool:
    """Whether it is a class that a suite has derived from a student's."""
    return "patience_class" in type.__dict__["__dict__"].__get__(cls)


def _flat(cls: type) -> set[str]:
    return {name for one in cls.__mro__ for name in vars(one)}


def derived_class(  # noqa: PLR0913, PLR0917 all that a class is made of
    run: Run,
    mcs: type[BoundMeta],
    name: str,
    bases: tuple[type, ...],
    body: dict[str, Any],
    named: Mapping[str, Any],
) -> BoundMeta:
    """A class that a suite derives from a student's: it is made where the student's is."""
    members = {key: value for key, value in body.items() if key not in _NOT_MEMBERS}
    there = run.new_class(name, bases, members, named)
    special = special_methods({*body, *(one for base in bases for one in _names_in(base))})
    special |= own_methods(members)
    above = {key: Above(key, bases[0]) for key in members if key in special}
    made = type.__new__(
        mcs,
        name,
        (type.__new__(mcs, name, bases, {"__slots__": (), **_hashed(above)}),) if above else bases,
        {
            "__slots__": (),
            "__doc__": body.get("__doc__"),
            "__module__": body.get("__module__", sys._getframe(2).f_globals.get("__name__")),  # noqa: SLF001
            "patience_class": there.patience_known,
            **{key: body[key] for key in ("__classcell__",) if key in body},
            **{key: Inherited(key, None) for key in members if key not in special},
            **_hashed(special),
        },
    )
    run.objects.suite_classes[f"?:{name}"] = made
    known = there.patience_known
    number = known.reference if known.submission is None else known.submission
    run.objects.adopt_handle(number, made)
    return made


def _names_in(cls: type) -> set[str]:
    """The names in a class and those that it is derived from."""
    return {name for one in cls.__mro__ if one is not object for name in vars(one)}
