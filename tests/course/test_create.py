"""A coursework of one's own: the smallest that works, made and used without touching the kit."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import warm

KIT = Path(__file__).parents[2] / "grader" / "patience_grader"


def patience(where: Path, *arguments: str) -> warm.Done:
    return warm.patience(*arguments, cwd=where)


@pytest.mark.slow
def test_a_toy_coursework_is_proven_released_and_marked(tmp_path: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in KIT.rglob("*.py")}
    done = patience(tmp_path, "new", "whist", "--title", "Whist & co")
    assert done.returncode == 0, done.stderr
    assert "written: handout/whist.md" in done.stdout

    done = patience(tmp_path, "selftest", "whist", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "right submissions 2, as known 2" in done.stdout
    assert "wrong submissions 2, as known 2" in done.stdout
    assert "impostor" not in done.stdout

    tests = (tmp_path / "grader" / "suites" / "whist").glob("*.py")
    lines = [line for file in tests for line in file.read_text("utf-8").splitlines()]
    assert sum(bool(line.strip()) for line in lines) <= 40
    assert not any(line.startswith("class ") for line in lines)

    done = patience(tmp_path, "release", "whist")
    assert done.returncode == 0, done.stderr
    assert "4 public tests" in done.stdout

    with zipfile.ZipFile(tmp_path / "2600000W.zip", "w") as archive:
        archive.write(tmp_path / "solution" / "whist" / "pairs.py", "pairs.py")
    done = patience(tmp_path, "grade", "2600000W.zip", "--jobs", "1")
    assert "4 of 4" in done.stdout, done.stderr
    assert {file: file.stat().st_mtime_ns for file in KIT.rglob("*.py")} == before


NAMES = ("Whist", "1st", "../whist", "json", "starter", "a b", "class", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str) -> None:
    done = patience(tmp_path, "new", name)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "solution" / "whist").mkdir(parents=True)
    done = patience(tmp_path, "new", "whist")
    assert done.returncode == 2
    assert "already exists; nothing was written" in done.stderr
    assert list(tmp_path.iterdir()) == [tmp_path / "solution"]


@pytest.mark.slow
def test_what_is_written_is_formatted_and_typed(tmp_path: Path) -> None:
    assert patience(tmp_path, "new", "whist").returncode == 0
    config = str(KIT.parents[1] / "pyproject.toml")
    folders = ["grader", "solution"]
    for command in (
        ["ruff", "format", "--check", "--config", config],
        ["mypy", "--config-file", config],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command, *folders],
            cwd=tmp_path,
            env={**os.environ, "MYPYPATH": f"{KIT.parent}:solution:grader"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
