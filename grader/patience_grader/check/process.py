"""The process that runs a public suite, seen from the check."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ..sandbox.talk import ONE_THREAD

_ENGINE = Path(__file__).parents[2]
VENDORED = "vendored"
"""The folder, beside the kit's, of the packages that travel with a check."""
_PROGRAM = """\
import sys
sys.path[:0] = sys.argv[2:]
from patience_grader.check.athome.child import main
main(sys.argv[1:2])
"""
_NEEDED = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PATH")
_TEMPORARY = ("TEMP", "TMP", "TMPDIR")


class Process:
    """Runs what a setup says; killed, with what it has started, when it is left."""

    def __init__(self, setup: Mapping[str, Any], place: Path) -> None:
        """`place` is a folder for its files."""
        file = place / "setup.json"
        file.write_text(json.dumps(setup), encoding="utf-8")
        kept = {name: os.environ[name] for name in _NEEDED if name in os.environ}
        self._process = subprocess.Popen(  # noqa: S603 our own program
            [sys.executable, "-s", "-S", "-c", _PROGRAM, str(file), *_import_paths()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=place,
            env={
                **kept,
                **dict.fromkeys(_TEMPORARY, str(place)),
                **ONE_THREAD,
                "PYTHONHASHSEED": "0",
                "PYTHONUTF8": "1",
                "PYTHONSAFEPATH": "1",
            },
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert self._process.stdout
        threading.Thread(
            target=_listen, args=[self._process.stdout, self._lines], daemon=True
        ).start()
        self.is_late = False
        """Whether it was ended because it said nothing for too long."""

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    @property
    def how_it_ended(self) -> str:
        """In words."""
        code = self._process.wait()
        if code < 0:
            name = next((one.name for one in signal.Signals if one == -code), f"signal {-code}")
            return f"its process was killed by {name}"
        return f"its process exited with code {code}"

    def lines(self, seconds: float) -> Iterator[Mapping[str, Any]]:
        """What it says, until it ends or says nothing for so many seconds."""
        since = time.monotonic()
        while True:
            try:
                line = self._lines.get(timeout=max(since + seconds - time.monotonic(), 0.01))
            except queue.Empty:
                self.is_late = True
                self._end()
                return
            if not line:
                self._end(wait=5)
                return
            since = time.monotonic()
            yield json.loads(line)

    def _end(self, wait: float = 0) -> None:
        if wait:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(wait)
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()


def _listen(pipe: IO[bytes], received: queue.SimpleQueue[bytes]) -> None:
    """Passes on each line; an empty one at the end."""
    with pipe, contextlib.suppress(OSError, ValueError):
        while line := pipe.readline():
            received.put(line)
    received.put(b"")


def _import_paths() -> list[str]:
    """Where the process finds the kit and pytest: in the check, or where they are installed."""
    if (_ENGINE / VENDORED).is_dir():
        return [str(_ENGINE), str(_ENGINE / VENDORED)]
    found = importlib.util.find_spec("pytest")
    assert found is not None
    assert found.origin is not None
    return [str(_ENGINE), str(Path(found.origin).parents[1])]
