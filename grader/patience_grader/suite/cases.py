"""The language in which suites are written: cases, what is right for them, and examining.

A suite module makes its `Cases` when it is imported, once for all submissions; each
of its test functions examines one criterion by `examine(student, cases)`, which
returns when every answer is right and raises `Judged` with the smallest
counterexample otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import NoReturn, Protocol

from ..marks.asked import Asked
from ..marks.verdict import Evidence, State, Verdict, VerdictReached
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
from ..sandbox.batch import Batch
from ..sandbox.declared import in_short
from ..sandbox.guest.wire import Opaque, Seed, Types
from ..sandbox.student import Student
from .digest import digests
from .guard import OddError, total, unless_odd

__all__ = [
    "Arguments",
    "Case",
    "Cases",
    "Expected",
    "Manner",
    "OddError",
    "Refusal",
    "Seed",
    "Shown",
    "Value",
    "as_read",
    "ask",
    "asked_of",
    "examine",
    "fail_case",
    "state_of",
    "unless_odd",
]

Arguments = tuple[object, ...]

_ROUNDS = 60
_CANDIDATES = 120
_EARLIER = 12
"""So many earlier calls are tried when an answer is wrong only after another call."""
_REPEATED = (2, 8, 32, 128)
"""So often is a call repeated when no single earlier call is to blame."""
_CHANGED = "\n(and its arguments were changed)"
_SHORT = 60
"""The most characters that are shown of a part that is not right."""
_SHOWN = 1_000
"""The most characters of a value that cannot be drawn."""
_LOST = "the answer was lost when a later call ended the process"
_IMMODEST = re.compile(r"\d{7}|.{20000}", re.DOTALL)
"""Arguments that a student's own call was made with and that no suite would choose."""


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


@dataclass(frozen=True)
class Shown:
    """What is shown of answers that are wrong only together: a count, or two that differ."""

    expected: str
    got: str
    snippet: str
    """Lines to paste into Python that print what was counted or compared."""
    called: str = ""
    """What was called, if not the case alone."""


@dataclass(frozen=True)
class Case:
    """A question and what is right for it."""

    arguments: Arguments
    expected: Expected


class Cases:
    """Questions about one function that examine one criterion, the simplest first."""

    def __init__(
        self,
        manner: Manner,
        function: str,
        arguments: Sequence[Arguments],
        belongs: Callable[[Arguments], bool] = lambda _: True,
    ) -> None:
        """`belongs` says whether other arguments would examine the same criterion."""
        self.manner = manner
        self.function = function
        self.belongs = belongs
        self.cases = [Case(one, manner.expect(function, one)) for one in arguments]
        self.batch = Batch([(function, one) for one in arguments], manner.types, lasting=True)
        self.found_right: set[int] = set()
        """The cases whose shared answer (see `SharedAnswers`) is right: it is not judged again."""

    def is_right(self, number: int, answer: Answer) -> bool:
        """Whether the answer to the case of this number is right, or lost with a later one."""
        is_shared = self.batch.shared.is_shared(number, answer)
        if isinstance(answer, Unreceived) or (is_shared and number in self.found_right):
            return True
        if _why_wrong(answer, self.cases[number].expected):
            return False
        if is_shared:
            self.found_right.add(number)
        return True

    def judged_by(self, manner: Manner) -> Cases:
        """The same questions judged in another manner; they are asked only once."""
        other = copy(self)
        other.manner = manner
        other.found_right = set()
        other.cases = [
            Case(one.arguments, manner.expect(self.function, one.arguments)) for one in self.cases
        ]
        return other


def ask(student: Student, cases: Cases) -> list[Answer]:
    """The student's answers to the questions of the cases, in order; see `Student.ask`."""
    return student.ask(cases.batch, cases)


def examine(student: Student, cases: Cases) -> None:
    """Asks all questions of the cases; raises VerdictReached unless every answer is right."""
    cases = as_read(student, cases)
    answers = ask(student, cases)
    numbered = {
        number: answer
        for number, answer in enumerate(answers)
        if not cases.is_right(number, answer)
    }
    if not numbered:
        return
    try:
        _fail(student, cases, [(cases.cases[one], answer) for one, answer in numbered.items()])
    except VerdictReached as reached:
        if student.reading is not None:
            raise
        verdict = replace(reached.verdict, wrong=digests(numbered))
        raise VerdictReached(verdict) from None


def _fail(student: Student, cases: Cases, wrong: Sequence[tuple[Case, Answer]]) -> NoReturn:
    """Raises VerdictReached with the smallest case that is found, from these wrong answers."""
    case, answer = wrong[0]
    note = f"{len(wrong)} of {len(cases.cases)} such calls go wrong." if len(wrong) > 1 else ""
    is_looked_into = student.reading is None
    if is_looked_into and not isinstance(answer, TimedOut | Crashed | InvalidReply | Missing):
        first = case, answer
        case, answer = _smallest(student, cases, case, answer)
        if _is_right_last(student, cases, [case]):
            case, answer = first
            _fail_if_right_alone(student, cases, case, answer, note)
        cause = _cause(student, cases, case)
        fail_case(student, cases, case, answer, note=note, cause=cause)
    fail_case(student, cases, case, answer, note=note)


def as_read(student: Student, cases: Cases) -> Cases:
    """The cases as they are put to the student: as they are, unless a misreading is tried."""
    if student.reading is None:
        return cases
    read: Cases = student.reading(cases)
    return read


def fail_case(  # noqa: PLR0913 all of it is what a student is told
    student: Student,
    cases: Cases,
    case: Case,
    answer: Answer,
    *,
    note: str = "",
    reason: str = "",
    cause: str = "",
    shown: Shown | None = None,
) -> NoReturn:
    """Raises VerdictReached with this case as its evidence, and a reason unless one is given.

    The evidence is what is `shown`, if that is given. While a misreading is tried there is none.
    """
    if student.reading is not None:
        raise VerdictReached(Verdict(state_of(answer)))
    manner, function = cases.manner, cases.function
    reason = reason or _why_wrong(answer, case.expected)
    allowed = case.expected.changes if isinstance(case.expected, Value) else frozenset[int]()
    expected, got = _show_expected(case.expected, manner), show_answer(answer, manner, allowed)
    if shown:
        expected, got = shown.expected, shown.got
    elif expected == got and isinstance(case.expected, Value) and isinstance(answer, Returned):
        value, right = answer.value, case.expected.shown
        different = total(lambda: first_difference(value, right), otherwise=str)
        got += f"\n(drawn alike, but {different})" if different else ""
    evidence = Evidence(
        called=(shown.called if shown else "") or manner.call(function, case.arguments),
        given=manner.given(case.arguments),
        expected=expected,
        got=got,
        cause=cause,
        trace=trace_of(answer),
        note=note,
        snippet=shown.snippet if shown else _snippet(manner, function, case, answer),
    )
    raise VerdictReached(Verdict(state_of(answer), explain(student, function, reason), evidence))


def _snippet(manner: Manner, function: str, case: Case, answer: Answer) -> str:
    """Lines that show what is wrong: what comes back, or that the arguments are changed."""
    if (
        isinstance(answer, Returned | Raised)
        and _why_wrong(answer, case.expected)
        and not _why_wrong(replace(answer, changed=()), case.expected)
    ):
        return manner.snippet_of_change(function, case.arguments)
    return manner.snippet(function, case.arguments)


def explain(student: Student, function: str, reason: str) -> str:
    """The reason, or that the file could not be imported when that is behind it."""
    module = function.partition(".")[0]
    trouble = student.troubles.get(module)
    if trouble is None:
        return reason
    return f"{module}.py could not be imported: {describe(trouble)}"


def _fail_if_right_alone(
    student: Student, cases: Cases, case: Case, answer: Answer, note: str
) -> None:
    """Raises VerdictReached when the answer is wrong only after other calls, with one of these."""
    if not _is_right_last(student, cases, [case]):
        return
    earlier = cases.cases[: cases.cases.index(case)][-_EARLIER:]
    tried = [*([one, case] for one in reversed(earlier)), *([case] * times for times in _REPEATED)]
    calls = next((some for some in tried if not _is_right_last(student, cases, some)), [case])
    snippets = [cases.manner.snippet(cases.function, one.arguments) for one in calls]
    called = [cases.manner.call(cases.function, one.arguments) for one in calls]
    if calls == [case] * len(calls):
        *lines, last = snippets[0].splitlines()
        snippets = ["\n".join([*lines, f"for _ in range({len(calls)}):", f"    {last}\n"])]
        called = [called[0] + (f", {len(calls)} times" if len(calls) > 1 else "")]
    shown = Shown(
        _show_expected(case.expected, cases.manner),
        show_answer(answer, cases.manner),
        "\n".join(snippets),
        "\nand then ".join(called),
    )
    kept = "Alone this call goes right: something is kept from one call to the next."
    if len(calls) == 1:
        kept += " The lines to paste make this call alone, so they print the right answer."
    fail_case(student, cases, case, answer, note=f"{kept} {note}".strip(), shown=shown)


def _is_right_last(student: Student, cases: Cases, calls: Sequence[Case]) -> bool:
    """Whether the last of some calls is answered rightly by a guest that was asked no others."""
    asked = [(cases.function, one.arguments) for one in calls]
    answers = student.ask_alone(Batch(asked, cases.manner.types))
    return len(answers) == len(calls) and not _why_wrong(answers[-1], calls[-1].expected)


def _smallest(student: Student, cases: Cases, case: Case, answer: Answer) -> tuple[Case, Answer]:
    """The simplest case found, by steps from this one, that still goes wrong in the same way."""
    manner, function = cases.manner, cases.function
    state = state_of(answer)
    for _ in range(_ROUNDS):
        simpler = [one for one in manner.simpler(function, case.arguments) if cases.belongs(one)]
        candidates = [Case(one, manner.expect(function, one)) for one in simpler[:_CANDIDATES]]
        candidates = [one for one in candidates if _can_be_right(one)]
        if not candidates:
            break
        batch = Batch([(function, one.arguments) for one in candidates], manner.types)
        found = next(
            (
                (candidate, said)
                for candidate, said in zip(candidates, student.ask(batch), strict=False)
                if state_of(said) == state and _why_wrong(said, candidate.expected)
            ),
            None,
        )
        if found is None:
            break
        case, answer = found
    return case, answer


def _can_be_right(case: Case) -> bool:
    """Whether the right value is accepted: there may be too little in it to be judged."""
    expected = case.expected
    return isinstance(expected, Refusal) or expected.accepts(expected.shown)


def _cause(student: Student, cases: Cases, case: Case) -> str:
    """The first call inside this one whose own result is wrong, in words; empty for none."""
    manner = cases.manner
    others = [name for name in manner.functions if name != cases.function]
    batch = Batch([(cases.function, case.arguments)], manner.types)
    answer = student.trace(batch, others)
    if not isinstance(answer, Returned) or not isinstance(answer.value, tuple):
        return ""
    for call in answer.value:
        match call:
            case (str(name), tuple(arguments), bool(returned), result) if name in others:
                if cause := _inner_cause(manner, name, arguments, _inner_answer(returned, result)):
                    return cause
    return ""


def _inner_answer(returned: bool, result: object) -> Answer:
    if returned or not isinstance(result, str):
        return Returned(result)
    return Raised(result, (result,), (), "", ())


def _inner_cause(manner: Manner, name: str, arguments: Arguments, said: Answer) -> str:
    """Why a call made by the student's own code went wrong; empty when that cannot be said."""

    def cause() -> str:
        if _IMMODEST.search(repr(arguments)):
            return ""
        expected = manner.expect(name, arguments)
        wrong = _why_wrong(said, expected)
        if wrong and isinstance(expected, Value) and isinstance(expected.shown, bool):
            wrong = f"{wrong}, not {expected.shown!r}"
        return wrong and f"{manner.call(name, arguments)} is already wrong: {wrong}"

    return total(cause, otherwise=str)


def _why_wrong(answer: Answer, expected: Expected) -> str:
    """Why the answer is wrong, in one line; empty when it is right."""
    if isinstance(answer, Returned):
        return _why_value_wrong(answer, expected)
    if not isinstance(answer, Raised):
        return describe(answer)
    if isinstance(expected, Refusal):
        if set(answer.supplied) & set(expected.names):
            return "it raised the right error, but changed its arguments" if answer.changed else ""
        return f"it raised {answer.name}, but should raise {_either(expected.names)}"
    if answer.supplied:
        return f"it raised {answer.name} but the call is allowed"
    return describe(answer)


def _why_value_wrong(answer: Returned, expected: Expected) -> str:
    if isinstance(answer.value, Opaque):
        return f"it returned {answer.value.description}"
    if isinstance(expected, Refusal):
        what = "None" if answer.value is None else "a value"
        return f"it returned {what}, but should raise {_either(expected.names)}"
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
            return f"{said}{_CHANGED if answer.changed else ''}"
    return describe(answer)


def _show_expected(expected: Expected, manner: Manner) -> str:
    if isinstance(expected, Refusal):
        return f"raises {_either(expected.names)}"
    return expected.words or manner.draw(expected.shown)


def asked_of(cases: Cases, number: int, answer: Answer) -> Asked:
    """The question of this number with its answer, to be shown to the instructor."""
    case, manner = cases.cases[number], cases.manner
    expected = case.expected
    allowed = expected.changes if isinstance(expected, Value) else frozenset[int]()
    is_lost = isinstance(answer, Unreceived)
    return Asked(
        called=total(lambda: manner.call(cases.function, case.arguments), otherwise=str),
        given=total(lambda: manner.given(case.arguments), otherwise=str),
        expected=total(lambda: _show_expected(expected, manner), otherwise=str),
        got=_LOST if is_lost else show_answer(answer, manner, allowed),
        is_right=None if is_lost else not _why_wrong(answer, expected),
    )


def _either(names: Sequence[str]) -> str:
    return " or ".join(names)
