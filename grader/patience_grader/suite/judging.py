"""What is right for a question, and why an answer is wrong, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import PurePosixPath
from typing import Protocol

from ..marks.verdict import State
from ..sandbox.answers import (
    Answer,
    Crashed,
    InvalidReply,
    Missing,
    Raised,
    Returned,
    TimedOut,
    Unreceived,
)
from ..sandbox.declared import in_short
from ..sandbox.guest.wire import Opaque, Types
from .guard import OddError, total, unless_odd

Arguments = tuple[object, ...]

_CHANGED = "\n(and its arguments were changed)"
_SHORT = 60
"""The most characters that are shown of a part that is not right."""
_SHOWN = 1_000
"""The most characters of a value that cannot be drawn."""


@dataclass(frozen=True)
class Value:
    """A value is right; `accepts` says which others are too."""

    shown: object
    accepts: Callable[[object], bool]
    changes: frozenset[int] = frozenset()
    """The places of arguments that the call may change."""
    words: str = ""
    """What is shown as expected instead of the value, where many values are right."""
    why: Callable[[object], str] = lambda _: ""
    """What is wrong with a value that is not accepted, in words; empty for nothing special."""


@dataclass(frozen=True)
class Refusal:
    """Raising any of these supplied errors is right."""

    names: tuple[str, ...]


Expected = Value | Refusal


class Manner(Protocol):
    """What a coursework knows of its own questions."""

    types: Types
    functions: Sequence[str]
    """The functions that `expect` can judge wherever a student calls them."""

    def expect(self, function: str, arguments: Arguments) -> Expected:
        """What is right."""

    def expect_inside(self, function: str, arguments: Arguments) -> Expected:
        """What is right of a call that the student's own code makes."""
        return self.expect(function, arguments)

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        """Arguments that are a little simpler, the simplest first."""

    def draw(self, value: object) -> str:
        """A value as the handout shows it."""

    def given(self, arguments: Arguments) -> str:
        """What the call is made on, drawn; empty when the call says it all."""

    def call(self, function: str, arguments: Arguments) -> str:
        """The call in short, as Python."""

    def snippet(self, function: str, arguments: Arguments) -> str:
        """Lines to paste into Python to make the call."""

    def snippet_of_change(self, function: str, arguments: Arguments) -> str:
        """Lines that print whether the call leaves its arguments as they are."""
        return self.snippet(function, arguments)


def not_imported(module: str, trouble: Answer) -> str:
    """Why nothing in a file can be called, with the line if one is to blame."""
    where = ""
    if isinstance(trouble, Raised) and trouble.frames:
        last = trouble.frames[-1]
        is_own = PurePosixPath(last.file).stem == module.rpartition(".")[2]
        where = f" (line {last.line})" if is_own else f" ({last.file}, line {last.line})"
    if isinstance(trouble, Raised) and "ModuleNotFoundError" in trouble.builtin:
        where += "; that module is not there when work is marked"
    if isinstance(trouble, Raised) and "EOFError" in trouble.builtin:
        where += "; it asks for input while it is imported: call what runs the program below "
        where += 'if __name__ == "__main__":'
    return f"{module}.py could not be imported: {describe(trouble)}{where}"


def why_wrong(answer: Answer, expected: Expected) -> str:
    """Why the answer is wrong, in one line; empty when it is right."""
    if isinstance(answer, Returned):
        return _why_value_wrong(answer, expected)
    if not isinstance(answer, Raised):
        return describe(answer)
    if isinstance(expected, Refusal):
        if set(answer.supplied) & set(expected.names):
            return "it raised the right error, but changed its arguments" if answer.changed else ""
        return f"it raised {answer.name}, but should raise {either(expected.names)}"
    if answer.supplied:
        return f"it raised {answer.name}, but the call is allowed"
    return describe(answer)


def _why_value_wrong(answer: Returned, expected: Expected) -> str:
    if isinstance(answer.value, Opaque):
        return f"it returned {answer.value.description}"
    if isinstance(expected, Refusal):
        what = "None" if answer.value is None else "a value"
        return f"it returned {what}, but should raise {either(expected.names)}"
    try:
        accepted = unless_odd(lambda: expected.accepts(answer.value))
    except OddError:
        expected.accepts(expected.shown)  # raises if the suite is at fault, and not this value
        accepted = False
        is_odd = True
    else:
        is_odd = bool(answer.odd)
    if not accepted:
        if is_odd:
            return _why_odd(answer)
        return _why_other(answer.value, expected)
    if set(answer.changed) - expected.changes:
        return "it changed its arguments"
    return ""


def _why_other(value: object, expected: Value) -> str:
    if value is None:
        return "it returned None (is there a return in every case?)"
    if isinstance(value, bool | int):
        return f"it returned {in_short(value)}"
    return total(lambda: expected.why(value), otherwise=str) or "it returned something else"


def _why_odd(answer: Returned) -> str:
    if answer.odd:
        return f"the value that it returned contains {answer.odd}"
    return "it returned a value whose parts are not what they should be"


def describe(answer: Answer) -> str:
    """What happened, in one line, for a malformed answer."""
    match answer:
        case Missing():
            return "the file does not define this function"
        case TimedOut(_, limit):
            return f"it took too long (more than {limit})"
        case Crashed(how):
            return f"its process ended: {how}"
        case InvalidReply(why):
            return f"its reply was not a valid answer: {why}"
        case Raised(name, _, builtin, message):
            if "NotImplementedError" in builtin:
                return "it is not written yet (NotImplementedError)"
            return f"it raised {name}: {message}" if message else f"it raised {name}"
        case Returned() | Unreceived():
            return ""


_STATES = {
    Missing: State.NOT_ANSWERED,
    InvalidReply: State.NOT_ANSWERED,
    Unreceived: State.NOT_ANSWERED,
    TimedOut: State.TIMED_OUT,
    Crashed: State.CRASHED,
    Returned: State.FAILED,
}


def state_of(answer: Answer) -> State:
    """The state in which a criterion ends that is lost by this answer."""
    if not isinstance(answer, Raised):
        return _STATES[type(answer)]
    if "NotImplementedError" in answer.builtin:
        return State.NOT_ANSWERED
    if "MemoryError" in answer.builtin:
        return State.OUT_OF_MEMORY
    return State.FAILED if answer.supplied else State.RAISED


def trace_of(answer: Answer) -> tuple[str, ...]:
    """The student's own lines that led to an exception, outermost first."""
    if not isinstance(answer, Raised):
        return ()
    return tuple(
        f"{frame.file}, line {frame.line}, in {frame.function}: {frame.source}"
        for frame in answer.frames
    )


def first_difference(value: object, right: object, where: str = "") -> str:
    """The first part of a value that is not right, in words; empty when all of it is."""
    if value == right:
        return ""
    parts = _parts(value, right)
    if not parts:
        return f"{where or 'it'} is {_in_short(value)}, not {_in_short(right)}"
    inner = (first_difference(one, other, where + label) for label, one, other in parts)
    return next(filter(None, inner), "")


def _parts(value: object, right: object) -> list[tuple[str, object, object]]:
    """The parts of both that belong together, by their labels; none where they are not alike."""
    if type(value) is not type(right) or str(right) != repr(right):
        return []
    if is_dataclass(right):
        labels = [field.name for field in fields(right)]
        return [(f".{name}", getattr(value, name), getattr(right, name)) for name in labels]
    if isinstance(value, tuple) and isinstance(right, tuple) and len(value) == len(right):
        names = [f".{name}" for name in getattr(right, "_fields", ())]
        labels = names or [f"[{number}]" for number in range(len(right))]
        return list(zip(labels, value, right, strict=True))
    return []


def _in_short(value: object) -> str:
    text = str(value).strip()
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"


def show_answer(answer: Answer, manner: Manner, allowed: frozenset[int] = frozenset()) -> str:
    """What came back, drawn or in words. The places of arguments `allowed` may be changed."""
    match answer:
        case Returned(Opaque(description)):
            return description
        case Returned(value, changed, odd):
            drawn = total(lambda: manner.draw(value), otherwise=lambda: in_short(value, _SHOWN))
            odd_part = f"\n(it contains {odd})" if odd else ""
            return f"{drawn}{odd_part}{_CHANGED if set(changed) - allowed else ''}"
        case Raised(name, _, _, message):
            said = f"raised {name}: {message}" if message else f"raised {name}"
            return f"{said}{_CHANGED if set(answer.changed) - allowed else ''}"
    return describe(answer)


def show_expected(expected: Expected, manner: Manner) -> str:
    if isinstance(expected, Refusal):
        return f"raises {either(expected.names)}"
    return expected.words or manner.draw(expected.shown)


def either(names: Sequence[str]) -> str:
    return " or ".join(names)
