"""The process from which workers are forked: it has collected the suites once, for all of them.

It can be begun before anything is known of the coursework: what it imports takes a while.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing import Pipe, reduction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import KitError, PatienceError
from .processes import end_tree

if TYPE_CHECKING:
    from ..course.coursework import Coursework

_SERVE = "from patience_grader.grading.worker import main; main()"


@dataclass(frozen=True)
class Fork:
    """Asks for a worker, whose end of a connection follows."""


@dataclass(frozen=True)
class Reap:
    """Asks for the exit code of a worker that ends."""

    pid: int


@dataclass(frozen=True)
class Start:
    """What the template begins with: whose suites it collects, and where results go."""

    coursework: Coursework
    out: Path
    temporary: Path
    """Where it makes its temporary files."""
    warm: bool
    """Whether it marks the solution first, so that workers start with all that is cached."""


Request = Start | Fork | Reap | None
"""What the command asks of the template; None when it may end."""
Reply = int | PatienceError | None
"""A process number, an exit code, why it cannot go on, or that it is ready."""


class Template:
    """A process that imports what marks, and is ready to fork workers when it was started."""

    def __init__(self) -> None:
        self.line: Connection[Request, Reply]
        self.line, theirs = Pipe()
        kit = str(Path(__file__).parents[2])
        where = os.pathsep.join(filter(None, [kit, os.environ.get("PYTHONPATH")]))
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 our own program
                [sys.executable, "-P", "-c", _SERVE, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": where},
                process_group=0,
            )

    def start(self, start: Start) -> None:
        """Lets it collect the suites."""
        try:
            self.line.send(start)
        except OSError as error:
            raise self._ended() from error

    def wait_until_ready(self) -> None:
        """Raises the error that keeps all workers from working."""
        self._receive()

    def fork(self, theirs: int) -> int:
        """The process number of a new worker, which reads its tasks from that descriptor."""
        try:
            self.line.send(Fork())
            reduction.send_handle(self.line, theirs, self._process.pid)
        except OSError as error:
            raise self._ended() from error
        return self._receive()

    def reap(self, pid: int) -> int:
        """Waits for the end of a worker; its exit code."""
        try:
            self.line.send(Reap(pid))
        except OSError as error:
            raise self._ended() from error
        return self._receive()

    def stop(self) -> None:
        """Ends it at once, with all workers."""
        end_tree(self._process.pid)
        self._process.wait()
        self.line.close()

    def _receive(self) -> int:
        try:
            reply = self.line.recv()
        except (EOFError, OSError) as error:
            raise self._ended() from error
        if isinstance(reply, PatienceError):
            raise reply
        return reply or 0

    def _ended(self) -> KitError:
        code = self._process.wait()
        return KitError(f"the process that starts the workers ended with exit code {code}")
