"""How a criterion ended, and what shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class State(StrEnum):
    """The one state in which a criterion ends."""

    PASSED = "passed"
    PARTIAL = "partial"
    AWAITING = "awaiting manual marks"
    """A person marks it, and has not done so."""
    FAILED = "failed"
    RAISED = "raised"
    TIMED_OUT = "timed out"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out of memory"
    NOT_ANSWERED = "not answered"
    VOID = "void"
    LOST = "lost"
    """In any other way: told where the state itself may not be seen, and never found."""


BY_ANSWERS = frozenset({State.FAILED, State.RAISED})
"""How criteria end that are lost by a wrong answer."""
PASTED = "paste this into Python, started in the folder that holds your package"
"""How to see a question again that is lines of Python."""
PASTED_BESIDE_FILES = "paste this into Python, started in the folder that holds your files"
"""The same where there is no package."""


@dataclass(frozen=True)
class Evidence:
    """What a student is shown of a question that lost a criterion. All of it is text."""

    called: str
    """The call, as Python."""
    given: str
    """What it was called on, drawn."""
    expected: str
    got: str
    cause: str = ""
    """Which other function of the student's gave a wrong answer on the way."""
    trace: tuple[str, ...] = ()
    """The student's own lines of a traceback."""
    note: str = ""
    snippet: str = ""
    """What to paste or type to see it again."""
    repeat: str = PASTED
    """How to do that."""

    @property
    def cause_in(self) -> str:
        """The function that gave that wrong answer; empty when none is known."""
        return self.cause.partition("(")[0]


@dataclass(frozen=True)
class Spread:
    """How often one player needed how much, as a share of all times."""

    player: str
    shares: tuple[float, ...]
    said: str
    """What sums it up, in a few words."""


@dataclass(frozen=True)
class Picture:
    """Where a submission stands beside others: one diagram each, over the same steps."""

    title: str
    steps: tuple[str, ...]
    spreads: tuple[Spread, ...]


@dataclass(frozen=True)
class Verdict:
    """The outcome of one criterion."""

    state: State
    reason: str = ""
    """One line: why it is not passed. For a void criterion, what staff must know."""
    evidence: Evidence | None = None
    share: Fraction = Fraction(0)
    """How much of its worth a criterion that is earned in part earns, from 0 to 1."""
    picture: Picture | None = None
    flag: str = ""
    """What staff should look at though the criterion is marked, in one line; never students."""
    wrong: tuple[str, ...] = ()
    """Digests of the wrong answers, each with its question's number: the same for the same answer.
    Of many, some that are the same questions for every submission. For staff alone."""
    overridden: str = ""
    """The state that was found, when a person has set the marks in its place."""


PASSED = Verdict(State.PASSED)


class VerdictReached(Exception):
    """Raised by a suite to end a criterion with a verdict that says more than `PASSED`."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


def in_its_place(right: str) -> str:
    """What the solution does where a submission does otherwise, as the end of a sentence."""
    does = right if right.startswith("raises ") else f"gives {right}"
    return f"where the solution {does}"
