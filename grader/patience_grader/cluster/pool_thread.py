"""The local pool on a worker: a thread that examines what comes in, in processes of their own.

Dask's threads only wait for it. So a submission that hangs or dies has no hold on Dask, and the
clocks, the turns and the lock are those of a run on one machine. The template of the workers
lives with this thread: when the process is killed, the kernel ends all that it has started.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ..course.coursework import Coursework, read_coursework
from ..errors import KitError
from ..grading.pool import Pool
from ..grading.results import Outcome, Task
from ..grading.template import Start, Template
from ..grading.temporary import run_folder
from ..questions.file import FILE
from .bundle import unpack
from .carried import laid_out
from .messages import packed_result

_IDLE_SECONDS = 300.0
"""After so long without a task it ends, so that nothing is left by a command that was killed."""
_SECONDS_TO_END = 10.0

TookLong = Callable[[], None]


class NotPreparedError(Exception):
    """The coursework is not here: it was never sent, or is gone again."""


class PoolThread:
    """Examines the submissions to one coursework, for the command that has sent it."""

    def __init__(self, slug: str, bundle: bytes, jobs: int) -> None:
        self.coursework: Future[Coursework] = Future()
        """What was unpacked, once the suites are collected; or the error for which they are not."""
        self._jobs = jobs
        self._lock = threading.Lock()
        self._came_in: deque[Task] = deque()
        self._unfinished: dict[str, tuple[Future[bytes], TookLong]] = {}
        self._is_closing = False
        self._last = time.monotonic()
        self.line: Connection[Any, Any]
        self.line, self._bell = Pipe(duplex=False)
        self._thread = threading.Thread(target=self._run, args=(slug, bundle), daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether it will do more tasks."""
        return self._thread.is_alive() and not self._is_closing

    def examine(self, task: Task, took_long: TookLong) -> bytes:
        """Waits for the packed result of a task; hears once if its turn ends before that.

        A submission that is being examined already is not examined twice. Raises NotPreparedError
        when this is ending, and KitError when nothing can be examined here.
        """
        with self._lock:
            if self._is_closing:
                raise NotPreparedError
            name = task.upload.name
            if name in self._unfinished:
                result = self._unfinished[name][0]
            else:
                result = Future()
                self._unfinished[name] = (result, took_long)
                self._came_in.append(task)
                self._bell.send_bytes(b"!")
        return result.result()

    def close(self) -> None:
        """Ends it with all that it has started, and removes what it has unpacked."""
        with self._lock:
            self._is_closing = True
            self._bell.send_bytes(b"!")
        self._thread.join(_SECONDS_TO_END)

    def take(self) -> Sequence[Task] | None:
        """What has come in for the pool."""
        with self._lock:
            while self.line.poll():
                self.line.recv_bytes()
            if self._came_in or self._unfinished:
                self._last = time.monotonic()
            elif time.monotonic() - self._last > _IDLE_SECONDS:
                self._is_closing = True
            if self._is_closing:
                return None
            tasks = [*self._came_in]
            self._came_in.clear()
        return [self._laid_out(one) for one in tasks]

    def turn_ended(self, task: Task) -> None:
        """Tells once that a task takes long."""
        result, took_long = self._unfinished[task.upload.name]
        self._unfinished[task.upload.name] = (result, lambda: None)
        took_long()

    def _laid_out(self, task: Task) -> Task:
        place = self._uploads / task.upload.name
        place.mkdir()
        return replace(task, upload=laid_out(task.upload, place))

    def _run(self, slug: str, bundle: bytes) -> None:
        ended: Exception = NotPreparedError()
        try:
            with run_folder() as folder:
                self._serve(slug, bundle, folder)
        except Exception as fault:  # noqa: BLE001 told to whoever waits
            ended = KitError(str(fault) or type(fault).__name__)
            if not self.coursework.done():
                self.coursework.set_exception(fault)
        finally:
            with self._lock:
                self._is_closing = True
                for result, _ in self._unfinished.values():
                    result.set_exception(ended)
                self._unfinished.clear()

    def _serve(self, slug: str, bundle: bytes, folder: Path) -> None:
        course, self._out, self._uploads, temporary = (
            folder / name for name in ("course", "marks", "uploads", "temporary")
        )
        for one in (course, self._out, self._uploads, temporary):
            one.mkdir()
        unpack(bundle, course)
        shutil.move(course / FILE, self._out / FILE)
        coursework = read_coursework(course, slug)
        template = Template()
        try:
            template.start(Start(coursework, self._out, temporary, warm=True))
            template.wait_until_ready()
            self.coursework.set_result(coursework)
            Pool(coursework, [], self._out, template, self._finish).serve(self._jobs, self)
        finally:
            template.stop()

    def _finish(self, outcome: Outcome) -> None:
        """Hands over what lies on disk now, and removes it there."""
        name = outcome.row.submission
        folder = self._out / name
        with self._lock:
            result, _ = self._unfinished.pop(name)
        try:
            result.set_result(packed_result(outcome, folder))
        except OSError as fault:
            result.set_exception(KitError(f"its results cannot be read: {fault.strerror}"))
        for one in (folder, self._uploads / name):
            shutil.rmtree(one, ignore_errors=True)
