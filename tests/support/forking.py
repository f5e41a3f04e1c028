"""Runs plain suites in forks of one warm process: on submissions, and under pytest itself.

`python forking.py` reads a job from each line: `["sit", root, name, versions]`,
`["sent", root, name]` or `["pytest", folder, tests]`, and prints one line with what came of it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from patience_grader.boundary.criteria import criteria_of
from patience_grader.course.coursework import read_coursework
from patience_grader.marking.collecting import collected, hold_plain


def sit(root: str, name: str, versions: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The state of every criterion of some submissions, given as texts by file name."""
    found: dict[str, dict[str, str]] = {}

    def use(run: Callable[[dict[str, str]], Any]) -> None:
        for version, files in versions.items():
            done = run({file.removesuffix(".py"): text for file, text in files.items()})
            found[version] = {one: str(v.state) for one, v in done.verdicts.items()}

    hold_plain(read_coursework(Path(root), name), use)
    return found


def sent(root: str, name: str) -> dict[str, list[int]]:
    """How many questions of each test are sent together, message by message."""
    found: dict[str, list[int]] = {}

    def use(plugin: Any) -> None:
        for one in plugin.record():
            for test in one.tests:
                found[test.item.name] = [len(message.exchanges) for message in test.script]

    collected(read_coursework(Path(root), name), use)
    return found


class _Passed:
    """Takes down which tests pass."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []
        self.nodes: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.items = items

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.nodes.discard(report.nodeid)
        elif report.when == "setup":
            self.nodes.add(report.nodeid)


def passed(folder: str, tests: list[str]) -> list[str]:
    """The criteria that pytest itself finds passed, with `solution` and `tests` importable."""
    os.chdir(folder)
    sys.path[:0] = [f"{folder}/solution", f"{folder}/tests"]
    hypothesis.settings.register_profile("plain", derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("plain")
    noted = _Passed()
    options = ["-q", "-p", "no:cacheprovider", "--tb=no", "--rootdir=.", *tests]
    pytest.main(options, plugins=[noted])
    criteria = criteria_of(noted.items)
    return [one.id for one in criteria if all(item.nodeid in noted.nodes for item in one.items)]


_JOBS: dict[str, Callable[..., Any]] = {"sit": sit, "pytest": passed, "sent": sent}


def forked(name: str, *arguments: Any) -> str:
    """What a job gives in a fork of this process, as a line of JSON."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            with (
                contextlib.redirect_stdout(sys.stderr),
                tempfile.TemporaryDirectory(prefix="forked-") as tempfile.tempdir,
            ):
                os.write(theirs, json.dumps(_JOBS[name](*arguments)).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as pipe:
        line = pipe.read()
    os.waitpid(pid, 0)
    return line


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(f"{forked(*json.loads(line))}\n")
        sys.stdout.flush()
