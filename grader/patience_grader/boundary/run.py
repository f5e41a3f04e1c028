"""One run of a test: every operation is carried out by the submission, beside the reference.

Without a submission, the reference alone is asked, and what it is asked is recorded. With one,
the record says what is expected for as long as the test asks the same; from then on a copy of
the reference is asked in step.
"""

from __future__ import annotations

import builtins
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..errors import PatienceError
from ..sandbox.answers import Frame, InvalidReply, TimedOut
from ..sandbox.guest import nodes
from ..sandbox.guest.objects import Executor, deeper
from ..text.sanitize import one_line
from . import errors
from .align import items_with_new_objects, iterator_number, member_of
from .binding import BoundFunction
from .drawings import NO_DRAWINGS, Drawer, Drawings
from .examples import Examples
from .exchange import (
    NOTHING,
    Called,
    Exchange,
    all_of,
    is_answer,
    is_call,
    lost,
    spelled_out,
    with_contents,
)
from .files import RunFiles
from .following import Following
from .handles import Known, handle_class, new_handle
from .link import MEMBERS, Link, vars_of
from .messages import replies_to, unexpected
from .notices import noted
from .own_files import unguarded
from .own_numbers import OwnNumbers
from .own_objects import OwnObjects
from .pairs import CLAIMS, Pairs
from .patches import Patches
from .performing import perform
from .prelude import Replayed, members_in
from .signals import (
    BoundarySignal,
    LostGuest,
    MissingAnswer,
    Overtaxed,
    RefusedSignal,
    WrongAnswer,
)
from .source import Operation, Source
from .steps import LOST, ObjectNames, Step, Steps
from .substitutes import Substitutes
from .templates import looks_inside_anew
from .wording import call_text, script_text, shown

if TYPE_CHECKING:
    from ..sandbox.student import Student
    from ..suite.misreading import Reading
    from .boundary import Boundary
    from .commands import Command

MAX_OPERATIONS = 5_000
"""So many operations may a test make beyond three times those that it makes on the reference."""
MAX_CALLBACKS = 20_000
MAX_NESTED = 120
"""So deep may the suite and a submission call each other: a decorated function that recurses."""
_FORMAT = "a format string that looks into what it is filled with"
_ENDLESS = f"it and the test call each other more than {MAX_NESTED} deep"
_ROOM = 24
"""So many calls are the boundary's own each time that a submission calls the suite."""
_Method = TypeVar("_Method", bound=Callable[..., Any])


def _as_kit(method: _Method) -> _Method:
    """The method, which runs with Python's own functions, whatever the suite has in their place."""

    @wraps(method)
    def run(self: Run, *arguments: Any, **named: Any) -> Any:
        with self.patches.set_aside():
            return method(self, *arguments, **named)

    return cast("_Method", run)


class Run:
    """One run of a test."""

    def __init__(
        self,
        boundary: Boundary,
        student: Student | None = None,
        record: Sequence[Exchange] = (),
        collected: Replayed | None = None,
        reading: Reading | None = None,
    ) -> None:
        """`collected` is what came of what was asked when the suite was collected.

        With a `reading`, students' functions are asked as who has misread the handout so
        understands it.
        """
        self.boundary = boundary
        self.binding = boundary.binding
        self.student = student
        self.record: list[Exchange] = []
        self.required = 0
        self.deviated = reading is not None
        self.steps = Steps()
        self.examples = Examples(self)
        self.loss: BaseException | None = None
        self.has_callbacks = False
        self.substitutes = Substitutes(self)
        self.derived = errors.Derived()
        self._reading = reading
        self._collected = collected or Replayed()
        prelude = self._collected.prelude
        self._prelude = prelude.exchanges
        self._given = record
        self._members: Mapping[str | None, list[Any]] | None = None
        self._most = 3 * len(record) + MAX_OPERATIONS
        lookup = boundary.lookup
        self._reference = Link(self, lookup, is_reference=True, count=prelude.cells)
        self._submission = Link(self, lookup, is_reference=False, count=prelude.cells)
        self._submission.beside(self._reference)
        self._open: list[list[Exchange]] = [self.record]
        self._begins_example = True
        self._is_reading = False
        """An answer is being read; keys of a dict may ask for their hash meanwhile."""
        self._handles: dict[int, Any] = {}
        earlier = boundary.collection if self._prelude else None
        known = _numbers(earlier.handles, self._collected) if earlier else {}
        if earlier is not None:
            self._handles = {mine: earlier.handles[number] for mine, number in known.items()}
        self.pairs = Pairs(known)
        self.suite_classes: dict[str, Any] = dict(earlier.suite_classes) if earlier else {}
        self.own: OwnObjects = earlier.own.copy() if earlier else OwnObjects()
        self.patches = Patches(boundary.given)
        self._doing = Operation("")
        self._source = Source()
        self._request: list[Any] = []
        self._own_numbers = OwnNumbers()
        self._drawer = Drawer(boundary.supplied if student else ())
        self._names = ObjectNames()
        self.files = RunFiles(boundary, (self._reference, self._submission))
        self._following = Following(self._reference, self._new_executor, self._prelude, record)
        if student is None:
            self._following.begin()

    @property
    def cells_numbered(self) -> int:
        """How many lists and the like have been numbered."""
        return self._reference.count

    @property
    def handles(self) -> dict[int, Any]:
        """The handles of objects, by the objects' numbers."""
        return self._handles

    @_as_kit
    def close(self) -> None:
        """Removes the test's files, and puts back what was changed in the suite's own values."""
        self.files.close()
        for link in (self._reference, self._submission):
            link.originals.put_back()
        self.derived.put_back()

    def begin_example(self) -> None:
        """What is recorded next begins an example that was drawn."""
        self._begins_example = True

    def own_places(self) -> list[str] | None:
        """The folders that the suite may use now; None if it may use any."""
        return self.files.places() if self.student is not None and self.deviated else None

    def lose_by_file(self) -> None:
        """The suite would use a file that is none of the test's. Raises WrongAnswer."""
        raise self._lose(WrongAnswer("the name of a file outside the test's folder"))

    def may_run_all(self) -> bool:
        """Whether all that the suite would run is what the reference has given it."""
        return self.student is None or not self.deviated

    def has_said(self, text: str) -> bool:
        """Whether the text is part of an answer."""
        written = json.dumps(text, ensure_ascii=False)[1:-1]
        return any(written in json.dumps(one.answer, ensure_ascii=False) for one in self.record)

    def lose_by_code(self) -> BaseException:
        """What ends a test that would run what a submission has given it."""
        return self._lose(WrongAnswer("something that the test would run as Python"))

    def lose_by_time(self, limit: str) -> BaseException | None:
        """What ends a test that has worked too long.

        None as long as all answers are the reference's: then that is the test's own way.
        """
        if not self.deviated:
            return None
        return self._lose(Overtaxed(f"what the test does with its answers took more than {limit}"))

    # what handles and bound names ask for

    def current(self) -> Run:
        """The run that is going on, which may be another than a handle was made in."""
        return self.boundary.current

    @_as_kit
    def call(self, target: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Calls a function, a class or a method."""
        self.files.give([*arguments, *named.values()])
        reading = self._reading if type(target) is BoundFunction else None
        function = target.patience_path.replace(":", ".") if reading else ""
        put = self._put(reading, function, tuple(arguments)) if reading else arguments
        value = self._ask(
            lambda link: [
                "call",
                link.write(target),
                link.write_all(arguments if link is self._reference else put),
                {name: link.write(one) for name, one in named.items()},
            ],
            Operation("call", target, put, named),
        )
        return self._as_read(reading, function, value) if reading else value

    def _put(self, reading: Reading, function: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments that mean to who reads the handout so what these mean to others.

        What fails on the first question is the reading; later ones may hold wrong answers.
        """
        try:
            return reading.put(function, arguments)
        except PatienceError as fault:
            unread = WrongAnswer("what means nothing by this reading")
            raise self._lose(unread if self.steps.all else fault) from fault

    def _as_read(self, reading: Reading, function: str, value: Any) -> Any:
        """What a value means that comes from who reads the handout so."""
        try:
            return reading.read(function, value)
        except Exception as fault:
            raise self._lose(WrongAnswer("what means nothing by this reading")) from fault

    @_as_kit
    def attribute(self, target: Any, name: str) -> Any:
        """An attribute of an object, a class or a function."""
        return self._ask(
            lambda link: ["attr", link.write(target), name],
            Operation("attr", target, (name,)),
        )

    @_as_kit
    def set_attribute(self, target: Any, name: str, value: Any) -> None:
        """Sets an attribute; of a module, too."""
        if type(value) in MEMBERS:
            self._ask(
                lambda link: [
                    *("op", "set_member", link.write(target), name),
                    *link.write_member(value),
                ],
                Operation("set", target, (name, value)),
            )
            return
        self._ask(
            lambda link: ["set", link.write(target), name, link.write(value)],
            Operation("set", target, (name, value)),
        )

    @_as_kit
    def delete_attribute(self, target: Any, name: str) -> None:
        """Deletes an attribute."""
        self._ask(
            lambda link: ["del", link.write(target), name],
            Operation("del", target, (name,)),
        )

    @_as_kit
    def operate(self, operation: str, *operands: Any) -> Any:
        """The value of an operation such as `len`."""
        handles = sum(vars_of(one) is not None for one in operands)
        return self._ask(
            lambda link: ["op", operation, *link.write_all(operands)],
            Operation(operation, operands[0], operands[1:]),
            is_claim=operation in CLAIMS and handles == 1,
        )

    @_as_kit
    def script(self, command: Command, typed: str, merged: bool) -> tuple[int, str, str]:
        """The exit code of what is run as a script, and what it printed to each stream.

        With `merged`, both streams are standard output.
        """
        words = command.words
        self.files.give([*words, typed])
        named = [command.module, command.text]
        try:
            ended = self._ask(
                lambda link: ["run", *named, link.write_all(words), link.write(typed), merged],
                Operation("run", None, (command, typed)),
            )
        except BoundarySignal:
            raise
        except BaseException as fault:
            if self.student is None:
                raise
            why = f"{type(fault).__name__}: {fault}"  # no process raises where it was started
            raise self._lose(RefusedSignal(why)) from fault
        if type(ended) is tuple and tuple(map(type, ended)) == (int, str, str):
            return ended
        raise self._lose(WrongAnswer("something else than a script can leave"))

    @_as_kit
    def run_here(self, module: str, run_name: str) -> Any:
        """A function that gives what a module holds whose file was run under this name."""
        return self._ask(
            lambda _: ["runpy", module, run_name],
            Operation("runpy", None, (module, run_name)),
        )

    @_as_kit
    def name(self, module: str, name: str) -> Any:
        """What a module holds under a name. Raises AttributeError."""
        return self._ask(
            lambda _: ["name", f"{module}:{name}"],
            Operation("name", None, (module, name)),
            missing=lambda: AttributeError(f"module {module!r} has no attribute {name!r}"),
        )

    @_as_kit
    def seed(self, *arguments: Any) -> None:
        """Seeds `random` where the code runs."""
        self._ask(
            lambda link: ["seed", *link.write_all(arguments)],
            Operation("seed", None, arguments),
        )
        self.required -= 1

    @_as_kit
    def new_class(
        self,
        name: str,
        bases: Sequence[Any],
        members: Mapping[str, Any],
        named: Mapping[str, Any],
    ) -> Any:
        """A class that the suite derives from a student's, with what `class` is given by name."""
        return self._ask(
            lambda link: [
                "class",
                name,
                link.write_all([base for base in bases if base is not object]),
                {key: link.write_member(value) for key, value in members.items()},
                {key: link.write(value) for key, value in named.items()},
            ],
            Operation("class", None, (name,)),
        )

    # objects

    def new_handle(self, node: list[Any], shape: list[Any]) -> Any:
        """A handle for an object, which the reference has too."""
        number, path, _ = node[1:]
        mine = self.student is None
        like = shape[1] if shape[0] == "h" and len(shape) == 4 else None
        source = Source(self._names.new(path)) if self._doing.gives_name else self._source
        known = Known(self, number if mine else like, None if mine else number, path, source)
        if not mine:
            self.pairs.begin(number, like)
            known.named = shape if shape[0] in ("s", "g") else None
        found = self._handles[number] = new_handle(self.class_of(node, shape), known)
        return found

    def class_of(self, node: list[Any], shape: list[Any]) -> type[Any]:
        """The class of the handles of an object, where the reference has what `shape` says."""
        _, _, path, names = node
        cls = self.suite_classes.get(path) or self.binding.handle_type(path)
        if cls is None or issubclass(cls, BaseException):
            return handle_class(path[:100], _special(names, shape))
        return cls

    def do_aside(self, write: Callable[[Link], Any]) -> None:
        """Has the submission do what the reference is not asked for; nothing comes of it."""
        with suppress(nodes.NodeError):
            self.asked_aside(self._submission.operation(write, [], []))

    def renew(self, value: Any) -> None:
        """Has a copy of what an object holds be as that is now."""
        self._submission.renew(value)

    def took_aside(
        self, write: Callable[[Link], Any], doing: Operation, source: Source, like: Any
    ) -> Any:
        """The value of an operation that the reference is not asked for; it is `like` this."""
        assert self.student is not None
        request = self._submission.operation(write, [], [])
        reply = self.asked_aside(request)
        self._doing, self._request, self._source = doing, request, source
        return self._take(reply[:5], None, self.student.frames(reply[5]), None, like)

    def asked_aside(self, request: list[Any]) -> list[Any]:
        """The submission's answer to a request that the reference is not asked, with its frames."""
        assert self.student is not None

        def out(payload: Any) -> list[Any] | str:
            return self._called_by_submission(payload, [], None)

        (reply,) = self.student.do([request], out)[-1:]
        if self.loss is not None:
            raise self.loss
        if isinstance(reply, list) and is_answer(reply):
            return reply
        no_answer = LostGuest(InvalidReply("no answer"))
        raise self._lose(no_answer if isinstance(reply, list) else lost(reply))

    def known_handle(self, number: int, shape: Any) -> Any:
        """The handle that there is already for an object; the reference has `shape` there."""
        there = self._handles.get(number)
        if there is not None and self.student is not None:
            target = vars_of(self._doing.target) if self._doing.kind == "iter" else None
            is_same = target is not None and target.submission == number
            self.pairs.meet(number, shape, is_own_iterator=is_same)
        return there

    @property
    def is_stepping(self) -> bool:
        """Whether it is asked what an iterator gives next."""
        return self._doing.kind in ("next", "length_hint")

    def member(self, node: list[Any]) -> list[Any] | None:
        """The reference's member of an enum that has the name of this one, if it has told of it."""
        if self._members is None:
            record = all_of([*self._prelude, *self._given])
            self._members = members_in([one.answer for one in record])
        return self._members.get(member_of(node))

    def adopt_handle(self, number: int, handle: Any) -> None:
        """From now on the object of this number is spoken of by this."""
        self._handles[number] = handle

    def check_owner(self, handle: Any, known: Known) -> None:
        """Handles made while the suite was collected are known to every run."""
        if known.run is not self and known.run is not self.boundary.collection:
            raise RuntimeError("an object of another test is used; make it in this one")
        if known.run is not self and self.student is not None:
            node = self.collected(known)
            known.submission = node[1] if isinstance(node, list) and node[:1] == ["h"] else None
            if known.submission is not None:
                self._handles.setdefault(known.submission, handle)

    def collected(self, known: Known) -> Any:
        """How the submission is spoken to of what stands where the collection has an object.

        Raises WrongAnswer if it cannot be spoken of.
        """
        there = self._collected.objects
        if there is None:
            return ["h", known.reference]
        if known.reference is None or known.reference not in there:
            raise self._lose(WrongAnswer("something else where an object is right"))
        return there[known.reference]

    # asking

    def _ask(
        self,
        write: Callable[[Link], Any],
        doing: Operation,
        *,
        is_claim: bool = False,
        missing: Callable[[], BaseException] | None = None,
    ) -> Any:
        outer = self._doing, self._source, self._request, self._names.last
        try:
            return self._asked(write, doing, is_claim=is_claim, missing=missing)
        finally:
            if self._is_reading:  # it goes on with what it was about to read
                self._doing, self._source, self._request, self._names.last = outer

    def _asked(
        self,
        write: Callable[[Link], Any],
        doing: Operation,
        *,
        is_claim: bool,
        missing: Callable[[], BaseException] | None,
    ) -> Any:
        if self.loss is not None:
            raise self.loss
        self.required += 1
        patches = [*self.patches.changes(), *self.files.changes()]
        links = [self._reference, self._submission] if self.student else [self._reference]
        drops: list[list[int]] = [[] for _ in links] if self._is_reading else _drops(links)
        self._doing, self._names.last = doing, ""
        if self.student is not None:
            source = doing.source(self.boundary.importable)
            self._source = replace(source, text=self.neutral(source.text))
        if self.student is None:
            request = self._reference.operation(write, drops[0], patches)
            exchange = Exchange(request, self._begins_example)
            self._begins_example = False
            self._open[-1].append(exchange)
            exchange.answer = self._following.run(
                request, lambda payload: self._called_live(payload, exchange.calls)
            )[:5]
            return self._take(exchange.answer, exchange.answer, (), missing)
        if self.required > self._most:
            raise self._lose(LostGuest(TimedOut(0.0, f"{self._most} operations in one test")))
        self._submission.change_copied()
        late = not self._following.is_in_step and bool(self.own)
        expected = None if late else self._following.expected(write, drops[0], patches)
        calls: list[Called] = []
        source = self._source
        try:
            answer, frames, self.pairs.is_speaking_of_doubtful = self._live(
                write, drops[1], patches, calls, expected
            )
        except BoundarySignal:
            raise
        except BaseException as ended:
            self._note_end(ended, source, expected)
            raise
        self._doing = doing
        if expected is not None and len(calls) != len(expected.calls):
            self.deviated = True
        if late:
            expected = self._following.after(calls, write, drops[0], patches)
        again = partial(self._following.again, write)
        compared = self._own_numbers.beside
        wanted = compared(answer, expected.answer, again) if expected else None
        is_lost = self._following.is_lost
        like = self._following.like(self._request[3]) if is_lost else None
        self.pairs.is_speaking_of_doubtful |= like is not None
        called = self._called_otherwise(calls, expected) if expected and self.deviated else ()
        value = self._take(answer, wanted, frames, missing, like, called)
        if (
            is_claim
            and self.pairs.is_speaking_of_doubtful
            and (wanted is None or answer[3] != wanted[3])
        ):
            raise self._lose(WrongAnswer("an object where a plain value is right"))
        return value

    def _typed(self, calls: Sequence[Called]) -> tuple[str, ...]:
        """What the suite's own `input` or standard input gave in these calls, if it has one."""
        own = unguarded(builtins.input)
        with suppress(nodes.NodeError):
            asked = [(self.own.find(one.operation[1]), one.value) for one in calls]
            return tuple(
                value.removesuffix("\n")
                for target, value in asked
                if isinstance(value, str)
                and (target is own or getattr(target, "__self__", None) is sys.stdin)
            )
        return ()

    def _called_otherwise(self, calls: Sequence[Called], expected: Exchange) -> tuple[str, ...]:
        """How the reference and the submission call the suite; empty if that reads the same."""
        there, mine = self._calls_in_words(expected.calls), self._calls_in_words(calls)
        return () if there == mine else (there, mine)

    def _calls_in_words(self, calls: Sequence[Called]) -> str:
        with suppress(nodes.NodeError):
            said = [
                call_text(one.payload, shown(self.own.find(one.operation[1]))) for one in calls[:5]
            ]
            return (
                "; ".join(said + ["..."] * (len(calls) > 5))
                or "no call of the test's own functions"
            )
        return ""

    def _note_end(self, ended: BaseException, source: Source, expected: Exchange | None) -> None:
        """A function of the suite ends the test amid an operation, as `pytest.fail` does."""
        self.deviated |= expected is not None
        error = ["x", f"suite:{type(ended).__name__}", [one_line(str(ended))[:500]], {}]
        answer = [[], "", "", ["raise", error], []]
        right = expected.answer if expected else None
        self.steps.add(Step(source, self._request, right, answer, (), True, True, right=right))

    def _new_executor(self, out: Callable[[Any], list[Any]]) -> Executor:
        """A fresh copy of the reference that calls the suite by `out`."""
        world = self.boundary.new_world()
        has_folder = self.files.are_used or self.student is None
        return Executor(
            self.boundary.reference_lookup(world),
            out,
            _no_frames,
            shield=world.shield,
            root=self.files.new_folder() if has_folder else None,
        )

    def _live(
        self,
        write: Callable[[Link], Any],
        drops: list[int],
        patches: Any,
        calls: list[Called],
        expected: Exchange | None,
    ) -> tuple[list[Any], tuple[Frame, ...], bool]:
        """The submission's answer, the lines of an exception, and whether it is doubtful."""
        assert self.student is not None
        request = self._submission.operation(write, drops, patches)
        is_doubtful = self._submission.spoke_of_doubtful
        source = self._source
        known = iter(expected.calls if expected else ())

        def out(payload: Any) -> list[Any] | str:
            return self._called_by_submission(payload, calls, next(known, None))

        self._request = request
        (reply,) = self.student.do([request], out)[-1:]
        self._request, self._source = request, replace(source, typed=self._typed(calls))
        if self.loss is not None:
            raise self.loss
        if not isinstance(reply, list):
            raise self._lose_guest(lost(reply), expected)
        if not is_answer(reply):
            self.student.begin_afresh()
            raise self._lose_guest(LostGuest(InvalidReply("a malformed answer")), expected)
        return reply[:5], self.student.frames(reply[5]), is_doubtful

    def _lose(self, loss: BaseException) -> BaseException:
        self.loss = loss
        self.deviated = True
        return loss

    def _lose_guest(self, loss: LostGuest, expected: Exchange | None) -> BaseException:
        """The guest is lost at the operation that is being done."""
        right = expected.answer if expected else None
        answer = [[], "", "", [LOST, ""], []]
        rest = self._doing.acts, True
        self.steps.add(Step(self._source, self._request, right, answer, (), *rest, right=right))
        return self._lose(loss)

    def asked_alone(self, request: list[Any]) -> tuple[Any, list[Any]]:
        """What a fresh guest and the reference reply where nothing else of the test is asked.

        The guest that lives is left.
        """
        assert self.student is not None
        self.student.begin_afresh()
        last = [[], *request[1:]]
        messages = [*self._collected.messages, [last]]
        reply = replies_to(messages, partial(self.student.do, out=unexpected))[-1]
        executor = self._new_executor(lambda _: [])
        for exchange in self._prelude:
            executor.run(exchange.request)
        return reply, executor.run(last)[:5]

    def repeats(self, records: Sequence[Sequence[Exchange]]) -> bool:
        """Whether the reference answers as recorded where one copy is asked all this in turn."""
        executor = self._new_executor(lambda _: [])
        for record in records:
            executor.begin()
            for exchange in self._prelude:
                executor.run(exchange.request)
            if any(executor.run(one.request)[:5] != one.answer for one in record):
                return False
        return True

    # calls of the suite's functions

    def _called_live(self, payload: Any, calls: list[Called]) -> list[Any]:
        if len(self._open) > MAX_NESTED:
            raise RecursionError(_ENDLESS)
        called = Called(payload, [])
        calls.append(called)
        self.has_callbacks = True
        with self._within(called.inner, None):
            called.reply = self._reply(self._reference, payload, payload, called)
        return called.reply

    def _called_by_submission(
        self, payload: Any, calls: list[Called], known: Called | None
    ) -> list[Any] | str:
        if len(self._open) > MAX_NESTED:
            return self._refused(_ENDLESS)
        if not is_call(payload) or len(calls) > MAX_CALLBACKS:
            return self._refused("it calls the suite back too often, or with nonsense")
        called = Called(payload, [])
        calls.append(called)
        if known is None or known.payload != payload:
            self.deviated = True
            if looks_inside_anew(payload, known and known.payload):
                self._lose(WrongAnswer(_FORMAT))
                return _FORMAT
        like = None if known else self._following.given(payload[3])
        shape = [known.payload[0], "", "", known.operation] if known else NOTHING
        if like and any(like):
            shape = [[], "", "", [*payload[3][:2], like, {}]]
            self.pairs.is_speaking_of_doubtful = True
        with self._within(called.inner, known):
            try:
                called.reply = self._reply(self._submission, payload, shape, called)
            except nodes.NodeError as fault:
                self._lose(LostGuest(InvalidReply(str(fault))))
                return str(fault)
        if known and known.reply and self._following.is_in_step:
            self._reference.absorb(known.reply[1], {})
        return called.reply

    def _refused(self, why: str) -> str:
        self._lose(LostGuest(InvalidReply(why)))
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

    def _reply(self, link: Link, payload: Any, shape: Any, called: Called) -> list[Any]:
        self._print(*payload[1:3])
        kind, number, *parts = payload[3]
        shapes = shape[3][2:] if shape[3][:2] == [kind, number] else [None] * len(parts)
        link.begin()
        link.take(payload[0])
        if link is not self._reference and self._following.is_in_step and payload[0] == shape[0]:
            self._reference.absorb(shape[0], {one: link.cells.get(one) for one, _ in payload[0]})
        target = self.own.find(number)
        if link is not self._reference:
            link.check_full_sizes(payload[0], payload[3])
        try:
            with self.patches.in_force():
                called.value = perform(kind, target, parts, shapes, link)
            outcome: list[Any] = ["ok", None]
        except nodes.NodeError:
            raise
        except WrongAnswer as wrong:
            outcome = ["raise", ["x", "builtins:TypeError", [str(wrong)], {}]]
            self.deviated = True
        except Exception as error:  # noqa: BLE001 it goes on in the submission
            outcome = ["raise", link.error(error)]
        link.begin()
        drops = _drops([link])[0]
        if outcome[0] == "ok":
            outcome = ["ok", link.write(called.value)]
        return [drops, link.news(), outcome]

    # answers

    def _take(  # noqa: PLR0913, PLR0917 all that an answer is read beside
        self,
        answer: list[Any],
        expected: list[Any] | None,
        frames: tuple[Frame, ...],
        missing: Callable[[], BaseException] | None,
        like: Any = None,
        called: tuple[str, ...] = (),
    ) -> Any:
        """The value of an answer, read beside what is expected, or else what is `like` it."""
        link = self._submission if self.student else self._reference
        shape = self._gone_through(answer, expected) or [[], "", "", ["ok", like], []]
        deviates = self.student is not None and answer != expected
        self.deviated = self.deviated or deviates
        error: BaseException | None = None
        value: Any = None
        outer, self._is_reading = self._is_reading, True
        try:
            value, error = self._read(link, answer, shape, missing)
            link.renew_copies()
        except nodes.NodeError as fault:
            if self.student is None:
                raise ValueError(f"a value that cannot cross: {fault}") from fault
            error = self._lose(LostGuest(InvalidReply(str(fault))))
            answer = [[], "", "", ["ok", ["u", str(fault)]], []]
        except WrongAnswer as wrong:
            error = self._lose(wrong)
        except MemoryError:
            if self.student is None:
                raise
            error = self._lose(LostGuest(InvalidReply("it takes too much memory")))
        finally:
            self._is_reading = outer
        if self.student is not None:
            drawings = self._drawings(answer, value, expected) if deviates else NO_DRAWINGS
            rest = self._doing.acts, deviates, self._names.last, drawings
            plain = self._with_own_error(with_contents(answer, self.substitutes.contents))
            shown_answer = spelled_out(plain, link.contents)
            right = spelled_out(expected, self._reference.contents) if expected else None
            texts = shown_answer, right, called
            self.steps.add(
                Step(self._source, self._request, expected, answer, frames, *rest, *texts)
            )
        try:
            self.files.take([row[1:] for row in answer[4] if row[:1] == ["file"]])
        except ValueError as fault:
            raise self._lose(LostGuest(InvalidReply(str(fault)))) from fault
        self._print(*answer[1:3])
        for row in answer[4]:
            noted(row, self._class_of)
        if error is not None:
            raise error
        return value

    def _with_own_error(self, answer: list[Any]) -> list[Any]:
        """An answer that says which of the suite's own exceptions was raised, if one was."""
        match answer[3]:
            case ["raise", ["k", int(number)]]:
                with suppress(nodes.NodeError):
                    error = self.own.find(number)
                    said = [text] if (text := one_line(str(error))) else []
                    node = ["x", f"suite:{type(error).__name__}", said, {}]
                    return [*answer[:3], ["raise", node], *answer[4:]]
        return answer

    def _gone_through(self, answer: list[Any], expected: list[Any] | None) -> list[Any] | None:
        """What a list or tuple of new objects is read beside, where the reference has an iterator.

        That is what the iterator of a copy gives. The test will not go through it any more.
        """
        if self.student is None or expected is None:
            return expected
        there = iterator_number(expected[3])
        if there is None:
            return expected
        count = items_with_new_objects(answer, self._handles.keys())
        return (self._following.taken(there, count) if count else None) or expected

    def _drawings(self, answer: list[Any], value: Any, expected: list[Any] | None) -> Drawings:
        """How the classes of supplied modules draw what is wrong."""
        doing = self._doing
        if doing.kind == "run":
            return Drawings("", script_text(expected), script_text(answer))
        is_changed = any(number > 0 for number, _ in answer[0])
        arguments = () if is_changed else (*doing.arguments, *doing.named.values())
        return self._drawer.draw(arguments, value, lambda: self._right(expected))

    def _right(self, expected: list[Any] | None) -> Any:
        """The reference's answer, if it is a plain value."""
        if expected is None:
            return None
        kind, node = expected[3]
        if kind != "ok" or not isinstance(node, list) or node[0] not in ("n", "d", "c"):
            return None
        link = Link(self, self.boundary.lookup, is_reference=True, count=0)
        try:
            return link.answer(expected[0], node, [], None)
        except (nodes.NodeError, WrongAnswer):
            return None

    def neutral(self, text: str) -> str:
        """The text with one name for the folder of the test's files, wherever that lies."""
        return self._submission.neutral(text)

    def _print(self, out: str, err: str) -> None:
        root = self._reference.root or nodes.NEUTRAL
        sys.stdout.write(out.replace(nodes.NEUTRAL, root))
        sys.stderr.write(err.replace(nodes.NEUTRAL, root))

    def _class_of(self, path: str) -> Any:
        """The class of a warning."""
        bound = self.binding.handle_type(path)
        return bound if bound is not None else self._reference.find(path)

    def _read(
        self, link: Link, answer: list[Any], shape: list[Any], missing: Any
    ) -> tuple[Any, BaseException | None]:
        if self.student is not None and answer != shape and looks_inside_anew(answer, shape):
            raise WrongAnswer(_FORMAT)
        kind, node = answer[3]
        like = shape[3][1] if shape[3][0] == kind else None
        if kind == "ok":
            value = link.answer(answer[0], node, shape[0], like)
            if shape[3][0] == "raise" and isinstance(node, list) and node[:1] == ["h"]:
                value = self.substitutes.late(value, node)
            return value, None
        if kind == "missing":
            link.answer(answer[0], None, shape[0], None)
            if missing is not None:
                return None, missing()
            return None, self._lose(MissingAnswer(str(node)[:200]))
        if kind == "raise":
            link.answer(answer[0], None, shape[0], None)
            error = errors.read(self, link, node, like)
            link.check_sizes(answer[0], node)
            return None, error
        raise nodes.NodeError("an answer of an unknown kind")


def _numbers(handles: Iterable[int], collected: Replayed) -> dict[int, int]:
    """The submission's numbers of the objects of the collection, with the reference's."""
    found: dict[int, int] = {}
    for number in handles:
        found.setdefault(collected.number(number), number)
    found.pop(-1, None)
    return found


def _special(names: Any, shape: list[Any]) -> frozenset[str]:
    """The special methods that an object has, and the reference's in its place, too."""
    there = shape[3] if len(shape) == 4 else ("__call__",) if shape[0] in ("s", "g") else ()
    mine = names if isinstance(names, list) else ()
    wanted = (one for one in mine if isinstance(one, str) and one[:1] != ".")
    return frozenset(wanted) & frozenset(there)


def _no_frames(_: BaseException) -> list[Any]:
    """The lines of the solution are nobody's business."""
    return []


def _drops(links: Sequence[Link]) -> list[list[int]]:
    """The cells of each end that nothing of the suite refers to any more, forgotten."""
    main = links[-1]
    found: list[list[int]] = [[] for _ in links]
    for number in list(main.cells):
        value = main.cells[number]
        holders = sum(id(value) in link.numbers for link in links)
        holders += sum(link.originals.is_kept(value) for link in links)
        if sys.getrefcount(value) > holders + 2 or not main.is_unchanged(number):
            continue
        for link, dropped in zip(links, found, strict=True):
            there = link.numbers.get(id(value))
            if there is not None:
                dropped.append(there)
                link.forget(there)
    return found
