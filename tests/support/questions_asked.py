"""How many questions examine each criterion, counted while the solution sits its suite.

Run as a program with a course folder and a coursework's name, it prints the counts as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from patience_grader.course.coursework import read_coursework
from patience_grader.marking.run_suite import run_suites
from patience_grader.marking.suite_result import RunSuite
from patience_grader.questions.drawing import draw
from patience_grader.questions.secret import read_secret
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.student import Student
from patience_grader.suite import cases, contrast
from patience_grader.suite.journal import Journal


def count_questions(root: Path, slug: str) -> Mapping[str, int]:
    """The counts, by another process: a suite changes the modules of its own."""
    done = subprocess.run(
        [sys.executable, __file__, str(root), slug], check=True, capture_output=True, text=True
    )
    counts: Mapping[str, int] = json.loads(done.stdout)
    return counts


class _Counter:
    """Notes which questions each criterion asks, and which of them are its own."""

    def __init__(self) -> None:
        self.now = Now()
        self.asked: dict[str, set[str]] = {}
        self.own: dict[str, set[str]] = {}

    def note(self, into: dict[str, set[str]], batch: Batch, numbers: Iterable[int]) -> None:
        values = {repr((batch.calls[number], id(batch))) for number in numbers}
        into.setdefault(self.now.criterion, set()).update(values)

    def counts(self) -> Mapping[str, int]:
        """Those that are examined by one call; of any other criterion all that it asks.

        A criterion that asks nothing looks at what came of earlier questions.
        """
        found, before = {}, set[str]()
        for criterion, asked in self.asked.items():
            found[criterion] = len(self.own.get(criterion) or asked or before)
            before |= asked
        return found


class Now(Journal):
    """Knows which criterion is being examined."""

    criterion = ""

    def begin(self, criterion: str) -> None:
        self.criterion = criterion
        super().begin(criterion)


def _watch(counter: _Counter) -> None:
    ask, turn, examine = Student.ask, Student.turn, cases.examine

    def counted_ask(student: Student, batch: Batch, about: object = None) -> Any:
        counter.note(counter.asked, batch, range(len(batch)))
        return ask(student, batch, about)

    def counted_turn(student: Student, batch: Batch, moves: Any) -> Any:
        for move in moves:
            if not move.goes_on:
                counter.asked.setdefault(counter.now.criterion, set()).add(f"game {move}")
        return turn(student, batch, moves)

    def counted_examine(student: Student, some: cases.Cases) -> None:
        counter.note(counter.own, some.batch, range(len(some.batch)))
        counter.asked.setdefault(counter.now.criterion, set())
        examine(student, some)

    for owner, name, counted in (
        (Student, "ask", counted_ask),
        (Student, "turn", counted_turn),
        (cases, "examine", counted_examine),
        (contrast, "examine", counted_examine),
    ):
        setattr(owner, name, counted)


def main() -> None:
    root, slug = Path(sys.argv[1]), sys.argv[2]
    coursework = read_coursework(root, slug)
    files = {
        name.removesuffix(".py"): (coursework.solution / name).read_text("utf-8")
        for name in coursework.reference
    }
    counter = _Counter()
    _watch(counter)

    def use(run: RunSuite) -> None:
        for criterion in run(files, journal=counter.now).verdicts:
            counter.asked.setdefault(criterion, set())

    run_suites(coursework, use, draw(coursework, read_secret(root)))
    sys.stdout.write(json.dumps(counter.counts()))


if __name__ == "__main__":
    main()
