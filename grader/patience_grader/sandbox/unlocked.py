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

from ..errors import KitError
from .answers import Answer, Crashed, InvalidReply
from .batch import Batch
from .guest import wire
from .order import Order
from .talk import ONE_THREAD, Guest, Host, Preload
from .watch import Budget, Limits, Watch

_PROGRAM = Path(__file__).parent / "guest" / "unlocked.py"
_CHUNK = 1 << 18
_TO_START = Budget.of(Limits(60.0, 60.0, 60.0, 60.0, memory_mib=0), said=1 << 16)
_KEPT_VARIABLES = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What Python needs of the environment on some systems."""
_TEMPORARY = ("TEMP", "TMP", "TMPDIR")
"""Where systems say in which folder temporary files are made."""
_FATAL_ON_WINDOWS = 1 << 31
"""Exit codes from here on are errors for which Windows ends a process."""


class UnlockedHost:
    """Starts a process for every guest."""

    def __init__(self, preload: Preload, limits: Limits, hash_seed: int = 0) -> None:
        self._preload = preload
        self.hash_seed = hash_seed
        self.limits = limits
        self.package = preload.package
        self.order = Order()
        self._setup = {
            "package": preload.package,
            "supplied": dict(preload.supplied),
            "values": list(preload.values),
            "program": preload.program,
            "scripts": list(preload.scripts),
            "installed": preload.installed.as_said(),
            "memory_mib": limits.memory_mib,
            "scratch_mib": limits.scratch_mib,
            "cpu_seconds": int(limits.cpu_seconds_per_submission) + 5,
        }

    def fork(self, seed: int) -> Guest:
        """A fresh guest. Raises KitError when it does not start."""
        guest = UnlockedGuest(self)
        guest.begin({**self._setup, "seed": seed})
        return guest

    def learn(self, batch: Batch) -> None:
        """Nothing: every guest starts anew, and is taught what it is asked."""

    def other(self) -> Host:
        """A host whose guests hash otherwise."""
        return UnlockedHost(self._preload, self.limits, self.hash_seed + 1)

    def close(self) -> None:
        """Nothing: guests are ended one by one."""


class UnlockedGuest(Guest):
    """A guest that is an ordinary process."""

    def __init__(self, host: UnlockedHost) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="patience-", ignore_cleanup_errors=True)
        notes = Path(self._folder.name, "notes")
        with notes.open("x+b") as file:
            file.truncate(wire.NOTES)
            self._memory = mmap.mmap(file.fileno(), wire.NOTES)
        self._process = _start(notes, host.hash_seed)
        super().__init__(host, self._process.pid, self._memory, known=[])
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert self._process.stdout
        listening = threading.Thread(
            target=_listen, args=[self._process.stdout, self._heard], daemon=True
        )
        listening.start()

    def begin(self, setup: dict[str, object]) -> None:
        """Says what to preload. Raises KitError when the process is not ready then."""
        watch = Watch(self, _TO_START)
        self._post(wire.pack(setup), watch)
        said = self._receive(watch)
        if said != ["ready"]:
            self._end()
            raise KitError(f"a process for the check did not start: {said}")
        self.waited, self.said = 0.0, 0

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
            return InvalidReply("an answer before its question")
        return None

    def _post(self, frame: bytes, watch: Watch) -> Answer | None:  # noqa: ARG002 nothing waits
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
            assert self._process.stdin
            with contextlib.suppress(OSError):
                self._process.stdin.close()
            self._used = used
            self._ended = Crashed(_how_ended(status))
            self._notes = self._memory[:]
            self._memory.close()
            self._folder.cleanup()
        return self._ended


def _start(notes: Path, hash_seed: int) -> subprocess.Popen[bytes]:
    """Starts the process, whose temporary files go where its notes are."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    temporary = dict.fromkeys(_TEMPORARY, str(notes.parent))
    return subprocess.Popen(  # noqa: S603 our own program
        [_python(), "-s", "-S", str(_PROGRAM), str(notes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=kept | temporary | ONE_THREAD | {"PYTHONHASHSEED": str(hash_seed), "PYTHONUTF8": "1"},
        start_new_session=True,
        creationflags=_no_window(),
    )


def _no_window() -> int:
    """The flag for Windows that lets no window open, and no Ctrl-C come through."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW
    return 0


def _python() -> str:
    """The running Python itself.

    In a virtual environment on Windows `sys.executable` only starts the real one as a child,
    which would outlive it for a moment when it is killed.
    """
    if sys.platform == "win32":
        return getattr(sys, "_base_executable", None) or sys.executable
    return sys.executable


def _listen(pipe: IO[bytes], received: queue.SimpleQueue[bytes]) -> None:
    """Passes on what the guest says; an empty text at its end.

    The pipe is closed here alone: its number, used again, would be another guest's.
    """
    with pipe, contextlib.suppress(OSError):
        while data := os.read(pipe.fileno(), _CHUNK):
            received.put(data)
    received.put(b"")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and, on systems that know groups, what it has started."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _how_ended(status: int) -> str:
    if status < 0:
        name = next((one.name for one in signal.Signals if one == -status), f"signal {-status}")
        return f"it was killed by {name}"
    if status >= _FATAL_ON_WINDOWS:
        return f"it was ended by Windows with the error 0x{status:08X}"
    return f"it exited with code {status}"
