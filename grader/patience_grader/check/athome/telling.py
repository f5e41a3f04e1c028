"""What the process of a check is asked, how it answers, and how it ends what takes too long."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .tracing import stack_of

TOLD = 77
"""The exit code of a process that has said how its criterion ended."""
_LOOKS_EVERY = 0.05


@dataclass(frozen=True)
class Setup:
    """What to do."""

    code: Path
    """The folder of the student's files, or of stubs of those that cannot be imported."""
    handed_in: Path
    """The folder of the student's files as they are, where they are run as scripts."""
    suite: Path
    """The folder of the suite."""
    paths: tuple[str, ...]
    """Where else modules are imported from."""
    modules: tuple[str, ...]
    """The modules that students write, by full name, in the order in which they are imported."""
    scripts: tuple[str, ...]
    """Those of them that are run as scripts, and never imported."""
    tests: tuple[str, ...]
    criteria: Mapping[str, str]
    """The test function of each criterion, as pytest names it without parameters."""
    is_traced: bool
    forks: bool
    cpu_seconds: float
    wall_seconds: float
    memory_mib: int
    installed: Mapping[str, Any]
    """The third-party packages that may be imported, as a guest is told of them."""

    @staticmethod
    def read(file: Path) -> Setup:
        """The setup in a file."""
        said = json.loads(file.read_text(encoding="utf-8"))
        lists = {name: tuple(said[name]) for name in ("paths", "modules", "scripts", "tests")}
        places = {name: Path(said[name]) for name in ("code", "handed_in", "suite")}
        return Setup(**{**said, **lists, **places})


class Line:
    """Where it is said how each criterion ended."""

    def __init__(self) -> None:
        self._out = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nothing, number)
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), io.StringIO(), io.StringIO()

    def say(self, **said: Any) -> None:
        """Says one thing."""
        os.write(self._out, (json.dumps(said, default=str) + "\n").encode())


class Watch:
    """Ends the process when one example takes too long."""

    def __init__(self, setup: Setup, told: Callable[[list[str], str], None]) -> None:
        self._setup = setup
        self._told = told
        self._main = threading.main_thread().ident
        self.begin()

    def begin(self) -> None:
        """From now on, the time of another example counts."""
        self._since = time.process_time(), time.monotonic()
        self._is_on = True

    def end(self) -> None:
        """What is done now counts for nothing."""
        self._is_on = False

    def start(self) -> None:
        """Looks at the time from now on."""
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        limits = self._setup.cpu_seconds, self._setup.wall_seconds
        while True:
            time.sleep(_LOOKS_EVERY)
            cpu, wall = self._since
            spent = time.process_time() - cpu, time.monotonic() - wall
            for one, most, what in zip(
                spent, limits, ("seconds of processor time", "seconds"), strict=True
            ):
                if self._is_on and one > most:
                    frame = sys._current_frames().get(self._main or 0)  # noqa: SLF001
                    self._told(stack_of(frame, self._setup.code), f"{most:g} {what}")
                    os._exit(TOLD)
