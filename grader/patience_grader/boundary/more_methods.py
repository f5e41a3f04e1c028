"""Special methods that a submission's classes have, and the reference's do not.

Python looks these up in the class of a handle, and says itself that an object without one cannot be
subscripted, say. So that it says this of a submission only where it is true, the classes of a
suite have them as long as a run lasts.
"""

from __future__ import annotations

import collections.abc
import contextlib
from abc import ABCMeta
from collections.abc import Collection

from ..sandbox.guest.operations import SPECIAL
from .abstract_classes import forget
from .handles import methods_of_class

_ABSTRACT = [
    *(getattr(collections.abc, name) for name in collections.abc.__all__),
    contextlib.AbstractContextManager,
    contextlib.AbstractAsyncContextManager,
]
"""What remembers of each class whether it has the methods that make one of these."""
_ITERATED = frozenset(("__iter__", "__getitem__"))


class MoreMethods:
    """Those that the classes of a suite have been given in one run."""

    def __init__(self) -> None:
        self._added: list[tuple[type, str]] = []
        self._known: dict[type, Collection[str]] = {}

    def add(self, cls: type, names: Collection[str]) -> None:
        """Has a bound class have the methods of these names, as the submission's has.

        A length of what can be gone through is left out: `list(x)` would ask for it, which the
        reference does not answer, before it asks for what is wrong.
        """
        if self._known.get(cls) == names:
            return
        self._known[cls] = names
        mro = type.__dict__["__mro__"].__get__(cls)
        held = {name for one in mro for name in type.__dict__["__dict__"].__get__(one)}
        wanted = {name for name in names if isinstance(name, str) and name in SPECIAL} - held
        if not _ITERATED.isdisjoint(wanted | held):
            wanted.discard("__len__")
        for name, method in methods_of_class(wanted).items():
            type.__setattr__(cls, name, method)
            self._added.append((cls, name))
        if wanted:
            _forget()

    def take_away(self) -> None:
        """Has all classes be as the reference's again."""
        for cls, name in self._added:
            type.__delattr__(cls, name)
        if self._added:
            _forget()
        self._added.clear()
        self._known.clear()


def _forget() -> None:
    for one in _ABSTRACT:
        if isinstance(one, ABCMeta):
            forget(one)
