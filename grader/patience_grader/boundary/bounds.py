"""An end to what a suite itself does with a submission's answers, and to what it waits for.

Ten thousand million is a short answer, and `sum(range(answer))` keeps whoever computes it busy for
minutes. That must cost the one test, and neither the submission's others nor anybody's time.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType

_AGAIN_SECONDS = 0.25
"""A suite may have caught what was raised: it is raised again, so often."""
_LOOK_SECONDS = 5.0
"""So often is it looked whether a suite waits for something."""
_IDLE_SECONDS = 0.1
"""Who has used less processor time since the last look has only waited."""


@contextmanager
def time_limited(
    seconds: float,
    is_asked_by_suite: Callable[[FrameType], bool],
    late: Callable[[], BaseException | None],
) -> Iterator[None]:
    """Once this process has used so much processor time, what `late` gives is raised, if anything.

    It is raised wherever the process is, as long as it is the suite that has called that: what
    pytest does by itself, such as tearing down, goes on to its end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def look(_: int, frame: FrameType | None) -> None:
        while frame is not None and not is_asked_by_suite(frame):
            frame = frame.f_back
        if frame is not None and (error := late()) is not None:
            raise error

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def wait_limited(
    is_for_suite: Callable[[FrameType | None], bool], late: Callable[[], BaseException | None]
) -> Iterator[None]:
    """Once a suite waits for something for some seconds, what `late` gives is raised, if anything.

    A queue that a submission has emptied is never filled again. `is_for_suite` tells that from
    waiting for the submission, which has limits of its own.
    """
    main = threading.get_ident()
    if main != threading.main_thread().ident:
        yield
        return
    ended = _thread.allocate_lock()
    ended.acquire()
    used = 0.0

    def watch() -> None:
        while not ended.acquire(timeout=_LOOK_SECONDS):
            signal.pthread_kill(main, signal.SIGUSR2)

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal used
        before, used = used, process_time()
        is_idle = 0.0 < used - before < _IDLE_SECONDS
        if is_idle and is_for_suite(frame) and (error := late()) is not None:
            raise error

    signal.signal(signal.SIGUSR2, look)
    _thread.start_new_thread(watch, ())
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR2, _nothing)
        ended.release()


def _nothing(_: int, __: FrameType | None) -> None:
    """The last look may come when there is nothing more to be looked at."""
