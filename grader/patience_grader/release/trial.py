"""The check tried out before it is handed out: on the solution, and on the skeleton."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..check.plain import Calls, PlainChecker
from ..check.result import Looked
from ..course.coursework import Coursework
from ..course.public import PublicCoursework
from ..errors import InputError
from ..marks.verdict import State
from ..text.sanitize import one_line
from .edition import Edition

_MOST = 400
"""Calls whose answers are known at home, for each criterion."""
_NOT_TRIED = "\n# tried before it was handed out\n"


def check_on_solution(
    coursework: Coursework, public: PublicCoursework, edition: Edition
) -> Mapping[str, Mapping[str, str]]:
    """What the solution gives to the calls of the public tests, in words.

    Raises InputError, naming file and line, when it does not pass one of them.
    """
    checker = PlainChecker(public)
    texts = {
        name: (coursework.solution / name).read_text(encoding="utf-8-sig")
        for name in coursework.required
    }
    result = checker.check_files(texts)
    if result.broken:
        raise InputError(f"the check cannot import the solution: {result.broken[0]}")
    looked = [one for part in result.parts for one in part.looked]
    seen = {one.rule.id for one in looked if one.is_kept}
    for name in edition.criteria:
        if name not in seen:
            why = next((_why(one) for one in looked if one.rule.id == name), "; ".join(result.remarks))
            raise InputError(
                f"grader/suites/{coursework.slug}/{edition.places[name]}: the solution does not "
                f"pass the check of {name} ({why}); take {name} out of public_tests, "
                "or mark it hidden"
            )
    return _expected(checker.calls(texts))


def _why(one: Looked) -> str:
    note = one.verdict.evidence.note if one.verdict.evidence else ""
    return one_line(f"{one.verdict.reason or one.verdict.state} {note}").strip()[:300]


def _expected(calls: Calls) -> Mapping[str, Mapping[str, str]]:
    """What calls give, but for those that give this and that."""
    found: dict[str, Mapping[str, str]] = {}
    for criterion, pairs in calls.items():
        given: dict[str, set[str]] = {}
        for call, outcome in pairs:
            given.setdefault(call, set()).add(outcome)
        sure = [(call, *some) for call, some in given.items() if len(some) == 1]
        found[criterion] = dict(sure[:_MOST])
    return found


def passed_by_skeleton(coursework: Coursework, public: PublicCoursework) -> Sequence[str]:
    """The public tests that the untouched skeleton passes.

    Raises InputError, naming the test, when the check itself fails on it.
    """
    texts = {name: text + _NOT_TRIED for name, text in coursework.blank.items()}
    result = PlainChecker(public).check_files(texts)
    for part in result.parts:
        for one in part.looked:
            if one.verdict.state in (State.VOID, State.CRASHED):
                raise InputError(f"the check of {one.rule.id} fails on the skeleton: {_why(one)}")
    return [one.rule.id for part in result.parts for one in part.looked if one.is_kept]
