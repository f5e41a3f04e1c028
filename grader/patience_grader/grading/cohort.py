"""Many submissions: shared out to workers, each result on disk the moment it is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..course.coursework import Coursework
from ..course.fingerprint import marking_fingerprints
from ..marks.changes import Change
from ..marks.late import Banded
from ..marks.mark_sheet import MarkSheet
from ..marks.place import Place, places
from ..marks.visibility import Phase
from ..questions.file import Questions
from ..report.changes import changes_csv
from ..report.cohort import About, cohort_page
from ..report.misconceptions import misconceptions_csv
from ..report.table import Row, csv_of, row_of
from ..submission.reading import digest, narrowed
from ..submission.upload import Upload
from ..text.atomic import make_folder, write_atomically
from .complete import InstructorNotes
from .misconceptions import misconceptions
from .pool import Pool, Report
from .results import Task, file_sheet, filed_sheet, why_again
from .runs import Runs
from .template import Start, Template
from .temporary import run_folder

MISCONCEPTIONS = "misconceptions.csv"
"""What several submissions got wrong in the same way."""
CHANGES = "changes.csv"
"""What the last run that changed anything has changed, in the folder of all results."""


def tasks_for(  # noqa: PLR0913, PLR0917 what all tasks have in common
    coursework: Coursework,
    uploads: Sequence[Upload],
    missing: Sequence[str] = (),
    said: Callable[[str, str], InstructorNotes] = lambda *_: InstructorNotes(),
    phase: Phase = Phase.DEADLINE,
    questions: Questions | None = None,
    runs: Runs | None = None,
) -> list[Task]:
    """A task a submission, with the fingerprint of what is marked with what.

    `missing` are the layers that submissions are not locked with: what was marked under
    another lock is marked anew. `said` gives what people say about a submission of a name and a
    digest, and reports are written for the `phase`. The `questions` are those that lie in the
    folder of results; without any, each worker draws from the public default. The `runs` before
    are those that feedback says what changed since.
    """
    before = runs or Runs()
    common = {**marking_fingerprints(coursework), "lock": lock_in_words(missing)}
    if questions:
        common |= {"questions": questions.fingerprint, "drawn_from": questions.origin}
    known = [(one, digest(one)) for one in (narrowed(one, coursework) for one in uploads)]
    return [
        Task(one, {"submission": its, **common}, said(one.name, its), phase, before.of(one.name))
        for one, its in known
    ]


def lock_in_words(missing: Sequence[str]) -> str:
    """What a report says of the lock."""
    return f"without {', '.join(missing)}" if missing else "whole"


def mark_all(  # noqa: PLR0913, PLR0917 what is marked, and by what
    coursework: Coursework,
    tasks: Sequence[Task],
    out: Path,
    jobs: int,
    report: Report,
    begun: Template | None = None,
) -> list[Row]:
    """Marks the tasks on so many workers; `report` is called with each outcome as it comes.

    They are forked from the template that was `begun`, or else from a new one; it ends then.

    A submission whose clock has run out is stopped, and its mark sheet says so; one whose
    worker ends by itself is void. Either worker is replaced. Raises the PatienceError that keeps
    all workers from working.
    """
    if not tasks:
        return []
    with run_folder() as temporary:
        template = begun or Template()
        try:
            template.start(
                Start(coursework, out, temporary, _is_worth_warming(coursework, tasks, jobs))
            )
            return Pool(coursework, tasks, out, template, report).run(jobs)
        finally:
            template.stop()


def _is_worth_warming(coursework: Coursework, tasks: Sequence[Task], jobs: int) -> bool:
    """Whether the template should mark the solution first.

    For a plain suite, that takes as long as one worker alone would save by it.
    """
    return len(tasks) > 1 and (jobs > 1 or not coursework.tests)


@dataclass(frozen=True)
class Summary:
    """The rows of a cohort in the order of their names."""

    rows: tuple[Row, ...]

    @property
    def void(self) -> tuple[Row, ...]:
        """The rows with a criterion that the kit failed to examine."""
        return tuple(row for row in self.rows if row.is_void)

    @property
    def unreadable(self) -> tuple[Row, ...]:
        """The rows of submissions that could not be read."""
        return tuple(row for row in self.rows if row.status == "unreadable")

    @property
    def stopped(self) -> tuple[Row, ...]:
        """The rows of submissions that took too long."""
        return tuple(row for row in self.rows if row.status == "stopped")


def write_summary(  # noqa: PLR0913, PLR0917 what a cohort is reported by
    coursework: Coursework,
    rows: Sequence[Row],
    out: Path,
    missing: Sequence[str] = (),
    notices: Sequence[str] = (),
    about: About | None = None,
    questions: Questions | None = None,
    changes: Mapping[str, Change] | None = None,
) -> Summary:
    """Writes `marks.csv`, `misconceptions.csv` and `index.html`.

    The page also says what instructors should notice.

    With `changes`, which a run made last, `changes.csv` too.
    """
    about = about or About()
    found = misconceptions(rows, coursework.scheme, out)
    summary = Summary(tuple(sorted(rows, key=lambda row: row.submission)))
    make_folder(out)
    files: dict[str, str] = {
        "marks.csv": csv_of(
            summary.rows,
            coursework.scheme,
            coursework.late,
            about.absent,
            named=about.named,
            misreadings=coursework.names_misreadings,
        ),
        "index.html": cohort_page(
            summary.rows,
            coursework.scheme,
            coursework.title,
            coursework.version,
            missing,
            notices,
            about,
            questions=questions.fingerprint if questions else "",
            guessable=questions is not None and questions.are_guessable,
            changes=changes or {},
            bands=[name for name, _ in coursework.late.bands]
            if isinstance(coursework.late, Banded)
            else (),
            misconceptions=found,
        ),
        MISCONCEPTIONS: misconceptions_csv(found),
    }
    if changes:
        files[CHANGES] = changes_csv(changes)
    for name, text in files.items():
        write_atomically(out / name, text)
    return summary


def write_places(
    coursework: Coursework,
    tasks: Sequence[Task],
    rows: Sequence[Row],
    before: Mapping[str, Place],
    out: Path,
) -> Mapping[str, Place]:
    """Where the marks stand, if students are shown that; reports that say otherwise are rewritten.

    A mark that is not final has no place.
    """
    final = {row.submission: row.mark for row in rows if not row.awaiting and not row.is_void}
    now = places(final) if coursework.show_place else {}
    changed = [
        replace(task, said=replace(task.said, place=now.get(task.upload.name)))
        for task in tasks
        if now.get(task.upload.name) != before.get(task.upload.name)
    ]
    split_earlier(coursework, changed, out)
    return now


@dataclass(frozen=True)
class Split:
    """What is marked on disk already, and what is left to be marked."""

    sheets: tuple[MarkSheet, ...]
    left: tuple[Task, ...]
    again: Mapping[str, int]
    """Why some of those left are examined again, with how many there are for each reason."""

    @property
    def rows(self) -> list[Row]:
        """The rows of what is marked already."""
        return [row_of(sheet) for sheet in self.sheets]


def split_earlier(coursework: Coursework, tasks: Sequence[Task], out: Path) -> Split:
    """Divides tasks into those whose results are there, and those that are left.

    Results whose reports no longer fit, since people say something else by now or the handout
    shows or weighs something otherwise, are filed anew without being examined.
    """
    sheets, left = [], []
    for task in tasks:
        filed = filed_sheet(task, coursework, out)
        if filed is None:
            left.append(task)
        elif filed.is_current:
            sheets.append(filed.full)
        else:
            sheets.append(file_sheet(filed.found, task, coursework, out, filed.made_with))
    reasons = Counter("; ".join(why) for why in (why_again(task, out) for task in left) if why)
    return Split(tuple(sheets), tuple(left), reasons)
