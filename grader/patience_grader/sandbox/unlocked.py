"""Guests without a lock: for a student's own code, on the student's own machine.

Where a system cannot lock guests, or need not, each is a process of its own: it can be
stopped, and what it breaks is gone with it. Marks never come from here.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO

from ..faults import KitFault
from .answers import Answer, Crashed, Garbled
from .batch import Batch
from .guest import wire
from .talk import Guest, Preload
from .watch import Budget, Limits

_PROGRAM = Path(__file__).parent / "guest" / "unlocked.py"
_CHUNK = 1 << 18
_TO_START = Budget(cpu=60.0, wall=60.0, said=1 << 16)
_KEPT_VARIABLES = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
"""What Python needs of the environment on some systems."""


class UnlockedHost:
    """Starts a process for every guest."""

    def __init__(self, preload: Preload, limits: Limits) -> None:
        self.limits = limits
        self.package = preload.package
        self._setup = {
            "package": preload.package,
            "supplied": dict(preload.supplied),
            "values": list(preload.values),
            "program": preload.program,
            "memory_mib": limits.memory_mib,
            "scratch_mib": limits.scratch_mib,
            "cpu_seconds": int(limits.cpu_seconds_per_hand_in) + 5,
        }

    def fork(self, seed: int) -> Guest:
        """A fresh guest. Raises KitFault when it does not start."""
        guest = UnlockedGuest(self)
        guest.begin({**self._setup, "seed": seed})
        return guest

    def learn(self, batch: Batch) -> None:
        """Nothing: every guest starts anew, and is taught what it is asked."""

    def close(self) -> None:
        """Nothing: guests are ended one by one."""


class UnlockedGuest(Guest):
    """A guest that is an ordinary process."""

    def __init__(self, host: UnlockedHost) -> None:
        number, name = tempfile.mkstemp(prefix="patience-")
        self._notes_file = Path(name)
        os.truncate(number, wire.NOTES)
        self._memory = mmap.mmap(number, wire.NOTES)
        os.close(number)
        self._process = _start(self._notes_file)
        super().__init__(host, self._process.pid, self._memory, known=[])
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert self._process.stdout
        listening = threading.Thread(
            target=_listen, args=[self._process.stdout, self._heard], daemon=True
        )
        listening.start()

    def begin(self, setup: dict[str, object]) -> None:
        """Says what to preload. Raises KitFault when the process is not ready then."""
        self._post(wire.pack(setup), _TO_START)
        said = self._receive(_TO_START)
        if said != ["ready"]:
            self._end()
            raise KitFault(f"a process for the check did not start: {said}")
        self.said = 0

    @property
    def cpu_seconds(self) -> float:
        """The processor time that the guest itself has noted."""
        if self._ended is None:
            _, _, nanoseconds = wire.NUMBERS.unpack_from(self._notes)
            self._used = nanoseconds / 1e9
        return self._used

    def _early(self) -> Answer | None:
        if self._ended is not None:
            return self._ended
        with contextlib.suppress(queue.Empty):
            data = self._heard.get_nowait()
            if not data:
                return self._end()
            self._buffer += data
        if self._buffer:
            self._end()
            return Garbled("an answer before its question")
        return None

    def _post(self, frame: bytes, budget: Budget) -> Answer | None:  # noqa: ARG002 nothing waits
        assert self._process.stdin
        try:
            self._process.stdin.write(frame)
            self._process.stdin.flush()
        except OSError:
            return self._end()
        return None

    def _hear(self, seconds: float) -> bytes | None:
        try:
            return self._heard.get(timeout=seconds)
        except queue.Empty:
            return None

    def _end(self) -> Crashed:
        if self._ended is None:
            used = self.cpu_seconds
            with contextlib.suppress(OSError):
                _kill(self._process)
            status = self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self._used = used
            self._ended = Crashed(_how_ended(status))
            self._notes = self._memory[:]
            self._memory.close()
            with contextlib.suppress(OSError):
                self._notes_file.unlink()
        return self._ended


def _start(notes: Path) -> subprocess.Popen[bytes]:
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return subprocess.Popen(  # noqa: S603 our own program
        [sys.executable, "-s", "-S", "-B", str(_PROGRAM), str(notes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**kept, "PYTHONHASHSEED": "0"},
        start_new_session=True,
    )


def _listen(pipe: IO[bytes], heard: queue.SimpleQueue[bytes]) -> None:
    """Passes on what the guest says; an empty text at its end."""
    number = pipe.fileno()
    with contextlib.suppress(OSError, ValueError):
        while data := os.read(number, _CHUNK):
            heard.put(data)
    heard.put(b"")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and, on systems that know groups, what it has started."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _how_ended(status: int) -> str:
    if status < 0:
        name = next((one.name for one in signal.Signals if one == -status), f"signal {-status}")
        return f"it was ended by {name}"
    return f"it ended itself with exit code {status}"
