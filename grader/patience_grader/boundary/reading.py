"""What comes back when a submission is asked, read beside what is right and taken down."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..sandbox.answers import Frame, InvalidReply
from ..sandbox.guest import nodes
from ..text.sanitize import one_line
from . import errors
from .align import items_with_new_objects, iterator_number
from .drawings import NO_DRAWINGS, Drawer, Drawings
from .exchange import spelled_out, with_contents
from .inside import objects_inside
from .link import Link
from .notices import noted
from .signals import LostGuest, MissingAnswer, RefusedSignal, WrongAnswer
from .steps import Step
from .templates import FORMAT, looks_inside_anew
from .wording import script_text

if TYPE_CHECKING:
    from .run import Run

_ENDS_LOOPS = (StopIteration, StopAsyncIteration)
"""What a function raises ends whoever goes through `map(function, …)`, as if there were no more.

So does what a property raises, or an operator, that the function uses.
"""
_STEPS = ("next", "anext")
"""Operations that end so when there are no more."""


class Reader:
    """Reads the answers of one run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._is_recorded = run.student is None
        self._is_shown = run.is_shown
        self._binding = run.binding
        self._standing = run.standing
        self._steps = run.steps
        self._doing = run.doing
        self._substitutes = run.substitutes
        self._objects = run.objects
        self._own = run.own
        self._files = run.files
        self._reference = run.reference
        self._link = run.reference if self._is_recorded else run.submission
        self._following = run.following
        self._drawer = Drawer(run.boundary.supplied if run.is_shown else ())
        self.is_reading = False
        """An answer is being read; keys of a dict may ask for their hash meanwhile."""

    def take(  # noqa: PLR0913, PLR0917 all that an answer is read beside
        self,
        answer: list[Any],
        expected: list[Any] | None,
        frames: tuple[Frame, ...],
        missing: Callable[[], BaseException] | None,
        like: Any = None,
        called: tuple[str, ...] = (),
    ) -> Any:
        """The value of an answer, read beside what is expected, or else what is `like` it."""
        link = self._link
        shape = self._gone_through(answer, expected) or [[], "", "", ["ok", like], []]
        deviates = not self._is_recorded and answer != expected
        self._standing.deviated = self._standing.deviated or deviates
        error: BaseException | None = None
        value: Any = None
        self._doing.inside = objects_inside(answer) if self._is_shown else {}
        self._doing.group = ""
        outer, self.is_reading = self.is_reading, True
        try:
            value, error = self._read(answer, shape, missing)
            self._substitutes.renew_copies()
        except nodes.NodeError as fault:
            if self._is_recorded:
                raise ValueError(f"a value that cannot cross: {fault}") from fault
            error = self._standing.lose(LostGuest(InvalidReply(str(fault))))
            answer = [[], "", "", ["ok", ["u", str(fault)]], []]
        except WrongAnswer as wrong:
            error = self._standing.lose(wrong)
        except MemoryError:
            if self._is_recorded:
                raise
            error = self._standing.lose(LostGuest(InvalidReply("it takes too much memory")))
        finally:
            self.is_reading = outer
        if self._is_shown:
            doing = self._doing
            drawings = self._drawings(answer, value, expected) if deviates else NO_DRAWINGS
            rest = doing.operation.acts, deviates, doing.names.last, drawings
            plain = self._with_own_error(with_contents(answer, self._substitutes.contents))
            shown_answer = spelled_out(plain, link.contents)
            right = spelled_out(expected, self._reference.contents) if expected else None
            texts = shown_answer, right, called, doing.place
            step = Step(doing.source, doing.request, expected, answer, frames, *rest, *texts)
            self._steps.add(replace(step, amid=doing.amid[0]) if doing.amid else step)
        written = expected[4] if expected else []
        try:
            self._files.take(
                self._seen_by_suite([row[1:] for row in answer[4] if row[:1] == ["file"]]),
                {row[1] for row in written if row[:1] == ["file"]},
            )
        except ValueError as fault:
            raise self._standing.lose(LostGuest(InvalidReply(str(fault)))) from fault
        self._files.print(*answer[1:3])
        for row in answer[4]:
            self._note(row)
        if error is not None:
            raise error
        return value

    def _note(self, row: list[Any]) -> None:
        """Does what is left to be done here: a warning, a record, a field of a frozen value."""
        noted(row, self._class_of, self._files.here)
        if row[0] != "frozen":
            return
        try:
            self._link.write_frozen_field(*row[1:])
        except nodes.NodeError as fault:
            if not self._is_recorded:
                raise self._standing.lose(LostGuest(InvalidReply(str(fault)))) from fault
        except WrongAnswer as wrong:
            raise self._standing.lose(wrong) from None

    def _read(
        self, answer: list[Any], shape: list[Any], missing: Callable[[], BaseException] | None
    ) -> tuple[Any, BaseException | None]:
        is_source = self._doing.operation.kind == "getsource"  # which no suite fills in
        is_known = self._is_recorded or answer == shape or is_source
        if not is_known and looks_inside_anew(answer, shape):
            raise WrongAnswer(FORMAT)
        link = self._link
        kind, node = answer[3]
        like = shape[3][1] if shape[3][0] == kind else None
        if kind == "ok":
            value = link.answer(answer[0], node, shape[0], like)
            if shape[3][0] == "raise" and isinstance(node, list) and node[:1] == ["h"]:
                value = self._substitutes.late(value, node)
            return value, None
        if kind == "missing":
            link.answer(answer[0], None, shape[0], None)
            if missing is not None:
                return None, missing()
            return None, self._standing.lose(MissingAnswer(str(node)[:200]))
        if kind == "raise":
            link.answer(answer[0], None, shape[0], None)
            error = errors.read(self._run, link, node, like, is_raised=True)
            link.check_sizes(answer[0], node)
            is_step = self._doing.operation.kind in _STEPS
            if not is_step and shape[3][0] == "ok" and isinstance(error, _ENDS_LOOPS):
                return None, RefusedSignal(type(error).__name__)
            return None, error
        raise nodes.NodeError("an answer of an unknown kind")

    def _seen_by_suite(self, changes: list[list[Any]]) -> list[list[Any]]:
        """The changes of files that are made here, too.

        Those of the test's own are not in a run apart, if the reference does not change them.
        """
        there = self._following.changed_files
        own = [one for one in self._files.of_test(changes) if one[0] not in there]
        self._link.has_changed_own |= bool(own)
        return [one for one in changes if one not in own] if self._run.is_apart else changes

    def _gone_through(self, answer: list[Any], expected: list[Any] | None) -> list[Any] | None:
        """What a list or tuple of new objects is read beside, where the reference has an iterator.

        That is what the iterator of a copy gives, or what it always gave in the record. The test
        will not go through it any more.
        """
        if self._is_recorded or expected is None:
            return expected
        there = iterator_number(expected[3])
        if there is None:
            return expected
        count = items_with_new_objects(answer, self._objects.handles.keys())
        if not count:
            return expected
        taken = self._following.taken(there, count)
        like = None if taken else self._following.like(["op", "next", None])
        if like is None:
            return taken or expected
        self._objects.pairs.is_speaking_of_doubtful = True
        return [[], "", "", ["ok", ["t", *[like] * count]], []]

    def _class_of(self, names: str) -> Any:
        """The class of a warning, by its names and those of its ancestors. Raises NodeError."""
        paths = names.split(nodes.SAME_CLASS, nodes.MAX_ANCESTORS)
        for path in paths:
            if (bound := self._binding.handle_type(path)) is not None:
                return bound
        for path in paths[:-1]:
            with suppress(nodes.NodeError):
                return self._reference.find(path)
        return self._reference.find(paths[-1])

    # evidence

    def _with_own_error(self, answer: list[Any]) -> list[Any]:
        """An answer that says which of the suite's own exceptions was raised, if one was."""
        match answer[3]:
            case ["raise", ["k", int(number)]]:
                with suppress(nodes.NodeError):
                    error = self._own.find(number)
                    said = [text] if (text := one_line(str(error))) else []
                    node = ["x", f"suite:{type(error).__name__}", said, {}]
                    return [*answer[:3], ["raise", node], *answer[4:]]
        return answer

    def _drawings(self, answer: list[Any], value: Any, expected: list[Any] | None) -> Drawings:
        """How the classes of supplied modules draw what is wrong."""
        operation = self._doing.operation
        if operation.kind == "run":
            return Drawings("", script_text(expected), script_text(answer))
        is_changed = any(number > 0 for number, _ in answer[0])
        arguments = () if is_changed else (*operation.arguments, *operation.named.values())
        return self._drawer.draw(arguments, value, lambda: self._right(expected))

    def _right(self, expected: list[Any] | None) -> Any:
        """The reference's answer, if it is a plain value."""
        if expected is None:
            return None
        kind, node = expected[3]
        if kind != "ok" or not isinstance(node, list) or node[0] not in ("n", "d", "c"):
            return None
        return self.value_of(expected)

    def value_of(self, expected: list[Any]) -> Any:
        """The reference's answer as a value of its own; None if it has to stay there."""
        link = Link(self._run, self._run.boundary.lookup, is_reference=True, count=0)
        made = [row for row in expected[0] if row[0] < 0]
        try:
            return link.answer(made, expected[3][1], [], None)
        except (nodes.NodeError, WrongAnswer):
            return None
