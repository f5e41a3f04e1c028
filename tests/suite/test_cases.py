"""What is shown of a wrong answer, and when the right error is not enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from patience_grader.marks.verdict import Evidence, VerdictReached
from patience_grader.sandbox.answers import Answer, Frame, Raised, Returned
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.guest.wire import Types
from patience_grader.suite.cases import Arguments, Cases, Expected, Manner, Refusal, Value, examine
from patience_grader.suite.contrast import examine_beside


class Numbers(Manner):
    """A number comes back as it is, and a negative one is refused; 1 is simpler than 7."""

    types = Types([])
    functions: Sequence[str] = ()

    def expect(self, function: str, arguments: Arguments) -> Expected:
        (number,) = arguments
        assert isinstance(number, int)
        return Refusal(("Negative",)) if number < 0 else Value(number, lambda it: it == number)

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:
        return [(1,)] if arguments == (7,) else []

    def draw(self, value: object) -> str:
        return repr(value)

    def given(self, arguments: Arguments) -> str:
        return ""

    def call(self, function: str, arguments: Arguments) -> str:
        return f"{function}({arguments[0]})"

    def snippet(self, function: str, arguments: Arguments) -> str:
        return self.call(function, arguments)

    def snippet_of_change(self, function: str, arguments: Arguments) -> str:
        return f"changed by {self.call(function, arguments)}"


class Student:
    """Answers wrongly to these numbers, and to others only after some other call."""

    reading = None
    is_stateless = False

    def __init__(self, *wrong_alone: int, refusal: Answer | None = None) -> None:
        self.troubles: dict[str, Answer] = {}
        self.wrong_alone: set[object] = set()
        self.alone = 0
        self._wrong_alone = wrong_alone
        self._refusal = refusal

    def ask(self, batch: Batch, about: object = None) -> list[Answer]:
        return [self._refusal or Returned(0)] * len(batch)

    def ask_alone(self, batch: Batch) -> list[Answer]:
        self.alone += 1
        numbers = [arguments[0] for _, arguments in batch.asked]
        is_wrong = len(numbers) > 1 or numbers[0] in self._wrong_alone
        last = self._refusal or Returned(0 if is_wrong else numbers[-1])
        return [*(Returned(one) for one in numbers[:-1]), last]

    def trace(self, batch: Batch, names: Sequence[str]) -> Answer:
        return Returned(())


def shown(student: Any, *numbers: int) -> Evidence | None:
    """What is shown of the first wrong answer; None when all are right."""
    cases = Cases(Numbers(), "f", [(number,) for number in numbers])
    try:
        examine(student, cases)
    except VerdictReached as reached:
        return reached.verdict.evidence
    return None


@pytest.mark.parametrize(
    ("wrong_alone", "called"),
    [([1, 7], "f(1)"), ([7], "f(7)"), ([], "f(7), 2 times")],
    ids=["the simplest", "as it was asked", "together"],
)
def test_the_simplest_call_is_shown_that_fails_by_itself(
    wrong_alone: list[int], called: str
) -> None:
    evidence = shown(Student(*wrong_alone), 7)
    assert evidence is not None
    assert evidence.called == called


def test_who_keeps_nothing_need_not_be_asked_alone() -> None:
    student: Any = Student(1, 7)
    student.is_stateless = True
    evidence = shown(student, 7)
    assert evidence is not None
    assert (evidence.called, student.alone) == ("f(1)", 0)


@pytest.mark.parametrize("is_first", [True, False])
def test_what_is_simpler_is_made_once_for_all_submissions(is_first: bool) -> None:
    asked: list[Arguments] = []

    class Noting(Numbers):
        def expect(self, function: str, arguments: Arguments) -> Expected:
            asked.append(arguments)
            return super().expect(function, arguments)

    cases = Cases(Noting(), "f", [(7,)])
    for _ in range(1 if is_first else 3):
        with pytest.raises(VerdictReached):
            examine(Student(1, 7), cases)  # type: ignore[arg-type]
    assert asked == [(7,), (1,)]


@pytest.mark.parametrize("changed", [(), (0,)], ids=["left alone", "changed"])
def test_the_right_error_counts_if_the_arguments_stay_as_they_are(changed: tuple[int, ...]) -> None:
    refusal = Raised("Negative", ("Negative",), (), "", (), changed)
    evidence = shown(Student(-2, refusal=refusal), -2)
    assert (evidence is not None) == bool(changed)
    if evidence:
        assert evidence.snippet == "changed by f(-2)"
        assert evidence.got == "raised Negative\n(and its arguments were changed)"


def raised(name: str, line: int, function: str, builtin: str = "") -> Raised:
    """An error, raised in a line of a function."""
    return Raised(name, (), (builtin or name,), "", (Frame("m.py", line, function, "raise"),))


def test_an_error_of_the_same_line_is_confirmed_once() -> None:
    student: Any = Student(refusal=raised("KeyError", 3, "inner"))
    for number in (1, 7, 2):
        assert shown(student, number) is not None
    assert student.alone == 1
    student._refusal = raised("KeyError", 4, "inner")
    assert shown(student, 1) is not None
    assert student.alone == 2


@pytest.mark.parametrize(("function", "alone"), [("f", 0), ("helper", 1)])
def test_a_function_that_says_it_is_not_written_yet_is_not_looked_into(
    function: str, alone: int
) -> None:
    student: Any = Student(refusal=raised("NotImplementedError", 3, function))
    assert shown(student, 7) is not None
    assert student.alone == alone


def test_of_a_file_that_cannot_be_imported_only_that_is_told() -> None:
    student: Any = Student(refusal=raised("NotImplementedError", 86, "f"))
    student.troubles["f"] = raised("SyntaxError", 3, "f")
    with pytest.raises(VerdictReached) as reached:
        examine(student, Cases(Numbers(), "f", [(7,)]))
    assert reached.value.verdict.evidence is None
    assert reached.value.verdict.reason.startswith("f.py could not be imported: it raised Syntax")


@pytest.mark.parametrize(("last", "called"), [(None, "f(7)"), (0, "f(1)")])
def test_what_always_gives_none_is_shown_as_it_was_asked(last: object, called: str) -> None:
    class Forgetful(Student):
        def ask(self, batch: Batch, about: object = None) -> list[Answer]:
            return [*([Returned(None)] * (len(batch) - 1)), Returned(last)]

    student: Any = Forgetful(1, 7, refusal=Returned(None))
    evidence = shown(student, 7, 7)
    assert evidence is not None
    assert evidence.called == called


class Picky:
    """Equal to what has the same number; it fails beside anything that has none."""

    def __init__(self, number: object) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return bool(self.number < other.number) is False  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]


class Giving(Student):
    """Answers every call with the next of these values."""

    def __init__(self, *values: object) -> None:
        super().__init__()
        self._values: dict[object, object] = dict(enumerate(values))

    def ask(self, batch: Batch, about: object = None) -> list[Answer]:
        return [Returned(self._values[arguments[0]]) for _, arguments in batch.asked]


def test_a_wrong_value_is_compared_with_no_other() -> None:
    assert shown(Giving(Picky(1), Picky(1)), 0, 1) is not None


def test_values_that_cannot_be_compared_are_not_the_same() -> None:
    class Anything(Numbers):
        def expect(self, function: str, arguments: Arguments) -> Expected:
            return Value(1, lambda it: isinstance(it, Picky) and arguments == (0,))

    own, other = (Cases(Anything(), "f", [(number,)]) for number in range(2))
    student: Any = Giving(Picky(1), Picky(None))
    examine_beside(student, own, [other])
