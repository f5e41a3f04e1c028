"""A worker's process, seen from the command that shares out the tasks."""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from ..course.coursework import Coursework
from ..errors import KitError, PatienceError
from .deadlines import Overrun, Stage, overrun
from .processes import Meter, Used, end_tree, move_to_background
from .results import Outcome, Task

Message = Stage | Outcome | PatienceError | None
"""That a worker is ready, what it is at, what came of a task, or why it cannot go on."""

_EXAMINE = "from patience_grader.grading.worker import main; main()"


class Worker:
    """A process that marks one submission after another."""

    def __init__(self, coursework: Coursework, out: Path, temporary: Path) -> None:
        self.line: Connection[Task | None, Message]
        self.line, theirs = Pipe()
        self.task: Task | None = None
        self.is_ready = False
        self.is_slow = False
        """Whether it was moved to the background."""
        self._limits = coursework.limits
        self._stage = Stage.STARTING
        kit = str(Path(__file__).parents[1])
        where = os.pathsep.join(filter(None, [kit, os.environ.get("PYTHONPATH")]))
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 our own program
                [sys.executable, "-P", "-c", _EXAMINE, str(theirs.fileno()), str(os.getpid())]
                + [str(coursework.root), coursework.slug, str(out)],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": where, "TMPDIR": str(temporary)},
                process_group=0,
            )
        self._whole = self._meter = Meter(self._process.pid)

    def receive(self) -> Message:
        """What it has sent. Raises EOFError when it has ended."""
        try:
            message = self.line.recv()
        except OSError as error:
            raise EOFError from error
        if isinstance(message, Stage):
            self._begin(message)
        elif not isinstance(message, PatienceError):
            self.is_ready = True
        return message

    def send(self, task: Task) -> None:
        """Hands it a task. What it has ended of the last one is forgotten."""
        self.task = task
        self._whole = Meter(self._process.pid)
        self._begin(Stage.READING)
        self.line.send(task)

    def _begin(self, stage: Stage) -> None:
        self._stage = stage
        self._meter = Meter(self._process.pid)

    @property
    def used(self) -> Used:
        """What its task has used so far."""
        return self._whole.read()

    def overrun(self) -> Overrun | None:
        """Why it must be stopped, or None."""
        return overrun(self._stage, self._limits, self._meter.read())

    def move_to_background(self) -> None:
        """Lets all other workers go first from now on."""
        self.is_slow = True
        move_to_background(self._process.pid)

    def ended(self) -> str:
        """How it has ended by itself. Raises KitError when it never was ready."""
        why = f"the worker ended with exit code {self._process.wait()}"
        self.line.close()
        if not self.is_ready:
            raise KitError(f"{why} before it could mark anything")
        return why

    def shut_down(self) -> None:
        """Lets it end, for want of tasks."""
        self.line.send(None)
        self._process.wait()
        self.line.close()

    def stop(self) -> None:
        """Ends it at once, with its guests and its tools."""
        end_tree(self._process.pid)
        self._process.wait()
        self.line.close()
