"""What a suite replaces in Python's own modules, so that it is replaced for submissions too."""

from __future__ import annotations

import builtins
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Write = tuple[Callable[[Any], Any]]

_WATCHED: tuple[tuple[Any, str, str], ...] = (
    *((builtins, "builtins", name) for name in ("input", "print", "open")),
    *((sys, "sys", name) for name in ("stdin", "argv")),
    *((time, "time", name) for name in ("time", "sleep", "perf_counter", "monotonic")),
    *(
        (random, "random", name)
        for name in "random randint choice choices shuffle sample randrange uniform gauss".split()
    ),
)


class Patches:
    """The replacements that have been sent so far."""

    def __init__(self) -> None:
        self._original = {(name, part): getattr(module, part) for module, name, part in _WATCHED}
        self._sent: dict[tuple[str, str], Any] = {}

    def changes(self) -> list[list[Any]]:
        """What has been replaced, or put back, since this was last asked."""
        found: list[list[Any]] = []
        for module, name, part in _WATCHED:
            now = getattr(module, part)
            known = self._sent.get((name, part), self._original[name, part])
            if now is known:
                continue
            if now is self._original[name, part]:
                del self._sent[name, part]
                found.append([name, part, None])
            else:
                self._sent[name, part] = now
                found.append([name, part, (_writer(now),)])
        return found


def _writer(value: Any) -> Callable[[Any], Any]:
    return lambda link: link.write(value)
