"""Whether a program deals at all, for criteria that are about something else."""

from patience_grader.sandbox.student import Student
from patience_grader.verdict import Judged
from suites.terminal.scenes import Scene, sees
from suites.terminal.tables import start

STOCK = 24
ROUNDS = Scene(start({1: "D5", 2: "HJ", 3: "c7"}), ["deal"] * (2 * STOCK + 2))
"""The whole stock, its reset, and all of it again."""


def deals(student: Student) -> bool:
    """Whether the first deals show the right cards: what goes wrong then has another cause."""
    try:
        for step in range(1, 5):
            sees(student, ROUNDS, step, "Stock")
    except Judged:
        return False
    return True
