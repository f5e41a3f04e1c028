"""Processes that were started, as they are seen from outside: what a tree of them uses."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..sandbox.watch import is_runnable, read_proc, seconds_queued

_TICK = os.sysconf("SC_CLK_TCK")
_SECONDS_TO_END = 2.0


@dataclass(frozen=True)
class Used:
    """What a tree of processes has used since it was first looked at."""

    cpu: float = 0.0
    """Processor time, in seconds."""
    idle: float = 0.0
    """Seconds in which none of them ran, and none was ready to run and got no processor."""


class Meter:
    """Measures what a process and all that descend from it use from now on."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._first = self._last = _cpu_seconds(tree(root))
        self._queued = {pid: seconds_queued(str(pid)) for pid in tree(root)}
        self._looked = time.monotonic()
        self._idle = 0.0

    def skip(self) -> None:
        """What was idle since it was last looked at does not count."""
        self._looked = time.monotonic()

    def read(self) -> Used:
        """What was used so far."""
        processes, now = tree(self._root), time.monotonic()
        cpu = max(_cpu_seconds(processes), self._last)
        queued = {pid: seconds_queued(str(pid)) for pid in processes}
        delayed = sum(max(0.0, one - self._queued.get(pid, 0.0)) for pid, one in queued.items())
        if not any(map(is_runnable, processes)):  # else a delay is not over, and not counted yet
            self._idle += max(0.0, now - self._looked - (cpu - self._last) - delayed)
        self._last, self._queued, self._looked = cpu, queued, now
        return Used(cpu - self._first, self._idle)


def tree(root: int) -> list[int]:
    """The process and all that descend from it, as far as they still live."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += _children(pid)
    return found


def _children(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError), os.scandir(f"/proc/{pid}/task") as tasks:
        for task in tasks:
            with (
                contextlib.suppress(OSError),
                open(f"{task.path}/children", "rb", buffering=0) as file,  # noqa: PTH123 often done
            ):
                yield from map(int, file.read().split())


def _cpu_seconds(processes: Iterable[int]) -> float:
    """What the processes have used, and those of their children that have ended."""
    ticks = 0
    for pid in processes:
        with contextlib.suppress(OSError):
            ticks += sum(map(int, read_proc(f"{pid}/stat").rpartition(b")")[2].split()[11:15]))
    return ticks / _TICK


def is_busy(root: int) -> bool:
    """Whether any process of the tree runs, or is ready to run."""
    return any(map(is_runnable, tree(root)))


def stop_tree(root: int) -> None:
    """Stops the process and all that descend from it, those too that only sleep."""
    stopped: set[int] = set()
    while running := [one for one in tree(root) if one not in stopped]:
        _signal(running, signal.SIGSTOP)
        stopped.update(running)


def resume_tree(root: int) -> None:
    """Lets them go on, those first that others wait for."""
    _signal(reversed(tree(root)), signal.SIGCONT)


def _signal(processes: Iterable[int], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def end_tree(root: int) -> None:
    """Kills a process, and what descends from it unless that soon ends by itself."""
    others = [one for one in map(_held, tree(root)[1:]) if one is not None]
    with contextlib.suppress(ProcessLookupError):
        os.kill(root, signal.SIGKILL)
    end = time.monotonic() + _SECONDS_TO_END
    for descriptor in others:
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(descriptor, signal.SIGCONT)
    for descriptor in others:
        select.select([descriptor], [], [], max(0.0, end - time.monotonic()))
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        os.close(descriptor)


def _held(pid: int) -> int | None:
    """A descriptor of the process, which stands for no other that gets its number later."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def free_mib() -> float:
    """How much memory can be had, on this machine and in the control group of this process."""
    about = dict(_words(Path("/proc/meminfo")))
    free = int(about.get("MemAvailable:", 0)) / 1024
    group = Path("/sys/fs/cgroup")
    with contextlib.suppress(OSError, ValueError):
        most, used = (int((group / f"memory.{name}").read_text()) for name in ("max", "current"))
        free = min(free, (most - used) / (1 << 20))
    return free


def _words(file: Path) -> Iterator[tuple[str, str]]:
    """The first two words of each line."""
    with contextlib.suppress(OSError):
        for line in file.read_text("ascii").splitlines():
            first, second, *_ = [*line.split(), "", ""]
            yield first, second
