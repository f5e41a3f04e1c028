"""Exercise 3: guessing three cards."""

from patience_grader.sandbox.student import Student
from suites.guessing.judging import judge_found, judge_guesses

SIZE = 3


def test_found(student: Student) -> None:
    judge_found(student, SIZE)


def test_guesses(student: Student) -> None:
    judge_guesses(student, SIZE)
