"""One run of a test: every operation is carried out by the submission, beside the reference.

Without a submission, the reference alone is asked, and what it is asked is recorded. With one,
the record says what is expected for as long as the test asks the same; from then on a copy of
the reference is asked in step.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..sandbox.answers import Frame, InvalidReply, TimedOut
from ..sandbox.guest import nodes
from ..sandbox.guest.objects import Executor
from . import errors
from .drawings import NO_DRAWINGS, Drawings, all_drawn, drawn
from .examples import Examples
from .exchange import NOTHING, Called, Exchange, is_answer, is_call, lost
from .files import RunFiles
from .handles import VIEWS, Known, OddIterable, OddView, handle_class, new_handle
from .link import Link, vars_of
from .notices import noted
from .pairs import CLAIMS, Pairs
from .patches import Patches
from .performing import perform
from .signals import LostGuest, MissingAnswer, Overtaxed, Unavailable, WrongAnswer
from .source import Operation, Source
from .steps import LOST, Step, Steps

if TYPE_CHECKING:
    from ..sandbox.student import Student
    from .boundary import Boundary

MAX_OPERATIONS = 5_000
"""So many operations may a test make beyond three times those that it makes on the reference."""
MAX_DRAWN = 20
"""So many wrong answers of a test are drawn at most."""
MAX_CALLBACKS = 20_000
MAX_NESTED = 40


@dataclass
class _Level:
    """How far a recorded sequence has been followed."""

    exchanges: Sequence[Exchange]
    position: int = 0


class Run:
    """One run of a test."""

    def __init__(
        self,
        boundary: Boundary,
        student: Student | None = None,
        record: Sequence[Exchange] = (),
        prelude: Sequence[Exchange] = (),
        count: int = 0,
    ) -> None:
        """`prelude` was asked when the suite was collected; it numbered `count` cells."""
        self.boundary = boundary
        self.binding = boundary.binding
        self.student = student
        self.record: list[Exchange] = []
        self.required = 0
        self.deviated = False
        self.steps = Steps()
        self.examples = Examples(self)
        self.loss: BaseException | None = None
        self.has_callbacks = False
        self.unread: set[int] = set()
        """Iterables given in the place of lists that the test has not gone through."""
        self._prelude = prelude
        self._most = 3 * len(record) + MAX_OPERATIONS
        lookup = boundary.lookup
        self._reference = Link(self, lookup, is_reference=True, count=count)
        self._submission = Link(self, lookup, is_reference=False, count=count)
        self._submission.beside(self._reference)
        self._levels = [_Level(record)]
        self._open: list[list[Exchange]] = [self.record]
        self._calls: list[list[Called]] = []
        self._in_step = student is not None
        self._is_lost = False
        self._is_reading = False
        """An answer is being read; keys of a dict may ask for their hash meanwhile."""
        self._executor: Executor | None = None
        self._handles: dict[int, Any] = {}
        earlier = boundary.collection if prelude else None
        if earlier is not None:
            self._handles = dict(earlier.handles)
        self.pairs = Pairs(self._handles)
        self.suite_classes: dict[str, Any] = dict(earlier.suite_classes) if earlier else {}
        self._owned: list[Any] = list(earlier.own_objects) if earlier else []
        self._own = {id(value): (place, value) for place, value in enumerate(self._owned)}
        self.patches = Patches()
        self._doing = Operation("")
        self._source = Source()
        self._request: list[Any] = []
        self._drawn = 0
        self._last_name = ""
        self._named: dict[str, int] = {}
        self.files = RunFiles(boundary, (self._reference, self._submission))
        if student is None:
            self._executor = self._new_executor()
            for exchange in prelude:
                self._executor.run(exchange.request)

    @property
    def cells_numbered(self) -> int:
        """How many lists and the like have been numbered."""
        return self._reference.count

    @property
    def handles(self) -> dict[int, Any]:
        """The handles of objects, by the objects' numbers."""
        return self._handles

    @property
    def own_objects(self) -> list[Any]:
        """The suite's objects that were handed over, by number."""
        return self._owned

    def close(self) -> None:
        """Removes the test's files, and puts back what was changed in the suite's own values."""
        self.files.close()
        for link in (self._reference, self._submission):
            link.originals.put_back()

    def own_places(self) -> list[str] | None:
        """The folders that the suite may use now; None if it may use any."""
        return self.files.places() if self.student is not None and self.deviated else None

    def lose_by_file(self) -> None:
        """The suite would use a file that is none of the test's. Raises WrongAnswer."""
        raise self._lose(WrongAnswer("the name of a file outside the test's folder"))

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

    def call(self, target: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Calls a function, a class or a method."""
        self.files.give([*arguments, *named.values()])
        return self._ask(
            lambda link: [
                "call",
                link.write(target),
                link.write_all(arguments),
                {name: link.write(one) for name, one in named.items()},
            ],
            Operation("call", target, arguments, named),
        )

    def attribute(self, target: Any, name: str) -> Any:
        """An attribute of an object, a class or a function."""
        return self._ask(
            lambda link: ["attr", link.write(target), name],
            Operation("attr", target, (name,)),
        )

    def set_attribute(self, target: Any, name: str, value: Any) -> None:
        """Sets an attribute; of a module, too."""
        self._ask(
            lambda link: ["set", link.write(target), name, link.write(value)],
            Operation("set", target, (name, value)),
        )

    def delete_attribute(self, target: Any, name: str) -> None:
        """Deletes an attribute."""
        self._ask(
            lambda link: ["del", link.write(target), name],
            Operation("del", target, (name,)),
        )

    def operate(self, operation: str, *operands: Any) -> Any:
        """The value of an operation such as `len`."""
        handles = sum(vars_of(one) is not None for one in operands)
        return self._ask(
            lambda link: ["op", operation, *link.write_all(operands)],
            Operation(operation, operands[0], operands[1:]),
            is_claim=operation in CLAIMS and handles == 1,
        )

    def name(self, module: str, name: str) -> Any:
        """What a module holds under a name. Raises AttributeError."""
        return self._ask(
            lambda _: ["name", f"{module}:{name}"],
            Operation("name", None, (module, name)),
            missing=lambda: AttributeError(f"module {module!r} has no attribute {name!r}"),
        )

    def seed(self, *arguments: Any) -> None:
        """Seeds `random` where the code runs."""
        self._ask(
            lambda link: ["seed", *link.write_all(arguments)],
            Operation("call", random.seed, arguments),
        )
        self.required -= 1

    def new_class(self, name: str, bases: Sequence[Any], members: Mapping[str, Any]) -> Any:
        """A class that the suite derives from a student's."""
        return self._ask(
            lambda link: [
                "class",
                name,
                link.write_all([base for base in bases if base is not object]),
                {key: link.write_member(value) for key, value in members.items()},
            ],
            Operation("class", None, (name,)),
        )

    # objects

    def new_handle(self, node: list[Any], shape: list[Any]) -> Any:
        """A handle for an object, which the reference has too."""
        number, path, _ = node[1:]
        mine = self.student is None
        like = shape[1] if shape[0] == "h" and len(shape) == 4 else None
        source = Source(self._new_name(path)) if self._doing.gives_name else self._source
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

    def _new_name(self, path: str) -> str:
        name = path.rpartition(":")[2].rpartition(".")[2].lower()
        self._named[name] = self._named.get(name, 0) + 1
        self._last_name = f"{name}{self._named[name]}" if name.isidentifier() else "it"
        return self._last_name

    def new_iterable(self, number: int, path: str) -> OddIterable:
        """What can be gone through where the reference has a list or the like."""
        self.unread.add(number)
        what = f"an object of {path.rpartition(':')[2][:100]} where a plain value is right"
        return (OddView if path in VIEWS else OddIterable)(what, number, self, path)

    def listed(self, number: int) -> Any:
        """What such an iterable gives; the reference has nothing to say to it."""
        assert self.student is not None
        self.unread.discard(number)
        request = self._submission.operation(lambda _: ["op", "list", ["h", number]], [], [])
        (reply,) = self.student.do([request], lambda _: "a call that is not expected")[-1:]
        if not isinstance(reply, list) or not is_answer(reply):
            raise self._lose(
                lost(reply) if not isinstance(reply, list) else LostGuest(InvalidReply("no answer"))
            )
        self._doing, self._request = Operation("list"), request
        self._source = Source("list(...)", is_whole=False)
        return self._take(reply[:5], None, self.student.frames(reply[5]), None)

    def known_handle(self, number: int, shape: Any) -> Any:
        """The handle that there is already for an object; the reference has `shape` there."""
        there = self._handles.get(number)
        if there is not None and self.student is not None:
            self.pairs.meet(number, shape)
        return there

    def adopt_handle(self, number: int, handle: Any) -> None:
        """From now on the object of this number is spoken of by this."""
        self._handles[number] = handle

    def check_owner(self, handle: Any, known: Known) -> None:
        """Handles made while the suite was collected are known to every run."""
        if known.run is not self and known.run is not self.boundary.collection:
            raise RuntimeError("an object of another test is used; make it in this one")
        if known.run is not self and self.student is not None:
            known.submission = known.reference
            if known.reference is not None:
                self._handles.setdefault(known.reference, handle)

    def own(self, value: Any) -> int:
        """The number of an object of the suite."""
        there = self._own.get(id(value))
        if there is None:
            there = self._own[id(value)] = (len(self._owned), value)
            self._owned.append(value)
        return there[0]

    def owned(self, number: int) -> Any:
        """The object of the suite with this number. Raises NodeError."""
        if not 0 <= number < len(self._owned):
            raise nodes.NodeError("a function that is not there")
        return self._owned[number]

    # asking

    def _ask(
        self,
        write: Callable[[Link], Any],
        doing: Operation,
        *,
        is_claim: bool = False,
        missing: Callable[[], BaseException] | None = None,
    ) -> Any:
        if self.loss is not None:
            raise self.loss
        self.required += 1
        patches = [*self.patches.changes(), *self.files.changes()]
        links = [self._reference, self._submission] if self.student else [self._reference]
        drops: list[list[int]] = [[] for _ in links] if self._is_reading else _drops(links)
        self._doing, self._last_name = doing, ""
        if self.student is not None:
            self._source = doing.source(self.boundary.importable)
        if self.student is None:
            request = self._reference.operation(write, drops[0], patches)
            exchange = Exchange(request)
            self._open[-1].append(exchange)
            exchange.answer = self._run_reference(request, exchange.calls, self._called_live)[:5]
            return self._take(exchange.answer, exchange.answer, (), missing)
        if self.required > self._most:
            raise self._lose(LostGuest(TimedOut(0.0, f"{self._most} operations in one test")))
        late = not self._in_step and bool(self._owned)
        expected = None if late else self._expected(write, drops[0], patches)
        calls: list[Called] = []
        source = self._source
        answer, frames, self.pairs.is_speaking_of_doubtful = self._live(
            write, drops[1], patches, calls, expected
        )
        self._doing, self._source = doing, source
        if expected is not None and len(calls) != len(expected.calls):
            self.deviated = True
        if late:
            self._replies = calls
            expected = self._expected(write, drops[0], patches)
        wanted = expected.answer if expected else None
        value = self._take(answer, wanted, frames, missing)
        if (
            is_claim
            and self.pairs.is_speaking_of_doubtful
            and (wanted is None or answer[3] != wanted[3])
        ):
            raise self._lose(WrongAnswer("an object where a plain value is right"))
        return value

    def _expected(
        self, write: Callable[[Link], Any], drops: list[int], patches: Any
    ) -> Exchange | None:
        """What the reference answers; None when that cannot be known."""
        if self._is_lost:
            return None
        try:
            request = self._reference.operation(write, drops, patches)
        except Unavailable:
            self._is_lost = True
            return None
        level = self._levels[-1]
        if self._in_step:
            if level.position < len(level.exchanges):
                found = level.exchanges[level.position]
                if found.request == request:
                    level.position += 1
                    return found
            self._in_step = False
            if len(self._levels) > 1:
                self._is_lost = True
                return None
            self._catch_up(level)
        exchange = Exchange(request)
        exchange.answer = self._run_reference(request, exchange.calls, self._called_again)[:5]
        return None if self._is_lost else exchange

    def _catch_up(self, level: _Level) -> None:
        """Brings a copy of the reference to where the record is left."""
        self._executor = self._new_executor()
        for exchange in (*self._prelude, *level.exchanges[: level.position]):
            self._replay(exchange)

    def _replay(self, exchange: Exchange) -> None:
        calls = iter(exchange.calls)

        def out(_: Any) -> list[Any]:
            called = next(calls)
            for inner in called.inner:
                self._replay(inner)
            assert called.reply is not None
            return called.reply

        self._out = out
        assert self._executor is not None
        self._executor.run(exchange.request)
        self._out = out

    _out: Callable[[Any], list[Any]]
    _replies: list[Called]

    def _new_executor(self) -> Executor:
        self._replies = []
        world = self.boundary.new_world()
        lookup = self.boundary.reference_lookup(world)
        return Executor(
            lookup,
            lambda payload: self._out(payload),  # noqa: PLW0108 it changes
            _no_frames,
            shield=world.shield,
            root=self.files.new_folder() if self.files.are_used or self.student is None else None,
        )

    def _run_reference(
        self, request: list[Any], calls: list[Called], out: Callable[[Any, list[Called]], list[Any]]
    ) -> list[Any]:
        before = self.__dict__.get("_out")
        self._out = lambda payload: out(payload, calls)
        try:
            assert self._executor is not None
            return self._executor.run(request)
        finally:
            if before is not None:
                self._out = before

    def _called_again(self, payload: Any, calls: list[Called]) -> list[Any]:
        """What the suite answered the submission when it was called in the same way."""
        del calls
        for called in self._replies:
            if called.operation == payload[3]:
                self._reference.absorb(payload[0], {})
                self._reference.begin()
                node = self._reference.write(called.value)
                return [[], self._reference.news(), ["ok", node]]
        self._is_lost = True
        raise Unavailable("the reference would call what the submission has not")

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
        known = iter(expected.calls if expected else ())

        def out(payload: Any) -> list[Any] | str:
            return self._called_by_submission(payload, calls, next(known, None))

        (reply,) = self.student.do([request], out)[-1:]
        self._request = request
        if self.loss is not None:
            raise self.loss
        if not isinstance(reply, list):
            raise self._lose_guest(lost(reply))
        if not is_answer(reply):
            self.student.begin_afresh()
            raise self._lose_guest(LostGuest(InvalidReply("a malformed answer")))
        return reply[:5], self.student.frames(reply[5]), is_doubtful

    def _lose(self, loss: BaseException) -> BaseException:
        self.loss = loss
        self.deviated = True
        return loss

    def _lose_guest(self, loss: LostGuest) -> BaseException:
        """The guest is lost at the operation that is being done."""
        answer = [[], "", "", [LOST, ""], []]
        rest = self._doing.acts, True
        self.steps.add(Step(self._source, self._request, None, answer, (), *rest))
        return self._lose(loss)

    def asked_alone(self, request: list[Any]) -> tuple[Any, list[Any]]:
        """What a fresh guest and the reference reply where nothing else of the test is asked.

        The guest that lives is left.
        """
        assert self.student is not None
        self.student.begin_afresh()
        requests = [*(one.request for one in self._prelude), [[], *request[1:]]]
        reply = self.student.do(requests, lambda _: "a call that is not expected")[-1]
        executor = self._new_executor()
        return reply, [executor.run(one) for one in requests][-1][:5]

    # calls of the suite's functions

    def _called_live(self, payload: Any, calls: list[Called]) -> list[Any]:
        called = Called(payload, [])
        calls.append(called)
        self.has_callbacks = True
        with self._within(called.inner, None):
            called.reply = self._reply(self._reference, payload, payload, called)
        return called.reply

    def _called_by_submission(
        self, payload: Any, calls: list[Called], known: Called | None
    ) -> list[Any] | str:
        if not is_call(payload) or len(calls) > MAX_CALLBACKS or len(self._open) > MAX_NESTED:
            self._lose(
                LostGuest(InvalidReply("it calls the suite back too often, or with nonsense"))
            )
            return "it calls the suite back too often, or with nonsense"
        called = Called(payload, [])
        calls.append(called)
        if known is None or known.payload != payload:
            self.deviated = True
        shape = [known.payload[0], "", "", known.operation] if known else NOTHING
        with self._within(called.inner, known):
            try:
                called.reply = self._reply(self._submission, payload, shape, called)
            except nodes.NodeError as fault:
                self._lose(LostGuest(InvalidReply(str(fault))))
                return str(fault)
        if known and known.reply and self._in_step:
            self._reference.absorb(known.reply[1], {})
        return called.reply

    @contextmanager
    def _within(self, inner: list[Exchange], known: Called | None) -> Iterator[None]:
        """While a function of the suite runs."""
        self._open.append(inner)
        self._levels.append(_Level(known.inner if known else ()))
        try:
            yield
        finally:
            self._open.pop()
            self._levels.pop()

    def _reply(self, link: Link, payload: Any, shape: Any, called: Called) -> list[Any]:
        self._print(*payload[1:3])
        kind, number, *parts = payload[3]
        shapes = shape[3][2:] if shape[3][:2] == [kind, number] else [None] * len(parts)
        link.begin()
        link.take(payload[0])
        if link is not self._reference and self._in_step and payload[0] == shape[0]:
            self._reference.absorb(shape[0], {one: link.cells.get(one) for one, _ in payload[0]})
        target = self.owned(number)
        if link is not self._reference:
            link.check_full_sizes(payload[0], payload[3])
        try:
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

    def _take(
        self,
        answer: list[Any],
        expected: list[Any] | None,
        frames: tuple[Frame, ...],
        missing: Callable[[], BaseException] | None,
    ) -> Any:
        link = self._submission if self.student else self._reference
        shape = expected or NOTHING
        deviates = self.student is not None and answer != expected
        self.deviated = self.deviated or deviates
        error: BaseException | None = None
        value: Any = None
        outer, self._is_reading = self._is_reading, True
        try:
            value, error = self._read(link, answer, shape, missing)
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
            rest = self._doing.acts, deviates, self._last_name, drawings
            self.steps.add(Step(self._source, self._request, expected, answer, frames, *rest))
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

    def _drawings(self, answer: list[Any], value: Any, expected: list[Any] | None) -> Drawings:
        """How the classes of supplied modules draw what is wrong."""
        supplied = self.boundary.supplied
        if self._drawn >= MAX_DRAWN or not supplied:
            return NO_DRAWINGS
        self._drawn += 1
        doing = self._doing
        is_changed = any(number > 0 for number, _ in answer[0])
        arguments = () if is_changed else (*doing.arguments, *doing.named.values())
        given = all_drawn(arguments, supplied)
        got = drawn(value, supplied)
        right = drawn(self._right(expected), supplied) if expected else ""
        return Drawings(given, right, got)

    def _right(self, expected: list[Any]) -> Any:
        """The reference's answer, if it is a plain value."""
        kind, node = expected[3]
        if kind != "ok" or not isinstance(node, list) or node[0] not in ("n", "d", "c"):
            return None
        link = Link(self, self.boundary.lookup, is_reference=True, count=0)
        try:
            return link.answer(expected[0], node, [], None)
        except (nodes.NodeError, WrongAnswer):
            return None

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
        kind, node = answer[3]
        like = shape[3][1] if shape[3][0] == kind else None
        if kind == "ok":
            return link.answer(answer[0], node, shape[0], like), None
        if kind == "missing":
            link.answer(answer[0], None, shape[0], None)
            if missing is not None:
                return None, missing()
            return None, self._lose(MissingAnswer(str(node)[:200].replace(":", ".")))
        if kind == "raise":
            link.answer(answer[0], None, shape[0], None)
            error = errors.read(self, link, node, like)
            link.check_sizes(answer[0], node)
            return None, error
        raise nodes.NodeError("an answer of an unknown kind")


def _special(names: Any, shape: list[Any]) -> frozenset[str]:
    """The special methods that an object has, and the reference's in its place, too."""
    there = shape[3] if len(shape) == 4 else ("__call__",) if shape[0] in ("s", "g") else ()
    mine = names if isinstance(names, list) else ()
    return frozenset(one for one in mine if isinstance(one, str)) & frozenset(there)


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
