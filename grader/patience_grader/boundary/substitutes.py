"""Objects that a submission has where the reference has plain values.

One that can be gone through may stand for a list; one whose class is derived from a built-in type
is what it holds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..sandbox.guest.kinds import parts_beside
from ..sandbox.guest.nodes import key_of
from .copies import changes, hold
from .odd import VIEWS, Odd, OddIterable, OddIterator, OddView
from .source import Operation, Source

if TYPE_CHECKING:
    from .run import Run
    from .writer import Writer

Node = Any


def _holders() -> int:
    """How many hold what only a list holds, where a loop counts that: later Pythons count fewer."""
    (count,) = [sys.getrefcount(one) for one in [object()]]
    return count


_HOLDERS = _holders()


class Substitutes:
    """Those of one run, by their numbers."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.unread: set[int] = set()
        """Those given in the place of lists that the test has not gone through."""
        self.contents: dict[int, tuple[Node, Node]] = {}
        """What those hold that stand for plain values: cells, and a node."""
        self._copies: list[Any] = []
        """The copies in which the suite may have changed something."""
        self._shapes: dict[int, Node] = {}
        """What the reference has in the place of those that can be gone through."""

    def content(self, number: int) -> tuple[Node, Node] | None:
        """The cells and the node of what an object holds; None if it holds nothing of its own."""
        reply = self._run.asking.asked_aside([[], [], [], ["op", "plain", ["h", number]]])
        kind, node = reply[3]
        if kind != "ok" or (isinstance(node, list) and node[:1] in (["h"], ["u"])):
            return None
        self.contents[number] = reply[0], node
        return self.contents[number]

    def note_copy(self, value: Any) -> None:
        """Remembers what the suite may change in a copy of what such an object holds."""
        if isinstance(value, list | dict):
            self._copies.append(value)

    def change_copied(self) -> None:
        """Has objects, and the reference's values, hold what the suite has put into copies."""
        for value in self._copies:
            done = list(changes(value))
            for change in done:
                self._run.asking.do_aside(_changing(value.patience_number, *change))
            if done:
                hold(value.patience_plain, value)
                hold(value, value)
        self._forget_copies()

    def renew_copies(self) -> None:
        """Has copies of objects hold what the last operation has left in these."""
        self._forget_copies()
        link, reference = self._run.submission, self._run.reference
        held = {id(one): one for one in (*link.handed_over, *self._copies)}
        for value in held.values():
            form = self.content(value.patience_number)
            plain = value.patience_plain
            there = reference.numbers.get(id(plain))
            if form is not None:
                now = link.answer(form[0], form[1], [], None if there is None else ["c", there])
                hold(value, now)
                hold(plain, now)

    def _forget_copies(self) -> None:
        """Forgets the copies that the suite has no more."""
        self._copies = [one for one in self._copies if sys.getrefcount(one) > _HOLDERS]

    def iterable(
        self, number: int, path: str, shape: Node, *, is_argument: bool = False
    ) -> OddIterable:
        """What can be gone through where the reference has a list or the like, its `shape`.

        A function of the suite need not look at what it is given.
        """
        if not is_argument:
            self.unread.add(number)
        self._shapes[number] = shape
        what = f"an object of {path.rpartition(':')[2][:100]} where a plain value is right"
        return (OddView if path in VIEWS else OddIterable)(what, number, self._run, path)

    def missing(self, value: Any, key: Any) -> Any:
        """What an object derived from `dict` gives for a key that its copy lacks.

        Where the reference has a plain value under it, an object is as wrong as anywhere.
        """
        source = Source("...[...]", is_whole=False)
        number = value.patience_number
        like = self._right(value.patience_plain, key)
        found = self._run.asking.took_aside(
            lambda link: ["op", "getitem", ["h", number], link.write(key)],
            Operation("getitem"),
            source,
            like,
        )
        form = self.content(number)
        if form is not None:
            hold(value, self._run.submission.answer(form[0], form[1], [], None))
        return found

    def _right(self, plain: Any, key: Any) -> Node:
        """What the reference's dict holds under a key, or else last, if that is not an object.

        `plain` stands for that dict.
        """
        reference = self._run.reference
        held = reference.contents.get(reference.numbers.get(id(plain), 0), [])
        parts = parts_beside("dict", held)
        right = dict(zip(map(key_of, parts[::2]), parts[1::2], strict=True))
        last = next(reversed(right.values()), None)
        is_object = isinstance(last, list) and last[:1] in (["h"], ["c"])
        return right.get(key_of(reference.write(key)), None if is_object else last)

    def late(self, value: Any, node: Node) -> Any:
        """An iterator given where the reference raises: it may raise once it is gone through."""
        match node:
            case ["h", int(number), str(path), list(names)] if "__next__" in names:
                if type(value) is Odd:
                    what = f"an object of {path.rpartition(':')[2][:100]} where the solution raises"
                    return OddIterator(what, number, self._run, path)
        return value

    def following(self, number: int) -> Any:
        """What such an iterator gives next."""
        source = Source("next(...)", is_whole=False)
        operation = ["op", "next", ["h", number]]
        return self._run.asking.took_aside(lambda _: operation, Operation("next"), source, None)

    def listed(self, number: int) -> Any:
        """What such an object gives, read beside what the reference has in its place."""
        self.unread.discard(number)
        source = Source("list(...)", is_whole=False)
        operation = ["op", "list", ["h", number]]
        like = self._shapes.get(number)
        return self._run.asking.took_aside(lambda _: operation, Operation("list"), source, like)


def _changing(number: int, operation: str, *operands: Any) -> Callable[[Writer], Node]:
    """Writes what changes the object of this number."""
    return lambda link: ["op", operation, ["h", number], *link.write_all(operands)]
