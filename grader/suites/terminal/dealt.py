"""Whether a program deals at all, for criteria that are about something else."""

from patience_grader.marks.verdict import VerdictReached
from patience_grader.sandbox.student import Student
from suites.terminal.bank.dealing import ROUNDS
from suites.terminal.looks import sees


def deals(student: Student) -> bool:
    """Whether the first deals show the right cards: what goes wrong then has another cause."""
    try:
        for step in range(1, 5):
            sees(student, ROUNDS, step, "Stock")
    except VerdictReached:
        return False
    return True
