"""What counts as waiting: the time in which the guest could have answered and did not."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from unittest.mock import patch

import pytest
from patience_grader.sandbox import watch
from patience_grader.sandbox.watch import POLL_MS, Budget, Limits, Watch

BUDGET = Budget.of(Limits(1, 20, 10, 60, 512), said=1)
ANSWER = b"answer"


@dataclass(frozen=True)
class Time:
    """What has gone by on the wall, and without a processor for the grader and for the guest."""

    wall: float = 0.0
    ours: float = 0.0
    theirs: float = 0.0


class Guest:
    pid = 1
    waited = 0.0
    cpu_seconds = 0.0


CASES: dict[str, tuple[Time, list[bytes | None], float]] = {
    "an answer came at once": (Time(wall=0.018), [ANSWER], 0.0),
    "nothing came": (Time(wall=0.020), [None, None, None], 0.020),
    "an answer came": (Time(wall=0.018), [None, ANSWER], 0.018),
    "an answer came, and was seen late": (Time(wall=0.318, ours=0.3), [None, ANSWER], 0.018),
    "nothing came while the grader got no processor": (
        Time(wall=0.320, ours=0.3),
        [None, None, None],
        0.320,
    ),
    "an answer came while the grader got no processor": (
        Time(wall=0.320, ours=0.3),
        [None, None, ANSWER],
        0.020,
    ),
    "the guest got no processor": (Time(wall=0.020, theirs=0.015), [None, None, None], 0.005),
    "both were paused": (Time(wall=5.020), [None, None, None], 0.020),
}


@pytest.mark.parametrize(("passed", "events", "waited"), CASES.values(), ids=CASES)
def test_what_counts_is_the_time_until_the_answer(
    passed: Time, events: list[bytes | None], waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Time()

    def queued(process: str) -> float:
        return now.theirs if process == str(Guest.pid) else now.ours

    def event(seconds: float) -> bytes | None:
        nonlocal now
        if seconds >= POLL_MS / 1000:
            now = replace(passed)
        return events.pop(0)

    clock: Callable[[], float] = lambda: now.wall  # noqa: E731
    monkeypatch.setattr(watch, "monotonic", clock)
    monkeypatch.setattr(watch, "seconds_queued", queued)
    guest = Guest()
    expected = events[-1]
    assert Watch(guest, BUDGET).wait(event) == expected
    assert guest.waited == pytest.approx(waited)


def test_what_a_suite_patches_is_not_used_while_a_guest_is_watched() -> None:
    with patch("builtins.open") as opened, patch("time.monotonic") as asked:
        watched = Watch(Guest(), BUDGET)
        assert watched.wait(lambda seconds: ANSWER if seconds >= POLL_MS / 1000 else None) == ANSWER
        assert watch.is_runnable(os.getpid())
    assert not opened.called
    assert not asked.called


@pytest.mark.parametrize(("is_awake", "pause"), [(True, 0.02), (False, 0.1)])
def test_one_that_sleeps_is_looked_at_less_often(
    is_awake: bool, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "is_runnable", lambda _: is_awake)
    guest, pauses = Guest(), list[float]()
    watched = Watch(guest, BUDGET)
    guest.waited = 0.03
    watched.wait(pauses.append)
    assert pauses[1] == pytest.approx(pause)


def test_a_question_can_be_answered_at_once_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(watch, "monotonic", lambda: next(clock) / 1000)
    guest = Guest()
    watched = Watch(guest, BUDGET)
    for _ in range(5):
        assert watched.wait(lambda _: ANSWER) == ANSWER
    assert guest.waited == pytest.approx(0.004)
    watched.begin_question()
    assert watched.wait(lambda _: ANSWER) == ANSWER
    assert guest.waited == pytest.approx(0.004)
