"""What the reference answers beside a submission, operation by operation.

The record of its own run says it for as long as the test asks the same. From then on a copy of the
reference is asked in step, and where that would call the suite as the submission has not, nothing
is known any more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..sandbox.guest.objects import Executor
from .again import Again, Pair
from .exchange import Called, Exchange
from .own_numbers import Instead
from .recalled import Recalled, of_pythons_own
from .signals import Unavailable

if TYPE_CHECKING:
    from .link import Link
    from .writer import Writer

Out = Callable[[Any], list[Any]]


@dataclass
class _Level:
    """How far a recorded sequence has been followed."""

    exchanges: Sequence[Exchange]
    position: int = 0


class Following:
    """The reference, as one run follows it."""

    def __init__(
        self,
        link: Link,
        new_executor: Callable[[Out], Executor],
        prelude: Sequence[Exchange],
        record: Sequence[Exchange],
    ) -> None:
        """`record` was asked in a run on the reference, `prelude` when the suite was collected.

        What only looked may be left out of the prelude.
        """
        self._link = link
        self._new_executor = new_executor
        self._prelude = prelude
        self._record = record
        self._levels = [_Level(record)]
        self._drops: list[int] = []
        self._patches: list[Any] = []
        self._executor: Executor | None = None
        self._out: Out = _nothing
        self._replies: Sequence[Called] = ()
        self._given_again: list[Any] = []
        """What the reference was answered of these, in order."""
        self._recalled: Recalled | None = None
        self.is_in_step = True
        """Whether the test has asked for what is recorded so far."""
        self.is_lost = False
        """Whether it is not known any more what the reference would answer."""

    def begin(self) -> None:
        """Brings a copy of the reference to where the record is left."""
        self._executor = self._new_executor(lambda payload: self._out(payload))  # noqa: PLW0108
        for exchange in (*self._prelude, *self._levels[-1].exchanges[: self._levels[-1].position]):
            self._replay(exchange)

    def expected(
        self, write: Callable[[Writer], Any], drops: list[int], patches: Any
    ) -> Exchange | None:
        """What the reference answers; None when that cannot be known."""
        if self.is_lost:
            return None
        self.put_off(drops, patches)
        drops, self._drops = self._drops, []
        patches, self._patches = self._patches, []
        try:
            request = self._link.operation(write, drops, patches)
        except Unavailable:
            self.is_lost = True
            return None
        level = self._levels[-1]
        if self.is_in_step:
            if level.position < len(level.exchanges):
                found = level.exchanges[level.position]
                if found.request == request:
                    level.position += 1
                    return found
            self.is_in_step = False
            if len(self._levels) > 1:
                self.is_lost = True
                return None
            self.begin()
        exchange = Exchange(request)
        exchange.answer = self.run(request, self._called_again)[:5]
        self.is_lost |= exchange.answer[3][0] == "gone"  # it cannot hold what the submission gave
        return None if self.is_lost else exchange

    def put_off(self, drops: list[int], patches: Any) -> None:
        """What the reference is to hear with the next operation: it is not asked for this one."""
        self._drops += drops
        self._patches += patches

    def hear(self, calls: Sequence[Called]) -> None:
        """How the suite was called by the submission meanwhile: a copy is answered alike."""
        self._replies, self._given_again = calls, []

    def again(self, write: Callable[[Writer], Any], instead: Instead) -> list[Any] | None:
        """A copy's answer where it is asked with values of its own `instead` of a submission's.

        None if that is the same question, or the answer cannot be known.
        """
        if self.is_lost or self.is_in_step or len(self._levels) > 1:
            return None
        with suppress(Unavailable):
            plain = self._link.operation(write, [], [])
            with self._link.writing(instead):
                request = self._link.operation(write, [], [])
            if request != plain:
                return self.run(request, _nothing)[:5]
        return None

    def taken(self, number: int, count: int) -> list[Any] | None:
        """A copy's answer to what its iterator of this number gives, up to so many times.

        None when that cannot be known. It takes no more steps than the test on the reference, if
        that went through iterators itself and did not hand them on.
        """
        count = min(count, self._recollection().steps or count)
        if self.is_lost or len(self._levels) > 1 or not count:
            return None
        if self.is_in_step:
            self.is_in_step = False
            self.begin()
        operation = ["op", "take", ["h", number], count]
        answer = self.run([[], [], [], operation], self._called_again)[:5]
        return None if self.is_lost or answer[3][0] != "ok" else answer

    def like(self, operation: list[Any]) -> Any:
        """The object that the reference always has after such an operation; None otherwise."""
        return self._recollection().like(operation)

    def given(self, operation: list[Any]) -> list[Any]:
        """The objects that the reference always gives a function of the suite in such a call."""
        return self._recollection().given(operation)

    @property
    def leaves_all_alone(self) -> bool:
        """Whether the reference has changed no list or the like of the suite's own."""
        return not self._recollection().has_changed_own

    @property
    def changed_files(self) -> Collection[str]:
        """The names of the files that the reference has changed."""
        return self._recollection().changed_files

    @property
    def has_gone_on(self) -> bool:
        """Whether a `with` statement went on past an exception, as the reference had it."""
        return self._recollection().has_gone_on

    def has_been_left_by(self, error: Any) -> bool:
        """Whether an exception of Python's own left a `with` statement beside the reference."""
        return of_pythons_own(error) in self._recollection().leaving

    def _recollection(self) -> Recalled:
        self._recalled = self._recalled or Recalled(self._record)
        return self._recalled

    def alone(self, request: list[Any], before: Sequence[Pair] = ()) -> list[Any]:
        """What a fresh copy answers where of the test only what is `before` is asked as well."""
        executor = self._new_executor(lambda _: [])
        for exchange in self._prelude:
            executor.run(exchange.request)
        copy = Again(executor.run)
        for pair in before:
            copy(*pair)
        answer: list[Any] = copy(request, [])[:5]
        return answer

    def changed(self, records: Sequence[Sequence[Exchange]]) -> list[int]:
        """Which records the reference answers otherwise where one copy is asked them in turn.

        Such a record is asked no further.
        """
        executor = self._new_executor(lambda _: [])

        def is_repeated(record: Sequence[Exchange]) -> bool:
            executor.begin()
            for exchange in self._prelude:
                executor.run(exchange.request)
            return all(executor.run(one.request)[:5] == one.answer for one in record)

        return [number for number, record in enumerate(records) if not is_repeated(record)]

    def run(self, request: list[Any], out: Out) -> list[Any]:
        """The copy's answer; `out` is called when it calls the suite."""
        before, self._out = self._out, out
        try:
            assert self._executor is not None
            return self._executor.run(request)
        finally:
            self._out = before

    @contextmanager
    def within(self, known: Called | None) -> Iterator[None]:
        """While a function of the suite runs, as it did in a call that is `known`."""
        self._levels.append(_Level(known.inner if known else ()))
        try:
            yield
        finally:
            self._levels.pop()

    def _replay(self, exchange: Exchange) -> None:
        calls = iter(exchange.calls)

        def out(_: Any) -> list[Any]:
            called = next(calls)
            for inner in called.inner:
                self._replay(inner)
            assert called.reply is not None
            return called.reply

        self.run(exchange.request, out)

    def _called_again(self, payload: Any) -> list[Any]:
        """What the suite answered the submission when it was called in the same way.

        In the same order; who calls more often hears the last answer again, if it depends on what
        is handed over.
        """
        like = [one for one in self._replies if one.operation == payload[3]]
        number = self._given_again.count(payload[3])
        if not like or (number >= len(like) and payload[3][2:] == [[], {}]):
            self.is_lost = True
            raise Unavailable("the solution would call what the submission does not have")
        self._given_again.append(payload[3])
        called = like[min(number, len(like) - 1)]
        self._link.absorb(payload[0], {})
        self._link.begin()
        outcome = called.reply[2] if called.reply else []
        if outcome[:1] != ["raise"]:
            outcome = ["ok", self._link.write(called.value)]
        return [[], self._link.news(), outcome]


def _nothing(_: Any) -> list[Any]:
    raise Unavailable("a call that is not expected")
