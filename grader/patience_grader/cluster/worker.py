"""A worker as the command sees it, and how long the command waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from ..grading.pool import MOST_IN_LINE
from .messages import Result


@dataclass(frozen=True, kw_only=True)
class Waits:
    """How long the command waits for what, in seconds."""

    look: float = 0.5
    """Between two looks at which workers there are."""
    answer: float = 10.0
    """For the scheduler to say so."""
    silence: float = 30.0
    """For a sign of life of a worker."""
    check: float = 600.0
    """For a worker to be ready."""
    submission: float
    """For a result, for each submission that a worker has at the same time."""
    workers: float = 60.0
    """For a worker when there is none."""
    release: float = 10.0
    """For workers to remove what they were sent."""
    refused: float = 10.0
    """For another one when all that are there refuse."""


@dataclass(frozen=True)
class GivenUp:
    """A submission that no worker has examined to the end, and why."""

    why: str


@dataclass
class Worker:
    """A worker, as the command sees it."""

    address: str
    slots: int
    stamp: float
    """When the scheduler last heard of it, by the scheduler's clock."""
    heard: float
    """When that was seen to change, by ours."""
    check: asyncio.Task[str] | None = None
    refuses: str = ""
    is_ready: bool = False
    is_silent: bool = False
    given: dict[int, tuple[asyncio.Task[Result | GivenUp], float]] = field(default_factory=dict)
    """What it is at work on, and since when."""
    slow: set[int] = field(default_factory=set)
    """Those of them that take long, so that it can have others beside them."""

    def room(self, *, one_ahead: bool) -> bool:
        """Whether it can be given another submission; `one_ahead` to have one at hand."""
        brisk = len(self.given) - len(self.slow)
        return brisk < self.slots + one_ahead and len(self.given) < self.slots + MOST_IN_LINE

    @property
    def load(self) -> float:
        """How much it has to do for what it can."""
        return (len(self.given) - len(self.slow) / 2) / self.slots
