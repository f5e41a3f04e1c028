"""A submission, or the reference, calls functions of the suite while it is asked something."""

from __future__ import annotations

import builtins
import inspect
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..sandbox.answers import InvalidReply, TimedOut
from ..sandbox.guest import nodes
from ..sandbox.guest.objects import deeper
from ..sandbox.guest.operations import OF_CLASSES
from .exchange import NOTHING, Called, Exchange, all_of, is_call
from .link import Link, dropped
from .own_fields import Fields
from .performing import perform
from .signals import LostGuest, WrongAnswer
from .templates import FORMAT, looks_inside_anew
from .wording import call_text, shown

if TYPE_CHECKING:
    from .run import Run

MAX_CALLBACKS = 20_000
MAX_NESTED = 120
"""So deep may the suite and a submission call each other: a decorated function that recurses."""
_TOO_OFTEN = f"{MAX_CALLBACKS:,} uses of the test's own objects in one call"
_ENDLESS = f"it and the test call each other more than {MAX_NESTED} deep"
_ROOM = 24
"""So many calls are the boundary's own each time that a submission calls the suite."""


_REPLACING = ("set", "del", "setvar", "delvar")
_FIELDS = ("attr", "getvar", "set", "setvar")


def _is_raised(reply: Any) -> bool:
    """Whether a reply of the suite is an exception."""
    return isinstance(reply, list) and any(
        isinstance(part, list) and part[:1] == ["raise"] for part in reply
    )


def _classes_in(said: list[Any]) -> dict[Any, str]:
    """The full names of the suite's classes that are spoken of for the first time, by number."""
    found: dict[Any, str] = {}
    waiting: list[Any] = [*said]
    while waiting:
        one = waiting.pop()
        match one:
            case ["k", number, "class", _, *_, str(name)]:
                found[number] = name
            case list():
                waiting += one
            case dict():
                waiting += one.values()
    return found


class CallsBack:
    """Those of one run."""

    def __init__(self, run: Run, record: Sequence[Exchange]) -> None:
        """`record` is what was asked in a run on the reference."""
        self._standing = run.standing
        self._pairs = run.objects.pairs
        self._own = run.own
        self._patches = run.patches
        self._files = run.files
        self._give = run.give
        self._reference = run.reference
        self._submission = run.submission
        self._following = run.following
        self._open: list[list[Exchange]] = [run.record]
        """What is asked on each level: by the test, and by its functions that are called."""
        self.were_made = False
        """Whether the reference has called a function of the suite."""
        self.failed: AssertionError | None = None
        """What the suite has found wrong when it was called, and the reference not."""
        self._record = record
        self._is_apart = run.is_apart
        self._apart: dict[tuple[int, str], tuple[Any, Any]] = {}
        """What the submission has set in objects of the suite that the suite does not see."""
        self._before: Fields | None = None
        """What the suite's objects held before its functions were called in this operation."""

    @cached_property
    def _replaced(self) -> frozenset[str]:
        """The names of attributes that the reference replaces in objects of the suite."""
        return frozenset(
            str(called.operation[2])
            for exchange in all_of(self._record)
            for called in exchange.calls
            if called.operation[0] in _REPLACING
        )

    @cached_property
    def _given_to_classes(self) -> frozenset[tuple[str, str]]:
        """The full names of the suite's classes, each with what the reference replaces in it."""
        every = [*all_of(self._record)]
        names: dict[Any, str] = {}
        for exchange in every:
            names |= _classes_in([exchange.request, *(one.reply for one in exchange.calls)])
        return frozenset(
            (names[called.operation[1]], str(called.operation[2]))
            for exchange in every
            for called in exchange.calls
            if called.operation[0] in _REPLACING and called.operation[1] in names
        )

    @cached_property
    def _changed(self) -> frozenset[str]:
        """The names of those that change by functions of the suite which the reference calls."""
        return frozenset().union(*(exchange.changed for exchange in all_of(self._record)))

    @contextmanager
    def noting_changes(self, exchange: Exchange) -> Iterator[None]:
        """Takes down what functions of the suite change in its objects for the reference."""
        is_outer = len(self._open) == 1
        try:
            yield
            if is_outer and self._before is not None:
                exchange.changed = self._before.changed()
        finally:
            self._before = None if is_outer else self._before

    @contextmanager
    def undoing_changes(self) -> Iterator[None]:
        """Notes what they change for the submission, and for the reference never.

        In a run that is apart, the suite does not see that.
        """
        is_outer = len(self._open) == 1
        try:
            yield
        finally:
            if is_outer and self._before is not None:
                before, self._before = self._before, None
                others = before.changed() - self._changed - self._replaced
                self._submission.has_changed_own |= bool(others)
                if self._is_apart:
                    before.put_back(others)

    def _look_at_fields(self) -> None:
        """Takes down what the objects of the suite hold, before its functions are first called."""
        if self._before is None and self._following.leaves_all_alone:
            self._before = Fields(self._own)

    def record(self, exchange: Exchange) -> None:
        """Takes down what is asked of the reference now."""
        self._open[-1].append(exchange)

    def by_reference(self, payload: Any, calls: list[Called]) -> list[Any]:
        """The suite's reply to the reference."""
        if len(self._open) > MAX_NESTED:
            raise RecursionError(_ENDLESS)
        called = Called(payload, [])
        calls.append(called)
        self.were_made = True
        self._look_at_fields()
        with self._within(called.inner, None):
            called.reply = self._reply(self._reference, payload, payload, called, None)
        return called.reply

    def by_submission(
        self, payload: Any, calls: list[Called], known: Called | None
    ) -> list[Any] | str:
        """The suite's reply to a submission, or why there is none; `known` is the reference's call.

        The call is added to `calls`.
        """
        if len(self._open) > MAX_NESTED:
            return self._refused(_ENDLESS)
        if not is_call(payload):
            return self._refused("it calls the suite back with nonsense")
        if len(calls) > MAX_CALLBACKS:
            self._standing.lose(LostGuest(TimedOut(0.0, _TOO_OFTEN)))
            return _TOO_OFTEN
        called = Called(payload, [])
        calls.append(called)
        self._look_at_fields()
        if known is None or known.payload != payload:
            self._standing.deviated = True
            if looks_inside_anew(payload, known and known.payload):
                self._standing.lose(WrongAnswer(FORMAT))
                return FORMAT
        named = 3 if payload[3][0] in _REPLACING else 2
        is_same = known is not None and known.operation[:named] == payload[3][:named]
        like = None if is_same else self._following.given(payload[3])
        shape = [known.payload[0], "", "", known.operation] if known else NOTHING
        if like and any(like):
            shape = [[], "", "", [*payload[3][:named], like, {}][: len(payload[3])]]
            self._pairs.is_speaking_of_doubtful = True
        before = self.failed
        with self._within(called.inner, known):
            try:
                called.reply = self._reply(self._submission, payload, shape, called, known)
            except nodes.NodeError as fault:
                self._standing.lose(LostGuest(InvalidReply(str(fault))))
                return str(fault)
        if _is_raised(known and known.reply):
            self.failed = before
        if known and known.reply and self._following.is_in_step:
            self._reference.absorb(known.reply[1], {})
        return called.reply

    def _refused(self, why: str) -> str:
        self._standing.lose(LostGuest(InvalidReply(why)))
        return why

    @contextmanager
    def _within(self, inner: list[Exchange], known: Called | None) -> Iterator[None]:
        """While a function of the suite runs."""
        self._open.append(inner)
        with self._following.within(known), deeper(_ROOM):
            try:
                yield
            finally:
                self._open.pop()

    def _reply(
        self, link: Link, payload: Any, shape: Any, called: Called, known: Called | None
    ) -> list[Any]:
        self._files.print(*payload[1:3])
        kind, number, *parts = payload[3]
        shapes = shape[3][2:] if shape[3][:2] == [kind, number] else [None] * len(parts)
        link.begin()
        with link.taking(payload, shape):
            target = self._own.find(number)
            if link is not self._reference:
                if self._following.is_in_step and payload[0] == shape[0]:
                    held = {one: link.cells.get(one) for one, _ in payload[0]}
                    self._reference.absorb(shape[0], held)
                link.check_full_sizes(payload[0], payload[3])
            if link is self._submission and self._adds_special(payload[3], target):
                return [[], [], ["ok", None]]
            if link is self._submission and self._takes_away(payload[3], target):
                return [[], [], ["raise", ["x", "builtins:AttributeError", [str(parts[0])], {}]]]
            outcome = self._outcome(link, target, payload[3], shapes, called, known)
            self._give(called.value)
        link.begin()
        drops = self._dropped(link, known)
        with link.giving():
            if outcome[0] == "ok":
                outcome = ["ok", link.write(called.value)]
            return [drops, link.news(), outcome]

    def _outcome(  # noqa: PLR0913, PLR0917 what is called, how, and what is known of it
        self,
        link: Link,
        target: Any,
        operation: list[Any],
        shapes: list[Any],
        called: Called,
        known: Called | None,
    ) -> list[Any]:
        """What comes of a call of the suite: its value is kept in `called`."""
        kind, _, *parts = operation
        try:
            with self._patches.in_force():
                if link is self._submission and kind in _FIELDS:
                    called.value = self._with_field(kind, target, parts, shapes)
                else:
                    called.value = perform(kind, target, parts, shapes, link)
        except nodes.NodeError:
            raise
        except WrongAnswer as wrong:
            self._standing.deviated = True
            return ["raise", ["x", "builtins:TypeError", [str(wrong)], {}]]
        except Exception as error:  # noqa: BLE001 it goes on in the submission
            if isinstance(error, AssertionError) and link is self._submission:
                self.failed = self.failed or error
            is_told = link is self._reference or _is_raised(known and known.reply)
            return ["raise", link.write(error) if is_told else link.untold(error)]
        return ["ok", None]

    def _dropped(self, link: Link, known: Called | None) -> list[int]:
        """What the end that has called is told to forget.

        With a submission, the reference forgets the same, now as it was recorded or later.
        """
        if link is self._reference:
            return dropped([link])[0]
        there, drops = dropped([self._reference, link])
        recorded = known.reply[0] if known and known.reply and self._following.is_in_step else ()
        self._following.put_off([one for one in there if one not in recorded], [])
        return drops

    def _with_field(self, kind: str, target: Any, parts: list[Any], shapes: list[Any]) -> Any:
        """What comes of looking an attribute up, or of setting it.

        To set one that the reference leaves alone is to change what was handed over, see `Run`.
        """
        link, place = self._submission, (id(target), str(parts[0]))
        if kind in _REPLACING and self._is_left_alone(target, place[1]):
            link.has_changed_own = True
            if self._is_apart:
                (value,) = link.arguments(parts[1])
                self._apart[place] = target, value
                return None
        if kind not in _REPLACING and place in self._apart:
            return self._apart[place][1]
        value = perform(kind, target, parts, shapes, link)
        if place[1] in self._changed:
            link.leave_together(value)
        return value

    def _is_left_alone(self, target: Any, name: str) -> bool:
        """Whether the reference never sets this attribute, which an object of the suite has.

        Of a class, that is not a method: a decorator may replace those in its own way.
        """
        if name in self._replaced | self._changed or name[:1] == "_":
            return False
        found = inspect.getattr_static(target, name, self)
        is_method = isinstance(target, type) and (callable(found) or hasattr(found, "__get__"))
        return found is not self and not is_method

    def _adds_special(self, operation: Any, target: Any) -> bool:
        """Whether a submission would give a class of the suite's a special method.

        Those that the reference does not give it are left out: a test that compares would ask the
        submission whether it is right.
        """
        if operation[0] not in _REPLACING or not isinstance(target, type):
            return False
        name = str(operation[2])
        return name in OF_CLASSES and (target.__qualname__, name) not in self._given_to_classes

    def _takes_away(self, operation: Any, target: Any) -> bool:
        """Whether a submission would put something in the place of a method of the suite's."""
        if operation[0] not in _REPLACING or isinstance(target, type):
            return False
        name = str(operation[2])
        found = None if name in self._replaced else inspect.getattr_static(type(target), name, None)
        return isinstance(found, types.FunctionType | staticmethod | classmethod | property)

    # how calls read

    def typed(self, calls: Sequence[Called]) -> tuple[str, ...]:
        """What the suite's own `input` or standard input gave in these calls, if it has one."""
        own = builtins.input
        with suppress(nodes.NodeError):
            asked = [(self._own.find(one.operation[1]), one.value) for one in calls]
            return tuple(
                self._submission.neutral(value.removesuffix("\n"))
                for target, value in asked
                if isinstance(value, str)
                and (target is own or getattr(target, "__self__", None) is sys.stdin)
            )
        return ()

    def told_apart(self, calls: Sequence[Called], expected: Exchange) -> tuple[str, ...]:
        """How the reference and the submission call the suite; empty if that reads the same.

        What is printed before a call tells them apart, too, where somebody looks at it.
        """
        there, mine = (
            self._in_words(some, with_prints=expected.is_heard) for some in (expected.calls, calls)
        )
        if there == mine and len(calls) != len(expected.calls):
            there, mine = (
                f"{len(some)} calls of the test's own functions" for some in (expected.calls, calls)
            )
        return () if there == mine else (there, mine)

    def _in_words(self, calls: Sequence[Called], *, with_prints: bool) -> str:
        with suppress(nodes.NodeError):
            said = [self._one_in_words(one, with_prints=with_prints) for one in calls[:5]]
            return (
                "; ".join(said + ["..."] * (len(calls) > 5))
                or "no call of the test's own functions"
            )
        return ""

    def _one_in_words(self, called: Called, *, with_prints: bool) -> str:
        target = self._own.find(called.operation[1])
        name = "input" if target is builtins.input else shown(target)
        name = f"({name})" if name.startswith("lambda") else name
        text, printed = call_text(called.payload, name), called.payload[1]
        return f"printing {shown(printed)} before {text}" if with_prints and printed else text
