"""A guest without a lock: an ordinary process on a student's own machine, of any system.

Started with the standard library alone; its one argument is a file of notes (see
`wire.NOTES`). Its standard input and output are the line to the check: what to preload comes
as the first frame, answered by `["ready"]`; then come the messages that `__main__` describes.
What the machine offers of limits is used.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience_grader.sandbox.guest import answering, emptying, installed, places, wire
else:
    import answering
    import emptying
    import installed
    import places
    import wire

_TELLS_EVERY = 0.02
"""Seconds between two notes of the processor time."""


def _line() -> answering.Channel:
    """The line to the check; what a submission prints, or reads, is somewhere else from now on."""
    line = answering.Channel(os.dup(0), os.dup(1))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    return line


def _limit(setup: dict[str, Any], taken: int) -> None:
    """Sets bounds on memory and processor time where the system knows such."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 not on every system

    bounds = {
        resource.RLIMIT_AS: (setup["memory_mib"] << 20) + taken,
        resource.RLIMIT_CPU: setup["cpu_seconds"],
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in bounds.items():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))


def _tell_time(memory: mmap.mmap) -> None:
    numbers = memoryview(memory)[: wire.NOTES_TEXT].cast("Q")
    while True:
        numbers[2] = time.process_time_ns()
        time.sleep(_TELLS_EVERY)


def main() -> None:
    """Answers questions until the check hangs up.

    Its own modules are compiled once and for all; those of others leave nothing in their folders.
    """
    sys.dont_write_bytecode = True
    line = _line()
    with open(sys.argv[1], "r+b") as file:  # noqa: PTH123 the file is mapped
        memory = mmap.mmap(file.fileno(), wire.NOTES)
    setup = line.receive()
    del sys.path[0], sys.orig_argv[:]
    sys.argv[:] = [""]
    taken = installed.load(setup["installed"], installed.open_proc(setup["installed"]))
    scratch = places.scratch(own_root=False) if setup["scratch_mib"] else None
    shared = answering.Shared(setup, scratch)
    threading.Thread(target=_tell_time, args=[memory], daemon=True).start()
    _limit(setup, taken)
    installed.seed(setup["seed"])
    line.say(["ready"])
    try:
        answering.Guest(answering.Notes(memory), shared, line).serve()
    finally:
        if shared.scratch:
            with contextlib.suppress(OSError):
                os.chdir(shared.scratch.parent)
                emptying.empty(shared.scratch)
                shared.scratch.rmdir()
    os._exit(0)


if __name__ == "__main__":
    main()
