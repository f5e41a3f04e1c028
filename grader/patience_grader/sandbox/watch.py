"""How long a guest may take: processor time decides, wall time only guards.

A suite may patch `open` or `time.monotonic` while a guest is watched, so neither is used by that
name here, and functions of `os` are the unguarded ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import O_RDONLY, close, read
from os import open as open_file
from time import monotonic
from typing import Protocol, TypeVar

from .answers import TimedOut

OF_ALL = "for the whole submission"
"""What a limit that was passed is said to be, where it is not that of one question."""
POLL_MS = 20
"""So often is a guest looked at that has not answered yet; less often when it takes long."""
_POLL_SHARE = 0.05
_AT_ONCE_SECONDS = 0.0005
"""What is answered so soon was not waited for; a question can be answered so only once."""
_ASLEEP_SECONDS = 0.1
"""So often is one that sleeps looked at: a grader that seldom looks is seldom busy, and is not
paused while it waits."""
_THIS_THREAD = "thread-self"

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
class Used:
    """Processor time, and time that was waited, in seconds."""

    cpu: float = 0.0
    wall: float = 0.0

    def __add__(self, other: Used) -> Used:
        return Used(self.cpu + other.cpu, self.wall + other.wall)

    def __sub__(self, other: Used) -> Used:
        return Used(self.cpu - other.cpu, self.wall - other.wall)


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
    scope: str = OF_ALL
    """For what that is, in words."""

    @classmethod
    def of(cls, limits: Limits, said: int) -> Budget:
        """All that the limits allow."""
        return cls(
            limits, limits.cpu_seconds_per_submission, limits.wall_seconds_per_submission, said
        )

    def exceeded(self, cpu: float, wall: float) -> TimedOut | None:
        """Which limit of the whole submission is exceeded by what was used, or None."""
        if cpu > self.cpu:
            return TimedOut(cpu, f"{self.limits.cpu_seconds_per_submission:g} s {self.scope}")
        if wall > self.wall:
            limit = f"{self.limits.wall_seconds_per_submission:g} s of waiting {self.scope}"
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

    Of a guest that does not answer at once, every moment counts until it has answered, however
    short, but for what it was ready to run and got no processor, and what either of them was
    paused. When this thread gets no processor, that counts as long as the guest has not answered
    when it does.
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
        self._may_be_at_once = True

    def wait(self, event: Callable[[float], T | None]) -> T | None:
        """What the event comes back with, which waits for at most so many seconds."""
        if self._may_be_at_once:
            self._may_be_at_once = False
            if (result := event(_AT_ONCE_SECONDS)) is not None:
                return result
        so_far = self._guest.waited - self._waited
        pause = max(POLL_MS / 1000, _POLL_SHARE * so_far)
        if so_far > POLL_MS / 1000 and not is_runnable(self._guest.pid):
            pause = max(pause, _ASLEEP_SECONDS)
        queued, delayed = seconds_queued(str(self._guest.pid)), seconds_queued(_THIS_THREAD)
        begun = monotonic()
        result = event(pause)
        delay = seconds_queued(_THIS_THREAD) - delayed
        waited = min(pause, monotonic() - begun - delay)
        if result is None and (result := event(0.0)) is None:
            waited += delay
        # The kernel counts a delay when it is over, so that it may exceed the time of this wait.
        waited -= seconds_queued(str(self._guest.pid)) - queued
        self._guest.waited = max(0.0, self._guest.waited + waited)
        return result

    def used(self) -> Used:
        """What the question has used so far."""
        cpu, waited = self._guest.cpu_seconds, self._guest.waited
        return Used(cpu - self._cpu, waited - self._waited)

    def late(self) -> TimedOut | None:
        """Why the question must end now, or None.

        A guest that is ready to run does not wait, though how long it has been so is not yet known.
        """
        used, limits = self.used(), self._budget.limits
        over = self.over()
        only_waits = self._guest.cpu_seconds <= self._budget.cpu
        if over and not (only_waits and is_runnable(self._guest.pid)):
            return over
        if used.cpu > limits.cpu_seconds_per_question:
            limit = f"{limits.cpu_seconds_per_question:g} s of processor time for one question"
            return TimedOut(used.cpu, limit)
        is_long = used.wall > limits.wall_seconds_per_question
        if is_long and not is_runnable(self._guest.pid):
            limit = f"{limits.wall_seconds_per_question:g} s of waiting for one question"
            return TimedOut(used.cpu, limit)
        return None

    def over(self) -> TimedOut | None:
        """Why the submission may be asked nothing more, or None."""
        return self._budget.exceeded(self._guest.cpu_seconds, self._guest.waited)


def seconds_queued(process: str) -> float:
    """How long a process of /proc was ready to run but got no processor, since its start."""
    try:
        return int(read_proc(f"{process}/schedstat").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def is_runnable(pid: int) -> bool:
    """Whether the process runs, or is ready to run and gets no processor."""
    try:
        return read_proc(f"{pid}/stat").rpartition(b")")[2].split()[0] == b"R"
    except (OSError, IndexError):
        return False


def read_proc(name: str) -> bytes:
    """What a small file in /proc holds. Raises OSError."""
    descriptor = open_file(f"/proc/{name}", O_RDONLY)
    try:
        return read(descriptor, 4096)
    finally:
        close(descriptor)
