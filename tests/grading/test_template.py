"""The process from which workers are forked: a fork of the command, or an interpreter anew."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from commands import PATIENCE, new_whist
from patience_grader.cli import cli
from patience_grader.course.coursework import read_coursework
from patience_grader.errors import InputError, KitError
from patience_grader.grading.cohort import mark_all
from patience_grader.grading.template import Start, Template

KLONDIKE = read_coursework(Path(__file__).parents[2], "klondike")


class Begun(Exception):
    """A template was begun."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(*, forked: bool) -> None:
        assert forked
        raise Begun

    monkeypatch.setattr("patience_grader.cli.engines.Template", begin)


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("name", ["grade", "verify"])
def test_it_is_begun_before_the_command_reads_anything(name: str) -> None:
    with pytest.raises(Begun):
        cli.main([name, "no-such-file.zip"], standalone_mode=False)


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["grade", "--help"], ["verify"], ["grade", "--scheduler", "local", "no-such.zip"]],
)
def test_what_starts_no_workers_here_begins_none(arguments: list[str]) -> None:
    with pytest.raises((click.UsageError, SystemExit, InputError)):
        cli.main(arguments, standalone_mode="--help" in arguments)


@pytest.mark.usefixtures("told")
def test_none_is_begun_where_nothing_can_be_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(InputError):
        cli.main(["grade", __file__], standalone_mode=False)


def test_it_ends_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    template = Mock()
    monkeypatch.setattr("patience_grader.cli.engines.Template", lambda **_: template)
    with pytest.raises(InputError):
        cli.main(["grade", "no-such-file.zip"], standalone_mode=False)
    template.stop.assert_called_once_with()


FORKED = """
import json, os, signal, sys
from multiprocessing.connection import Connection
from patience_grader.grading import worker
from patience_grader.grading.cohort import mark_all
from patience_grader.grading.template import Template

def tell(descriptor, command):
    Connection(descriptor).send({
        "open": [int(one) for one in os.listdir("/proc/self/fd")][:-1],
        "reads": os.readlink("/proc/self/fd/0"),
        "leads": os.getpgrp() == os.getpid(),
        "ends": signal.getsignal(signal.SIGTERM) == signal.SIG_DFL,
        "imports_from_here": any(one in {"", os.getcwd()} for one in sys.path),
        "has_its_command": command == os.getppid(),
    })

worker.serve = tell
held = open(os.devnull), open(os.devnull)
signal.signal(signal.SIGTERM, lambda *_: None)
template = Template(forked=True)
print(json.dumps(template.line.recv()))
template.stop()
template.stop()
"""


def test_a_forked_one_is_as_if_it_had_been_started_anew(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKED],
        cwd=tmp_path,
        input="typed",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert len(told.pop("open")) == 4
    assert told == {
        "reads": os.devnull,
        "leads": True,
        "ends": True,
        "imports_from_here": False,
        "has_its_command": True,
    }


def test_nothing_of_where_the_command_runs_is_imported(tmp_path: Path) -> None:
    """`python -m` looks there first, and students' files may lie there."""
    course = new_whist(tmp_path)
    for name in ("pytest", "hypothesis"):
        (course / f"{name}.py").write_text("raise SystemExit('imported')\n", "utf-8")
    done = subprocess.run(
        [*PATIENCE, "grade", course / "solution/whist"],
        cwd=course,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("plain", "tasks", "jobs", "warm"),
    [(True, 2, 1, False), (True, 2, 2, True), (False, 2, 1, True), (False, 1, 2, False)],
)
def test_it_marks_the_solution_first_where_workers_save_more_by_it(
    tmp_path: Path, plain: bool, tasks: int, jobs: int, warm: bool
) -> None:
    coursework = replace(KLONDIKE, tests=("test_*.py",) if plain else ())
    template = Mock()
    template.start.side_effect = Begun
    with pytest.raises(Begun):
        mark_all(coursework, [Mock()] * tasks, tmp_path, jobs, Mock(), template)
    assert template.start.call_args.args[0].warm is warm


def test_one_that_has_ended_says_so() -> None:
    template = Template()
    os.kill(template._process.pid, signal.SIGKILL)
    template._process.wait()
    with closing(template.line), pytest.raises(KitError, match="exit code -9"):
        template.start(Start(KLONDIKE, Path("out"), Path("temporary"), warm=False))
