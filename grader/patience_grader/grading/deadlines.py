"""The clock of a submission: how long each stage of marking it may take, and whose loss it is.

It is kept by the command, not by the worker that a submission may hold up. Processor time is
what the worker, its tools and the guests use together. Idle time is when none of them runs or
is ready to run, so a busy machine stops nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..sandbox.watch import Limits
from .processes import Used

_READING_SECONDS = 20.0
_TOOLS_SECONDS = 60.0
"""Tools that measure sources are stopped one by one; together they take less than that."""
_KIT_SECONDS = 30.0
"""What the kit itself may take for a submission, besides as much again as the guests."""
_STARTING_SECONDS = 3600.0


class Stage(StrEnum):
    """What a worker is at."""

    STARTING = "starting"
    READING = "reading it"
    MEASURING = "measuring it"
    MARKING = "marking it"
    REPORTING = "writing its reports"


@dataclass(frozen=True)
class Deadline:
    """The most that a stage may use, in seconds."""

    cpu: float
    idle: float


@dataclass(frozen=True)
class Overrun:
    """A stage took too long."""

    stage: Stage
    why: str
    by_submission: bool
    """Whether it was the submission that kept the worker busy, and not the kit that hangs."""


def deadline_of(stage: Stage, limits: Limits) -> Deadline:
    """How long the stage may take under the limits of a coursework."""
    match stage:
        case Stage.STARTING:
            return Deadline(_STARTING_SECONDS, _STARTING_SECONDS)
        case Stage.MEASURING:
            return Deadline(_TOOLS_SECONDS, _TOOLS_SECONDS)
        case Stage.MARKING:
            return Deadline(
                2 * limits.cpu_seconds_per_submission + _KIT_SECONDS,
                1.5 * limits.wall_seconds_per_submission + _KIT_SECONDS,
            )
    return Deadline(_READING_SECONDS, _READING_SECONDS)


def overrun(stage: Stage, limits: Limits, used: Used) -> Overrun | None:
    """Why the stage must be stopped, or None.

    Waiting for a guest is limited by the worker itself, so that a worker which idles for
    longer hangs by the kit's own fault.
    """
    deadline = deadline_of(stage, limits)
    if used.cpu > deadline.cpu:
        why = f"{stage} took more than {deadline.cpu:g} s of processor time and was stopped"
        return Overrun(stage, why, by_submission=stage is not Stage.STARTING)
    if used.idle > deadline.idle:
        why = f"{stage} made no progress for {deadline.idle:g} s and was stopped"
        return Overrun(stage, why, by_submission=False)
    return None
