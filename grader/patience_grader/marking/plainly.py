"""Which tests plain pytest passes, without a boundary. Runs in a process of its own.

`python -m patience_grader.marking.plainly PATH TEST ...` prints a line of JSON: those of these
tests of which every case passes. They are named as in the first folder of the path, and import from
all of its folders.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys

import pytest

from ..check.athome.child import MARKS_KNOWN


class _Outcomes:
    """Takes down how tests end."""

    def __init__(self) -> None:
        self.passed: set[str] = set()
        self.lost: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("[")[0]
        if not report.passed:
            self.lost.add(name)
        elif report.when == "call":
            self.passed.add(name)


def main() -> None:
    """Prints which pass."""
    path, *tests = sys.argv[1:]
    sys.path[:0] = path.split(os.pathsep)
    sys.dont_write_bytecode = True
    folder = sys.path[0]
    os.chdir(folder)
    outcomes = _Outcomes()
    options = ["-p", "no:patience", "-p", "no:cacheprovider", "--import-mode=importlib"]
    options += ["-c", os.devnull, f"--rootdir={folder}", *MARKS_KNOWN]
    with contextlib.redirect_stdout(sys.stderr):
        pytest.main([*options, *tests], plugins=[outcomes])
    print(json.dumps(sorted(outcomes.passed - outcomes.lost)))  # noqa: T201


if __name__ == "__main__":
    main()
