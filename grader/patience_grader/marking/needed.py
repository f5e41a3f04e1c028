"""The limits that a suite needs, by how long the solution takes in its tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ..sandbox.watch import Limits
from .recorded import Examined

_TIMES = 5
"""So many times what the solution takes may a submission take."""
_WAITED = 3
"""So many seconds it may wait for each of processor time."""


def seconds_of(examined: Examined) -> float:
    """The processor time that the solution takes in the dearest test of a criterion."""
    return max((test.seconds for test in examined.tests), default=0.0)


def seconds_in_all(examined: Sequence[Examined]) -> float:
    """The processor time that the solution takes in all tests that can be used."""
    return sum(test.seconds for one in examined if not one.refusal for test in one.tests)


def limits_for(limits: Limits, examined: Sequence[Examined]) -> Limits:
    """These limits, raised where the solution comes too near to them."""
    dearest = max((seconds_of(one) for one in examined if not one.refusal), default=0.0)
    question, all_of_them = (
        math.ceil(_TIMES * seconds) for seconds in (dearest, seconds_in_all(examined))
    )
    return replace(
        limits,
        cpu_seconds_per_question=max(limits.cpu_seconds_per_question, question),
        cpu_seconds_per_submission=max(limits.cpu_seconds_per_submission, all_of_them),
        wall_seconds_per_question=max(limits.wall_seconds_per_question, _WAITED * question),
        wall_seconds_per_submission=max(limits.wall_seconds_per_submission, _WAITED * all_of_them),
    )
