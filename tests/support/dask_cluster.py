"""A scheduler and workers of Dask on this machine, started as their users start them."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from commands import zipped
from patience_grader.cluster.worker import Waits
from patience_grader.grading.processes import tree
from sample import ROOT
from smaller import HANDOUT, ask_nothing_elsewhere, give_secret, leave

KIT = ROOT / "grader"
SPINS = "\n\ndef can_stack(card, onto):\n    while True: pass"
WAITING = "\n\nimport time\n\ntime.sleep(1.5)"
WRONG = "\n\ndef can_stack(card, onto):\n    return True"
WAITS = Waits(look=0.1, silence=60, submission=600, workers=120, refused=1)


def course(root: Path) -> Path:
    """A course of two small exercises, where one question may take a fifth of a second."""
    for folder in ("handout", "solution", "skeleton", "grader/suites"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    leave({"deck_of_52", "can_stack"}, 6, root)
    ask_nothing_elsewhere(root)
    text = (root / HANDOUT).read_text("utf-8")
    text = re.sub(r"(?m)^(cpu_seconds_per_question) = .*$", r"\1 = 0.2", text)
    (root / HANDOUT).write_text(text, "utf-8")
    give_secret(root)
    return root


def cohort(folder: Path, count: int) -> Path:
    """A folder with so many zips: right ones, a wrong one, one without an end, one that is none.

    With those that wait, one worker alone is not done before another one is missed.
    """
    folder.mkdir()
    for number in range(count):
        game = {1: WRONG, 2: SPINS, **dict.fromkeys((9, 10, 11), WAITING)}.get(
            number, f"\n\nMINE = {number}"
        )
        data = b"no zip" if number == 3 else zipped(game=game)
        (folder / f"{2600000 + number}F.zip").write_bytes(data)
    return folder


class Started:
    """A program of Dask with the processes that it starts."""

    def __init__(
        self,
        *arguments: str | Path,
        until: str,
        kit: Path = KIT,
        before: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Runs until it has printed that; `before` is put before the command."""
        known = {**os.environ, "PYTHONPATH": str(kit), **(environment or {})}
        known.pop("PYTHONDONTWRITEBYTECODE", None)
        dask = [sys.executable, "-m", "dask"]
        self.process = subprocess.Popen(
            [*before, *dask, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=known,
        )
        self.found = self._read(until)
        self._reading = threading.Thread(target=self._drain, daemon=True)
        self._reading.start()

    def _read(self, until: str) -> str:
        """What is found in the first line that holds it."""
        assert self.process.stderr is not None
        lines = []
        for line in self.process.stderr:
            lines.append(line)
            if found := re.search(until, line):
                return found[1]
        raise AssertionError("".join(lines))

    def _drain(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr:
            for _ in self.process.stderr:
                pass

    @property
    def works(self) -> int:
        """The process that does the work: the one that a nanny has started, if there is one."""
        for pid in tree(self.process.pid)[1:]:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"spawn_main" in command:
                return pid
        return self.process.pid

    def kill(self) -> None:
        """Ends it and all that it has started, at once."""
        for pid in tree(self.process.pid)[::-1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self._reading.join()


def scheduler(*options: str | Path, port: int = 0) -> Started:
    """A scheduler; its address is what was found."""
    named = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    return Started("scheduler", *named, *options, until=r"Scheduler at: +(\S+)")


def worker(
    address: str,
    *options: str | Path,
    kit: Path = KIT,
    before: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> Started:
    """A worker with one thread, registered with the scheduler; its address is what was found."""
    named = ("worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard")
    return Started(
        *named,
        *options,
        until=r"Start worker at: +(\S+)",
        kit=kit,
        before=before,
        environment=environment,
    )


@contextlib.contextmanager
def stopped(started: Iterable[Started]) -> Iterator[None]:
    """Kills them at last."""
    try:
        yield
    finally:
        for one in started:
            one.kill()
