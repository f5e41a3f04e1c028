"""The objects at the other end that a run of a test has met, by number, and who speaks of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..sandbox.guest.nodes import key_of
from .align import member_of
from .handles import Known, handle_class, new_handle
from .link_view import known_of
from .more_methods import MoreMethods
from .odd import Opaque
from .pairs import Pairs
from .prelude import Replayed
from .signals import WrongAnswer
from .unmatched import SPECIAL_METHODS

if TYPE_CHECKING:
    from .run import Run
    from .source import Operation


class Objects:
    """Those of one run: their handles, and which of the reference's they stand for."""

    def __init__(self, run: Run, collected: Replayed) -> None:
        self._run = run
        self._binding = run.binding
        self._standing = run.standing
        self._doing = run.doing
        self._is_recorded = run.student is None
        self._collected = collected
        earlier = run.boundary.collection.objects if collected.prelude.exchanges else None
        known = _numbers(earlier.handles, collected) if earlier else {}
        self.handles: dict[int, Any] = {}
        """The handles of objects, by the objects' numbers."""
        if earlier is not None:
            self.handles = {mine: earlier.handles[number] for mine, number in known.items()}
        self.pairs: Pairs = Pairs(known)
        self.more_methods = MoreMethods()
        self._opaque: dict[str, Opaque] = {}
        self.suite_classes: dict[str, Any] = dict(earlier.suite_classes) if earlier else {}
        """The classes that the suite has derived from students', by their paths."""

    def new_handle(self, node: list[Any], shape: list[Any]) -> Any:
        """A handle for an object, which the reference has too."""
        number, path, _ = node[1:]
        mine, doing = self._is_recorded, self._doing
        like = shape[1] if shape[0] == "h" and len(shape) == 4 else None
        source = doing.source_of(number, path)
        known = Known(self._run, number if mine else like, None if mine else number, path, source)
        if not mine:
            self.pairs.begin(number, like, is_doubtful=shape[0] == "k")
            known.named = shape if shape[0] in ("s", "g", "k") else None
        found = self.handles[number] = new_handle(self.class_of(node, shape), known)
        return found

    def unmatched(self, node: list[Any]) -> Any:
        """A handle for an object where the reference has None, or nothing."""
        number, path, _ = node[1:]
        known = Known(self._run, None, number, path, self._doing.source_of(number, path))
        known.is_unmatched = True
        self.pairs.begin(number, None, is_doubtful=True)
        cls = self.class_of(node, ["h", None, path, SPECIAL_METHODS])
        found = self.handles[number] = new_handle(cls, known)
        return found

    def opaque(self, what: str, node: list[Any], shape: Any) -> Opaque:
        """What stands for an object, function or class where the reference has a plain value.

        The reference is spoken to of the value that it had there last.
        """
        key = key_of(node[:2])
        if key not in self._opaque:
            self._opaque[key] = Opaque(what, node, self._run.are_equal)
        object.__setattr__(self._opaque[key], "patience_shape", shape)
        return self._opaque[key]

    def speaks_of_unmatched(self, operation: Operation) -> bool:
        """Whether an operation is done with an object that the reference has none for."""
        operands = (operation.target, *operation.arguments, *operation.named.values())
        return self.has_unmatched(operands)

    def has_unmatched(self, operands: Iterable[Any]) -> bool:
        """Whether one of these is such an object."""
        return any(map(self.is_unmatched, operands))

    def is_unmatched(self, value: Any) -> bool:
        """Whether the suite holds an object of a submission that the reference has none for."""
        known = known_of(value)
        return known is not None and known.is_unmatched and self.pairs.reference(known) is None

    def class_of(self, node: list[Any], shape: list[Any]) -> type[Any]:
        """The class of the handles of an object, where the reference has what `shape` says."""
        _, _, path, names = node
        cls = self.suite_classes.get(path) or self._binding.handle_type(path)
        if cls is None or issubclass(cls, BaseException):
            like = shape[2] if shape[0] == "h" and len(shape) == 4 else ""
            return handle_class(path[:100], _special(names, shape), like)
        if not self._is_recorded and path not in self.suite_classes:
            self.more_methods.add(cls, names)
        return cls

    def known_handle(self, number: int, shape: Any) -> Any:
        """The handle that there is already for an object; the reference has `shape` there."""
        there = self.handles.get(number)
        if there is not None and not self._is_recorded:
            operation = self._doing.operation
            target = known_of(operation.target) if operation.kind == "iter" else None
            is_same = target is not None and target.submission == number
            self.pairs.meet(number, shape, is_own_iterator=is_same)
        return there

    def adopt_handle(self, number: int, handle: Any) -> None:
        """From now on the object of this number is spoken of by this."""
        self.handles[number] = handle

    @property
    def is_stepping(self) -> bool:
        """Whether it is asked what an iterator gives next."""
        return self._doing.operation.kind in ("next", "length_hint")

    def member(self, node: list[Any]) -> list[Any] | None:
        """How the reference is spoken to of its member of an enum with this name, if it has one."""
        path = member_of(node)
        return ["s", path] if path and self._binding.has_member(path) else None

    def check_owner(self, handle: Any, known: Known) -> None:
        """Handles made while the suite was collected are known to every run."""
        if known.run is self._run:
            return
        if known.run is not self._run.boundary.collection:
            raise RuntimeError("an object of another test is used; make it in this one")
        if not self._is_recorded:
            node = self.collected(known)
            known.submission = node[1] if isinstance(node, list) and node[:1] == ["h"] else None
            if known.submission is not None:
                self.handles.setdefault(known.submission, handle)

    def collected(self, known: Known) -> Any:
        """How the submission is spoken to of what stands where the collection has an object.

        Raises WrongAnswer if it cannot be spoken of.
        """
        there = self._collected.objects
        if there is None:
            return ["h", known.reference]
        if known.reference is None or known.reference not in there:
            wrong = WrongAnswer("something else where an object is right")
            raise self._standing.lose(wrong)
        return there[known.reference]


def _numbers(handles: Iterable[int], collected: Replayed) -> dict[int, int]:
    """The submission's numbers of the objects of the collection, with the reference's."""
    found: dict[int, int] = {}
    for number in handles:
        found.setdefault(collected.number(number), number)
    found.pop(-1, None)
    return found


_OF_FUNCTIONS = ("__call__", "__get__")


def _special(names: Any, shape: list[Any]) -> frozenset[str]:
    """The special methods that an object has, and the reference's in its place, too."""
    there = shape[3] if len(shape) == 4 else _OF_FUNCTIONS if shape[0] in ("s", "g", "k") else ()
    mine = names if isinstance(names, list) else ()
    wanted = (one for one in mine if isinstance(one, str) and one[:1] != ".")
    return frozenset(wanted) & frozenset(there)
