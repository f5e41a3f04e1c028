"""One run of a test: its parts, what handles and bound names ask of it, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..errors import PatienceError
from ..sandbox.guest.objects import Executor
from ..sandbox.guest.operations import LEAVING
from .again import Again, Pair
from .asking import Asking
from .binding import Binding
from .bound_functions import BoundFunction
from .calls_back import CallsBack
from .errors import Derived
from .examples import Examples
from .exchange import Exchange
from .files import RunFiles
from .following import Following
from .link import Link
from .link_view import known_of
from .messages import at_import, replies_to
from .objects import Objects
from .own_objects import OwnObjects
from .pairs import CLAIMS
from .patches import Patches
from .prelude import Replayed
from .signals import BoundarySignal, Overtaxed, RefusedSignal, WrongAnswer
from .source import Operation, Source
from .standing import Standing
from .steps import Doing, Steps
from .substitutes import Substitutes
from .writer import FINDINGS, MEMBERS, Writer

if TYPE_CHECKING:
    from ..suite.misreading import Reading
    from .asked import Asked
    from .boundary import Boundary
    from .commands import Command

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _as_kit(method: _Method) -> _Method:
    """The method, which runs with Python's own functions, whatever the suite has in their place."""

    @wraps(method)
    def run(self: Run, *arguments: Any, **named: Any) -> Any:
        with self.asking.having_turn(), self.patches.set_aside():
            return method(self, *arguments, **named)

    return cast("_Method", run)


class Run:
    """One run of a test, on the reference alone or on a submission beside it."""

    boundary: Boundary
    binding: Binding
    student: Asked | None
    is_shown: bool
    """Whether somebody is shown what was asked and answered."""
    is_apart: bool
    """Whether the suite does not see what the submission changes in what it was handed."""
    record: list[Exchange]
    """What was asked, where the reference is asked alone."""
    standing: Standing
    steps: Steps
    doing: Doing
    examples: Examples
    substitutes: Substitutes
    derived: Derived
    own: OwnObjects
    patches: Patches
    objects: Objects
    reference: Link
    submission: Link
    files: RunFiles
    following: Following
    calls_back: CallsBack
    asking: Asking

    def __init__(  # noqa: PLR0913 what a run is made of
        self,
        boundary: Boundary,
        student: Asked | None = None,
        record: Sequence[Exchange] = (),
        collected: Replayed | None = None,
        reading: Reading | None = None,
        *,
        is_apart: bool = False,
    ) -> None:
        """`collected` is what came of what was asked when the suite was collected.

        With a `reading`, students' functions are asked as who has misread the handout so
        understands it. In a run that `is_apart`, the suite does not see what a submission changes
        in lists of the suite's, if the reference changes none.
        """
        self.boundary = boundary
        self.binding = boundary.binding
        self.student = student
        self.is_shown = student is not None and student.is_shown
        self.record = []
        self.is_apart = is_apart
        self._reading = reading
        self._collected = collected = collected or Replayed()
        prelude = collected.prelude
        self.standing = Standing(deviated=reading is not None)
        self.steps = Steps()
        self.doing = Doing()
        self._were_run: set[tuple[str, str]] = set()
        self.examples = Examples(self)
        self.substitutes = Substitutes(self)
        self.derived = Derived()
        self.own = boundary.collection.own.copy() if prelude.exchanges else OwnObjects()
        self.patches = Patches(boundary.given, boundary.replaceable)
        self.objects = Objects(self, collected)
        lookup = boundary.lookup
        self.reference = Link(self, lookup, is_reference=True, count=prelude.cells)
        self.submission = Link(self, lookup, is_reference=False, count=prelude.cells)
        self.submission.beside(self.reference)
        self.files = RunFiles(boundary, (self.reference, self.submission))
        self.following = Following(self.reference, self._new_executor, prelude.left, record)
        self.calls_back = CallsBack(self, record)
        self.asking = Asking(self, record)
        if student is None:
            self.following.begin()

    @property
    def cells_numbered(self) -> int:
        """How many lists and the like have been numbered."""
        return self.reference.count

    @_as_kit
    def close(self) -> None:
        """Removes the test's files, and puts back what was changed in the suite's own values."""
        self.files.close()
        for link in (self.reference, self.submission):
            link.originals.put_back()
        self.derived.put_back()
        self.objects.more_methods.take_away()

    def own_places(self) -> list[str] | None:
        """The folders that the suite may use now; None if it may use any."""
        return None if self.may_run_all() else self.files.places()

    def lose_by(self, what: str) -> None:
        """The suite would use what is not the test's. Raises WrongAnswer."""
        raise self.standing.lose(WrongAnswer(what))

    @property
    def is_examined(self) -> bool:
        """Whether a submission is examined, and not the solution."""
        return self.student is not None

    def may_run_all(self) -> bool:
        """Whether all that the suite would run is what the reference has given it."""
        return self.student is None or not self.standing.deviated

    def has_said(self, text: str) -> bool:
        """Whether the text is part of an answer."""
        written = json.dumps(text, ensure_ascii=False)[1:-1]
        return any(written in json.dumps(one.answer, ensure_ascii=False) for one in self.record)

    def lose_by_code(self) -> BaseException:
        """What ends a test that would run what a submission has given it."""
        return self.standing.lose(WrongAnswer("something that the test would run as Python"))

    def lose_by_time(self, limit: str) -> BaseException | None:
        """What ends a test that has worked too long.

        None as long as all answers are the reference's: then that is the test's own way.
        """
        if not self.standing.deviated:
            return None
        why = f"what the test does with its answers took more than {limit}"
        return self.standing.lose(Overtaxed(why))

    def lose_by_waiting(self) -> BaseException | None:
        """What ends a test that waits for something that does not come; None as above."""
        if not self.standing.deviated:
            return None
        return self.standing.lose(Overtaxed("what the test does with its answers waits for ever"))

    def asked_alone(self, request: list[Any], before: Sequence[Pair] = ()) -> tuple[Any, list[Any]]:
        """What a fresh guest and the reference reply where little else of the test is asked.

        That is what was asked and answered `before`. The guest that lives is left, and the test is
        over: its files are gone.
        """
        assert self.student is not None
        self.student.begin_afresh()
        do = partial(self.student.do, out=at_import)
        replies_to(self._collected.messages, do)
        guest = Again(lambda one: replies_to([[one]], do)[-1])
        for pair in before:
            guest(*pair)
        try:
            return guest(request, []), self.following.alone(request, before)
        finally:
            self.files.close()

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
            watches_frozen=self.boundary.writes_frozen,
        )

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
        value = self.asking.ask(
            lambda link: [
                "call",
                link.write(target),
                link.write_all(arguments if link is self.reference else put),
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
            raise self.standing.lose(unread if self.steps.all else fault) from fault

    def _as_read(self, reading: Reading, function: str, value: Any) -> Any:
        """What a value means that comes from who reads the handout so."""
        try:
            return reading.read(function, value)
        except Exception as fault:
            raise self.standing.lose(WrongAnswer("what means nothing by this reading")) from fault

    @_as_kit
    def attribute(self, target: Any, name: str) -> Any:
        """An attribute of an object, a class or a function."""
        return self.asking.ask(
            lambda link: ["attr", link.write(target), name],
            Operation("attr", target, (name,)),
        )

    @_as_kit
    def set_attribute(self, target: Any, name: str, value: Any) -> None:
        """Sets an attribute; of a module, too."""
        self.files.give([value])
        if type(value) in MEMBERS:
            self.asking.ask(
                lambda link: [
                    *("op", "set_member", link.write(target), name),
                    *link.write_member(value),
                ],
                Operation("set", target, (name, value)),
            )
            return
        self.asking.ask(
            lambda link: ["set", link.write(target), name, link.write(value)],
            Operation("set", target, (name, value)),
        )

    @_as_kit
    def delete_attribute(self, target: Any, name: str) -> None:
        """Deletes an attribute."""
        self.asking.ask(
            lambda link: ["del", link.write(target), name],
            Operation("del", target, (name,)),
        )

    @_as_kit
    def operate(self, operation: str, *operands: Any) -> Any:
        """The value of an operation such as `len`."""
        handles = sum(known_of(one) is not None for one in operands)
        if operation in ("eq", "ne") and handles == 1 and self.objects.has_unmatched(operands):
            return NotImplemented  # it equals no plain value, and is not told of one
        written = self._left_by if operation in LEAVING else Writer.write_all
        return self.asking.ask(
            lambda link: ["op", operation, *written(link, operands)],
            Operation(operation, operands[0], operands[1:]),
            is_claim=operation in CLAIMS and handles == 1,
        )

    def _left_by(self, link: Writer, operands: Sequence[Any]) -> list[Any]:
        """An object whose `with` statement ends, and the exception that ends it.

        The submission is told that the test has found something wrong, and not what.
        """
        context, error = link.write_all(operands)
        is_finding = link is self.submission and type(operands[1]) in FINDINGS
        if is_finding and not self.following.has_been_left_by(error):
            error = link.untold(operands[1])
        return [context, error]

    @_as_kit
    def are_equal(self, one: Any, other: Any) -> bool:
        """Whether a submission has two of its objects equal, or does not say that they are not."""

        def said(name: str) -> Any:
            operation = Operation(name, one, (other,))
            return self.asking.took_aside(
                lambda link: ["op", name, *link.write_all([one, other])], operation, Source(), None
            )

        return (said("eq"), said("ne")) != (False, True)

    @_as_kit
    def script(self, command: Command, typed: str, merged: bool) -> tuple[int, str, str]:
        """The exit code of what is run as a script, and what it printed to each stream.

        With `merged`, both streams are standard output.
        """
        words = command.words
        self.files.give([*words, typed])
        named = [command.module, command.text]
        try:
            ended = self.asking.ask(
                lambda link: ["run", *named, link.write_all(words), link.write(typed), merged],
                Operation("run", None, (command, typed)),
            )
        except BoundarySignal:
            raise
        except BaseException as fault:
            if self.student is None:
                raise
            why = f"{type(fault).__name__}: {fault}"  # no process raises where it was started
            raise self.standing.lose(RefusedSignal(why)) from fault
        if type(ended) is tuple and tuple(map(type, ended)) == (int, str, str):
            return ended
        raise self.standing.lose(WrongAnswer("something else than a script can leave"))

    @_as_kit
    def run_here(self, module: str, run_name: str, is_reloaded: bool = False) -> Any:
        """A function that gives what a module holds whose file was run under this name."""
        was_run = (module, run_name) in self._were_run
        self._were_run.add((module, run_name))
        return self.asking.ask(
            lambda _: ["runpy", module, run_name, is_reloaded],
            Operation("runpy", None, (module, run_name, was_run)),
        )

    @_as_kit
    def name(self, module: str, name: str) -> Any:
        """What a module holds under a name. Raises AttributeError."""
        return self.asking.ask(
            lambda _: ["name", f"{module}:{name}"],
            Operation("name", None, (module, name)),
            missing=lambda: AttributeError(f"module {module!r} has no attribute {name!r}"),
        )

    @_as_kit
    def seed(self, *arguments: Any) -> None:
        """Seeds `random` where the code runs."""
        self.asking.ask(
            lambda link: ["seed", *link.write_all(arguments)],
            Operation("seed", None, arguments),
        )
        self.asking.required -= 1

    @_as_kit
    def give(self, value: Any) -> None:
        """Shows the files that a function of the suite names, to which it has been called."""
        if self.files.give([value]):
            self.asking.ask(lambda link: ["op", "bool", link.write(True)], Operation("bool", True))

    @_as_kit
    def new_class(
        self,
        name: str,
        bases: Sequence[Any],
        members: Mapping[str, Any],
        named: Mapping[str, Any],
    ) -> Any:
        """A class that the suite derives from a student's, with what `class` is given by name."""
        return self.asking.ask(
            lambda link: [
                "class",
                name,
                link.write_all([base for base in bases if base is not object]),
                {key: link.write_member(value) for key, value in members.items()},
                {key: link.write(value) for key, value in named.items()},
            ],
            Operation("class", None, (name,)),
        )


def _no_frames(_: BaseException) -> list[Any]:
    """The lines of the solution are nobody's business."""
    return []
