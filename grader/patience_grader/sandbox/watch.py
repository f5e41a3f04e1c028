"""How long a guest may take: processor time decides, wall time only guards."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from .answers import TimedOut

POLL_MS = 20
"""So often is a guest looked at that has not answered yet; less often when it takes long."""
_POLL_SHARE = 0.05


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


class Watched(Protocol):
    """A guest, as far as it is watched."""

    pid: int
    waited: float
    """For how many wall seconds the grader has waited for its answers."""

    @property
    def cpu_seconds(self) -> float:
        """The processor time it has used so far."""


class Watch:
    """Watches over one question: whether it takes too long."""

    def __init__(self, guest: Watched, budget: Budget) -> None:
        self._guest = guest
        self._budget = budget
        self._cpu = guest.cpu_seconds
        self._queued: float | None = None
        self._before = guest.waited
        self._wall = time.monotonic()
        self._next = self._wall + POLL_MS / 1000

    @property
    def patience(self) -> float:
        """In how many seconds the guest should be looked at again."""
        return max(self._next - time.monotonic(), 0.001)

    def late(self) -> TimedOut | None:
        """Why the question must end now, or None."""
        now = time.monotonic()
        if now < self._next:
            return None
        self._next = now + max(POLL_MS / 1000, _POLL_SHARE * (now - self._wall))
        queued = seconds_queued(self._guest.pid)
        self._queued = queued if self._queued is None else self._queued
        used = self._guest.cpu_seconds
        limits = self._budget.limits
        if used > self._budget.cpu:
            return TimedOut(
                used, f"{limits.cpu_seconds_per_submission:g} s for the whole submission"
            )
        if used - self._cpu > limits.cpu_seconds_per_question:
            limit = f"{limits.cpu_seconds_per_question:g} s of processor time for one question"
            return TimedOut(used - self._cpu, limit)
        waited = now - self._wall - (queued - self._queued)
        self._guest.waited = self._before + waited
        if waited > limits.wall_seconds_per_question:
            limit = f"{limits.wall_seconds_per_question:g} s of waiting for one question"
            return TimedOut(used - self._cpu, limit)
        if self._guest.waited > self._budget.wall:
            limit = f"{limits.wall_seconds_per_submission:g} s of waiting for the whole submission"
            return TimedOut(used - self._cpu, limit)
        return None


def seconds_queued(pid: int) -> float:
    """How long the process was ready to run but got no processor, since its start."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0
