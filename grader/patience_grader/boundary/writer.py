"""Writes what a suite hands over to the reference, or to the submission."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from ..sandbox.guest import arrays, kinds, nodes
from ..sandbox.guest.lookup import Lookup
from .apart import OwnValues
from .bound_functions import BoundFunction
from .copies import is_copy
from .descriptions import described
from .given import GivenModule
from .handles import Handle
from .link_view import known_of
from .odd import Odd, Opaque
from .signals import Unavailable, WrongAnswer

if TYPE_CHECKING:
    from .run import Run

Node = nodes.Node
FINDINGS = (AssertionError, pytest.fail.Exception)
"""By what a suite says that something is wrong."""
MEMBERS = frozenset((property, staticmethod, classmethod))
"""What a class has its members made with."""


class Writer(OwnValues):
    """Writes what a suite hands over."""

    def __init__(self, run: Run, lookup: Lookup, *, is_reference: bool, count: int) -> None:
        super().__init__(run, lookup, count=count)
        self._objects = run.objects
        self._is_reference = is_reference
        self.handed_over: list[Any] = []
        """The copies in whose place the last operation was handed the object."""
        self.spoke_of_doubtful = False
        """Whether the last operation speaks of an object that came in the place of another."""
        self._speaks_of_odd = False
        self.given: Sequence[Any] = ()
        """The frozen values that the last operation was handed."""

    def frozen_given(self, place: int, name: str) -> Any:
        """The frozen value at this place among those handed over, if it has a field of this name.

        None if there is none.
        """
        found = self.given[place] if 0 <= place < len(self.given) else None
        kind: Any = type(found)
        return found if found is not None and name in kinds.fields_of(kind) else None

    def operation(
        self, write: Callable[[Writer], Node], drops: list[int], patches: Any
    ) -> list[Any]:
        """A request for this end. Raises Unavailable when it cannot be made there."""
        self.begin()
        self.spoke_of_doubtful = False
        self.handed_over = []
        self.follow_own()
        self.frozen = []
        node = write(self)
        self.given, self.frozen = self.frozen, None
        sent = [
            patch if patch[0] == "/" or patch[2] is None else [*patch[:2], patch[2][0](self)]
            for patch in patches
        ]
        return [drops, self.news(), sent, node]

    def write_all(self, parts: Sequence[Any]) -> list[Node]:
        """The nodes of values."""
        return [self.write(part) for part in parts]

    def write_member(self, value: Any) -> list[Any]:
        """A member of a class that the suite derives: what it is made with, and of what."""
        if type(value) is property:
            parts = (value.fget, value.fset, value.fdel)
            return ["property", *self.write_all(parts)]
        if type(value) in MEMBERS:
            return [type(value).__name__, self.write(value.__func__)]
        return ["", self.write(value)]

    def find(self, path: str) -> Any:
        found = super().find(path)
        if not self._lookup.may_cross(path, found) if isinstance(found, type) else False:
            raise nodes.NodeError(f"{path[:200]} does not cross")
        return found

    def write_object(self, value: Any) -> Node:
        kind = type(value)
        if issubclass(kind, Odd):
            return self._written_odd(value)
        if kind in (types.ModuleType, GivenModule) and self._lookup.is_shared(f"{value.__name__}:"):
            return ["m", value.__name__]
        if is_copy(value):
            return self._copied_from(value)
        path = self._run.binding.path(value)
        if path is not None:
            beside = value.patience_beside if kind is BoundFunction else None
            if beside is not None and self._is_reference:
                return list(beside)
            return ["m", path[:-1]] if path.endswith(":") else ["s", path]
        if issubclass(kind, type) and "patience_class" in value.__dict__:
            return self._spoken_of(value, value.__dict__["patience_class"])
        if issubclass(kind, Handle) or hasattr(kind, "patience_bound"):
            there = known_of(value)
            if there is not None and there.named is not None and self._is_reference:
                return self._named(there.named)
            if there is not None:
                return self._spoken_of(value, there)
        return self._own_object(value, kind)

    def content_of(self, number: int) -> Node:
        """What a cell holds now; the reference's may be of a kind that the submission's is not."""
        content, there = super().content_of(number), self.contents.get(number)
        return content if there is None or there[0] == content[0] else kinds.of_kind(content, there)

    def _written_odd(self, value: Any) -> Node:
        """How the submission is spoken to of what it has put in beyond the reference's.

        Raises WrongAnswer where the suite makes use of it.
        """
        node: list[Any] | None = object.__getattribute__(value, "patience_node")
        if type(value) is Opaque:
            return object.__getattribute__(value, "patience_shape") if self._is_reference else node
        if node is None or not self._speaks_of_odd:
            raise WrongAnswer(object.__getattribute__(value, "patience_odd"))
        return node

    def _content(self, value: Any) -> Node:
        """What a cell holds, to the reference without what a submission has put in beyond it."""
        try:
            return super()._content(value)
        except (WrongAnswer, Unavailable):
            if type(value) not in (list, dict) or self._speaks_of_odd:
                raise
        if self._is_reference:
            return super()._content(self._without_odd(value))
        self._speaks_of_odd = True
        try:
            return super()._content(value)
        finally:
            self._speaks_of_odd = False

    def _without_odd(self, value: Any) -> Any:
        """A list or dict without what the reference has nothing in the place of."""
        if type(value) is dict:
            return {key: part for key, part in value.items() if not self._is_odd(part)}
        return [part for part in value if not self._is_odd(part)]

    def _is_odd(self, part: Any) -> bool:
        return type(part) is Odd or self._objects.is_unmatched(part)

    def is_known(self, number: int, content: Node) -> bool:
        """The same, but for what is said of objects beside their numbers."""
        known = self.contents.get(number)
        return content == known or (
            known is not None and [*map(_by_number, content)] == [*map(_by_number, known)]
        )

    def _own_object(self, value: Any, kind: type) -> Node:
        if issubclass(kind, BaseException):
            return ["kx", *self._own_error(value)]
        if arrays.is_any_array(value):
            raise nodes.NodeError(
                f"an array of {value.dtype} cannot be handed over; hand over its .tolist()"
            )
        return described(value, self._run, self)

    def _copied_from(self, value: Any) -> Node:
        """The object of which this is a copy; the reference has a plain value in its place."""
        if self._is_reference:
            return self.write(value.patience_plain)
        self.handed_over.append(value)
        return ["h", value.patience_number]

    def _own_error(self, error: BaseException) -> list[Any]:
        number = self._run.own.error_number(error)
        return [number, described(type(error), self._run, self), self.write_all(error.args)]

    def _spoken_of(self, value: Any, known: Any) -> Node:
        """How the other end is spoken to of an object that lies there."""
        self._objects.check_owner(value, known)
        if not self._is_reference and known.submission is None:
            return self._objects.collected(known)
        number = known.submission
        if self._is_reference:
            number = self._objects.pairs.reference(known, as_iterator=self._objects.is_stepping)
        if number is None:
            raise Unavailable("an object that only the other end has")
        if not self._is_reference:
            self.spoke_of_doubtful |= self._objects.pairs.is_doubtful(number)
        return ["h", number]

    def _named(self, node: list[Any]) -> Node:
        """How the reference is spoken to of what it has by a name, or from the suite."""
        if node[0] != "k":
            return node
        try:
            own = self._run.own.find(node[1])
        except nodes.NodeError as fault:
            raise Unavailable("an object that the test has made beside the reference") from fault
        return self.write(own)

    def write_exception(self, value: BaseException, path: str, depth: int = 0) -> Node:
        node = super().write_exception(value, path, depth)
        if isinstance(value, StopIteration | StopAsyncIteration):
            return node
        return ["kx", self._run.own.error_number(value), node]

    def untold(self, error: BaseException) -> Node:
        """An exception without what the suite says in it to be wrong, if in words of its own.

        It comes back as itself all the same.
        """
        if type(error) not in FINDINGS:
            return self.write(error)
        cls = described(type(error), self._run, self)
        bare = [cls, [""]]
        if type(error) is AssertionError:
            bare = [super().write_exception(AssertionError(), "builtins:AssertionError")]
        return ["kx", self._run.own.error_number(error), *bare]


def _by_number(node: Node) -> Node:
    return node[:2] if type(node) is list and node[:1] in (["h"], ["k"]) else node
