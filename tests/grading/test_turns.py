"""Whose turn it is: many that take all the time they get do not hold up an honest submission."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.grading import pool
from patience_grader.grading.pool import Pool
from sample import ROOT

JOBS = 2
WORST = 20
MOST_DELAY = 10.0
UNUSED: Any = None


@dataclass(frozen=True)
class Work:
    """A submission that needs so many processor seconds, and gives so many answers a second."""

    name: str
    seconds: float
    pace: float


class Simulated:
    """A worker on a processor of its own, in a time that only this test counts."""

    def __init__(self, *_: object) -> None:
        self.has_turn = True
        self.is_paused = False
        self.used = self.turn = self.pace = 0.0

    def send(self, task: Work) -> None:
        self.task = task

    def begin_turn(self) -> None:
        self.has_turn, self.is_paused, self.turn = True, False, 0.0

    def end_turn(self) -> None:
        self.has_turn, self.is_paused, self.pace = False, True, self.task.pace

    def is_turn_over(self, cpu: float, idle: float) -> bool:
        del idle
        return self.turn > cpu

    def work(self, seconds: float) -> bool:
        """Whether it is done after so many seconds more, if it has a turn."""
        if self.has_turn:
            self.used += seconds
            self.turn += seconds
        return self.used >= self.task.seconds


@pytest.fixture(scope="module")
def coursework() -> Coursework:
    return read_coursework(ROOT, "klondike")


def finished(
    tasks: list[Work], coursework: Coursework, monkeypatch: pytest.MonkeyPatch
) -> dict[str, float]:
    """When each is done."""
    monkeypatch.setattr(pool, "Worker", Simulated)
    monkeypatch.setattr(pool, "free_mib", lambda: 1e6)
    shared: Any = Pool(coursework, tasks, UNUSED, UNUSED, UNUSED)  # type: ignore[arg-type]
    done: dict[str, float] = {}
    now = 0.0
    shared._give_turns(JOBS)
    while shared._workers:
        now += pool.LOOK_SECONDS
        for worker in list(shared._workers):
            if worker.work(pool.LOOK_SECONDS):
                shared._remove(worker)
                done[worker.task.name] = now
        shared._end_turns()
        shared._give_turns(JOBS)
    assert len(done) == len(tasks)
    return done


@pytest.mark.parametrize("needs", [0.3, 1.0, 12.0, 30.0])
@pytest.mark.parametrize("pace", [0.0, 5.0, 55.0], ids=["silent", "slow", "late by 18 ms"])
def test_an_honest_one_behind_many_of_the_worst_is_done_in_time(
    needs: float, pace: float, coursework: Coursework, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Work("honest", needs, pace=1_000.0)
    tasks = [*(Work(f"worst {number}", 60.0, pace) for number in range(WORST)), honest]
    assert finished(tasks, coursework, monkeypatch)["honest"] < needs + MOST_DELAY


def test_nobody_waits_longer_than_if_all_had_the_same_share(
    coursework: Coursework, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Work("slow", 5.0, pace=1.0)
    fast = [Work(f"fast {number}", 5.0, pace=100.0) for number in range(WORST)]
    done = finished([*fast, slow], coursework, monkeypatch)
    assert done["slow"] <= 5.0 * (WORST + 1) / JOBS + WORST * 2 * pool.LOOK_SECONDS + 5.0
