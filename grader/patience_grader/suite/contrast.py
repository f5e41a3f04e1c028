"""Criteria that a function could earn by answering everything alike.

A function that raises the same error whatever it is given refuses what must be refused, and one
that returns what it was given leaves alone what must be left alone. So such a criterion is
examined beside the others of its function, and lost when nothing else is answered otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ..sandbox.answers import Answer, Raised, Returned, Unreceived
from ..sandbox.student import Student
from .cases import (
    Cases,
    Expected,
    Refusal,
    as_read,
    ask,
    examine,
    fail_case,
)
from .guard import OddError, unless_odd
from .judging import describe, why_wrong

__all__ = ["examine_beside"]


def examine_beside(student: Student, cases: Cases, others: Sequence[Cases]) -> None:
    """Asks all questions of the cases; the others are of the same function.

    Raises VerdictReached unless every answer is right. Raises it also when all of them are refusals
    and every call that is allowed is refused with the same errors; when all of them are
    one of the arguments as it was given, and so are all that should not be; and when all of them
    are one and the same, and so are all that should be another. One other answer is enough, be it
    right or not.
    """
    examine(student, cases)
    own = _asked(student, cases)
    beside = [_asked(student, other) for other in others]
    if alike := _all_refused(own, beside):
        reason = "this cannot be judged, because allowed calls are refused too"
        _lose(student, alike, f"{reason}: {describe(alike.answer)}")
    if alike := _all_given_back(own, beside):
        _lose(student, alike, "this cannot be judged, because it always returns its argument")
    if alike := _all_the_same(own, beside):
        _lose(student, alike, "this cannot be judged, because it always returns the same")


_Asked = tuple[Cases, Sequence[Answer]]
"""Cases, and the answers to them."""


@dataclass(frozen=True)
class _Heard:
    """An answer, and what it answers."""

    cases: Cases
    number: int
    answer: Answer

    @property
    def expected(self) -> Expected:
        return self.cases.cases[self.number].expected

    @property
    def error(self) -> str:
        """The supplied error that was raised; empty for anything else."""
        supplied = self.answer.supplied if isinstance(self.answer, Raised) else ()
        return supplied[0] if supplied else ""

    def gives_back(self, place: int) -> bool:
        """Whether the argument in this place has come back as it was."""
        return self.gives(self.cases.cases[self.number].arguments[place])

    def gives(self, value: object) -> bool:
        """Whether this has come back."""
        if not isinstance(self.answer, Returned) or type(self.answer.value) is not type(value):
            return False
        given = self.answer.value
        try:
            return unless_odd(lambda: bool(given == value))
        except OddError:
            return False

    def may_give_back(self, place: int) -> bool:
        """Whether the argument in this place is right."""
        return self.may_give(self.cases.cases[self.number].arguments[place])

    def may_give(self, value: object) -> bool:
        """Whether this is right."""
        return not why_wrong(Returned(value), self.expected)


def _asked(student: Student, cases: Cases) -> _Asked:
    read = as_read(student, cases)
    return read, ask(student, read)


def _heard(*asked: _Asked) -> Iterator[_Heard]:
    """The answers that have come, one by one: often the first few of them settle the matter."""
    for cases, answers in asked:
        for number, answer in enumerate(answers):
            if not isinstance(answer, Unreceived):
                yield _Heard(cases, number, answer)


def _all_refused(own: _Asked, beside: Sequence[_Asked]) -> _Heard | None:
    """A call that is allowed, if all of them are refused like those that are not."""
    errors = set()
    for one in _heard(own):
        if not one.error:
            return None
        errors.add(one.error)
    first = None
    for one in _heard(*beside):
        if not isinstance(one.expected, Refusal):
            if one.error not in errors:
                return None
            first = first or one
    return first


def _all_given_back(own: _Asked, beside: Sequence[_Asked]) -> _Heard | None:
    """A call that should change something, if none does."""
    first = next(_heard(own), None)
    places = range(len(first.cases.cases[0].arguments)) if first else ()
    for place in places:
        if all(one.gives_back(place) for one in _heard(own)):
            changing = (one for one in _heard(*beside) if not one.may_give_back(place))
            unchanged = next(changing, None)
            if unchanged and all(one.gives_back(place) for one in chain([unchanged], changing)):
                return unchanged
    return None


def _all_the_same(own: _Asked, beside: Sequence[_Asked]) -> _Heard | None:
    """A call that should give something else, if all give the same."""
    first = next(_heard(own), None)
    if first is None or not isinstance(first.answer, Returned):
        return None
    value = first.answer.value
    if not all(one.gives(value) for one in _heard(own)):
        return None
    differing = (one for one in _heard(*beside) if not one.may_give(value))
    other = next(differing, None)
    if other and all(one.gives(value) for one in chain([other], differing)):
        return other
    return None


def _lose(student: Student, received: _Heard, reason: str) -> None:
    case = received.cases.cases[received.number]
    fail_case(student, received.cases, case, received.answer, reason=reason)
