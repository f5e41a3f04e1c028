"""The suite's own lists, objects and the like, which it may be kept from seeing changed.

In a run that is apart (see `Run`), what a submission changes of them, or gives back of them, is
another one for the submission from then on.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..sandbox.guest import kinds, named, nodes
from ..sandbox.guest.lookup import Lookup
from .originals import attributes_of, hold_instead

if TYPE_CHECKING:
    from .run import Run

Node = nodes.Node
_plainly = contextlib.nullcontext()


class Apart:
    """A list or the like of the suite's own in whose place there is another for the submission."""

    def __init__(self, own: Any, *, is_followed: bool) -> None:
        """The other one follows what the suite puts in, if it is an object, a dict or a list."""
        self.own = own
        self.is_object = kinds.kind_of(own) == "object"
        self._is_followed = is_followed and (self.is_object or isinstance(own, dict | list))
        self._known = self._now()

    def _now(self) -> dict[Any, Any]:
        if not self._is_followed:
            return {}
        if isinstance(self.own, list):
            return dict(enumerate(self.own))
        return attributes_of(self.own) if self.is_object else dict(self.own)

    def tell(self, other: Any, instead: Mapping[int, tuple[Any, Any]]) -> None:
        """Has the other one hold what the suite has put in since, but others `instead` of some.

        A list is only followed if more was appended: who sorts its own does not sort the other.
        """
        is_list = isinstance(other, list)
        if is_list and len(self.own) == len(self._known):
            return
        before, self._known = self._known, self._now()
        if is_list and any(self._known.get(at, before) is not part for at, part in before.items()):
            return
        for name, part in self._known.items():
            if name in before and before[name] is part:
                continue
            put = instead.get(id(part), (part, part))[1]
            if is_list:
                other.append(put)
            elif self.is_object:
                object.__setattr__(other, name, put)
            else:
                dict.__setitem__(other, name, put)


class OwnValues(named.Codec):
    """An end of the boundary that tells the suite's own values, and may set them apart."""

    def __init__(self, run: Run, lookup: Lookup, *, count: int) -> None:
        super().__init__(lookup, first=1, count=count)
        self._run = run
        self._apart: dict[int, Apart] = {}
        """The suite's own lists and the like whose numbers stand for others, see `Run`."""
        self._instead: dict[int, tuple[Any, Any]] = {}
        """The same, with those that stand in their place, by what `id` gives."""
        self._together: dict[int, Any] = {}
        """Lists of the suite's own that the reference changes by methods of the suite's objects."""
        self.has_changed_own = False
        """Whether the submission has changed lists of the suite's, of which the reference changes
        none."""

    @contextlib.contextmanager
    def writing(self, instead: Callable[[Any], Any]) -> Iterator[None]:
        """While this lasts, other values are written for some, also in lists that are known."""
        plain, seen = self.write, self._seen

        def write(value: Any, depth: int = 0) -> Node:
            return plain(instead(value), depth)

        self.write, self._seen = write, {}  # type: ignore[method-assign]
        try:
            yield
        finally:
            del self.write
            self._seen = seen

    @contextlib.contextmanager
    def giving(self) -> Iterator[None]:
        """While this lasts, it is written what an object of the suite gives the submission.

        Of lists that are set apart, that is what the submission has made of them.
        """
        instead = self._instead
        with self.writing(lambda one: instead.get(id(one), (one, one))[1]) if instead else _plainly:
            yield

    def leave_together(self, value: Any) -> None:
        """The suite sees what the submission does to this list: the reference changes it, too."""
        self._together[id(value)] = value

    def note_changed(self, numbers: Collection[int]) -> None:
        """The submission has changed these, of which some may be the suite's own."""
        changed = {one for one in numbers if self._is_own(one)}
        if changed:
            self._change(set(), changed)

    def own_instead_of(self, number: int, there: Collection[int]) -> Any:
        """The suite's own value in whose place this is, if what `id` gives of it is `there`."""
        one = self._apart.get(number)
        return one.own if one is not None and id(one.own) in there else None

    def forget(self, number: int) -> None:
        """Drops a cell that nothing of the suite refers to."""
        self._apart.pop(number, None)
        super().forget(number)

    def _is_own(self, number: int) -> bool:
        """Whether this is a list or the like of the suite's; a generator is there to be used."""
        is_apart = number in self._apart or id(self.cells.get(number)) in self._together
        return not is_apart and self._is_lent(number)

    def _is_lent(self, number: int) -> bool:
        """The same, or whether it stands for one."""
        value = self.cells.get(number)
        return number * self._first > 0 and value is not None and type(value) is not random.Random

    def note_held(self, mine: Node, there: set[int]) -> None:
        """Sets lists of the suite's own apart that an answer holds and the reference's does not.

        `there` is what `id` gives of those that the reference's holds. A test that sorts its list
        after the call would sort the answer.
        """
        known = cells_in(mine) & self.contents.keys()
        held = {one for one in known if self._is_own(one) and id(self.cells[one]) not in there}
        if held:
            self._change(held, set())

    def _change(self, held: set[int], changed: set[int]) -> None:
        """Takes down that the submission holds lists of the suite's, or has changed some."""
        if self._run.following.leaves_all_alone:
            self.has_changed_own = True
            if self._run.is_apart:
                self._set_apart(held, changed)

    def _set_apart(self, held: set[int], changed: set[int]) -> None:
        """Has such lists stand for others than the suite's own, and what holds them for copies.

        What the submission has put into those that are `changed` is read into the others.
        """
        apart = held | changed
        while holding := {
            number
            for number, content in self.contents.items()
            if number not in apart and self._is_lent(number) and apart & cells_in(content)
        }:
            apart |= holding
        before = {number: self.cells[number] for number in apart}
        for number in apart - self._apart.keys():
            one = Apart(before[number], is_followed=number not in held)
            content = self.contents[number]
            if not one.is_object:
                self.numbers.pop(id(one.own), None)
            self._seen.pop(number, None)
            self.bind(number, self._empty(content[0], content))
            self._apart[number] = one
            self._instead[id(one.own)] = one.own, self.cells[number]
        instead = {id(before[number]): self.cells[number] for number in apart}
        for number in sorted(apart, key=lambda one: kinds.LATER.get(self.contents[one][0], 1)):
            hold_instead(self.cells[number], before[number], instead)

    def follow_own(self) -> None:
        """What a test does to an object or dict of its own is done to what stands for it."""
        for number, one in self._apart.items():
            one.tell(self.cells[number], self._instead)


def cells_in(node: Node) -> set[int]:
    """The numbers of the lists and the like that stand in a node."""
    found, waiting = set[int](), [node]
    while waiting:
        one = waiting.pop()
        number = nodes.cell_number(one)
        if number is not None:
            found.add(number)
        elif type(one) is list:
            waiting += [part for part in one if type(part) is list]
    return found
