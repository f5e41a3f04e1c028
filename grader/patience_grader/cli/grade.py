"""`patience grade`: from submissions to marks and feedback."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import click

from ..course.coursework import Coursework, find_course
from ..errors import InputError
from ..grading.anonymous import anonymised
from ..grading.best import with_best
from ..grading.cohort import (
    CHANGES,
    Split,
    Summary,
    split_earlier,
    tasks_for,
    write_places,
    write_summary,
)
from ..grading.delivery import Delivery, Received, Requirements, receive
from ..grading.instructor_input import MANUAL_MARKS, InstructorInput, given_marks
from ..grading.known_before import Renamed, gone, gone_line, renamed, with_new_names
from ..grading.noted import absent_rows, record_of, with_facts
from ..grading.record import begin_record, read_record, write_record
from ..grading.results import Outcome, Task
from ..grading.runs import Runs, following, marked, read_runs, tied, write_runs
from ..manual.overrides import OVERRIDES, Overrides, read_overrides, remembered, under
from ..manual.sheet import Marks, version_of, write_sheet
from ..manual.whose import Settled, settled
from ..marks.changes import Change, Marked
from ..marks.visibility import Phase
from ..questions.drawing import settle
from ..questions.file import GUESSABLE
from ..report.changes import changes_line
from ..report.cohort import About
from ..report.table import Row
from ..report.text import summary_line
from ..sandbox.doctor import lacks_required, missing_layers
from ..submission.naming import collisions
from ..text.numbers import format_marks
from ..text.sanitize import one_line
from .engines import Chosen, engine, engine_options
from .options import (
    bar,
    check_folders,
    course_option,
    coursework_option,
    delivery_options,
    manual_marks_option,
    submissions_argument,
)
from .output import FINDING, KIT, echo

_MOST_LINES = 20


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and math.isnan(value):
        raise click.BadParameter("it is not a number")
    return value


def _stated(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    if text is not None and not text.strip():
        raise click.BadParameter("it is empty; write a time, or leave the option out")
    return text


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
    help="The folder for marks and feedback.",
)
@engine_options
@click.option("--again", is_flag=True, help="Mark again what an earlier run has marked.")
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
    help="Exit with 1 if a submission earns less.",
)
@click.option(
    "--times",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="When submissions came in: columns submission, number or email; submitted; for "
    "extensions deadline, note. Counts in place of what the download says.",
)
@click.option(
    "--deadline",
    callback=_stated,
    metavar="TIME",
    help="For everybody: 2026-12-04 16:30. Stored with the results.",
)
@click.option(
    "--phase",
    type=click.Choice(["submission", "deadline", "staff"]),
    default="deadline",
    show_default=True,
    callback=_phase,
    help="Who reads the feedback: students on submitting or after the deadline, or staff.",
)
@delivery_options
@manual_marks_option
@click.option(
    "--questions",
    "questions_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Ask the questions in this file, which patience questions wrote.",
)
def grade(  # noqa: PLR0913, PLR0917 the options of a command
    uploads: tuple[Path, ...],
    coursework: str | None,
    course: Path | None,
    out: Path,
    again: bool,
    require_sandbox: bool,
    fail_under: float | None,
    phase: Phase,
    required: Requirements,
    manual: Path | None,
    questions_file: Path | None,
    where: Chosen,
) -> int:
    """Mark zips, notebooks or folders, folders full of them, or a platform's download.

    \b
    Writes to the --out folder:
      marks.csv                 one row per submission, one column per exercise
      misconceptions.csv        what several submissions got wrong in the same way
      index.html                the cohort at a glance
      SUBMISSION/feedback.html  what the student reads, as much as the phase allows
      SUBMISSION/results.json   the same for Gradescope and other programs
      SUBMISSION/review.html    evidence for the criteria that are marked by hand
      manual-marks.csv          where you fill in manual marks and comments
      questions.json            what was asked, for staff only: later runs ask the same

    Run the same command again to continue a run that was stopped, or to apply other
    times, manual marks or another phase: nothing is marked twice.

    \b
    Examples:
      patience grade submissions/                    a whole cohort
      patience grade 2600000F.zip --fail-under 40    one submission, as a check in CI
      patience grade 2600000F.zip --phase submission what its student sees before the deadline
      patience grade submitted/ --coursework NAME    notebooks, as nbgrader collects them
      patience grade submissions/ --times times.csv --deadline "2026-12-04 16:30"
      patience grade submissions/                    again: what is new, and what changed
      patience grade submissions/ --anonymous        under pseudonyms, to be marked by hand
      patience grade submissions/ --scheduler tcp://10.0.0.5:8786   on other machines, too
      patience grade coursework-download.zip --roster class.csv   as Moodle or Canvas makes it
    """
    folder = find_course(course)
    check_folders(out, uploads, folder.root)
    earlier, runs = read_record(out), read_runs(out)
    with ThreadPoolExecutor(1) as beside:  # most of it is waiting for a process to start
        probed = beside.submit(missing_layers)
        delivery = named = receive(uploads, folder, coursework, required, earlier)
    chosen = delivery.coursework
    missing = _checked_layers(probed.result(), chosen, required=require_sandbox)
    given = given_marks(chosen, out, manual)
    delivery, earlier = anonymised(delivery, earlier, out, wanted=required.anonymous)
    questions = settle(chosen, out, questions_file)
    begin_record(out)
    if questions.are_guessable:
        echo(GUESSABLE, err=True)
    names = {one.name for one in delivery.uploads} | {*map(earlier.shown_as, earlier.submissions)}
    before, file = renamed(earlier, delivery), manual or out / MANUAL_MARKS
    by_hand = settled(given, file, names, before.now, before.versions)
    stated = read_overrides(out / OVERRIDES, chosen.scheme, names)
    overrides = _overrides(stated, runs, before)
    delivery = _with_earlier(delivery, by_hand, gone(earlier, delivery), out)

    def tasks_of(received: Sequence[Received]) -> list[Task]:
        inputs = _desk(by_hand.given, overrides, received, delivery, runs)
        uploads = [one.upload for one in received]
        return tasks_for(chosen, uploads, missing, inputs.said, phase, questions, runs)

    with engine(where, missing) as examining:
        if any(len(one.marked) > 1 for one in delivery.received):
            delivery = with_best(delivery, tasks_of, out, examining)
        tasks = tasks_of(delivery.received)
        digests = {task.upload.name: task.fingerprint["submission"] for task in tasks}
        inputs = _desk(by_hand.given, overrides, delivery.received, delivery, runs)
        grave = [*collisions(delivery.uploads), *_outdated(inputs, digests), *delivery.findings]
        _announce(delivery, grave)
        split = Split((), tuple(tasks), {}) if again else split_earlier(chosen, tasks, out)
        _announce_earlier(split, len(tasks))
        with _progress(len(split.left), alone=len(tasks) == 1) as report:
            rows = split.rows + examining.mark_all(chosen, split.left, out, report)
    rows = with_facts(rows, delivery)
    standing = write_places(chosen, tasks, rows, runs.places, out)
    runs, changed = following(runs, _found(rows, tasks, chosen), standing)
    summary = write_summary(
        chosen, rows, out, missing, grave, _about(delivery), questions, runs.changes
    )
    kept = replace(delivery, roster=named.roster, absent=named.absent)
    write_record(out, record_of(kept, digests, with_new_names(earlier, delivery), uploads))
    write_runs(out, tied(runs, overrides, digests))
    _announce_results(changed, len(rows), out)
    waiting = {row.submission: row.student for row in summary.rows if row.awaiting}
    if waiting or (inputs.given and file.exists()):
        write_sheet(file, chosen.scheme, waiting, digests, by_hand.taken, before.versions)
    _ask_for_marks(len(waiting), file)
    if len(rows) > 1:
        echo(f"{summary_line(rows)} of {format_marks(rows[0].out_of)}")
    return _exit_code(summary, fail_under) or (FINDING if grave else 0)


def _overrides(stated: Overrides, runs: Runs, before: Renamed) -> Overrides:
    """The overrides by what submissions are called now, for the versions they were set for."""
    versions = before.by_all_names(runs.overridden)
    return under(remembered(stated, versions), before.now, before.versions)


def _with_earlier(
    delivery: Delivery, by_hand: Settled, no_longer: Sequence[str], out: Path
) -> Delivery:
    """The delivery with what must be said of marks given before, and of submissions before."""
    findings = (*delivery.findings, *by_hand.unknown)
    notes = (*delivery.notes, *by_hand.notes)
    gone_lines = (gone_line(no_longer, out),) if no_longer else ()
    if delivery.download.platform == "single":  # who names one wants just that one
        return replace(delivery, findings=findings, notes=(*notes, *gone_lines))
    return replace(delivery, findings=(*findings, *gone_lines), notes=notes)


def _found(
    rows: Sequence[Row], tasks: Sequence[Task], coursework: Coursework
) -> Mapping[str, Marked]:
    """What this run found of what was examined."""
    fingerprints = {task.upload.name: task.fingerprint for task in tasks}
    return {
        row.submission: marked(row, coursework.scheme, fingerprints[row.submission])
        for row in rows
        if not row.is_void
    }


def _desk(
    given: Marks,
    overrides: Overrides,
    received: Sequence[Received],
    delivery: Delivery,
    runs: Runs,
) -> InstructorInput:
    """What is said about the attempts that are marked."""
    times = {one.upload.name: one.timings[one.upload.attempt.label] for one in received}
    since = {one.upload.name: one.since for one in received}
    return InstructorInput(given, times, delivery.deadline, overrides, since, runs.places)


def _announce(delivery: Delivery, grave: Sequence[str]) -> None:
    """Prints what was recognised, and what a person should know, one line each."""
    if delivery.download.platform != "single":
        echo(one_line(delivery.download.summary))
    for notice in (*grave, *delivery.notes):
        echo(one_line(notice), err=True)
    if len(delivery.attempts) > _MOST_LINES:
        echo(f"{len(delivery.attempts)} have several attempts; index.html says which one counts")
        return
    for notice in delivery.attempts:
        echo(one_line(notice))
    if delivery.absent:
        echo(f"{len(delivery.absent)} of the roster submitted nothing")


def _announce_earlier(split: Split, count: int) -> None:
    """Prints how many of so many submissions are marked, and why others are examined again."""
    if split.sheets:
        marked_before = len(split.sheets)
        echo(f"{marked_before} of {count} are already marked (add --again to mark them again)")
    for why, number in split.again.items():
        echo(f"examining {number} again: {why}")


def _about(delivery: Delivery) -> About:
    """What the page of the cohort says of a delivery."""
    return About(
        delivery.download.summary,
        delivery.notes,
        delivery.attempts,
        absent_rows(delivery.absent),
        named=bool(delivery.roster),
    )


def _announce_results(changed: Mapping[str, Change], count: int, out: Path) -> None:
    """Prints what the run changed of so many submissions, and where its results are."""
    if changed:
        echo(f"{changes_line(changed, count)}; see {out / CHANGES}")
    echo(f"marks and feedback are in {out}; open {out / 'index.html'}")


def _ask_for_marks(count: int, file: Path) -> None:
    """Prints how many submissions await manual marks, and where these are filled in."""
    if count:
        echo(
            f"{count} await manual marks: fill in {file}, "
            "or run patience review; then run patience grade again"
        )


def _outdated(inputs: InstructorInput, digests: Mapping[str, str]) -> Iterator[str]:
    """A line for each submission that has changed since something was said about it."""
    for name, digest in digests.items():
        for kind in inputs.outdated(name, digest):
            yield (
                f"{kind} for {name}: for another version of the submission, so not applied; "
                f"to confirm, clear the digest there or write {version_of(digest)}"
            )


def _checked_layers(
    missing: Mapping[str, str], coursework: Coursework, *, required: bool
) -> list[str]:
    """The layers that submissions cannot be locked with here, which is said once.

    Raises InputError when the lock is required and one is missing that it cannot do without,
    and for submissions that write files where they could not, or without a bound.
    """
    writes = bool(coursework.limits.scratch_mib)
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
        echo(
            "submissions are not completely locked on this machine; "
            f"missing layers: {named} (see: patience doctor)",
            err=True,
        )
    return list(missing)


@contextmanager
def _progress(count: int, *, alone: bool) -> Iterator[Callable[[Outcome], None]]:
    """A bar on a terminal, a line a submission elsewhere, the whole sheet for a single one."""
    if alone:
        yield lambda outcome: echo(outcome.text)
    elif sys.stderr.isatty():
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
        problem = f"is not completely marked, which is a fault of the kit: {one_line(row.problem)}"
        echo(f"{one_line(row.submission)} {problem}", err=True)
    for row in summary.rows:
        if row.flags:
            echo(f"{one_line(row.submission)} is flagged: {one_line(row.flags)}", err=True)
    low = [
        row for row in summary.rows if fail_under is not None and row.mark < Fraction(fail_under)
    ]
    for row in low:
        echo(f"{one_line(row.submission)} earns less than {fail_under:g} marks", err=True)
    if summary.void:
        return KIT
    return FINDING if summary.unreadable or summary.stopped or low else 0
