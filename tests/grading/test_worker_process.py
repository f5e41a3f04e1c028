"""A worker, as the command sees it: when its turn begins."""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection
from typing import Any

from patience_grader.grading.deadlines import Stage
from patience_grader.grading.worker_process import Worker
from patience_grader.sandbox.watch import Limits

ANY_TASK: Any = None
LIMITS = Limits(1, 1, 1, 1, 128)


class ThisProcess:
    """Stands for the template: the worker that it forks is this process."""

    def fork(self, theirs: int) -> int:
        self.line: Connection[Stage, Any] = Connection(os.dup(theirs))
        return os.getpid()


def work(seconds: float) -> None:
    """Uses so much processor time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_what_a_worker_starts_first_counts_in_no_turn() -> None:
    template: Any = ThisProcess()
    worker = Worker(template, LIMITS)
    with worker.line, template.line:
        worker.send(ANY_TASK)
        work(0.3)
        assert not worker.is_turn_over(cpu=0.1, idle=60)
        template.line.send(Stage.READING)
        worker.receive()
        assert not worker.is_turn_over(cpu=0.2, idle=60)
        work(0.3)
        assert worker.is_turn_over(cpu=0.2, idle=60)
