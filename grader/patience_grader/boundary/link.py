"""The suite's end of the line to the reference, or to the submission."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..sandbox.guest import nodes
from ..sandbox.guest.lookup import Lookup
from . import errors
from .align import Alignment, aligned, are_other_members, contents, member_of
from .apart import cells_in
from .copies import copy_of
from .full_size import check_full_size
from .odd import Odd
from .originals import Originals
from .signals import BoundarySignal, WrongAnswer
from .vacuous import is_wrong_there, what_is_vacuous
from .writer import Writer

if TYPE_CHECKING:
    from .run import Run

Node = nodes.Node
_OF_TEST = "an object of the test's own"
_OBJECTS = ("h", "s", "k", "g", "u", "E")
"""Nodes of what is not a plain value."""
_MAY_BE_VACUOUS = frozenset(("c", "f", "j", "t", "v"))
_ORDINARY = {
    f"builtins:{name}"
    for name in "int float str bool list dict set tuple frozenset bytes complex object".split()
}
"""Classes that may stand where the reference has another class, as in type hints."""
_ANY_HINT = ["g", "builtins:object"]
_OF_OBJECT = {
    f"builtins:object.__{name}__" for name in "eq ne lt le gt ge hash repr str format".split()
}
"""Methods that a class has which declares none of its own."""


class Link(Writer):
    """Writes what a suite hands over, and reads what comes back."""

    def __init__(self, run: Run, lookup: Lookup, *, is_reference: bool, count: int) -> None:
        super().__init__(run, lookup, is_reference=is_reference, count=count)
        self._partner: Link | None = None
        self._alignment = Alignment()
        """What the cells of the answer that is being read are compared with."""
        self._shape_news: Node = None
        """The cells that came with what it is compared with."""
        self._copies = 0
        """How many objects were read as what they hold."""
        self._unread: set[int] = set()
        """New cells of a message that nothing has named yet."""
        self._is_shared = False
        """Whether a message has named a cell twice, or one that was there before."""
        self.originals = Originals()
        """What the suite's own lists and the like held before the other end changed them."""
        self._reads_arguments = False
        """Whether it is read what a submission hands the suite's own functions."""
        self._as_there: set[int] = set()
        """What `id` gives of the suite's own that the reference's answer holds, too."""

    def answer(self, news: Node, node: Node, shape_news: Node, shape: Node) -> Any:
        """The value of an answer, read beside the reference's. Raises NodeError, WrongAnswer."""
        self.begin()
        outer = self._alignment, self._shape_news, self._as_there
        self._alignment, self._shape_news = self._aligned(news, node, shape_news, shape), shape_news
        is_other = (news, node) != (shape_news, shape)
        self._as_there = self._own_in([shape_news, shape]) if self._run.is_apart else set()
        self.take(news, shape_news)
        if self._partner is not None:
            pairs = self._alignment.cells.items()
            self._partner.absorb(shape_news, {b: self.cells.get(a) for a, b in pairs})
            if shape is not None and is_other:
                self.note_held([news, node], self._own_in([shape_news, shape]))
        value = self.read(node, shape)
        if is_other:
            self.check_sizes(news, node)
        self._alignment, self._shape_news, self._as_there = outer
        return value

    def arguments(self, written: Sequence[Node], shapes: Node = ()) -> list[Any]:
        """What a submission hands over, read beside what the reference does."""
        outer, self._reads_arguments = self._reads_arguments, True
        try:
            return self.read_all(written, shapes)
        finally:
            self._reads_arguments = outer

    @contextmanager
    def taking(self, payload: Node, shape: Node) -> Iterator[None]:
        """While what a call of the suite hands over is read, beside what the reference's does."""
        news, shape_news = payload[0], shape[0]
        given, like = (one[3][2] if one[3][0] == "call" else [] for one in (payload, shape))
        outer = self._alignment, self._shape_news, self._reads_arguments
        self._alignment = self._aligned(news, ["t", *given], shape_news, ["t", *like])
        self._shape_news, self._reads_arguments = shape_news, True
        try:
            self.take(news, shape_news)
            self._reads_arguments = outer[2]
            yield
        finally:
            self._alignment, self._shape_news, self._reads_arguments = outer

    def _aligned(self, news: Node, node: Node, shape_news: Node, shape: Node) -> Alignment:
        """What the cells of an answer are compared with."""
        if self._partner is None:
            return Alignment()
        mine, others = contents(news), contents(shape_news)
        found = aligned(node, shape, mine, {**self._partner.contents, **others})
        for number in list(found.cells):  # what is known already stays what it is
            found.add(aligned(mine.get(number), others.get(found.cells[number]), mine, others))
        return found

    def take(self, news: Node, shapes: Node = None) -> None:
        rows = contents(news)
        self._unread = rows.keys() - self.cells.keys()
        self.note_changed(rows.keys() & self.contents.keys())
        super().take(news, shapes)

    def _own_in(self, others: Node) -> set[int]:
        """What `id` gives of what an answer of the reference holds."""
        held = self._partner.cells if self._partner is not None else {}
        return {id(held[number]) for number in cells_in(others) if number in held}

    def check_sizes(self, news: Node, node: Node) -> None:
        """Raises NodeError for what is small here and would be huge where it is written out."""
        if self._is_shared and self._partner is not None:
            self.check_full_sizes(news, node)

    def check_full_sizes(self, news: Node, node: Node) -> None:
        """The same, whatever was named how often."""
        changed = [one for number, one in contents(news).items() if number * self._first > 0]
        check_full_size([node, *changed], self.contents)

    def _fill(self, number: int, content: list[Any], shape: Node) -> None:
        if number * self._first > 0:
            self.originals.keep(self.cells[number])
        copies = self._copies
        super()._fill(number, content, shape)
        if self._copies != copies:
            self.contents[number] = self._content(self.cells[number])

    def forget(self, number: int) -> None:
        self.originals.forget(self.cells.get(number))
        super().forget(number)

    def beside(self, other: Link) -> None:
        """Answers are read beside those of the other end."""
        self._partner = other

    def absorb(self, news: Node, cells: dict[int, Any]) -> None:
        """What this end holds now; `cells` are the values that new numbers stand for."""
        for number, value in cells.items():
            if value is not None and number not in self.cells and id(value) not in self.numbers:
                self.bind(number, value)
        for number, content in contents(news).items():
            self.contents[number] = content

    def write_frozen_field(self, place: int, name: str, node: Node) -> None:
        """The other end has written to a field of a frozen value that it was handed.

        Raises NodeError.
        """
        target = self.frozen_given(place, name)
        if target is None:
            raise nodes.NodeError("a field of no value that was handed over")
        if self._partner is not None and self._run.following.leaves_all_alone:
            self.has_changed_own = True
            if self._run.is_apart:
                return
        self.originals.keep(target)
        object.__setattr__(target, name, self.read(node))

    def shape_of(self, number: int, known: dict[int, Node]) -> Node:
        if self._partner is None:
            return known.get(number)
        there = self._partner.numbers.get(id(self.cells.get(number)))
        place = self._alignment.cells.get(number, there)
        if place is None:
            return self._alignment.others.get(number)
        return known.get(place, self._partner.contents.get(place))

    def beside_hint(self, part: Node) -> Node:
        is_ordinary = isinstance(part, list) and part[:1] == ["g"] and part[1] in _ORDINARY
        return part if is_ordinary else _ANY_HINT

    def shape_content(self, shape: Node) -> Node:
        if self._partner is None or not isinstance(shape, list) or shape[:1] != ["c"]:
            return shape
        return contents(self._shape_news).get(shape[1], self._partner.contents.get(shape[1]))

    def read_factory(self, node: Node, shape: Node) -> Any:
        """What makes missing values: Python's own types, or what the reference has, too."""
        if self._partner is None or shape is not None:
            return self.read(node, shape)
        is_ordinary = isinstance(node, list) and node[:1] == ["g"] and node[1] in _ORDINARY
        return self.read_named(node[1], node, node) if is_ordinary else None

    def read(self, node: Node, shape: Node = None, depth: int = 0) -> Any:
        kind = node[0] if type(node) is list and node else None
        if kind == "c" and len(node) == 2 and type(node[1]) is int:
            self._is_shared |= node[1] not in self._unread
            self._unread.discard(node[1])
            own = self.own_instead_of(node[1], self._as_there)
            if own is not None:
                return own
        elif kind == "u":
            return self._odd(nodes.text_at(node, 1)[:200], shape)
        elif kind == "m" and type(node[-1]) is str:
            return self._module(node[-1], node, shape)
        value = super().read(node, shape, depth)
        if type(value) is range and node != shape and value[nodes.MAX_NODES :]:
            raise nodes.NodeError("a range too long")
        if kind in _MAY_BE_VACUOUS and shape is not None and self._is_read(node):
            what = what_is_vacuous(value)
            if what and is_wrong_there(value, self.shape_content(shape)):
                return Odd(f"{what} where numbers are right", node)
        return value

    def _is_read(self, node: Node) -> bool:
        """Whether this is of a submission's answer, and no list that is not filled yet."""
        is_answer = self._partner is not None and not self._reads_arguments
        return is_answer and nodes.cell_number(node) not in self._unfilled

    def read_named(self, path: str, node: Node, shape: Node) -> Any:
        is_name = isinstance(shape, list) and shape[:1] in (["g"], ["s"])
        if node != shape and not (is_name and path in _ORDINARY | _OF_OBJECT):
            if isinstance(shape, list) and shape[:1] in (["h"], ["s"]):
                return self._named_beside(path, node, shape)
            return self._odd(f"the function or class {path[:100]}", shape, node)
        try:
            return self._lookup.find(path)
        except LookupError as fault:
            raise nodes.NodeError(f"there is no {path[:200]}") from fault

    def _named_beside(self, path: str, node: Node, shape: list[Any]) -> Any:
        """What the submission has by this name. An exception of Python's own is itself."""
        binding, asking = self._run.binding, self._run.asking
        if binding.is_exception(shape):
            found = binding.exception_beside(path, shape[1], lambda: asking.exceptions(node))
            if found is None and node[0] == "g":
                with suppress(LookupError):
                    found = self._lookup.find(path)
            if isinstance(found, type) and issubclass(found, BaseException):
                return found
        return binding.named_beside(path, shape)

    def read_object(self, node: list[Any], shape: Node) -> Any:
        kind = node[0]
        is_like = isinstance(shape, list) and shape[:1] != [] and shape[0] in _OBJECTS
        if kind == "k" and len(node) == 2 and type(node[1]) is int:
            found = self._run.own.find(node[1])
            is_error = isinstance(found, BaseException) and shape is not None and shape[:1] == ["x"]
            is_right = is_like or is_error or shape is None
            return found if is_right else self._odd(_OF_TEST, shape)
        if kind == "h" and len(node) == 4:
            return self._object(node, shape, is_like)
        if kind == "E" and len(node) == 6:
            return self._exception(node, shape, is_like)
        if kind == "s" and len(node) == 2 and isinstance(node[1], str):
            if not is_like:
                return self._odd(f"the function or class {node[1][:100]}", shape, node)
            return self._named_beside(node[1], node, shape)
        raise nodes.NodeError("a node of an unknown kind")

    def _object(self, node: list[Any], shape: Node, is_like: bool) -> Any:
        """A handle of an object that stays at the other end."""
        number, path, names = node[1:]
        if type(number) is not int or not isinstance(path, str) or not isinstance(names, list):
            raise nodes.NodeError("an object that is none")
        member = self._objects.member(node) if are_other_members(node, shape) else None
        if member is not None:
            there = self._objects.handles.get(number)
            shape = member
        else:
            there = self._objects.known_handle(number, shape)
        if not is_like and there is not None and shape is None:
            return there
        if not is_like and not path.startswith("builtins:"):
            form = self._run.substitutes.content(number)
            if form is not None:
                return self._copied(number, form, shape)
        if not is_like and _is_collection(shape) and "__iter__" in names:
            return self._run.substitutes.iterable(
                number, path, self.shape_content(shape), is_argument=self._reads_arguments
            )
        if not is_like:
            return self._beyond(node, shape)
        if there is not None:
            return there
        return self._objects.new_handle(node, shape)

    def _beyond(self, node: list[Any], shape: Node) -> Any:
        """An object that is met where the reference has none.

        A test can walk through it if it is an answer, of a student's class, and the reference has
        None there, or nothing, and not if it only is not known what that has.
        """
        number, path, names = node[1:]
        is_students = not path.startswith("builtins:") and "__next__" not in names
        is_known = not (self._is_reference or self._reads_arguments or self._run.following.is_lost)
        if shape is None and is_students and is_known:
            return self._objects.unmatched(node)
        member = member_of(node)
        what = (member or f"an object of {path}").replace(path, path.rpartition(":")[2])
        return self._odd(what[:150], shape, ["h", number])

    def _copied(self, number: int, form: tuple[Node, Node], shape: Node) -> Any:
        """What an object holds whose class is derived from a built-in type."""
        unread = self._unread
        value = self.answer(form[0], form[1], self._shape_news, shape)
        self._unread = unread
        self._copies += 1
        made = copy_of(number, value, self._run.substitutes.missing)
        self._run.substitutes.note_copy(made)
        return made

    def _exception(self, node: list[Any], shape: Node, is_like: bool) -> Any:
        """An exception that was made, and not raised: one where the reference has one, too."""
        ancestors, number, names = node[1], node[4], node[5]
        if not is_like or shape[0] != "E":
            path = ancestors[0] if isinstance(ancestors, list) and ancestors else None
            return self._object(["h", number, path, names], shape, is_like)
        found = errors.read(self._run, self, node, shape)
        return self._odd("an exception", shape) if isinstance(found, BoundarySignal) else found

    def _module(self, name: str, node: Node, shape: Node) -> Any:
        """A module of Python's own, where the reference has the same."""
        if node == shape and self._lookup.is_shared(f"{name}:"):
            found = self._lookup.module(name)
            if found is not None:
                return found
        return self._odd(f"the module {name[:100]}", shape)

    def _odd(self, what: str, shape: Node, node: list[Any] | None = None) -> Odd:
        if shape is None:
            return Odd(what, node)
        if node is None:
            raise WrongAnswer(f"{what} where a plain value is right")
        return self._objects.opaque(what, node, shape)


def _is_collection(shape: Node) -> bool:
    """Whether the reference has a list, tuple, set or dict."""
    return isinstance(shape, list) and shape[:1] in (["c"], ["t"], ["z"])


def dropped(links: Sequence[Link]) -> list[list[int]]:
    """The cells of each end that nothing of the suite refers to any more, forgotten."""
    main = links[-1]
    found: list[list[int]] = [[] for _ in links]
    for number in list(main.cells):
        value = main.cells[number]
        holders = sum(id(value) in link.numbers for link in links)
        holders += sum(link.originals.is_kept(value) for link in links)
        if sys.getrefcount(value) > holders + 2 or not main.is_unchanged(number):
            continue
        for link, gone in zip(links, found, strict=True):
            there = link.numbers.get(id(value))
            if there is not None:
                gone.append(there)
                link.forget(there)
    return found
