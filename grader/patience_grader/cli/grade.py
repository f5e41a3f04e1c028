"""`patience grade`: from submissions to marks and feedback."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import click
from rich.console import Console

from ..course.coursework import find_course
from ..errors import InputError
from ..grading.cohort import Summary, mark_all, split_earlier, tasks_for, write_summary
from ..grading.instructor_input import MANUAL_MARKS, InstructorInput, read_instructor_input
from ..grading.results import Outcome
from ..manual.sheet import version_of, write_sheet
from ..marks.visibility import Phase
from ..questions.drawing import settle
from ..questions.file import GUESSABLE
from ..sandbox.doctor import lacks_required, missing_layers
from ..submission.discovery import discover
from ..submission.naming import collisions
from ..submission.reading import telling_files
from ..text.numbers import format_marks
from ..text.sanitize import one_line
from .options import (
    FINDING,
    KIT,
    bar,
    check_writable,
    choose,
    course_option,
    coursework_option,
    echo,
    jobs_option,
    manual_marks_option,
    submissions_argument,
)


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and math.isnan(value):
        raise click.BadParameter("it is no number")
    return value


def _phase(_: click.Context, __: click.Parameter, spelled: str) -> Phase:
    return Phase(spelled.replace("-", "_"))


@click.command()
@submissions_argument
@coursework_option
@course_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("marks"),
    show_default=True,
    help="The folder that marks and feedback are written to.",
)
@jobs_option
@click.option("--again", is_flag=True, help="Mark anew what an earlier run has marked.")
@click.option(
    "--require-sandbox",
    is_flag=True,
    help="Refuse to mark on a machine that cannot lock submissions.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(min=0, max=10_000),
    callback=_finite,
    metavar="MARKS",
    help="Exit with 1 when a submission earns less.",
)
@click.option(
    "--times",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="When work was submitted: columns submission, submitted; for extensions deadline, note.",
)
@click.option("--deadline", default="", metavar="TIME", help="For everybody: 2026-12-04 16:30.")
@click.option(
    "--phase",
    type=click.Choice(["submission", "deadline", "staff"]),
    default="deadline",
    show_default=True,
    callback=_phase,
    help="For whom feedback is written: students who hand in, all after the deadline, or staff.",
)
@manual_marks_option
@click.option(
    "--questions",
    "questions_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Ask what patience questions has written; else an earlier run's, or what is drawn here.",
)
def grade(  # noqa: PLR0913, PLR0917 the options of a command
    uploads: tuple[Path, ...],
    coursework: str | None,
    course: Path | None,
    out: Path,
    jobs: int,
    again: bool,
    require_sandbox: bool,
    fail_under: float | None,
    times: Path | None,
    deadline: str,
    phase: Phase,
    manual: Path | None,
    questions_file: Path | None,
) -> int:
    """Mark zips, notebooks or folders, or folders full of them.

    \b
    Writes to the --out folder:
      marks.csv                    a row a submission, a column an exercise
      index.html                   the cohort at a glance
      SUBMISSION/feedback.html        what the student reads, as much as the phase allows
      SUBMISSION/results.json         the same for Gradescope and other programs
      SUBMISSION/review.html          evidence for the criteria that a person marks
      manual-marks.csv                where that person fills in marks and comments
      questions.json               what was asked, for staff: later runs ask the same

    A run that was stopped goes on where it was when it is started again. So does one
    with other times, with a person's marks or for another phase: nothing is examined twice.

    \b
    Examples:
      patience grade submissions/                     a whole cohort
      patience grade 2600000F.zip --fail-under 40  one submission, as a check in CI
      patience grade 2600000F.zip --phase submission  what its student sees before the deadline
      patience grade submitted/ --coursework NAME  notebooks, as nbgrader collects them
      patience grade submissions/ --times times.csv --deadline "2026-12-04 16:30"
    """
    folder = find_course(course)
    discovery = discover(uploads, telling_files(folder.outlines().outlines))
    found = discovery.uploads
    chosen = choose(folder, coursework, found)
    check_writable(out)
    missing = _missing_layers(required=require_sandbox, writes=bool(chosen.limits.scratch_mib))
    inputs = read_instructor_input(chosen, out, times, deadline, manual)
    for name in inputs.unknown(one.name for one in found):
        echo(f"{times} names {one_line(name)}, which is no submission of this run", err=True)
    questions = settle(chosen, out, questions_file)
    if questions.are_guessable:
        echo(GUESSABLE, err=True)
    tasks = tasks_for(chosen, found, missing, inputs.said, phase, questions)
    digests = {task.upload.name: task.fingerprint["submission"] for task in tasks}
    grave = [*collisions(found), *_outdated(inputs, digests)]
    grave += [str(one) for one in discovery.left_out if one.like_a_submission]
    light = [str(one) for one in discovery.left_out if not one.like_a_submission]
    for notice in (*grave, *light):
        echo(one_line(notice), err=True)
    rows, left = ([], tasks) if again else split_earlier(chosen, tasks, out)
    if rows:
        echo(f"{len(rows)} of {len(tasks)} are marked already (--again marks them anew)")
    with _progress(len(left), alone=len(tasks) == 1) as report:
        rows += mark_all(chosen, left, out, jobs, report)
    summary = write_summary(chosen, rows, out, missing, [*grave, *light], questions)
    echo(f"marks and feedback are in {out}; open {out / 'index.html'}")
    waiting = [row for row in summary.rows if row.awaiting]
    file = manual or out / MANUAL_MARKS
    if waiting or (inputs.given and file.exists()):
        students = {row.submission: row.student for row in waiting}
        write_sheet(file, chosen.scheme, students, digests)
    if waiting:
        echo(
            f"{len(waiting)} wait for a person's marks: fill in {file}, "
            "or start patience review; then grade again"
        )
    return _exit_code(summary, fail_under) or (FINDING if grave else 0)


def _outdated(inputs: InstructorInput, digests: Mapping[str, str]) -> Iterator[str]:
    """A line for each submission that has changed since something was said about it."""
    for name, digest in digests.items():
        for kind in inputs.outdated(name, digest):
            yield (
                f"{kind} for {name}: for another version of the submission, and not applied; "
                f"to confirm, clear the digest there or write {version_of(digest)}"
            )


def _missing_layers(*, required: bool, writes: bool) -> list[str]:
    """The layers that submissions cannot be locked with here, which is said once.

    Raises InputFault when the lock is required and one is missing that it cannot do without,
    and for submissions that write files where they could not, or without a bound.
    """
    missing = missing_layers()
    lacking = lacks_required(missing.keys(), writes=writes and required)
    if required and lacking:
        why = "; ".join(f"{name}: {missing[name]}" for name in lacking)
        raise InputError(f"submissions cannot be locked on this machine ({one_line(why)})")
    if writes and {"mounts", "quota"} <= missing.keys():
        raise InputError(
            "submissions of this coursework write files, and this machine cannot bound how much "
            f"({one_line(missing['quota'])}); mark them where patience doctor finds mounts or quota"
        )
    if missing:
        named = ", ".join(missing)
        said = f"submissions are not locked in full here; missing: {named} (see: patience doctor)"
        echo(said, err=True)
    return list(missing)


@contextmanager
def _progress(count: int, *, alone: bool) -> Iterator[Callable[[Outcome], None]]:
    """A bar on a terminal, a line a submission elsewhere, the whole sheet for a single one."""
    if alone:
        yield lambda outcome: echo(outcome.text)
    elif Console(stderr=True).is_terminal:
        with bar(count) as report:
            yield lambda _: report()
    else:
        done = iter(range(1, count + 1))
        yield lambda outcome: echo(f"{next(done)}/{count} {_line(outcome)}")


def _line(outcome: Outcome) -> str:
    row = outcome.row
    mark = f"{format_marks(row.mark)} of {format_marks(row.out_of)}"
    return f"{one_line(row.submission)}: {mark} ({row.status})"


def _exit_code(summary: Summary, fail_under: float | None) -> int:
    for row in summary.unreadable:
        echo(f"{one_line(row.submission)} cannot be read: {one_line(row.problem)}", err=True)
    for row in summary.stopped:
        echo(f"{one_line(row.submission)} took too long: {one_line(row.problem)}", err=True)
    for row in summary.void:
        problem = f"is not marked in full, a fault of the kit: {one_line(row.problem)}"
        echo(f"{one_line(row.submission)} {problem}", err=True)
    for row in summary.rows:
        if row.flags:
            echo(f"{one_line(row.submission)} is flagged: {one_line(row.flags)}", err=True)
    low = [
        row for row in summary.rows if fail_under is not None and row.mark < Fraction(fail_under)
    ]
    for row in low:
        echo(f"{one_line(row.submission)} earns less than {fail_under:g}", err=True)
    if summary.void:
        return KIT
    return FINDING if summary.unreadable or summary.stopped or low else 0
