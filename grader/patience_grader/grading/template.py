"""The process from which workers are forked: it has collected the suites once, for all of them.

A command forks it from itself, as it has imported most of what that process needs; a program with
several threads starts it anew.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing import Pipe, reduction
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ..errors import KitError, PatienceError
from .processes import end_tree

if TYPE_CHECKING:
    from ..course.coursework import Coursework

_KIT = str(Path(__file__).parents[2])
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

    def __init__(self, *, forked: bool = False) -> None:
        """Begins it, `forked` from this process if that has one thread, or else anew."""
        self.line, theirs = Pipe()
        with theirs:
            self._process = (_forked if forked else _started)(theirs.fileno())

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
        """Ends it at once, with all workers, unless that was done before."""
        if self.line.closed:
            return
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


class _Fork:
    """A fork of this process, as `subprocess` has a process that it has started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def wait(self) -> int:
        """Its exit code, when it has ended."""
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._code


def _started(descriptor: int) -> subprocess.Popen[bytes]:
    """An interpreter of its own that serves this end of a connection."""
    where = os.pathsep.join(filter(None, [_KIT, os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(  # noqa: S603 our own program
        [sys.executable, "-P", "-c", _SERVE, str(descriptor), str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[descriptor],
        env={**os.environ, "PYTHONPATH": where},
        process_group=0,
    )


def _forked(descriptor: int) -> _Fork:
    """A fork of this process that serves this end of a connection."""
    command = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    if not (pid := os.fork()):
        _serve(descriptor, command)
    return _Fork(pid)


def _serve(descriptor: int, command: int) -> NoReturn:
    """Does what an interpreter of its own would do, and ends as that does."""
    try:
        os.setpgid(0, 0)
        for number in (signal.SIGTERM, signal.SIGHUP):
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        os.closerange(3, descriptor)
        os.closerange(descriptor + 1, os.sysconf("SC_OPEN_MAX"))
        if not sys.flags.safe_path:
            del sys.path[0]
        sys.path.insert(0, _KIT)
        from .worker import serve  # noqa: PLC0415 which imports this module

        serve(descriptor, command)
    except BaseException:  # noqa: BLE001 told as the interpreter does
        sys.excepthook(*sys.exc_info())
    os._exit(1)
