"""A worker's process, seen from the command that shares out the tasks."""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from ..errors import PatienceError
from ..sandbox.watch import Limits
from .deadlines import Overrun, Stage, overrun
from .processes import Meter, end_tree, is_busy, resume_tree, stop_tree
from .results import Outcome, Task
from .template import Template


@dataclass(frozen=True)
class Progress:
    """How many answers the submission has given."""

    answers: int


Message = Stage | Progress | Outcome | PatienceError
"""What a worker is at, how far it is, what came of a task, or why it cannot go on."""


class Worker:
    """A process that marks one submission after another.

    It works in turns: it has one from its start on, and the time of that counts once it has
    started what it needs for any submission. When its turn is over, it is paused, or goes on
    without one as long as all that its submission does is to wait.
    """

    def __init__(self, template: Template, limits: Limits) -> None:
        self.line: Connection[Task | None, Message]
        self.line, theirs = Pipe()
        self.task: Task | None = None
        self.has_turn = True
        self.is_paused = False
        self._template = template
        self._limits = limits
        self._stage = Stage.STARTING
        with theirs:
            self._pid = template.fork(theirs.fileno())
        self._meter = self._turn = Meter(self._pid)
        self._answers = 0
        self.pace = 0.0
        """How many answers a second its submission had given when its last turn ended."""

    def receive(self) -> Message:
        """What it has sent. Raises EOFError when it has ended."""
        try:
            message = self.line.recv()
        except OSError as error:
            raise EOFError from error
        match message:
            case Stage():
                if self._stage is Stage.STARTING:
                    self._turn = Meter(self._pid)
                self._begin(message)
            case Progress(answers):
                self._answers = answers
        return message

    def send(self, task: Task) -> None:
        """Hands it a task, for which it has a turn. What it has ended of the last is forgotten."""
        self.task = task
        self._answers = 0
        if self._stage is not Stage.STARTING:
            self._begin(Stage.READING)
        self.begin_turn()
        self.line.send(task)

    def _begin(self, stage: Stage) -> None:
        self._stage = stage
        self._meter = Meter(self._pid)

    def overrun(self) -> Overrun | None:
        """Why it must be stopped, or None."""
        return None if self.is_paused else overrun(self._stage, self._limits, self._meter.read())

    def is_turn_over(self, cpu: float, idle: float) -> bool:
        """Whether it has worked or waited for so many seconds in its turn."""
        if self._stage is Stage.STARTING:
            return False
        used = self._turn.read()
        return used.cpu > cpu or used.idle > idle

    def begin_turn(self) -> None:
        """From here on it has a turn, and works if it was paused."""
        self.has_turn = True
        self._resume()
        self._turn = Meter(self._pid)

    def _resume(self) -> None:
        if self.is_paused:
            self.is_paused = False
            self._meter.skip()
            resume_tree(self._pid)

    def end_turn(self) -> None:
        """Pauses it, unless its submission only waits: that is not work, and its clocks go on.

        To be called again and again while it has no turn, for the work that begins then.
        """
        self.has_turn = False
        if not self.is_paused and is_busy(self._pid):
            used = self._meter.read()
            self.pace = self._answers / max(used.cpu + used.idle, 0.01)
            self.is_paused = True
            stop_tree(self._pid)

    def ended(self) -> str:
        """How it has ended by itself."""
        self.line.close()
        return f"the worker ended with exit code {self._template.reap(self._pid)}"

    def shut_down(self) -> None:
        """Lets it end, for want of tasks."""
        self._resume()
        self.line.send(None)
        self._template.reap(self._pid)
        self.line.close()

    def stop(self) -> None:
        """Ends it at once, with its guests and its tools."""
        end_tree(self._pid)
        self._template.reap(self._pid)
        self.line.close()
