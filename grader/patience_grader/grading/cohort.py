"""Many submissions: shared out to examiners, each result on disk the moment it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import connection
from pathlib import Path

from ..course.coursework import Coursework
from ..course.fingerprint import marking_fingerprint
from ..errors import KitError, PatienceError
from ..marking.mark import stopped, unreadable, void
from ..marks.mark_sheet import MarkSheet
from ..marks.visibility import Phase
from ..questions.file import Questions
from ..report.page import cohort_page
from ..report.table import Row, csv_of, row_of
from ..submission.reading import Upload, digest, narrowed
from ..text.atomic import write_atomically
from .complete import InstructorNotes
from .deadlines import Overrun, Stage
from .processes import free_mib
from .results import Outcome, Task, file_sheet, filed_sheet
from .temporary import run_folder
from .worker_process import Worker

Report = Callable[[Outcome], None]

_LOOK_SECONDS = 0.2
"""So often are the clocks of submissions looked at."""
_SLICE_SECONDS = 2.0
"""A submission that takes longer goes on in the background while others wait."""
_WORKER_MIB = 128


def tasks_for(  # noqa: PLR0913, PLR0917 what all tasks have in common
    coursework: Coursework,
    uploads: Sequence[Upload],
    missing: Sequence[str] = (),
    said: Callable[[str, str], InstructorNotes] = lambda *_: InstructorNotes(),
    phase: Phase = Phase.DEADLINE,
    questions: Questions | None = None,
) -> list[Task]:
    """A task a submission, with the fingerprint of what is marked with what.

    `missing` are the layers that submissions are not locked with: what was marked under
    another lock is marked anew. `said` gives what people say about a submission of a name and a
    digest, and reports are written for the `phase`. The `questions` are those that lie in the
    folder of results; without any, each worker draws from the public default.
    """
    common = {"paper": marking_fingerprint(coursework), "lock": lock_in_words(missing)}
    if questions:
        common |= {"questions": questions.fingerprint, "drawn_from": questions.origin}
    known = [(one, digest(one)) for one in (narrowed(one, coursework) for one in uploads)]
    return [
        Task(one, {"submission": its, **common}, said(one.name, its), phase) for one, its in known
    ]


def lock_in_words(missing: Sequence[str]) -> str:
    """What a report says of the lock."""
    return f"without {', '.join(missing)}" if missing else "whole"


def mark_all(
    coursework: Coursework, tasks: Sequence[Task], out: Path, jobs: int, report: Report
) -> list[Row]:
    """Marks the tasks on so many workers; `report` is called with each outcome as it comes.

    A submission whose clock has run out is stopped, and its mark sheet says so; one whose
    worker ends by itself is void. Either worker is replaced. Raises the PatienceError that keeps
    all workers from working.
    """
    with run_folder() as temporary:
        return _Marking(coursework, tasks, out, temporary, report).run(jobs)


class _Marking:
    """Tasks that are shared out to workers.

    What takes long goes on in the background, and does not keep others waiting: a new worker
    takes its place, as long as there is memory for one more.
    """

    def __init__(
        self,
        coursework: Coursework,
        tasks: Sequence[Task],
        out: Path,
        temporary: Path,
        report: Report,
    ) -> None:
        self._coursework = coursework
        self._waiting = list(reversed(tasks))
        self._out = out
        self._temporary = temporary
        self._report = report
        self._workers: list[Worker] = []
        self._rows: list[Row] = []

    def run(self, jobs: int) -> list[Row]:
        """The rows, when all tasks are done."""
        try:
            self._start(jobs)
            while self._workers:
                ready = connection.wait([one.line for one in self._workers], _LOOK_SECONDS)
                for worker in list(self._workers):
                    if worker.line in ready:
                        self._receive(worker)
                    elif overrun := worker.overrun():
                        self._stop(worker, overrun)
                    elif self._waiting and not worker.is_slow and _is_slow(worker):
                        worker.move_to_background()
                self._start(jobs)
        finally:
            for worker in self._workers:
                worker.stop()
        return self._rows

    def _start(self, jobs: int) -> None:
        """Starts workers, so that there is one at each job or enough for what waits."""
        quick = sum(not one.is_slow for one in self._workers)
        idle = sum(one.task is None for one in self._workers)
        needed = 2 * (self._coursework.limits.memory_mib + _WORKER_MIB)
        for _ in range(min(jobs - quick, len(self._waiting) - idle)):
            if len(self._workers) >= jobs and free_mib() < needed:
                return
            self._workers.append(Worker(self._coursework, self._out, self._temporary))

    def _receive(self, worker: Worker) -> None:
        try:
            message = worker.receive()
        except EOFError:
            self._workers.remove(worker)
            why = worker.ended()
            if worker.task is not None:
                self._file(worker.task, void(worker.task.upload, self._coursework, why), why)
            return
        if isinstance(message, PatienceError):
            raise message
        if isinstance(message, Stage):
            return
        if message is not None:
            self._take(message)
        worker.task = None
        if self._waiting and not worker.is_slow:
            worker.send(self._waiting.pop())
        else:
            self._workers.remove(worker)
            worker.shut_down()

    def _stop(self, worker: Worker, overrun: Overrun) -> None:
        self._workers.remove(worker)
        worker.stop()
        if worker.task is None:
            raise KitError(f"a worker was stopped: {overrun.why}")
        upload, why = worker.task.upload, overrun.why
        if not overrun.by_submission:
            sheet = void(upload, self._coursework, why)
        elif overrun.stage is Stage.READING:
            sheet = unreadable(upload, self._coursework, why)
        else:
            sheet = stopped(upload, self._coursework, why)
        self._file(worker.task, sheet, why)

    def _file(self, task: Task, sheet: MarkSheet, why: str) -> None:
        """Puts on disk what no worker is there to file."""
        full = file_sheet(sheet, task, self._coursework, self._out)
        self._take(Outcome(row_of(full), f"{task.upload.name}: {why}"))

    def _take(self, outcome: Outcome) -> None:
        self._rows.append(outcome.row)
        self._report(outcome)


def _is_slow(worker: Worker) -> bool:
    used = worker.used
    return worker.task is not None and used.cpu + used.idle > _SLICE_SECONDS


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

    @property
    def stopped(self) -> tuple[Row, ...]:
        """The rows of submissions that took too long."""
        return tuple(row for row in self.rows if row.status == "stopped")


def write_summary(  # noqa: PLR0913, PLR0917 what there is to say of a cohort
    coursework: Coursework,
    rows: Sequence[Row],
    out: Path,
    missing: Sequence[str] = (),
    notices: Sequence[str] = (),
    questions: Questions | None = None,
) -> Summary:
    """Writes `marks.csv` and `index.html`, which also says what staff should notice."""
    summary = Summary(tuple(sorted(rows, key=lambda row: row.submission)))
    out.mkdir(parents=True, exist_ok=True)
    files: Mapping[str, str] = {
        "marks.csv": csv_of(summary.rows, coursework.scheme, late=coursework.late),
        "index.html": cohort_page(
            summary.rows,
            coursework.scheme,
            coursework.title,
            coursework.version,
            missing,
            notices,
            questions=questions.fingerprint if questions else "",
            guessable=questions is not None and questions.are_guessable,
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
