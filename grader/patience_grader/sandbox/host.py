"""The trusted end: starts guests from a warm parent, asks them, stops them in time."""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import KitError
from .answers import Answer, Crashed, InvalidReply
from .batch import Batch
from .guest import wire
from .order import Order
from .talk import ONE_THREAD, Guest, Host, Preload
from .value_table import ValueTable
from .watch import Budget, Limits, Watch, read_proc

_GUEST = Path(__file__).parent / "guest"
_CHUNK = 1 << 18
_TO_LOCK = Budget.of(Limits(60.0, 60.0, 60.0, 60.0, memory_mib=0), said=1 << 16)
"""Locking is the kit's own work: what a submission may use does not bind it."""
_SECONDS_FOR_PARENT = 60
"""A parent that is silent for so long has been stopped; it never has much to do."""
_OF_TESTS = {signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGUSR2}
"""What ends a test that takes too long, by raising wherever this process is."""


class Parent:
    """The warm parent process, from which guests are forked."""

    def __init__(
        self,
        preload: Preload,
        limits: Limits,
        *,
        without: Set[str] = frozenset(),
        hash_seed: int = 0,
    ) -> None:
        """Has it begin, and does not wait until it is ready.

        `without` names layers to be left out, for tests and for `patience doctor` alone.
        """
        self._other: Parent | None = None
        self._start = partial(Parent, preload, limits, without=without)
        self._hash_seed = hash_seed
        ours, theirs = socket.socketpair()
        self.limits = limits
        self.package = preload.package
        self.order = Order()
        clean = {"PYTHONHASHSEED": str(hash_seed), **ONE_THREAD}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 our own program
                [sys.executable, "-P", "-s", "-S", _GUEST, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env={**os.environ, **clean} if "environment" in without else clean,
                cwd="/",
                start_new_session=True,
            )
        self._control = ours
        self._tables: dict[int, Batch] = {}
        self._untaught: list[Batch] = []
        self._known: ValueTable | None = None
        self._buffer = bytearray()
        self._descriptors: list[int] = []
        self._layers: tuple[tuple[str, ...], Mapping[str, str]] | None = None
        self._say(
            {
                "without": sorted(without),
                "package": preload.package,
                "supplied": dict(preload.supplied),
                "values": list(preload.values),
                "program": preload.program,
                "scripts": list(preload.scripts),
                "installed": preload.installed.as_said(),
                "memory_mib": limits.memory_mib,
                "scratch_mib": limits.scratch_mib,
                "temporary": tempfile.gettempdir(),
                "cpu_seconds": int(limits.cpu_seconds_per_submission) + 5,
            }
        )

    @property
    def held(self) -> tuple[str, ...]:
        """The layers that guests are locked with. Raises KitError when it cannot be started."""
        return self._found()[0]

    @property
    def missing(self) -> Mapping[str, str]:
        """Why this machine refuses the others. Raises KitError when it cannot be started."""
        return self._found()[1]

    def _found(self) -> tuple[tuple[str, ...], Mapping[str, str]]:
        if self._layers is None:
            _, held, missing = self._heard()
            self._layers = tuple(held), missing
        return self._layers

    def fork(self, seed: int) -> Guest:
        """A fresh guest, locked. Raises KitError when it cannot be locked as found possible."""
        guest: Guest | None = None
        try:
            with _uninterrupted():
                guest = self._forked(seed)
        except BaseException:
            if guest is not None:  # what ended the test came meanwhile
                guest.close()
            raise
        return guest

    def _forked(self, seed: int) -> Guest:
        held = self.held
        while self._untaught:
            batch = self._untaught.pop(0)
            self._ask(["learn", batch.nodes, batch.calls])
        ours, theirs = socket.socketpair()
        memory = os.memfd_create("notes", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            os.ftruncate(memory, wire.NOTES)
            fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
            notes = mmap.mmap(memory, wire.NOTES)
            (pid,) = self._ask(["fork", seed], theirs.fileno(), memory)
        finally:
            os.close(memory)
            theirs.close()
        (process,) = self._descriptors
        self._descriptors = []
        guest = LockedGuest(self, pid, process, ours, notes, list(self._tables.values()))
        guest.check_locked(held)
        return guest

    def learn(self, batch: Batch) -> None:
        """Teaches a batch to all guests forked from now on; there may never be another."""
        if id(batch) not in self._tables:
            self._tables[id(batch)] = batch
            self._untaught.append(batch)

    def teach(self, known: ValueTable) -> None:
        """Teaches values to all guests forked from now on; a parent is taught once."""
        if self._known is None:
            self._known = known
            for some in known.parts():
                self._ask(["teach", some])

    def other(self) -> Host:
        """A parent whose guests hash otherwise. Raises KitError when it cannot be started."""
        if self._other is None:
            self._other = self._start(hash_seed=self._hash_seed + 1)
        return self._other

    def twin(self) -> Parent:
        """Another one, taught the same. Raises KitError when it cannot be started."""
        twin = self._start(hash_seed=self._hash_seed)
        for batch in self._tables.values():
            twin.learn(batch)
        if self._known is not None:
            twin.teach(self._known)
        twin.order = self.order
        if self._other is not None:
            twin._other = self._other.twin()  # noqa: SLF001 one of this class
        return twin

    def reap(self, pid: int) -> tuple[int, float]:
        """The exit status of a guest that has ended, and the processor seconds it used."""
        status, seconds, _ = self._ask(["reap", pid])
        return status, seconds

    def close(self) -> None:
        """Ends the parent."""
        if self._other is not None:
            self._other.close()
        self._control.close()
        self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()

    def _ask(self, message: object, *descriptors: int) -> Any:
        self._found()
        self._say(message, *descriptors)
        return self._heard()

    def _say(self, message: object, *descriptors: int) -> None:
        try:
            socket.send_fds(self._control, [wire.pack(message)], descriptors)
        except OSError as fault:
            raise self._ended() from fault

    def _heard(self) -> Any:
        """Its next reply."""
        try:
            while (reply := wire.unpack(self._buffer)) is None:
                self._wait()
                data, received, _, _ = socket.recv_fds(self._control, _CHUNK, 1)
                if not data:
                    raise BrokenPipeError
                self._buffer += data
                self._descriptors += received
        except OSError as fault:
            raise self._ended() from fault
        return reply

    def _ended(self) -> KitError:
        self._process.kill()
        said = self._process.stderr.read().decode() if self._process.stderr else ""
        return KitError(f"the parent of the guests has ended: {said[-2000:]}")

    def _wait(self) -> None:
        """Waits until the parent replies, second by second: a pause of both counts for one."""
        for _ in range(_SECONDS_FOR_PARENT):
            if select.select([self._control], [], [], 1.0)[0]:
                return
        raise TimeoutError


class LockedGuest(Guest):
    """A guest in the lock, forked from the parent."""

    def __init__(  # noqa: PLR0913, PLR0917 what a fork gives
        self,
        parent: Parent,
        pid: int,
        process: int,
        channel: socket.socket,
        notes: mmap.mmap,
        known: Sequence[Batch],
    ) -> None:
        super().__init__(parent, _number_of(process), notes, known)
        self._parent = parent
        self._inner_pid = pid
        self._process = process
        self._channel = channel
        self._clock = (~self.pid << 3) | 2
        self._locking = 0.0

    @property
    def cpu_seconds(self) -> float:
        """The processor time this guest has used since it was locked."""
        if self._ended is None:
            try:
                self._used = time.clock_gettime(self._clock) - self._locking
            except OSError:  # it has ended meanwhile
                return self._used
        return self._used

    def check_locked(self, layers: Sequence[str]) -> None:
        """Hears the guest say that these layers hold. Raises KitError when it does not."""
        said = self._receive(Watch(self, _TO_LOCK))
        if said != ["locked", list(layers)]:
            self._end()
            raise KitError(f"a guest could not be locked: {said}")
        self._locking = self.cpu_seconds
        self.waited, self.said = 0.0, 0

    def _early(self) -> Answer | None:
        """Whether the guest has said something before it was asked."""
        if self._ended is not None:
            return self._ended
        readable, _, _ = select.select([self._channel], [], [], 0)
        try:
            waiting = self._channel.recv(1, socket.MSG_PEEK) if readable else b""
        except OSError:  # it has hung up without hearing all that was said to it
            waiting = b""
        if self._buffer or waiting:
            self._end()
            return InvalidReply("an answer before its question")
        return self._end() if readable else None

    def _post(self, frame: bytes, watch: Watch) -> Answer | None:
        view = memoryview(frame)
        self._channel.setblocking(False)
        while view:
            try:
                view = view[self._channel.send(view) :]
            except BlockingIOError:
                watch.wait(self._writable)
                if late := self._stop_if(watch.late(), watch):
                    return late
            except OSError:
                return self._end()
        return None

    def _writable(self, seconds: float) -> bool | None:
        """True if the guest takes something within so many seconds, else None."""
        return bool(select.select([], [self._channel], [], seconds)[1]) or None

    def _hear(self, seconds: float) -> bytes | None:
        readable, _, _ = select.select([self._channel], [], [], seconds)
        if not readable:
            return None
        try:
            return self._channel.recv(_CHUNK)
        except OSError:
            return b""

    def _end(self) -> Crashed:
        """Stops the guest, if it still runs, and says how it ended."""
        if self._ended is None:
            with _uninterrupted():
                self._ended = self._stopped()
        return self._ended

    def _stopped(self) -> Crashed:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._process, signal.SIGKILL)
        self._channel.close()
        status, used = self._parent.reap(self._inner_pid)
        self._used = used - self._locking
        os.close(self._process)
        return Crashed(how_ended(status))


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Meanwhile no test is ended: the parent's next reply would be taken for that to another."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _OF_TESTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _number_of(process: int) -> int:
    """The number by which this process knows the one behind the descriptor."""
    lines = read_proc(f"self/fdinfo/{process}").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(b"Pid:"))


def how_ended(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = next((one.name for one in signal.Signals if one == number), f"signal {number}")
        return f"it was killed by {name}"
    return f"it exited with code {os.waitstatus_to_exitcode(status)}"
