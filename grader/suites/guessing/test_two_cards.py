"""Exercise 2: guessing two cards."""

from patience_grader.sandbox.student import Student
from suites.guessing.games import Outcome, line_of
from suites.guessing.judging import judge_found, judge_guesses, judge_rule, judge_state

SIZE = 2


def _illegal(outcome: Outcome) -> str:
    return outcome.why if outcome.is_illegal else ""


def _repeated(outcome: Outcome) -> str:
    number = outcome.repeated
    if number is None:
        return ""
    return f"guess {number}, {line_of(outcome.guesses[number - 1])}, was made before"


def test_legal(student: Student) -> None:
    judge_rule(student, SIZE, _illegal, "a pair: a guess of two different cards, and a state")


def test_no_repeats(student: Student) -> None:
    judge_rule(student, SIZE, _repeated, "every guess of a game is a new one")


def test_state(student: Student) -> None:
    judge_state(student)


def test_found(student: Student) -> None:
    judge_found(student, SIZE)


def test_guesses(student: Student) -> None:
    judge_guesses(student, SIZE)
