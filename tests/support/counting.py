"""Runs a plain suite on submissions, and counts the guests that each of them takes.

Its arguments are the course, the name of the coursework, and the texts of its one file by
version, as JSON; it prints for each version how many guests there were, and what was lost.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from patience_grader.course.coursework import read_coursework
from patience_grader.marking.collecting import hold_plain
from patience_grader.marking.suite_result import SuiteRunner
from patience_grader.marks.verdict import State
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.talk import Guest


def main() -> None:
    """Prints a line of JSON."""
    root, name, versions = sys.argv[1:]
    coursework = read_coursework(Path(root), name)
    (file,) = coursework.required
    forks: list[int] = []
    fork = Parent.fork

    def counted(parent: Parent, seed: int) -> Guest:
        forks.append(seed)
        return fork(parent, seed)

    Parent.fork = counted  # type: ignore[method-assign,assignment]
    found: dict[str, tuple[int, list[str]]] = {}

    def use(run: SuiteRunner) -> None:
        for version, text in json.loads(versions).items():
            forks.clear()
            verdicts = run({file.removesuffix(".py"): text}).verdicts
            lost = sorted(one for one, v in verdicts.items() if v.state is not State.PASSED)
            found[version] = len(forks), lost

    hold_plain(coursework, use)
    print(json.dumps(found))  # noqa: T201
