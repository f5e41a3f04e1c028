"""The language in which suites are written: cases, what is right for them, and examining.

A suite module makes its `Cases` when it is imported, once for all submissions; each
of its test functions examines one criterion by `examine(student, cases)`, which
returns when every answer is right and raises `VerdictReached` with the smallest
counterexample otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn

from ..marks.asked import Asked
from ..marks.verdict import Evidence, Verdict, VerdictReached
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
from ..sandbox.guest.wire import Seed
from ..sandbox.student import Student
from .digest import digests, said_by
from .guard import total
from .judging import (
    Arguments,
    Expected,
    Manner,
    Refusal,
    Value,
    first_difference,
    not_imported,
    show_answer,
    show_expected,
    state_of,
    trace_of,
    why_wrong,
)
from .smallest import smallest

__all__ = [
    "Arguments",
    "Case",
    "Cases",
    "Expected",
    "Manner",
    "Refusal",
    "Seed",
    "Shown",
    "Value",
    "as_read",
    "ask",
    "asked_of",
    "examine",
    "fail_case",
]


_EARLIER = 12
"""So many earlier calls are tried when an answer is wrong only after another call."""
_REPEATED = (2, 8, 32, 128)
"""So often is a call repeated when no single earlier call is to blame."""
_LOST = "the answer was lost when a later call ended the process"
_IMMODEST = re.compile(r"\d{7}|.{20000}", re.DOTALL)
"""Arguments that a student's own call was made with and that no suite would choose."""


@dataclass(frozen=True)
class Shown:
    """What is shown of answers that are wrong only together: a count, or two that differ."""

    expected: str
    got: str
    snippet: str
    """Lines to paste into Python that print what was counted or compared."""
    called: str = ""
    """What was called, if not the case alone."""


@dataclass(frozen=True, eq=False)
class Case:
    """A question and what is right for it; equal to itself alone."""

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
        *,
        seldom: bool = False,
    ) -> None:
        """`belongs` says whether other arguments would examine the same criterion.

        What is `seldom` asked is prepared when somebody is asked it, and not for everybody.
        """
        self.manner = manner
        self.function = function
        self.belongs = belongs
        self._arguments = arguments
        if not seldom:
            self._prepare()
        self.found_right: set[int] = set()
        """The cases whose shared answer (see `SharedAnswers`) is right: it is not judged again."""
        self.all_right: Sequence[Answer] = ()
        """Shared answers to all cases, which were found right together."""

    @cached_property
    def cases(self) -> Sequence[Case]:
        """The questions with what is right for them."""
        return [Case(one, self.manner.expect(self.function, one)) for one in self._arguments]

    @cached_property
    def batch(self) -> Batch:
        """The questions as they are asked."""
        calls = [(self.function, one) for one in self._arguments]
        return Batch(calls, self.manner.types, lasting=True)

    def _prepare(self) -> tuple[Sequence[Case], Batch]:
        """Both, made once."""
        return self.cases, self.batch

    def is_right(self, number: int, answer: Answer) -> bool:
        """Whether the answer to the case of this number is right, or lost with a later one."""
        is_shared = self.batch.shared.is_shared(number, answer)
        if isinstance(answer, Unreceived) or (is_shared and number in self.found_right):
            return True
        if why_wrong(answer, self.cases[number].expected):
            return False
        if is_shared:
            self.found_right.add(number)
        return True

    def judged_by(self, manner: Manner) -> Cases:
        """The same questions judged in another manner; they are asked only once."""
        self._prepare()
        other = copy(self)
        other.manner = manner
        other.found_right = set()
        other.all_right = ()
        other.cases = [
            Case(one.arguments, manner.expect(self.function, one.arguments)) for one in self.cases
        ]
        return other


def ask(student: Student, cases: Cases) -> Sequence[Answer]:
    """The student's answers to the questions of the cases, in order; see `Student.ask`."""
    return student.ask(cases.batch, cases)


def examine(student: Student, cases: Cases) -> None:
    """Asks all questions of the cases; raises VerdictReached unless every answer is right."""
    cases = as_read(student, cases)
    answers = ask(student, cases)
    if answers is cases.all_right:
        return
    numbered = {
        number: answer
        for number, answer in enumerate(answers)
        if not cases.is_right(number, answer)
    }
    if not numbered:
        if isinstance(answers, tuple):
            cases.all_right = answers
        return
    try:
        _fail(student, cases, [(cases.cases[one], answer) for one, answer in numbered.items()])
    except VerdictReached as reached:
        if student.reading is not None:
            raise
        verdict = replace(reached.verdict, wrong=digests(numbered, said_by))
        raise VerdictReached(verdict) from None


def _fail(student: Student, cases: Cases, wrong: Sequence[tuple[Case, Answer]]) -> NoReturn:
    """Raises VerdictReached with the smallest case that is found, from these wrong answers."""
    case, answer = wrong[0]
    note = f"{len(wrong)} of {len(cases.cases)} such calls go wrong." if len(wrong) > 1 else ""
    says_all = isinstance(answer, TimedOut | Crashed | InvalidReply | Missing)
    if student.reading is None and not says_all and not _is_not_written(cases, answer):
        is_always_the_same = _is_always_the_same(cases, wrong)
        if not is_always_the_same or not _is_wrong_alone(student, cases, case, answer):
            case, answer = _smallest_alone(student, cases, case, answer, note)
        cause = _cause(student, cases, case)
        fail_case(student, cases, case, answer, note=note, cause=cause)
    fail_case(student, cases, case, answer, note=note)


def _smallest_alone(
    student: Student, cases: Cases, case: Case, answer: Answer, note: str
) -> tuple[Case, Answer]:
    """The simplest case that is found to go wrong by itself, or this one.

    Raises VerdictReached when this one goes wrong only after other calls, with these.
    """
    found = smallest(student, cases, case, answer)
    if _is_wrong_alone(student, cases, *found):
        return found
    _fail_if_right_alone(student, cases, case, answer, note)
    return case, answer


def _is_always_the_same(cases: Cases, wrong: Sequence[tuple[Case, Answer]]) -> bool:
    """Whether every call gives None, or one error in one line: a smaller one shows no more."""
    answers = [answer for _, answer in wrong]
    if len(answers) < len(cases.cases):
        return False
    if isinstance(answers[0], Raised):
        return all(answer == answers[0] for answer in answers)
    return all(map(_gives_none, answers))


def _gives_none(answer: Answer) -> bool:
    """Whether a call gives None and leaves all as it is; no value is asked what it equals."""
    return isinstance(answer, Returned) and answer.value is None and not answer.changed


def _is_not_written(cases: Cases, answer: Answer) -> bool:
    """Whether the function itself says that it is not written yet."""
    if not isinstance(answer, Raised) or "NotImplementedError" not in answer.builtin:
        return False
    *_, function = cases.function.split(".")
    return answer.frames[-1:] != () and answer.frames[-1].function == function


def _is_wrong_alone(student: Student, cases: Cases, case: Case, answer: Answer) -> bool:
    """Whether the call goes wrong in a guest that was asked nothing else, too.

    That is found out once for a function that gives None, or raises an error in some line, and
    need not be for a submission that keeps nothing.
    """
    if student.is_stateless:
        return True
    kind: tuple[object, ...] = ()
    if isinstance(answer, Raised) and answer.frames:
        kind = cases.function, answer.name, answer.message, answer.frames[-1]
    elif _gives_none(answer):
        kind = cases.function, None
    if kind in student.wrong_alone:
        return True
    is_wrong = not _is_right_last(student, cases, [case])
    if kind and is_wrong:
        student.wrong_alone.add(kind)
    return is_wrong


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

    The evidence is what is `shown`, if that is given. There is none while a misreading is tried,
    and of a file that could not be imported: what answers in its place has lines of its own.
    """
    if student.reading is not None:
        raise VerdictReached(Verdict(state_of(answer)))
    manner, function = cases.manner, cases.function
    module = function.partition(".")[0]
    if trouble := student.troubles.get(module):
        raise VerdictReached(Verdict(state_of(answer), not_imported(module, trouble)))
    reason = reason or why_wrong(answer, case.expected)
    allowed = case.expected.changes if isinstance(case.expected, Value) else frozenset[int]()
    expected, got = show_expected(case.expected, manner), show_answer(answer, manner, allowed)
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
    raise VerdictReached(Verdict(state_of(answer), reason, evidence))


def _snippet(manner: Manner, function: str, case: Case, answer: Answer) -> str:
    """Lines that show what is wrong: what comes back, or that the arguments are changed."""
    if (
        isinstance(answer, Returned | Raised)
        and why_wrong(answer, case.expected)
        and not why_wrong(replace(answer, changed=()), case.expected)
    ):
        return manner.snippet_of_change(function, case.arguments)
    return manner.snippet(function, case.arguments)


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
        show_expected(case.expected, cases.manner),
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
    return len(answers) == len(calls) and not why_wrong(answers[-1], calls[-1].expected)


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
        expected = manner.expect_inside(name, arguments)
        wrong = why_wrong(said, expected)
        if wrong and isinstance(expected, Value) and isinstance(expected.shown, bool):
            wrong = f"{wrong}, not {expected.shown!r}"
        return wrong and f"{manner.call(name, arguments)} is already wrong: {wrong}"

    return total(cause, otherwise=str)


def asked_of(cases: Cases, number: int, answer: Answer) -> Asked:
    """The question of this number with its answer, to be shown to the instructor."""
    case, manner = cases.cases[number], cases.manner
    expected = case.expected
    allowed = expected.changes if isinstance(expected, Value) else frozenset[int]()
    is_lost = isinstance(answer, Unreceived)
    return Asked(
        called=total(lambda: manner.call(cases.function, case.arguments), otherwise=str),
        given=total(lambda: manner.given(case.arguments), otherwise=str),
        expected=total(lambda: show_expected(expected, manner), otherwise=str),
        got=_LOST if is_lost else show_answer(answer, manner, allowed),
        is_right=None if is_lost else not why_wrong(answer, expected),
    )
