"""The simplest question that goes wrong as one does: what a student is shown.

Submissions with the same mistake take the same steps, so what was made for one serves the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from ..sandbox.answers import Answer
from ..sandbox.batch import Batch
from ..sandbox.student import Student
from .judging import Arguments, Refusal, state_of, why_wrong

if TYPE_CHECKING:
    from .cases import Case, Cases

__all__ = ["smallest"]

_ROUNDS = 60
_CANDIDATES = (6, 24, 90)
"""So many simpler questions are asked together: most often one of the first few goes wrong too."""
_HELD = 1_000
"""Of so many questions the simpler ones are held for later submissions."""


def smallest(student: Student, cases: Cases, case: Case, answer: Answer) -> tuple[Case, Answer]:
    """The simplest case found, by steps from this one, that still goes wrong in the same way."""
    for _ in range(_ROUNDS):
        found = _step(student, cases, case, answer)
        if found is None:
            break
        case, answer = found
    return case, answer


def _step(student: Student, cases: Cases, case: Case, answer: Answer) -> tuple[Case, Answer] | None:
    """The first of the simpler cases that goes wrong in the same way."""
    state = state_of(answer)
    for some, batch in _simpler(cases, case):
        for one, said in zip(some, student.ask(batch), strict=False):
            if state_of(said) == state and why_wrong(said, one.expected):
                return one, said
    return None


_Group = tuple[Sequence["Case"], Batch]
"""Cases, and their questions as they are asked."""


class _Simpler:
    """The cases that are a little simpler than one, in groups that are asked together."""

    def __init__(self, cases: Cases, case: Case) -> None:
        self._cases = cases
        self._case = case
        simpler = cases.manner.simpler(cases.function, case.arguments)
        self._left = filter(cases.belongs, simpler)
        self._groups: list[_Group | None] = []

    def __iter__(self) -> Iterator[_Group]:
        """The groups; one is made when somebody first comes to it."""
        for number, count in enumerate(_CANDIDATES):
            if number == len(self._groups):
                self._groups.append(self._group(list(islice(self._left, count))))
            group = self._groups[number]
            if group:
                yield group

    def _group(self, arguments: Sequence[Arguments]) -> _Group | None:
        """A group of those that can be right; None if none can."""
        function, manner = self._cases.function, self._cases.manner
        taken = (
            replace(self._case, arguments=one, expected=manner.expect(function, one))
            for one in arguments
        )
        found = [one for one in taken if _can_be_right(one)]
        calls = [(function, one.arguments) for one in found]
        return (found, Batch(calls, manner.types)) if found else None


@lru_cache(maxsize=_HELD)
def _simpler(cases: Cases, case: Case) -> _Simpler:
    return _Simpler(cases, case)


def _can_be_right(case: Case) -> bool:
    """Whether the right value is accepted: there may be too little in it to be judged."""
    expected = case.expected
    return isinstance(expected, Refusal) or expected.accepts(expected.shown)
