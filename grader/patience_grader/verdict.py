"""How a criterion ended, and what shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The one state in which a criterion ends."""

    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    TIMED_OUT = "timed out"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out of memory"
    NOT_ANSWERED = "not answered"
    VOID = "void"


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
    repeat: str = "paste this into Python, started in the folder that holds your package"
    """How to do that."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of one criterion."""

    state: State
    reason: str = ""
    """One line: why it is not passed. For a void criterion, what staff must know."""
    evidence: Evidence | None = None


PASSED = Verdict(State.PASSED)


class Lost(Exception):
    """Raised by a suite when the hand-in loses the criterion."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict
