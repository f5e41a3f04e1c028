"""Who is given what, and what is done about those that are lost: by workers that are made up."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from distributed.client import FutureCancelledError
from distributed.scheduler import KilledWorker
from patience_grader.cluster import at_worker, dispatch
from patience_grader.cluster.bundle import Bundle
from patience_grader.cluster.dispatch import MOST_TRIES, Dispatcher
from patience_grader.cluster.messages import Result, packed_result, unpacked_task
from patience_grader.cluster.pool_thread import NotPreparedError
from patience_grader.cluster.terms import Terms
from patience_grader.cluster.worker import GivenUp, Waits
from patience_grader.course.coursework import find_course
from patience_grader.course.fingerprint import kit_fingerprint, marking_fingerprints
from patience_grader.errors import InputError, KitError
from patience_grader.grading.cohort import tasks_for
from patience_grader.grading.results import Outcome, Task, file_sheet
from patience_grader.marking.mark import unreadable
from patience_grader.report.table import row_of
from patience_grader.submission.upload import at
from sample import COHORT, ROOT

COURSEWORK = find_course(ROOT).coursework("klondike")
(ZIP,) = (COHORT / "reference-solution-66").iterdir()
TASKS = tasks_for(COURSEWORK, [at(ZIP, f"26{number:05}F") for number in range(12)])
TERMS = Terms(
    at_worker.python(),
    kit_fingerprint(),
    frozenset(),
    marking_fingerprints(COURSEWORK),
    (),
)
WAITS = Waits(look=0.001, silence=1000, submission=1000, workers=1000, refused=1000)


class MadeUp:
    """A client of Dask whose workers are coroutines. What they do can be set for each."""

    def __init__(self, folder: Path, *addresses: str) -> None:
        self.status = "running"
        self.scheduler = self
        self.address = "tcp://scheduler:1"
        self.folder = folder
        about = {"nthreads": 1, "last_seen": 0.0, "status": "running"}
        self.workers: dict[str, dict[str, Any]] = {one: dict(about) for one in addresses}
        self.given: Counter[str] = Counter()
        """How often each submission was given to anybody."""
        self.by: list[str] = []
        self.looks: Counter[str] = Counter()
        self.facts: dict[str, dict[str, Any]] = {}
        self.examine: dict[str, Callable[[Task], Any]] = {}
        self.hear: Callable[[tuple[float, dict[str, Any]]], None] = lambda _: None

    def subscribe_topic(self, topic: str, hear: Callable[[Any], None]) -> None:
        self.hear = hear

    async def identity(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"workers": {name: dict(about) for name, about in self.workers.items()}}

    def submit(self, function: Any, *arguments: Any, workers: list[str], **_: Any) -> Any:
        task = asyncio.ensure_future(self._run(workers[0], function, arguments))
        task.release = lambda: None  # type: ignore[attr-defined]
        return task

    async def _run(self, address: str, function: Any, arguments: tuple[Any, ...]) -> Any:
        await asyncio.sleep(0)
        if function is at_worker.look:
            self.looks[address] += 1
            facts = {"python": TERMS.python, "kit": TERMS.kit, "version": "1", "missing": {}}
            return json.dumps({**facts, **self.facts.get(address, {})}).encode()
        if function is at_worker.prepare:
            return json.dumps(dict(TERMS.decides)).encode()
        if function is not at_worker.examine:
            return None
        task = unpacked_task(arguments[1])
        self.given[task.upload.name] += 1
        self.by.append(address)
        examine = self.examine.get(address)
        done = examine(task) if examine else None
        if asyncio.iscoroutine(done):
            done = await done
        return done or self.result(task)

    def result(self, task: Task, **other: Any) -> bytes:
        """That of a submission that cannot be read."""
        sheet = file_sheet(unreadable(task.upload, COURSEWORK, "no"), task, COURSEWORK, self.folder)
        file = self.folder / task.upload.name / "sheet.json"
        file.write_text(json.dumps({**json.loads(file.read_bytes()), **other}))
        return packed_result(Outcome(row_of(sheet), ""), self.folder / task.upload.name)


@pytest.fixture
def client(tmp_path: Path) -> MadeUp:
    return MadeUp(tmp_path, "a", "b")


class Heard:
    def __init__(self) -> None:
        self.came: dict[int, Result | GivenUp] = {}
        self.said: list[str] = []

    def take(self, number: int, what: Result | GivenUp) -> None:
        assert number not in self.came
        self.came[number] = what


def run(
    client: Any, waits: Waits = WAITS, during: Coroutine[Any, Any, None] | None = None
) -> Heard:
    heard = Heard()

    async def main() -> None:
        bundle = Bundle(COURSEWORK, b"", "")
        dispatcher = Dispatcher(client, bundle, "token", TERMS, waits, heard.said.append)
        also = asyncio.ensure_future(during) if during else None
        await asyncio.wait_for(dispatcher.run(TASKS, heard.take), 60)
        if also:
            await also

    asyncio.run(main())
    return heard


def all_examined(heard: Heard) -> bool:
    names = {one.outcome.row.submission for one in heard.came.values() if isinstance(one, Result)}
    return names == {task.upload.name for task in TASKS}


async def forever(_: Task) -> None:
    await asyncio.Event().wait()


def test_everybody_has_work_and_every_submission_is_examined_once(client: MadeUp) -> None:
    heard = run(client)
    assert all_examined(heard)
    assert set(client.given.values()) == {1}
    assert min(Counter(client.by).values()) >= 4
    assert heard.said == []


def test_workers_are_checked_once_for_several_runs(client: MadeUp) -> None:
    heard = [Heard(), Heard()]

    async def main() -> None:
        bundle = Bundle(COURSEWORK, b"", "")
        dispatcher = Dispatcher(client, bundle, "token", TERMS, WAITS, heard[0].said.append)  # type: ignore[arg-type]
        for one in heard:
            await dispatcher.run(TASKS, one.take)

    asyncio.run(main())
    assert all(map(all_examined, heard))
    assert client.looks == {"a": 1, "b": 1}


def test_what_a_worker_had_that_is_gone_is_examined_elsewhere(client: MadeUp) -> None:
    def leave(_: Task) -> Any:
        client.workers.pop("a", None)
        return forever(_)

    client.examine["a"] = leave
    heard = run(client)
    assert all_examined(heard)
    assert set(client.given.values()) == {1, 2}
    (said,) = heard.said
    assert said.startswith("a is lost: it is gone; ")


def test_what_loses_every_worker_is_given_up_and_the_rest_is_examined(client: MadeUp) -> None:
    bad = TASKS[5].upload.name

    def die(task: Task) -> None:
        if task.upload.name == bad:
            raise KilledWorker("key", None, 1)  # type: ignore[arg-type]

    client.examine = {"a": die, "b": die}
    heard = run(client)
    assert client.given[bad] == MOST_TRIES
    given_up = heard.came.pop(5)
    assert isinstance(given_up, GivenUp)
    assert given_up.why.startswith(f"{MOST_TRIES} workers did not finish it; the last: ")
    assert len(heard.came) == len(TASKS) - 1
    assert not any(isinstance(one, GivenUp) for one in heard.came.values())


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"made_with": {"python": "3.9.1"}}, "it marks with Python 3.9.1, whatever it has said"),
        (
            {"fingerprint": {"submission": "of somebody else"}},
            "it has sent the result of something else",
        ),
    ],
)
def test_a_result_that_cannot_be_right_is_not_taken_and_its_worker_gets_no_more(
    client: MadeUp, other: dict[str, Any], why: str
) -> None:
    client.examine["a"] = lambda task: client.result(task, **other)
    heard = run(client)
    assert all_examined(heard)
    assert heard.said[0] == f"a gets no more work: {why}"
    assert client.by.count("a") <= 2


@pytest.mark.parametrize("result", [b"", b"x\x9c", b"no result"])
def test_what_is_no_result_is_refused(client: MadeUp, result: bytes) -> None:
    client.examine["a"] = lambda _: result or b"\0"
    heard = run(client)
    assert all_examined(heard)
    assert heard.said[0].startswith("a gets no more work: ")


def test_a_worker_that_gives_no_results_loses_what_it_has(
    client: MadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousandth of a second goes by with each look at the clock, however busy the machine is."""
    clock = itertools.count()
    monkeypatch.setattr(dispatch, "time", SimpleNamespace(monotonic=lambda: next(clock) / 1000))
    client.examine["a"] = forever
    heard = run(client, replace(WAITS, submission=0.05))
    assert all_examined(heard)
    assert any(line.startswith("a is lost: there was no result for ") for line in heard.said)


def test_a_silent_worker_is_a_new_one_when_it_is_heard_of_again(
    client: MadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count()
    now = [0.0]
    monkeypatch.setattr(dispatch, "time", SimpleNamespace(monotonic=lambda: now[0]))
    client.examine["a"] = forever

    async def speak() -> None:
        """The worker b lives on, and a is heard of when its work is done elsewhere.

        Time goes by once both have work, so that a is not lost before.
        """
        while client.looks["a"] < 2:
            if "a" in client.by:
                now[0] = next(clock) / 100
            client.workers["b"]["last_seen"] += 1.0
            if client.given.total() > len(TASKS):
                client.examine.pop("a", None)
                client.workers["a"]["last_seen"] += 1.0
            await asyncio.sleep(0)

    def slowly(_: Task) -> Any:
        async def wait() -> None:
            while "a" not in client.by or (
                client.given.total() > len(TASKS) and client.looks["a"] < 2
            ):
                await asyncio.sleep(0)

        return wait()

    client.examine["b"] = slowly
    heard = run(client, replace(WAITS, silence=0.05), speak())
    assert all_examined(heard)
    assert any("no sign of life" in line for line in heard.said)
    assert client.looks["a"] == 2


def test_what_is_no_longer_prepared_is_prepared_again(client: MadeUp) -> None:
    def once(_: Task) -> None:
        del client.examine["a"]
        raise NotPreparedError

    client.workers.pop("b")
    client.examine["a"] = once
    assert all_examined(run(client))
    assert client.looks["a"] == 2


def test_what_dask_drops_is_given_out_again_and_held_against_nobody(client: MadeUp) -> None:
    drops = iter(range(3 * MOST_TRIES))

    def drop(_: Task) -> None:
        if next(drops, None) is not None:
            raise FutureCancelledError("key", "scheduler-restart")

    client.examine = {"a": drop, "b": drop}
    heard = run(client)
    assert all_examined(heard)
    assert heard.said == []


def test_a_worker_that_fails_is_named_and_the_others_do_its_work(client: MadeUp) -> None:
    def fail(_: Task) -> None:
        raise KitError("the process that starts the workers ended with exit code -9")

    client.examine["a"] = fail
    heard = run(client)
    assert all_examined(heard)
    assert heard.said[0] == (
        "a gets no more work: the process that starts the workers ended with exit code -9"
    )


def test_what_takes_long_does_not_keep_others_waiting(client: MadeUp) -> None:
    hold = {TASKS[0].upload.name, TASKS[1].upload.name, TASKS[2].upload.name}
    client.workers.pop("b")

    async def held(task: Task) -> None:
        number = [one.upload.name for one in TASKS].index(task.upload.name)
        client.hear((0.0, {"worker": "a", "number": number}))
        while len(client.given) < len(TASKS):
            await asyncio.sleep(0)

    client.examine["a"] = lambda task: held(task) if task.upload.name in hold else None
    heard = run(client)
    assert all_examined(heard)
    assert set(client.given.values()) == {1}


def test_without_a_worker_it_ends_and_says_what_to_do(client: MadeUp) -> None:
    client.workers.clear()
    with pytest.raises(InputError, match="no worker is there; start some with: dask worker tcp://"):
        run(client, replace(WAITS, workers=0.05))


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"python": "CPython 3.9.1"}, "it has CPython 3.9.1, not "),
        ({"kit": "0" * 64}, "its kit is another one: 1 (000000000000), not "),
        ({"missing": {"seccomp": "refused"}}, "it cannot lock submissions: seccomp: refused"),
        ({"missing": 1}, "it does not say what it is"),
    ],
)
def test_a_worker_with_other_facts_is_given_nothing(
    client: MadeUp, facts: dict[str, Any], why: str
) -> None:
    client.facts["a"] = facts
    heard = run(client)
    assert all_examined(heard)
    assert set(client.by) == {"b"}
    (said,) = heard.said
    assert said.startswith(f"a refuses work: {why}")


def test_a_scheduler_that_is_gone_ends_it(client: MadeUp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone() -> dict[str, Any]:
        raise OSError("closed")

    monkeypatch.setattr(client, "identity", gone)
    with pytest.raises(InputError, match="the scheduler is gone"):
        run(client)
