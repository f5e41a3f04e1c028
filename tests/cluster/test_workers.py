"""Real workers: they give the same bytes as one process, are killed, hang, lie, and lack things."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import dask_cluster
import pytest
from dask_cluster import KIT, WAITS, Started
from patience_grader.cluster.connecting import Certificates
from patience_grader.cluster.engine import Cluster
from patience_grader.cluster.worker import Waits
from patience_grader.course.coursework import read_coursework
from patience_grader.course.fingerprint import kit_fingerprint, marking_fingerprints
from patience_grader.errors import InputError
from patience_grader.grading.cohort import tasks_for, write_summary
from patience_grader.grading.engine import Engine, Processes
from patience_grader.grading.processes import tree
from patience_grader.grading.results import Outcome
from patience_grader.questions.drawing import settle
from patience_grader.submission.finding import find_uploads
from refusing import LANDLOCK, UNSHARE, refusing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="submissions are marked on Linux")

COUNT, KILLED, WORKERS = 14, 2, 2
ALL_COUNT, ALL_KILLED, ALL_WORKERS = 120, 20, 4
"""The same with --whole-field."""


@dataclass
class Run:
    """A cohort that is marked into a folder, with all that is heard meanwhile."""

    course: Path
    uploads: Path
    out: Path
    said: list[str] = field(default_factory=list)
    came: list[str] = field(default_factory=list)

    def by(self, engine: Engine) -> None:
        coursework = read_coursework(self.course, "klondike")
        questions = settle(coursework, self.out)
        found = find_uploads([self.uploads], coursework.required)
        tasks = tasks_for(coursework, found, questions=questions)
        rows = engine.mark_all(coursework, tasks, self.out, self.take)
        assert sorted(self.came) == sorted(one.upload.name for one in tasks)
        write_summary(coursework, rows, self.out)

    def on(self, address: str, waits: Waits = WAITS) -> None:
        """Marks it on the workers of a scheduler."""
        with Cluster(address, Certificates(), 1, (), self.said.append, lambda _: waits) as engine:
            self.by(engine)

    def take(self, outcome: Outcome) -> None:
        assert (self.out / outcome.row.submission / "sheet.json").is_file()
        self.came.append(outcome.row.submission)

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.out.rglob("*") if path.is_file())
        return {path.relative_to(self.out).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return dask_cluster.course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def alone(course: Path, tmp_path_factory: pytest.TempPathFactory, whole_field: bool) -> Run:
    """The cohort as one process marks it."""
    folder = tmp_path_factory.mktemp("alone")
    uploads = dask_cluster.cohort(folder / "all", ALL_COUNT if whole_field else COUNT)
    run = Run(course, uploads, folder / "out")
    run.by(Processes(1))
    return run


@pytest.fixture
def run(alone: Run, tmp_path: Path) -> Run:
    return replace(alone, out=tmp_path / "out", said=[], came=[])


@dataclass
class Machines:
    scheduler: Started
    workers: list[Started]

    @property
    def address(self) -> str:
        return self.scheduler.found


@pytest.fixture(scope="module")
def machines(whole_field: bool) -> Iterator[Machines]:
    """Workers with nannies, which start one anew when it is killed."""
    started = [dask_cluster.scheduler()]
    with dask_cluster.stopped(started):
        for _ in range(ALL_WORKERS if whole_field else WORKERS):
            started.append(dask_cluster.worker(started[0].found))
        yield Machines(started[0], started[1:])


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}/cmdline").exists() and bool(Path(f"/proc/{pid}/cmdline").read_bytes())


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_workers_that_are_killed_change_no_byte(
    machines: Machines, alone: Run, run: Run, whole_field: bool
) -> None:
    chance = random.Random(20261123)
    count, kills = (ALL_COUNT, ALL_KILLED) if whole_field else (COUNT, KILLED)
    moments = set(chance.sample(range(1, count), kills))
    killed: list[int] = []
    take = run.take

    def kill_sometimes(outcome: Outcome) -> None:
        take(outcome)
        if len(run.came) in moments:
            victim = chance.choice(machines.workers).works
            killed.extend(tree(victim))
            os.kill(victim, signal.SIGKILL)

    run.take = kill_sometimes  # type: ignore[method-assign]
    run.on(machines.address)
    assert run.files() == alone.files()
    assert len(killed) > len(moments)
    assert [pid for pid in killed if is_there(pid)] == []


@pytest.mark.slow
def test_a_worker_that_hangs_is_noticed_and_its_work_is_done_elsewhere(
    machines: Machines, alone: Run, run: Run
) -> None:
    hanging = machines.workers[0].works
    take = run.take

    def stop_it(outcome: Outcome) -> None:
        take(outcome)
        if len(run.came) == 4:  # by then both have work
            os.kill(hanging, signal.SIGSTOP)

    run.take = stop_it  # type: ignore[method-assign]
    try:
        run.on(machines.address, replace(WAITS, silence=3, release=1))
    finally:
        os.kill(hanging, signal.SIGCONT)
    assert run.files() == alone.files()
    assert any("is lost: there was no sign of life for 3 s" in line for line in run.said), run.said


def changed_kit(folder: Path, **changes: tuple[str, str]) -> Path:
    """A copy of the kit in which something is said otherwise; what is compiled goes along."""
    shutil.copytree(KIT / "patience_grader", folder / "patience_grader")
    for module, (find, put) in changes.items():
        file = folder / "patience_grader" / f"{module.replace('__', '/')}.py"
        text = file.read_text("utf-8")
        assert text.count(find) == 1, (module, text.count(find))
        file.write_text(text.replace(find, put), "utf-8")
    return folder


@pytest.mark.slow
def test_workers_that_do_not_fit_refuse_and_are_named(run: Run, tmp_path: Path) -> None:
    coursework = read_coursework(run.course, "klondike")
    here = marking_fingerprints(coursework)["kit"]
    another_word = ("for its owner", "for one owner")
    another_python = ("python=python()", "python='CPython 3.9.1'")
    kits = [
        changed_kit(tmp_path / "other", cluster__bundle=another_word),
        changed_kit(tmp_path / "older", cluster__at_worker=another_python),
        changed_kit(
            tmp_path / "liar",
            cluster__at_worker=("kit=kit_fingerprint()", f"kit={kit_fingerprint()!r}"),
            course__fingerprint=("return _digest(_rooms(_DECIDE_MARKS))", f"return {here!r}"),
            marking__run_suite=(
                "        return PASSED\n",
                "        return Verdict(State.FAILED)\n",
            ),
        ),
    ]
    started = [dask_cluster.scheduler()]
    with dask_cluster.stopped(started):
        address = started[0].found
        started += [dask_cluster.worker(address, "--no-nanny", kit=kit) for kit in kits]
        locked_in = refusing([*LANDLOCK, *UNSHARE])
        started.append(dask_cluster.worker(address, "--no-nanny", before=locked_in))
        with pytest.raises(InputError, match=r"all 4 workers refuse work.*dask worker tcp://"):
            run.on(address)
    refused = dict(line.split(" refuses work: ") for line in run.said)
    other, older, liar, unlocked = (refused[one.found] for one in started[1:])
    assert re.match(r"its kit is another one: \S+ \(\w{12}\), not \S+ \(\w{12}\)$", other)
    assert older.startswith("it has CPython 3.9.1, not ")
    assert liar.startswith("the selftest fails there: deck_of_52.count of the solution is ")
    assert liar.endswith(", not passed")
    assert unlocked.startswith("it cannot lock submissions: ")
    assert run.came == []
