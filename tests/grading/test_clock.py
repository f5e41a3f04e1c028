"""Every submission has an end, kept by the command; and nothing outlives the command."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.grading import pool
from patience_grader.grading import worker_process as worker
from patience_grader.grading.cohort import Summary, mark_all, tasks_for
from patience_grader.grading.deadlines import Overrun, Stage, deadline_of, overrun
from patience_grader.grading.processes import (
    Meter,
    Used,
    end_tree,
    is_busy,
    resume_tree,
    stop_tree,
    tree,
)
from patience_grader.grading.temporary import run_folder
from patience_grader.sandbox.watch import Limits
from patience_grader.submission.finding import find_uploads
from sample import ROOT, SOLUTION, zip_of
from smaller import HANDOUT, ask_nothing_elsewhere, leave

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="submissions are marked on Linux")

LIMITS = Limits(1, 20, 10, 60, 512)
TOTAL = 6
RIGHT = {name: (SOLUTION / name).read_bytes() for name in ("deck.py", "game.py")}
SPINS = b"def is_won(board):\n    while True: pass\n"
SLEEPS = b"import time\ndef is_won(board): time.sleep(1000)\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of one small exercise, whose limits are those of nobody."""
    folder = tmp_path_factory.mktemp("course")
    for part in ("handout", "solution", "skeleton", "grader/suites"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    leave({"deck_of_52", "is_won"}, TOTAL, folder)
    ask_nothing_elsewhere(folder)
    text = (folder / HANDOUT).read_text("utf-8")
    text = re.sub(r"(?m)^((?:cpu|wall)_seconds\w+) = .*$", r"\1 = 1000.0", text)
    (folder / HANDOUT).write_text(text, "utf-8")
    return folder


def pack(folder: Path, submissions: Mapping[str, bytes]) -> Path:
    """A folder of zips with these texts as `game.py`."""
    folder.mkdir()
    for name, game in submissions.items():
        files = {**RIGHT, "game.py": RIGHT["game.py"] + game, "status.txt": b"Mine.\n"}
        (folder / f"{name}.zip").write_bytes(zip_of(files))
    return folder


def small(course: Path) -> Coursework:
    return read_coursework(course, "klondike")


def test_what_takes_too_long_is_stopped_and_the_rest_goes_on(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def soon(stage: Stage, limits: Limits, used: Used) -> Overrun | None:
        """The clock of the kit, run down before a guest is stopped for its own limits."""
        if stage is not Stage.MARKING:
            return None
        limits = Limits(1, -14.5, 1, -58 / 3, 1)
        return overrun(stage, limits, used)

    monkeypatch.setattr(worker, "overrun", soon)
    before = tree_of_workers()
    coursework = small(course)
    found = find_uploads(
        [pack(tmp_path / "all", {"1": b"", "2": SPINS, "3": SLEEPS, "4": b""})], coursework.required
    )
    outcomes: list[str] = []
    out = tmp_path / "out"
    rows = mark_all(
        coursework, tasks_for(coursework, found), out, 2, lambda one: outcomes.append(one.text)
    )
    assert {row.submission: (row.status, int(row.mark)) for row in rows} == {
        "1": ("instructions not followed", TOTAL),
        "2": ("stopped", 0),
        "3": ("void", 0),
        "4": ("instructions not followed", TOTAL),
    }
    summary = Summary(tuple(sorted(rows, key=lambda row: row.submission)))
    assert [row.submission for row in summary.stopped] == ["2"]
    assert summary.stopped[0].problem == (
        "marking it took more than 1 s of processor time and was stopped"
    )
    results = json.loads((out / "2" / "results.json").read_text("utf-8"))
    assert "took more than 1 s of processor time" in json.dumps(results)
    assert "made no progress for 1 s" in summary.void[0].problem
    assert set(tree_of_workers()) <= set(before)


BUSY = b"""
import time
def is_won(board):
    end = time.process_time() + 0.001
    while time.process_time() < end: pass
    return not board.deck
"""


@pytest.mark.slow
def test_marks_do_not_depend_on_turns(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coursework = small(course)
    games = {"1": BUSY, "2": BUSY, "3": b"", "4": SPINS[:-5] + b"raise ValueError\n"}
    found = find_uploads([pack(tmp_path / "all", games)], coursework.required)
    ended: list[worker.Worker] = []
    end_turn = worker.Worker.end_turn

    def counted(self: worker.Worker) -> None:
        ended.append(self)
        end_turn(self)

    monkeypatch.setattr(worker.Worker, "end_turn", counted)
    monkeypatch.setattr(pool, "LOOK_SECONDS", 0.01)
    marks, turns = [], []
    for seconds in (0.05, 1000.0):
        monkeypatch.setattr(pool, "TURN_SECONDS", seconds)
        ended.clear()
        tasks = tasks_for(coursework, found)
        rows = mark_all(coursework, tasks, tmp_path / str(seconds), 1, lambda _: None)
        marks.append(sorted((row.submission, row.mark, row.status) for row in rows))
        turns.append(len(ended))
    assert marks[0] == marks[1]
    assert len({mark for _, mark, _ in marks[0]}) > 1
    assert turns[0] > 0
    assert turns[1] == 0


def test_a_pause_stops_what_is_at_work_and_is_not_counted() -> None:
    program = "print('ready', flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        meter = Meter(process.pid)
        assert is_busy(process.pid)
        before = meter.read()
        stop_tree(process.pid)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        stopped_at = meter.read()
        time.sleep(0.2)
        assert not is_busy(process.pid)
        meter.skip()
        assert meter.read().cpu == stopped_at.cpu
        assert meter.read().idle - before.idle < 0.15
        resume_tree(process.pid)
        os.waitid(os.P_PID, process.pid, os.WCONTINUED | os.WNOWAIT)
        end_tree(process.pid)


def _until(is_so: Callable[[], bool]) -> bool:
    """Whether it comes to be so in a minute."""
    until = time.monotonic() + 60
    while not (found := is_so()) and time.monotonic() < until:
        os.sched_yield()
    return found


def test_a_pause_stops_what_sleeps() -> None:
    sleeps = "import os, time; print(os.getpid(), flush=True); time.sleep(1000)"
    program = (
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', {sleeps!r}])\n"
        "while True: pass"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout
        stat = Path(f"/proc/{int(process.stdout.readline())}/stat")
        assert _until(lambda: stat.read_text().split()[2] == "S")
        stop_tree(process.pid)
        is_stopped = _until(lambda: stat.read_text().split()[2] == "T")
        end_tree(process.pid)
    assert is_stopped


def tree_of_workers() -> list[int]:
    """What descends from this process, but for the trackers of `multiprocessing`."""
    return [
        pid
        for pid in tree(os.getpid())[1:]
        if b"patience_grader" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_the_clock_of_each_stage_follows_from_the_limits() -> None:
    for stage in Stage:
        deadline = deadline_of(stage, LIMITS)
        assert overrun(stage, LIMITS, Used(deadline.cpu, deadline.idle)) is None
        busy = overrun(stage, LIMITS, Used(deadline.cpu + 1, 0))
        idle = overrun(stage, LIMITS, Used(0, deadline.idle + 1))
        assert busy is not None
        assert idle is not None
        assert (busy.by_submission, idle.by_submission) == (stage is not Stage.STARTING, False)
    assert deadline_of(Stage.MARKING, LIMITS).cpu == 70
    assert deadline_of(Stage.MARKING, LIMITS).idle == 120


def test_a_meter_sees_all_that_descend_from_a_process_also_when_they_have_ended() -> None:
    busy = "from time import process_time\nwhile process_time() < 0.3: pass"
    program = (
        "import subprocess, sys\n"
        f"subprocess.run([sys.executable, '-c', {busy!r}])\n"
        "print('done', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        meter = Meter(process.pid)
        assert process.stdout
        process.stdout.readline()
        used = meter.read()
        time.sleep(0.1)
        later = meter.read()
        end_tree(process.pid)
    assert 0.25 < used.cpu < 3
    assert later.idle - used.idle > 0.05


SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGKILL: -9}


@pytest.mark.parametrize(("number", "code"), SIGNALS.items(), ids=[one.name for one in SIGNALS])
def test_nothing_outlives_the_command(
    course: Path, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    zips = pack(tmp_path / "all", {"1": SLEEPS, "2": SPINS})
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = subprocess.Popen(
        [sys.executable, "-m", "patience_grader", "grade", str(zips), "--jobs", "2"]
        + ["--out", str(tmp_path / "out"), "--course", str(course)],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heeds_all_signals,  # noqa: PLW1509 no thread runs here
    )
    try:
        while guests(command.pid) < 2:
            assert command.poll() is None
            time.sleep(0.05)
        processes = []
        for pid in tree(command.pid):
            with contextlib.suppress(ProcessLookupError):
                processes.append(os.pidfd_open(pid))
        command.send_signal(number)
    except BaseException:
        command.kill()
        raise
    _, said = command.communicate()
    assert command.returncode == code
    assert ("run the same command again to continue" in said) == (number != signal.SIGKILL)
    for process in processes:
        assert select.select([process], [], [], 20)[0], "a process lives on"
        os.close(process)
    if number != signal.SIGKILL:
        assert not list(temporary.iterdir())


def heeds_all_signals() -> None:
    """Ignores none of these signals, as whoever runs the tests under `nohup` does."""
    for number in SIGNALS.keys() - {signal.SIGKILL}:
        signal.signal(number, signal.SIG_DFL)


def guests(command: int) -> int:
    """How many guests there are, which are locked in one more filter than this process."""
    return sum(_filters(pid) > _filters(os.getpid()) for pid in tree(command))


def _filters(pid: int) -> int:
    with contextlib.suppress(OSError):
        found = re.search(r"Seccomp_filters:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        return int(found[1]) if found else 0
    return 0


def test_what_a_killed_run_has_left_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / "patience-run-left"
    (left / "inside").mkdir(parents=True)
    with run_folder() as one, run_folder() as other:
        assert sorted(tmp_path.iterdir()) == sorted([one, other])
    assert not list(tmp_path.iterdir())


def test_a_folder_that_another_run_takes_for_one_left_over_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make, lock = tempfile.mkdtemp, fcntl.flock

    def made_and_removed(prefix: str) -> str:
        made.append(make(prefix=prefix, dir=tmp_path))
        if len(made) == 1:  # before it is opened
            Path(made[-1]).rmdir()
        return made[-1]

    def locked_too_late(descriptor: int, how: int) -> None:
        if len(made) == 2:  # between its opening and its lock
            Path(made[-1]).rmdir()
        lock(descriptor, how)

    monkeypatch.setattr(tempfile, "mkdtemp", made_and_removed)
    monkeypatch.setattr(fcntl, "flock", locked_too_late)
    with run_folder() as folder:
        assert [str(folder)] == made[2:]
        assert folder.is_dir()
    assert not folder.exists()
