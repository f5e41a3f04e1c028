"""A cluster as an engine: the command stores what comes back, and Dask has a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from contextlib import AsyncExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

from distributed import Client

from ..course.coursework import Coursework
from ..grading.deadlines import Stage, deadline_of
from ..grading.pool import Report
from ..grading.results import Outcome, Task, file_sheet
from ..marking.mark import void
from ..report.table import Row, row_of
from ..sandbox.watch import Limits
from .at_worker import python
from .bundle import bundle_of
from .connecting import Certificates, connected
from .dispatch import Dispatcher
from .messages import Result, store
from .terms import terms_of
from .worker import GivenUp, Waits

_T = TypeVar("_T")
_STAGES = (Stage.READING, Stage.MEASURING, Stage.MARKING, Stage.REPORTING)
_SECONDS_TO_END = 20.0


class Cluster:
    """The workers of a scheduler. It is connected with when there is something to examine."""

    def __init__(  # noqa: PLR0913, PLR0917 where it is, and what is said of it
        self,
        scheduler: str,
        certificates: Certificates,
        jobs: int,
        missing: Sequence[str],
        tell: Callable[[str], None],
        waits: Callable[[Limits], Waits] | None = None,
    ) -> None:
        """`missing` are the layers of the lock that are missing here and may be missing there.

        `tell` hears which workers refuse and which are lost, one line each.
        """
        self._scheduler = scheduler
        self._certificates = certificates
        self._jobs = jobs
        self._missing = missing
        self._tell = tell
        self._waits = waits or waits_for
        self._token = secrets.token_hex(8)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._held = AsyncExitStack()
        self._opened: tuple[str, Dispatcher] | None = None

    def __enter__(self) -> Self:
        """Nothing is connected yet."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Lets the workers remove what they were sent, and leaves."""
        try:
            with contextlib.suppress(Exception):
                self._start(self._close()).result(_SECONDS_TO_END)
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_SECONDS_TO_END)

    def mark_all(
        self, coursework: Coursework, tasks: Sequence[Task], out: Path, report: Report
    ) -> list[Row]:
        """As every engine does."""
        if not tasks:
            return []
        dispatcher = self._dispatcher(coursework, tasks, out)
        inbox: SimpleQueue[tuple[int, Result | GivenUp] | None] = SimpleQueue()
        running = self._start(dispatcher.run(tasks, lambda *came: inbox.put(came)))
        running.add_done_callback(lambda _: inbox.put(None))
        rows: list[Row] = []

        def take(came: tuple[int, Result | GivenUp]) -> None:
            number, what = came
            outcome = _stored(what, tasks[number], coursework, out)
            rows.append(outcome.row)
            report(outcome)

        try:
            while (came := inbox.get()) is not None:
                take(came)
        except BaseException:
            running.cancel()
            with contextlib.suppress(Empty):
                while (came := inbox.get_nowait()) is not None:
                    take(came)
            raise
        running.result()
        return rows

    def _dispatcher(self, coursework: Coursework, tasks: Sequence[Task], out: Path) -> Dispatcher:
        """The one for this coursework; that for another one is closed."""
        bundle = bundle_of(coursework, out)
        if self._opened and self._opened[0] == bundle.fingerprint:
            return self._opened[1]
        self._start(self._close()).result()
        client = self._start(self._connect()).result()
        terms = terms_of(coursework, tasks, out, self._missing, python())
        waits = self._waits(coursework.limits)
        made = self._made(client, bundle, self._token, terms, waits, self._tell)
        dispatcher = self._start(made).result()
        self._opened = (bundle.fingerprint, dispatcher)
        return dispatcher

    def _start(self, work: Coroutine[Any, Any, _T]) -> Future[_T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _connect(self) -> Client:
        way = connected(self._scheduler, self._certificates, self._jobs)
        return await self._held.enter_async_context(way)

    @staticmethod
    async def _made(*given: Any) -> Dispatcher:
        """A dispatcher, which is made in the loop that it runs in."""
        return Dispatcher(*given)

    async def _close(self) -> None:
        if self._opened:
            await self._opened[1].release()
            self._opened = None
        await self._held.aclose()


def waits_for(limits: Limits) -> Waits:
    """How long to wait for what: no submission can take longer, unless its worker hangs."""
    deadlines = [deadline_of(stage, limits) for stage in _STAGES]
    return Waits(submission=sum(one.cpu + one.idle for one in deadlines))


def _stored(what: Result | GivenUp, task: Task, coursework: Coursework, out: Path) -> Outcome:
    """Puts on disk what has come of a task."""
    if isinstance(what, Result):
        store(what, out / task.upload.name)
        return what.outcome
    sheet = void(task.upload, coursework, what.why)
    row = row_of(file_sheet(sheet, task, coursework, out))
    return Outcome(row, f"{task.upload.name}: {what.why}")
