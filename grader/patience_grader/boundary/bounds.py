"""An end to what a suite itself does with a submission's answers.

Ten thousand million is a short answer, and `sum(range(answer))` keeps whoever computes it busy for
minutes. That must cost the one test, and neither the submission's others nor anybody's time.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN_SECONDS = 0.25
"""A suite may have caught what was raised: it is raised again, so often."""


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
