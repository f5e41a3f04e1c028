"""Operations are carried out by the submission, beside the reference.

Without a submission, the reference alone is asked, and what it is asked is recorded. With one,
the record says what is expected for as long as the test asks the same; from then on a copy of
the reference is asked in step.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any

from ..sandbox.answers import Frame, InvalidReply, TimedOut
from ..sandbox.guest import nodes
from ..sandbox.guest.operations import LEAVING
from ..text.sanitize import one_line
from . import unmatched
from .exchange import Called, Exchange, is_answer, lost
from .gathering import gathered_at
from .independence import Given, Independence
from .link import dropped
from .link_view import known_of
from .odd import Odd
from .output import is_heard
from .own_numbers import OwnNumbers
from .reading import Reader
from .signals import BoundarySignal, LostGuest, Unusable, WrongAnswer
from .source import Operation, Source
from .steps import LOST, Step
from .writer import FINDINGS, Writer

if TYPE_CHECKING:
    from .run import Run

_MANY_CALLS = 200
_OF_CALLS = (
    f"in which it used the test's own objects more than {_MANY_CALLS} times; that takes longer "
    "when marked than on your machine"
)
MAX_OPERATIONS = 5_000
"""So many operations may a test make beyond three times those that it makes on the reference."""
_MOST_WAITED = 20.0
_LOOKS = 20
"""So often is it looked meanwhile, so that a pause of the whole process counts for one."""
_WAITS_FOR_ITSELF = "a call waits for a thread of the test that calls the same code"
_HIDDEN = "something that ends an exception"
Write = Callable[[Writer], Any]
"""Writes what an end is asked for."""


class Asking:
    """The operations of one run."""

    def __init__(self, run: Run, record: Sequence[Exchange]) -> None:
        """`record` is what was asked in a run on the reference."""
        self._student = run.student
        self._importable = run.boundary.importable
        self._binding = run.binding
        self._is_shown = run.is_shown
        self._standing = run.standing
        self._steps = run.steps
        self._doing = run.doing
        self._substitutes = run.substitutes
        self._objects = run.objects
        self._pairs = run.objects.pairs
        self._own = run.own
        self._patches = run.patches
        self._files = run.files
        self._reference = run.reference
        self._submission = run.submission
        self._links = [run.reference, run.submission] if run.student else [run.reference]
        self._following = run.following
        self._calls_back = run.calls_back
        self._reader = Reader(run)
        self._own_numbers = OwnNumbers()
        self._most = 3 * len(record) + MAX_OPERATIONS
        self._begins_example = True
        self._independence: Independence | None = None
        self._exceptions: Mapping[str, list[Any]] | None = None
        """What the submission has by the names of the reference's exceptions, once it was asked."""
        self._turn = RLock()
        """Threads of a suite ask one after another: an end answers one question at a time."""
        self.acted = 0
        """How many of them may have changed something: what an object hashes to, say."""
        self.required = 0
        """How many operations the test has asked for so far."""

    def read(self, test: Callable[..., object], given: Given) -> None:
        """Notes from now on which questions of a test do not hang on the answers before them.

        What the test is called with is `given` by name once it runs.
        """
        self._independence = Independence(test, given)

    def begin_example(self, drawn: Mapping[str, Any], *, is_stated: bool) -> None:
        """What is recorded next belongs to an example, which begins with it unless it is stated."""
        self._begins_example |= not is_stated
        if self._independence:
            self._independence.begin_example(drawn)

    def ask(
        self,
        write: Write,
        operation: Operation,
        *,
        is_claim: bool = False,
        missing: Callable[[], BaseException] | None = None,
    ) -> Any:
        """The value of an operation. Raises what that raises, and what ends the test.

        Whoever asks has the turn. What `missing` gives is raised where the name that is asked for
        does not exist.
        """
        doing = self._doing
        outer = doing.operation, doing.source, doing.request, doing.names.last
        inside = doing.inside, doing.group, doing.place
        try:
            return self._asked(write, operation, is_claim=is_claim, missing=missing)
        finally:
            if self._reader.is_reading:  # it goes on with what it was about to read
                doing.operation, doing.source, doing.request, doing.names.last = outer
                doing.inside, doing.group, doing.place = inside

    @contextmanager
    def having_turn(self) -> Iterator[None]:
        """Waits until no other thread asks.

        Ends the test if that never comes: the code that is asked waits for the one that waits here.
        """
        if not any(self._turn.acquire(timeout=_MOST_WAITED / _LOOKS) for _ in range(_LOOKS)):
            if self._student is None:
                raise self._standing.lose(Unusable(_WAITS_FOR_ITSELF))
            late = TimedOut(0.0, f"{_MOST_WAITED:g} s, in which {_WAITS_FOR_ITSELF}")
            raise self._standing.lose(LostGuest(late))
        try:
            yield
        finally:
            self._turn.release()

    def _source(self, operation: Operation) -> Source:
        """An operation as Python, if somebody is shown it, or it gives what a module holds."""
        if not (self._is_shown or (self._student is None and operation.kind == "name")):
            return Source()
        source = operation.source(self._importable)
        return replace(source, text=self._submission.neutral(source.text))

    def _changes(self) -> list[list[Any]]:
        """What the test has replaced, and what it has done to its files since it last asked."""
        replaced = self._patches.changes()
        self._files.give(self._patches.told)
        return [*replaced, *self._files.changes()]

    def _asked(
        self,
        write: Write,
        operation: Operation,
        *,
        is_claim: bool,
        missing: Callable[[], BaseException] | None,
    ) -> Any:
        self._count()
        self.acted += operation.acts
        patches = self._changes()
        links, doing = self._links, self._doing
        drops: list[list[int]] = [[] for _ in links] if self._reader.is_reading else dropped(links)
        doing.operation, doing.names.last = operation, ""
        doing.source = self._source(operation)
        if self._student is None:
            return self._recorded(self._reference.operation(write, drops[0], patches), missing)
        here = sys._getframe(1) if self._is_shown else None  # noqa: SLF001
        place = gathered_at(here, operation.kind)
        self._substitutes.change_copied()
        is_unmatched = self._objects.speaks_of_unmatched(operation)
        if is_unmatched:
            self._following.put_off(drops[0], patches)
            if not unmatched.may_be_asked(operation):
                raise self._lose_to_object()
        late = not is_unmatched and not self._following.is_in_step and bool(self._own)
        asks_now = not is_unmatched and not late
        self._following.hear(())
        expected = self._following.expected(write, drops[0], patches) if asks_now else None
        calls: list[Called] = []
        source = doing.source
        try:
            answer, frames, self._pairs.is_speaking_of_doubtful = self._live(
                write, drops[1], patches, calls, expected
            )
        except BoundarySignal:
            raise
        except BaseException as ended:
            self._note_end(ended, source, expected)
            raise
        doing.operation, doing.place = operation, place
        self._following.hear(calls)
        if expected is not None and len(calls) != len(expected.calls):
            self._standing.deviated = True
        if late:
            expected = self._following.expected(write, drops[0], patches)
        again = partial(self._following.again, write)
        compared = self._own_numbers.beside
        wanted = compared(answer, expected.answer, again) if expected else None
        like = self._like(doing.request[3], answer) if self._following.is_lost else None
        self._pairs.is_speaking_of_doubtful |= like is not None
        told_apart, deviated = self._calls_back.told_apart, self._standing.deviated
        called = told_apart(calls, expected) if expected and deviated else ()
        value = self._reader.take(answer, wanted, frames, missing, like, called)
        if expected and answer != wanted:
            self._own_numbers.hold(value, expected.answer, self._reader.value_of)
        may_claim = is_unmatched and unmatched.may_claim(operation)
        if is_claim and not may_claim and not self._is_claim_agreed(answer, wanted):
            raise self._lose_to_object()
        self._check_left(operation, value, wanted)
        return value

    def _count(self) -> None:
        """Counts an operation. Raises what has ended the test, or ends it now."""
        if self._standing.loss is not None:
            raise self._standing.loss
        self.required += 1
        if self._student is not None and self.required > self._most:
            too_many = TimedOut(0.0, f"{self._most} operations in one test")
            raise self._standing.lose(LostGuest(too_many))

    def _is_claim_agreed(self, answer: list[Any], wanted: list[Any] | None) -> bool:
        """Whether the reference says the same, of an object that came in the place of another."""
        is_doubtful = self._pairs.is_speaking_of_doubtful
        return not is_doubtful or (wanted is not None and answer[3] == wanted[3])

    def _recorded(self, request: list[Any], missing: Callable[[], BaseException] | None) -> Any:
        """The reference's answer to a request, taken down."""
        begins, self._begins_example = self._begins_example, False
        reader = self._independence
        is_independent = reader is not None and reader.of_next(request[3])
        exchange = Exchange(request, begins, is_heard=is_heard(), is_independent=is_independent)
        self._calls_back.record(exchange)
        operation, given = self._doing.operation, self._reference.given
        with self._calls_back.noting_changes(exchange):
            exchange.answer = self._following.run(
                request, lambda payload: self._calls_back.by_reference(payload, exchange.calls)
            )[:5]
        self._doing.operation, self._reference.given = operation, given
        return self._reader.take(exchange.answer, exchange.answer, (), missing)

    def _check_left(self, operation: Operation, value: Any, wanted: list[Any] | None) -> None:
        """Raises what has ended the test if a `with` statement would hide what is wrong.

        What the test finds wrong within it is an exception, and so is most of what comes of a wrong
        answer. An exception that is the same beside the reference is there to be looked at.
        """
        if operation.kind not in LEAVING or operation.arguments[0] is None or not _is_true(value):
            return
        error: BaseException = operation.arguments[0]
        is_finding = issubclass(type(error), FINDINGS)
        if wanted is None:
            agrees = self._following.has_gone_on and not is_finding
        else:
            agrees = wanted[3][0] == "ok" and _is_true(self._reader.value_of(wanted))
        if not agrees and not self._following.has_been_left_by(self._doing.request[3][3]):
            raise self._standing.lose(error if is_finding else WrongAnswer(_HIDDEN))

    def _lose_to_object(self) -> BaseException:
        """An object would decide what only a plain value can."""
        return self._standing.lose(WrongAnswer("an object where a plain value is right"))

    def _like(self, operation: list[Any], answer: list[Any]) -> Any:
        """What the reference always gives; a function only where the submission gives one, too."""
        like, given = self._following.like(operation), answer[3][1]
        is_function = isinstance(given, list) and given[:1] == ["s"]
        return None if like is not None and like[:1] == ["s"] and not is_function else like

    def _live(
        self,
        write: Write,
        drops: list[int],
        patches: Any,
        calls: list[Called],
        expected: Exchange | None,
    ) -> tuple[list[Any], tuple[Frame, ...], bool]:
        """The submission's answer, the lines of an exception, and whether it is doubtful."""
        assert self._student is not None
        request = self._submission.operation(write, drops, patches)
        is_doubtful, given = self._submission.spoke_of_doubtful, self._submission.given
        doing = self._doing
        source = doing.source
        known = iter(expected.calls if expected else ())

        def out(payload: Any) -> list[Any] | str:
            return self._calls_back.by_submission(payload, calls, next(known, None))

        doing.request = request
        doing.amid.append(source)
        try:
            with self._calls_back.undoing_changes():
                (reply,) = self._student.do([request], out)[-1:]
        finally:
            doing.amid.pop()
        doing.request, self._submission.given = request, given
        doing.source = replace(source, typed=self._calls_back.typed(calls))
        failed, self._calls_back.failed = self._calls_back.failed, None
        if failed is not None and not _raises(reply):
            raise self._standing.lose(failed)
        if self._standing.loss is not None:
            raise self._standing.loss
        if isinstance(reply, TimedOut) and len(calls) > _MANY_CALLS:
            reply = replace(reply, limit=f"{reply.limit}, {_OF_CALLS}")
        if not isinstance(reply, list):
            raise self._lose_guest(lost(reply), expected)
        if not is_answer(reply):
            self._student.begin_afresh()
            raise self._lose_guest(LostGuest(InvalidReply("a malformed answer")), expected)
        return reply[:5], self._student.frames(reply[5]), is_doubtful

    def _note_end(self, ended: BaseException, source: Source, expected: Exchange | None) -> None:
        """A function of the suite ends the test amid an operation, as `pytest.fail` does."""
        self._standing.deviated |= expected is not None
        error = ["x", f"suite:{type(ended).__name__}", [one_line(str(ended))[:500]], {}]
        answer = [[], "", "", ["raise", error], []]
        right = expected.answer if expected else None
        request = self._doing.request
        self._steps.add(Step(source, request, right, answer, (), True, True, right=right))

    def _lose_guest(self, loss: LostGuest, expected: Exchange | None) -> BaseException:
        """The guest is lost at the operation that is being done."""
        doing = self._doing
        right = expected.answer if expected else None
        answer = [[], "", "", [LOST, ""], []]
        rest = doing.operation.acts, True
        self._steps.add(Step(doing.source, doing.request, right, answer, (), *rest, right=right))
        return self._standing.lose(loss)

    # what the reference is not asked

    def do_aside(self, write: Write) -> None:
        """Has the submission do what the reference is not asked for; nothing comes of it."""
        with suppress(nodes.NodeError):
            self.asked_aside(self._submission.operation(write, [], []))

    def took_aside(self, write: Write, operation: Operation, source: Source, like: Any) -> Any:
        """The value of an operation that the reference is not asked for; it is `like` this."""
        assert self._student is not None
        request = self._submission.operation(write, [], [])
        reply = self.asked_aside(request)
        doing = self._doing
        doing.operation, doing.request, doing.source = operation, request, source
        return self._reader.take(reply[:5], None, self._student.frames(reply[5]), None, like)

    def exceptions(self, node: list[Any]) -> list[str]:
        """The names of the reference's exceptions by which the submission has this one.

        It is asked for all of them, so that none of them is told to be right.
        """
        if self._exceptions is None:
            self._exceptions = {
                path: self.asked_aside([[], [], [], ["name", path]])[3]
                for path in self._binding.exceptions()
            }
        return [path for path, answer in self._exceptions.items() if answer == ["ok", node]]

    def asked_aside(self, request: list[Any]) -> list[Any]:
        """The submission's answer to a request that the reference is not asked, with its frames."""
        assert self._student is not None

        def out(payload: Any) -> list[Any] | str:
            return self._calls_back.by_submission(payload, [], None)

        with self._calls_back.undoing_changes():
            (reply,) = self._student.do([request], out)[-1:]
        if self._standing.loss is not None:
            raise self._standing.loss
        if isinstance(reply, list) and is_answer(reply):
            return reply
        no_answer = LostGuest(InvalidReply("no answer"))
        raise self._standing.lose(no_answer if isinstance(reply, list) else lost(reply))


def _is_true(value: Any) -> bool:
    """Whether a value is true; an object is, whatever it says."""
    return known_of(value) is not None or issubclass(type(value), Odd) or bool(value)


def _raises(reply: Any) -> bool:
    """Whether a submission lets an exception pass, or raises one."""
    return is_answer(reply) and reply[3][0] == "raise"
