"""Tasks that are shared out to workers, in turns, so that no submission keeps others waiting."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing import connection
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from ..course.coursework import Coursework
from ..errors import PatienceError
from ..marking.mark import stopped, unreadable, void
from ..marks.mark_sheet import MarkSheet
from ..report.table import Row, row_of
from ..sandbox.memory import TEST_MIB
from .deadlines import Overrun, Stage
from .processes import free_mib
from .results import Outcome, Task, file_sheet
from .template import Template
from .worker_process import Progress, Worker

Report = Callable[[Outcome], None]

LOOK_SECONDS = 0.1
"""So often are the clocks of submissions looked at."""
IDLE_LOOK_SECONDS = 5.0
"""So often is it looked whether more will come in, when there is nothing to do."""
TURN_SECONDS = 0.5
"""A submission that takes longer waits for its next turn behind all others."""
IDLE_SECONDS = 0.2
"""One that only waits for so long needs no turn."""
_WORKER_MIB = 128
MOST_IN_LINE = 24
"""So many submissions may be left unfinished for new ones: each holds processes and memory."""


class Intake(Protocol):
    """Where tasks come from that are not all known when the work begins."""

    @property
    def line(self) -> Connection[Any, Any]:
        """What becomes readable when there is something to take."""

    def take(self) -> Sequence[Task] | None:
        """What has come in since; None when nothing will any more. Does not wait."""

    def turn_ended(self, task: Task) -> None:
        """Hears, more than once, that a task takes long: another one may come in beside it."""


class Pool:
    """As many workers as there are jobs have a turn at any time, and the others are paused.

    New submissions go first, each with a fresh worker, as long as there is memory for one
    more. Then those that are paused go on: first the one that has given the most answers in its
    time, so that an honest one is soon done. As there are only so many questions, whoever goes
    first for that has soon answered them, or else falls behind: nobody waits longer than if all
    had the same share. Which turns a submission gets changes nothing about its marks: neither
    processor time nor waiting is counted in a pause.
    """

    def __init__(
        self,
        coursework: Coursework,
        tasks: Sequence[Task],
        out: Path,
        template: Template,
        report: Report,
    ) -> None:
        self._coursework = coursework
        self._waiting = deque(tasks)
        self._out = out
        self._template = template
        self._report = report
        self._workers: list[Worker] = []
        self._in_line: deque[Worker] = deque()
        """Those without a turn, in the order in which they lost it."""
        self._rows: list[Row] = []
        self._turn_ended: Callable[[Task], None] = lambda _: None

    def run(self, jobs: int) -> list[Row]:
        """The rows, when all tasks are done."""
        self._template.wait_until_ready()
        self._give_turns(jobs)
        while self._workers:
            self._look([])
            self._give_turns(jobs)
        return self._rows

    def serve(self, jobs: int, intake: Intake) -> None:
        """Does what comes in, until nothing will any more; what is unfinished then is left so."""
        self._turn_ended = intake.turn_ended
        while (more := intake.take()) is not None:
            self._waiting.extend(more)
            self._give_turns(jobs)
            self._look([intake.line])
            self._rows.clear()

    def _look(self, others: Sequence[Connection[Any, Any]]) -> None:
        """Waits a moment for workers or others, and sees to the workers and their turns."""
        lines = [*others, *(one.line for one in self._workers)]
        ready = connection.wait(lines, LOOK_SECONDS if self._workers else IDLE_LOOK_SECONDS)
        for worker in list(self._workers):
            if worker.line in ready:
                self._receive(worker)
            elif overrun := worker.overrun():
                self._stop(worker, overrun)
        self._end_turns()

    def _end_turns(self) -> None:
        """Ends the turns that are over, if anybody else wants one, and what works without one."""
        for worker in self._workers:
            if not worker.has_turn:
                worker.end_turn()
            elif worker.is_turn_over(TURN_SECONDS, IDLE_SECONDS):
                assert worker.task is not None
                self._turn_ended(worker.task)
                if self._waiting or self._in_line:
                    worker.end_turn()
                    self._in_line.append(worker)

    def _give_turns(self, jobs: int) -> None:
        """Gives turns to new submissions first, then to those that had one, the fastest first."""
        for _ in range(jobs - sum(one.has_turn for one in self._workers)):
            if self._waiting and (len(self._workers) < jobs or self._has_room(jobs)):
                worker = Worker(self._template, self._coursework.limits)
                self._workers.append(worker)
                worker.send(self._waiting.popleft())
            elif self._in_line:
                worker = max(self._in_line, key=lambda one: (one.is_paused, one.pace))
                self._in_line.remove(worker)
                worker.begin_turn()

    def _has_room(self, jobs: int) -> bool:
        """Whether all that work, and one more, could grow as far as they may."""
        if len(self._in_line) >= MOST_IN_LINE:
            return False
        own = _WORKER_MIB + (TEST_MIB if self._coursework.tests else 0)
        return free_mib() > (jobs + 1) * (self._coursework.limits.memory_mib + own)

    def _receive(self, worker: Worker) -> None:
        try:
            message = worker.receive()
        except EOFError:
            self._remove(worker)
            why = worker.ended()
            if worker.task is not None:
                self._file(worker.task, void(worker.task.upload, self._coursework, why), why)
            return
        if isinstance(message, PatienceError):
            raise message
        if isinstance(message, Stage | Progress):
            return
        self._take(message)
        if self._waiting and worker.has_turn:
            worker.send(self._waiting.popleft())
        else:
            self._remove(worker)
            worker.shut_down()

    def _remove(self, worker: Worker) -> None:
        self._workers.remove(worker)
        if worker in self._in_line:
            self._in_line.remove(worker)

    def _stop(self, worker: Worker, overrun: Overrun) -> None:
        self._remove(worker)
        worker.stop()
        assert worker.task is not None
        upload, why = worker.task.upload, overrun.why
        if not overrun.by_submission:
            sheet = void(upload, self._coursework, why)
        elif overrun.stage is Stage.READING:
            sheet = unreadable(upload, self._coursework, why)
        else:
            sheet = stopped(upload, self._coursework, why)
        self._file(worker.task, sheet, why)

    def _file(self, task: Task, sheet: MarkSheet, why: str) -> None:
        """Puts on disk what no worker is there to file."""
        full = file_sheet(sheet, task, self._coursework, self._out)
        self._take(Outcome(row_of(full), f"{task.upload.name}: {why}"))

    def _take(self, outcome: Outcome) -> None:
        self._rows.append(outcome.row)
        self._report(outcome)
