"""How the questions about feedback are asked: with lists, or with tuples."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from guessing.cards import Card
from patience_grader.sandbox.answers import Returned
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, Manner, ask
from suites.guessing.bank.feedback import SHAPED
from suites.guessing.hands import FEEDBACK, Hands, Wanted, hands_of
from suites.guessing.manner import FORM


def as_lists(given: Hands) -> Arguments:
    """The hands as arguments, both of them lists."""
    return tuple(map(list[Card], given))


def as_tuples(given: Hands) -> Arguments:
    """The hands as arguments, both of them tuples."""
    return tuple(map(tuple[Card, ...], given))


class Requirements:
    """Questions that are asked with lists, or with tuples where a function takes no lists."""

    def __init__(
        self, manner: Manner, every: Sequence[Hands], wanted: Wanted = lambda _: True
    ) -> None:
        """`wanted` says whether other hands would examine the same."""

        def belongs(arguments: Arguments) -> bool:
            return wanted(hands_of(arguments))

        self.hands = tuple(every)
        self.lists, self.tuples = (
            Cases(manner, FEEDBACK, [form(one) for one in every], belongs)
            for form in (as_lists, as_tuples)
        )

    def of(self, student: Student) -> Cases:
        """The questions as they are asked of this student."""
        return self.lists if _takes_lists(student) else self.tuples

    def judged_by(self, manner: Manner) -> Requirements:
        """The same questions judged in another manner; they are asked only once."""
        other = copy(self)
        other.lists = self.lists.judged_by(manner)
        other.tuples = self.tuples.judged_by(manner)
        return other

    def are_right(self, student: Student) -> bool:
        """Whether the student answers all of them rightly."""
        cases = self.of(student)
        answers = ask(student, cases)
        return len(answers) == len(cases.cases) and all(
            cases.is_right(number, answer) for number, answer in enumerate(answers)
        )


SHAPES = Cases(FORM, FEEDBACK, [*map(as_lists, SHAPED), *map(as_tuples, SHAPED)])
"""Questions for which only the form of what comes back counts, half of them with lists."""


def _takes_lists(student: Student) -> bool:
    """Whether the function can be called with lists, or else not with tuples either."""
    answers = student.ask(SHAPES.batch)
    half = len(SHAPES.cases) // 2
    works = [isinstance(answer, Returned) for answer in answers]
    return any(works[:half]) or not any(works[half:])
