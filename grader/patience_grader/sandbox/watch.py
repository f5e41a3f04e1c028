"""How long a guest may take: processor time decides, wall time only guards."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from .answers import TimedOut

POLL_MS = 20
"""So often is a guest looked at that has not answered yet; less often when it takes long."""
_POLL_SHARE = 0.05

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """What a submission may use."""

    cpu_seconds_per_question: float
    cpu_seconds_per_submission: float
    wall_seconds_per_question: float
    wall_seconds_per_submission: float
    memory_mib: int
    scratch_mib: int = 0
    """The size of the folder in which it may write, if it may."""


@dataclass(frozen=True)
class Budget:
    """What may be used until the answers are there."""

    limits: Limits
    """Those for each question."""
    cpu: float
    wall: float
    """What is left for the whole submission, both in seconds."""
    said: int
    """In bytes."""

    @classmethod
    def of(cls, limits: Limits, said: int) -> Budget:
        """All that the limits allow."""
        return cls(
            limits, limits.cpu_seconds_per_submission, limits.wall_seconds_per_submission, said
        )

    def exceeded(self, cpu: float, wall: float) -> TimedOut | None:
        """Which limit of the whole submission is exceeded by what was used, or None."""
        if cpu > self.cpu:
            return TimedOut(
                cpu, f"{self.limits.cpu_seconds_per_submission:g} s for the whole submission"
            )
        if wall > self.wall:
            limit = (
                f"{self.limits.wall_seconds_per_submission:g} s of waiting for the whole submission"
            )
            return TimedOut(cpu, limit)
        return None


class Watched(Protocol):
    """A guest, as far as it is watched."""

    pid: int
    waited: float
    """For how many wall seconds the grader has waited for its answers."""

    @property
    def cpu_seconds(self) -> float:
        """The processor time it has used so far."""


class Watch:
    """Watches over questions asked together: whether one, or the submission, takes too long.

    Every moment counts that the grader waits for the guest, however short, but for what
    either of them was ready to run and got no processor, or was stopped: no wait counts for more
    than it was to last.
    """

    def __init__(self, guest: Watched, budget: Budget) -> None:
        self._guest = guest
        self._budget = budget
        self.begin_question()

    @property
    def most_said(self) -> int:
        """How many bytes the guest may say in all."""
        return self._budget.said

    def begin_question(self) -> None:
        """From here on the next question is counted."""
        self._cpu = self._guest.cpu_seconds
        self._waited = self._guest.waited

    def wait(self, event: Callable[[float], T]) -> T:
        """What the event comes back with, which waits for at most so many seconds."""
        pause = max(POLL_MS / 1000, _POLL_SHARE * (self._guest.waited - self._waited))
        queued, begun = self._queued(), time.monotonic()
        result = event(pause)
        waited = min(pause, time.monotonic() - begun - (self._queued() - queued))
        # The kernel counts a delay when it is over, so that it may exceed the time of this wait.
        self._guest.waited = max(0.0, self._guest.waited + waited)
        return result

    def late(self) -> TimedOut | None:
        """Why the question must end now, or None."""
        used, limits = self._guest.cpu_seconds - self._cpu, self._budget.limits
        if over := self.over():
            return over
        if used > limits.cpu_seconds_per_question:
            limit = f"{limits.cpu_seconds_per_question:g} s of processor time for one question"
            return TimedOut(used, limit)
        waited = self._guest.waited - self._waited
        if waited > limits.wall_seconds_per_question and not is_runnable(self._guest.pid):
            limit = f"{limits.wall_seconds_per_question:g} s of waiting for one question"
            return TimedOut(used, limit)
        return None

    def over(self) -> TimedOut | None:
        """Why the submission may be asked nothing more, or None."""
        over = self._budget.exceeded(self._guest.cpu_seconds, self._guest.waited)
        only_waits = over and self._guest.cpu_seconds <= self._budget.cpu
        return None if only_waits and is_runnable(self._guest.pid) else over

    def _queued(self) -> float:
        """How long the guest and this thread were ready to run but got no processor."""
        return seconds_queued(str(self._guest.pid)) + seconds_queued("thread-self")


def seconds_queued(process: str) -> float:
    """How long a process of /proc was ready to run but got no processor, since its start."""
    try:
        descriptor = os.open(f"/proc/{process}/schedstat", os.O_RDONLY)
    except OSError:
        return 0.0
    try:
        return int(os.read(descriptor, 100).split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0
    finally:
        os.close(descriptor)


def is_runnable(pid: int) -> bool:
    """Whether the process runs, or is ready to run and gets no processor."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:  # noqa: PTH123
            return stat.read().rpartition(")")[2].split()[0] == "R"
    except (OSError, IndexError):
        return False
