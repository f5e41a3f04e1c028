"""Many submissions: shared out to examiners, each result on disk the moment it is known."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pipe, connection
from multiprocessing.connection import Connection
from pathlib import Path

from ..course.coursework import Coursework
from ..course.fingerprint import marking_fingerprint
from ..errors import KitError, PatienceError
from ..marking.mark import void
from ..marks.visibility import Phase
from ..report.page import cohort_page
from ..report.table import Row, csv_of, row_of
from ..submission.reading import Upload, digest, narrowed
from ..text.atomic import write_atomically
from .complete import InstructorNotes
from .results import Outcome, Task, filed_sheet

Report = Callable[[Outcome], None]

_EXAMINE = "from patience_grader.grading.worker import main; main()"


def tasks_for(
    coursework: Coursework,
    uploads: Sequence[Upload],
    missing: Sequence[str] = (),
    said: Callable[[str], InstructorNotes] = lambda _: InstructorNotes(),
    phase: Phase = Phase.DEADLINE,
) -> list[Task]:
    """A task a submission, with the fingerprint of what is marked with what.

    `missing` are the layers that submissions are not locked with: what was marked under
    another lock is marked anew. `said` gives what people say about a submission of a name, and
    reports are written for the `phase`.
    """
    common = {"paper": marking_fingerprint(coursework), "lock": lock_in_words(missing)}
    return [
        Task(one, {"submission": digest(one), **common}, said(one.name), phase)
        for one in (narrowed(one, coursework) for one in uploads)
    ]


def lock_in_words(missing: Sequence[str]) -> str:
    """What a report says of the lock."""
    return f"without {', '.join(missing)}" if missing else "whole"


def mark_all(
    coursework: Coursework, tasks: Sequence[Task], out: Path, jobs: int, report: Report
) -> list[Row]:
    """Marks the tasks on so many examiners; `report` hears of each outcome as it comes.

    An examiner that ends by itself voids the submission it was at, and is replaced.
    Raises the Fault that keeps all examiners from working.
    """
    waiting = list(reversed(tasks))
    rows: list[Row] = []
    workers = {_Worker(coursework, out) for _ in range(min(jobs, len(tasks)))}
    try:
        while workers:
            ready = connection.wait([one.line for one in workers])
            for worker in [one for one in workers if one.line in ready]:
                outcome = worker.receive()
                if outcome is not None:
                    rows.append(outcome.row)
                    report(outcome)
                if worker.has_ended:
                    workers.discard(worker)
                    if waiting:
                        workers.add(_Worker(coursework, out))
                elif waiting:
                    worker.send(waiting.pop())
                else:
                    workers.discard(worker)
                    worker.shut_down()
    finally:
        for worker in workers:
            worker.stop()
    return rows


class _Worker:
    """An examiner's process, seen from the one that shares out the tasks."""

    def __init__(self, coursework: Coursework, out: Path) -> None:
        self.line: Connection[Task | None, Outcome | PatienceError | None]
        self.line, theirs = Pipe()
        self._coursework = coursework
        self._task: Task | None = None
        self._was_ready = False
        self.has_ended = False
        kit = str(Path(__file__).parents[1])
        where = os.pathsep.join(filter(None, [kit, os.environ.get("PYTHONPATH")]))
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 our own program
                [sys.executable, "-P", "-c", _EXAMINE, str(theirs.fileno())]
                + [str(coursework.root), coursework.slug, str(out)],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": where},
                process_group=0,
            )

    def receive(self) -> Outcome | None:
        """The outcome of its task, if it has one. Raises the Fault that it met."""
        try:
            said = self.line.recv()
        except (EOFError, OSError):
            return self._ended()
        if isinstance(said, PatienceError):
            raise said
        self._was_ready = True
        self._task = None
        return said

    def _ended(self) -> Outcome | None:
        self.has_ended = True
        why = f"the examiner ended with exit code {self._process.wait()}"
        if not self._was_ready:
            raise KitError(f"{why} before it could mark anything")
        if self._task is None:
            return None
        row = row_of(void(self._task.upload, self._coursework, why))
        return Outcome(row, f"{row.submission}: {why}")

    def send(self, task: Task) -> None:
        """Hands it a task."""
        self._task = task
        self.line.send(task)

    def shut_down(self) -> None:
        """Lets it go home."""
        self.line.send(None)
        self._process.wait()
        self.line.close()

    def stop(self) -> None:
        """Ends it at once."""
        self._process.terminate()
        self._process.wait()
        self.line.close()


@dataclass(frozen=True)
class Summary:
    """The rows of a cohort in the order of their names."""

    rows: tuple[Row, ...]

    @property
    def void(self) -> tuple[Row, ...]:
        """The rows with a criterion that the kit failed to examine."""
        return tuple(row for row in self.rows if "void" in row.status)

    @property
    def unreadable(self) -> tuple[Row, ...]:
        """The rows of submissions that could not be read."""
        return tuple(row for row in self.rows if row.status == "unreadable")


def write_summary(
    coursework: Coursework, rows: Sequence[Row], out: Path, missing: Sequence[str] = ()
) -> Summary:
    """Writes `marks.csv` and `index.html`."""
    summary = Summary(tuple(sorted(rows, key=lambda row: row.submission)))
    out.mkdir(parents=True, exist_ok=True)
    files: Mapping[str, str] = {
        "marks.csv": csv_of(summary.rows, coursework.scheme, late=coursework.late),
        "index.html": cohort_page(
            summary.rows, coursework.scheme, coursework.title, coursework.version, missing
        ),
    }
    for name, text in files.items():
        write_atomically(out / name, text)
    return summary


def split_earlier(
    coursework: Coursework, tasks: Sequence[Task], out: Path
) -> tuple[list[Row], list[Task]]:
    """The rows of what is marked on disk already, and the tasks that are left."""
    found = [(task, filed_sheet(task, coursework, out)) for task in tasks]
    rows = [row_of(sheet) for _, sheet in found if sheet]
    return rows, [task for task, sheet in found if sheet is None]
