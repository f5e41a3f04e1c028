"""Submissions are handed out to the workers of a scheduler, and again when a worker is lost.

Dask carries and runs what it is given. Which worker gets which submission is decided here, and
each is bound to its worker: so it is known who was at work on what, a worker that refuses gets
nothing, and how often a submission is tried is counted in one place. A submission is with one
worker at a time, and its result is taken from that one or from none: none is counted twice.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from distributed import Client
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from ..errors import InputError
from ..grading.results import Task
from ..text.sanitize import one_line
from . import at_worker
from .bundle import Bundle
from .checking import Ask, Check
from .messages import Result, packed_task, unpacked_result
from .pool_thread import NotPreparedError
from .terms import Terms
from .worker import GivenUp, Waits, Worker

MOST_TRIES = 6
"""So many workers may be lost with a submission before it is given up."""


_THERE = {"init", "running", "paused"}

Came = Callable[[int, Result | GivenUp], None]


class Dispatcher:
    """Hands out the submissions of one command. All of it runs in one event loop."""

    def __init__(  # noqa: PLR0913, PLR0917 what it connects
        self,
        client: Client,
        bundle: Bundle,
        token: str,
        terms: Terms,
        waits: Waits,
        tell: Callable[[str], None],
    ) -> None:
        """`tell` hears, one line each, which workers refuse and which are lost."""
        self._client = client
        self._id = f"{bundle.fingerprint}-{token}"
        self._topic = f"patience-{token}"
        self._check = Check(self._ask, self._id, bundle, terms)
        self._coursework = bundle.coursework
        self._terms = terms
        self._waits = waits
        self._tell = tell
        self._keys = itertools.count()
        self._workers: dict[str, Worker] = {}
        self._without = time.monotonic()
        """Since when there is no worker that is ready or may become so."""
        client.subscribe_topic(self._topic, self._hear)

    async def run(self, tasks: Sequence[Task], came: Came) -> None:
        """Hands out the tasks and tells what `came` of each, by its number.

        Raises InputError when the scheduler is gone, or no worker is left.
        """
        self._tasks, self._came = tasks, came
        self._pending = deque(range(len(tasks)))
        self._tries = [0] * len(tasks)
        self._left = len(tasks)
        self._without = time.monotonic()
        self._done = asyncio.Event()
        watching = asyncio.create_task(self._watch())
        finished = asyncio.create_task(self._done.wait())
        try:
            await asyncio.wait([watching, finished], return_when=asyncio.FIRST_COMPLETED)
            if watching.done():
                watching.result()
        finally:
            for one in (watching, finished, *self._under_way()):
                one.cancel()

    def _under_way(self) -> list[asyncio.Task[Any]]:
        found: list[asyncio.Task[Any]] = []
        for worker in self._workers.values():
            found += [task for task, _ in worker.given.values()]
            worker.given.clear()
            worker.slow.clear()
        return found

    async def release(self) -> None:
        """Lets the workers remove what they were sent."""
        for worker in self._workers.values():
            if worker.check:
                worker.check.cancel()
        if self._client.status != "running":
            return
        there = [one.address for one in self._workers.values() if not one.is_silent]
        asked = [self._ask(address, at_worker.release, self._id) for address in there]
        async with asyncio.timeout(self._waits.release):
            await asyncio.gather(*asked, return_exceptions=True)

    async def _ask(self, address: str, function: Ask, *arguments: object) -> Any:
        """What a function gives on a worker. Raises what it raises there.

        Ends as if it was cancelled when Dask drops it, as it does when the scheduler is gone.
        """
        future = self._client.submit(
            function,
            *arguments,
            key=f"patience-{function.__name__}-{self._topic}-{next(self._keys)}",
            workers=[address],
            allow_other_workers=False,
            pure=False,
        )
        try:
            return await future
        except FutureCancelledError as fault:
            raise asyncio.CancelledError from fault
        finally:
            future.release()

    # --- which workers there are ---------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            self._update(await self._present())
            self._fill()
            self._check_hope()
            await asyncio.sleep(self._waits.look)

    async def _present(self) -> dict[str, dict[str, Any]]:
        if self._client.scheduler is None:
            raise asyncio.CancelledError("the client is being closed")
        try:
            about = await asyncio.wait_for(self._client.scheduler.identity(), self._waits.answer)
        except OSError as fault:
            raise InputError(
                "the scheduler is gone; what came back is stored: start it and its workers again, "
                "and run the same command to continue"
            ) from fault
        workers = about["workers"]
        return {address: one for address, one in workers.items() if one["status"] in _THERE}

    def _update(self, present: dict[str, dict[str, Any]]) -> None:
        now = time.monotonic()
        for address in [*self._workers.keys() - present.keys()]:
            self._lose(self._workers.pop(address), "it is gone")
        for address, about in present.items():
            worker = self._workers.get(address)
            if worker is None:
                worker = Worker(address, about["nthreads"], about["last_seen"], now)
                self._workers[address] = worker
                worker.check = asyncio.create_task(self._checked(worker))
            elif worker.stamp != about["last_seen"]:
                worker.stamp, worker.heard = about["last_seen"], now
                if worker.is_silent or (worker.check and worker.check.cancelled()):
                    del self._workers[address]  # it will be a new one at the next look
            elif now - worker.heard > self._waits.silence and not worker.is_silent:
                worker.is_silent = True
                self._lose(worker, f"there was no sign of life for {self._waits.silence:g} s")
        for worker in self._workers.values():
            most = self._waits.submission * (1 + len(worker.given) / worker.slots)
            if any(now - since > most for _, since in worker.given.values()):
                worker.refuses = "it gives no results"
                self._lose(worker, f"there was no result for {most:g} s")

    def _check_hope(self) -> None:
        """Raises InputError when nobody is there to do anything, and nobody comes."""
        if any(one.is_ready or one.check for one in self._workers.values()):
            self._without = time.monotonic()
            return
        refusing = [one for one in self._workers.values() if one.refuses]
        waits = self._waits.refused if refusing else self._waits.workers
        if time.monotonic() - self._without < waits:
            return
        assert self._client.scheduler is not None
        address = self._client.scheduler.address
        why = (
            f"all {len(refusing)} workers refuse work; mend what is named above, or start others"
            if refusing
            else "no worker is there; start some"
        )
        raise InputError(
            f"{why} with: dask worker {address}; then run the same command to continue"
        )

    async def _checked(self, worker: Worker) -> str:
        """Finds out whether a worker can be given work; why not, or nothing."""
        try:
            why = await asyncio.wait_for(self._check.of(worker.address), self._waits.check)
        except TimeoutError:
            why = f"it was not ready in {self._waits.check:g} s"
        worker.check = None
        if why:
            worker.refuses = why
            self._tell(one_line(f"{worker.address} refuses work: {why}"))
        else:
            worker.is_ready = True
            self._fill()
        return why

    def _lose(self, worker: Worker, why: str) -> None:
        """Takes back what a worker has, for others."""
        worker.is_ready = False
        if worker.check:
            worker.check.cancel()
            worker.check = None
        given = dict(worker.given)
        worker.given.clear()
        worker.slow.clear()
        if given:
            self._tell(f"{worker.address} is lost: {why}; {len(given)} go to other workers")
        for number, (task, _) in given.items():
            task.cancel()
            self._put_back(number, f"{worker.address}: {why}")
        self._fill()

    # --- who gets what -------------------------------------------------------------------

    def _fill(self) -> None:
        """Gives submissions to those who have the least to do."""
        while self._pending and self._client.status == "running":
            slots = sum(one.slots for one in self._workers.values() if one.is_ready)
            one_ahead = len(self._pending) > slots
            free = [
                one
                for one in self._workers.values()
                if one.is_ready and one.room(one_ahead=one_ahead)
            ]
            if not free:
                return
            worker = min(free, key=lambda one: one.load)
            number = self._pending.popleft()
            task = asyncio.create_task(self._examined(worker, number))
            worker.given[number] = (task, time.monotonic())
            task.add_done_callback(partial(self._take, worker, number))

    async def _examined(self, worker: Worker, number: int) -> Result | GivenUp:
        try:
            data = await asyncio.to_thread(packed_task, self._tasks[number], self._coursework)
        except Exception as fault:  # noqa: BLE001 one bad submission never stops the rest
            return GivenUp(f"{type(fault).__name__}: {fault}")
        given = (self._id, data, self._topic, number)
        packed = await self._ask(worker.address, at_worker.examine, *given)
        return unpacked_result(packed)

    def _take(self, worker: Worker, number: int, done: asyncio.Task[Result | GivenUp]) -> None:
        """Takes what has come of a submission, if it is still this worker's."""
        if worker.given.get(number, (None, 0))[0] is not done:
            return
        del worker.given[number]
        worker.slow.discard(number)
        if done.cancelled():  # by Dask, and by no fault of the worker: as the scheduler ends
            self._pending.append(number)
            return
        fault, why = done.exception(), ""
        if fault is None:
            why = self._keep(number, done.result())
        elif isinstance(fault, NotPreparedError):
            self._workers.pop(worker.address, None)  # it will be a new one at the next look
        elif not isinstance(fault, KilledWorker | CommClosedError):  # the scheduler may be gone
            why = str(fault) or type(fault).__name__
        if fault or why:
            self._put_back(number, f"{worker.address}: {why or 'it has ended'}")
        if why:
            worker.refuses = why
            self._tell(one_line(f"{worker.address} gets no more work: {why}"))
            self._lose(worker, why)
        self._fill()

    def _keep(self, number: int, result: Result | GivenUp) -> str:
        """Hands on what has come, unless it cannot be right; why it cannot."""
        if isinstance(result, Result):
            try:
                why = self._terms.against_result(self._tasks[number], result)
            except ValueError:
                why = "its results cannot be read"
            if why:
                return why
        self._left -= 1
        self._came(number, result)
        if not self._left:
            self._done.set()
        return ""

    def _put_back(self, number: int, why: str) -> None:
        self._tries[number] += 1
        if self._tries[number] < MOST_TRIES:
            self._pending.append(number)
            return
        self._keep(number, GivenUp(f"{MOST_TRIES} workers did not finish it; the last: {why}"))

    def _hear(self, event: tuple[float, dict[str, Any]]) -> None:
        """Hears that a submission takes long."""
        about = event[1]
        worker = self._workers.get(about["worker"])
        if worker and about["number"] in worker.given:
            worker.slow.add(about["number"])
            self._fill()
