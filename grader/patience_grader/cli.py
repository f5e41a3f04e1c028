"""The command `patience`.

Exit codes: 0 all is well; 1 a finding (a hand-in that cannot be read, a mark below
--fail-under, a stale skeleton, a missing layer of the lock); 2 bad input; 3 a fault of
the kit itself; 130 stopped.
"""

from __future__ import annotations

import math
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .byperson import Given, as_text, from_text, put, write_sheet
from .cohort import Summary, mark_all, split_earlier, tasks_for, write_summary
from .course import Course, Coursework, find_course
from .desk import BY_PERSON, read_desk
from .examiner import Outcome
from .faults import Fault, InputFault, SubmissionFault
from .intake import find_coursework, find_hand_ins, read_submission
from .proof import count_mutants, mark_specimens
from .report.numbers import marks
from .report.safe import line
from .review import review as find_evidence
from .sandbox.doctor import examine, lacks_required, missing_layers
from .scheme import Scheme
from .skeleton import stale_files, write_skeleton
from .specimens import mutants, right_specimens, wrong_specimens

_FINDING, _KIT, _STOPPED = 1, 3, 130

_course = click.option(
    "--course",
    type=click.Path(path_type=Path),
    help="The course folder; else the one around the working directory.",
)


_jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
    show_default="all cores",
    help="How many hand-ins are marked at a time.",
)


_by_person = click.option(
    "--by-person",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="The file of a person's marks; else by-person.csv in the --out folder.",
)


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and math.isnan(value):
        raise click.BadParameter("it is no number")
    return value


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="patience-grader")
def cli() -> None:
    """Mark card-game programming coursework: from hand-ins to marks and feedback.

    \b
    Examples:
      patience grade hand-ins/ --out marks
      patience grade 2600000F.zip
      patience skeleton --check
      patience prove
    """


@cli.command()
@click.argument(
    "hand_ins", metavar="HAND_IN...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--coursework", metavar="NAME", help="Which coursework; else told from the files.")
@_course
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("marks"),
    show_default=True,
    help="The folder that marks and feedback are written to.",
)
@_jobs
@click.option("--again", is_flag=True, help="Mark anew what an earlier run has marked.")
@click.option(
    "--require-sandbox",
    is_flag=True,
    help="Refuse to mark on a machine that cannot lock hand-ins.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(min=0, max=10_000),
    callback=_finite,
    metavar="MARKS",
    help="Exit with 1 when a hand-in earns less.",
)
@click.option(
    "--times",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="When hand-ins came in: columns submission, submitted, and for extensions deadline, note.",
)
@click.option("--deadline", default="", metavar="TIME", help="For everybody: 2026-12-04 16:30.")
@_by_person
def grade(  # noqa: PLR0913, PLR0917 the options of a command
    hand_ins: tuple[Path, ...],
    coursework: str | None,
    course: Path | None,
    out: Path,
    jobs: int,
    again: bool,
    require_sandbox: bool,
    fail_under: float | None,
    times: Path | None,
    deadline: str,
    by_person: Path | None,
) -> int:
    """Mark zips or folders, or folders full of them.

    \b
    Writes to the --out folder:
      marks.csv                    a row a hand-in, a column an exercise
      index.html                   the cohort at a glance
      HAND_IN/feedback.html        what the student reads
      HAND_IN/results.json         the same for Gradescope and other programs
      HAND_IN/review.html          evidence for the criteria that a person marks
      by-person.csv                where that person fills in marks and comments

    A run that was stopped goes on where it was when it is started again. So does one
    with other times or with a person's marks: nothing is examined twice.

    \b
    Examples:
      patience grade hand-ins/                     a whole cohort
      patience grade 2600000F.zip --fail-under 40  one hand-in, as a check in CI
      patience grade hand-ins/ --times times.csv --deadline "2026-12-04 16:30"
    """
    folder = find_course(course)
    found = find_hand_ins(hand_ins, [name for one in folder.courseworks() for name in one.asked])
    chosen = _choose(folder, coursework) or find_coursework(found, folder.courseworks())
    _check_writable(out)
    missing = _missing_layers(required=require_sandbox)
    desk = read_desk(chosen, out, times, deadline, by_person)
    for name in desk.unknown(one.name for one in found):
        click.echo(f"{times} names {line(name)}, which is no hand-in of this run", err=True)
    tasks = tasks_for(chosen, found, missing, desk.said)
    rows, left = ([], tasks) if again else split_earlier(chosen, tasks, out)
    if rows:
        click.echo(f"{len(rows)} of {len(tasks)} are marked already (--again marks them anew)")
    with _progress(len(left), alone=len(tasks) == 1) as report:
        rows += mark_all(chosen, left, out, jobs, report)
    summary = write_summary(chosen, rows, out, missing)
    click.echo(f"marks and feedback are in {out}; open {out / 'index.html'}")
    if waiting := [row for row in summary.rows if row.to_mark]:
        file = by_person or out / BY_PERSON
        write_sheet(file, chosen.scheme, {row.submission: row.student for row in waiting})
        click.echo(
            f"{len(waiting)} wait for a person's marks: fill in {file}, "
            "or start patience review; then grade again"
        )
    return _exit_code(summary, fail_under)


@cli.command()
@click.argument(
    "hand_ins", metavar="HAND_IN...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--coursework", metavar="NAME", help="Which coursework; else told from the files.")
@_course
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("marks"),
    show_default=True,
    help="The folder of the results.",
)
@_by_person
@click.option("--again", is_flag=True, help="Also those that are marked already.")
def review(  # noqa: PLR0913, PLR0917 the options of a command
    hand_ins: tuple[Path, ...],
    coursework: str | None,
    course: Path | None,
    out: Path,
    by_person: Path | None,
    again: bool,
) -> int:
    """Give a person's marks in your editor, one hand-in after another.

    Opens $EDITOR with the evidence, the criteria, and room for marks and comments. What
    is saved goes into by-person.csv in the --out folder; grade again to put it on the
    mark sheets. To stop, leave the editor without saving.

    \b
    Examples:
      patience review hand-ins/                all that are still to be marked
      patience review 2600000F.zip --again     change the marks of one
    """
    folder = find_course(course)
    found = find_hand_ins(hand_ins, [name for one in folder.courseworks() for name in one.asked])
    chosen = _choose(folder, coursework) or find_coursework(found, folder.courseworks())
    if not chosen.scheme.by_person:
        raise InputFault(f"in {chosen.slug} a person marks no criterion")
    _check_writable(out)
    out.mkdir(parents=True, exist_ok=True)
    file = by_person or out / BY_PERSON
    done = 0
    for hand_in in found:
        given = read_desk(chosen, out, None, "", by_person).given.get(hand_in.name, {})
        if len(given) == len(chosen.scheme.by_person) and not again:
            continue
        try:
            submission = read_submission(hand_in, chosen)
        except SubmissionFault as fault:
            click.echo(f"{line(hand_in.name)} cannot be read: {line(str(fault))}", err=True)
            continue
        text = as_text(hand_in.name, chosen.scheme, given, find_evidence(submission.files))
        edited = edit_marks(text, chosen.scheme)
        if edited is None:
            break
        put(file, chosen.scheme, hand_in.name, submission.student, edited)
        done += 1
    click.echo(f"{done} marked, in {file}; grade again to put the marks on the sheets")
    return 0


def edit_marks(text: str, scheme: Scheme) -> Mapping[str, Given] | None:
    """What a person fills in; None if it was not saved. Asks again for what cannot be read."""
    edited = click.edit(text, extension=".toml")
    while edited is not None:
        try:
            return from_text(edited, scheme)
        except InputFault as fault:
            click.echo(str(fault), err=True)
            if not click.confirm("Edit it again?", default=True):
                return None
            edited = click.edit(edited, extension=".toml", require_save=False)
    return None


def _choose(course: Course, name: str | None) -> Coursework | None:
    return course.coursework(name) if name else None


def _missing_layers(*, required: bool) -> list[str]:
    """The layers that hand-ins cannot be locked with here, which is said once.

    Raises InputFault when the lock is required and one is missing that it cannot do without.
    """
    missing = missing_layers()
    lacking = lacks_required(missing.keys())
    if required and lacking:
        why = "; ".join(f"{name}: {missing[name]}" for name in lacking)
        raise InputFault(f"hand-ins cannot be locked on this machine ({line(why)})")
    if missing:
        named = ", ".join(missing)
        said = f"hand-ins are not locked in full here; missing: {named} (see: patience doctor)"
        click.echo(said, err=True)
    return list(missing)


def _check_writable(out: Path) -> None:
    """Raises InputFault unless the folder is there to be written to, or can be made."""
    there = next(path for path in (out.absolute(), *out.absolute().parents) if path.exists())
    if not there.is_dir():
        raise InputFault(f"{out} cannot be written: {there} is no folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise InputFault(f"{out} cannot be written: no permission in {there}")


@contextmanager
def _progress(count: int, *, alone: bool) -> Iterator[Callable[[Outcome], None]]:
    """A bar on a terminal, a line a hand-in elsewhere, the whole sheet for a single one."""
    if alone:
        yield lambda outcome: click.echo(outcome.text)
    elif Console(stderr=True).is_terminal:
        with _bar(count) as report:
            yield lambda _: report()
    else:
        done = iter(range(1, count + 1))
        yield lambda outcome: click.echo(f"{next(done)}/{count} {_line(outcome)}")


def _line(outcome: Outcome) -> str:
    row = outcome.row
    return f"{line(row.submission)}: {marks(row.mark)} of {marks(row.out_of)} ({row.status})"


def _exit_code(summary: Summary, fail_under: float | None) -> int:
    for row in summary.unreadable:
        click.echo(f"{line(row.submission)} cannot be read: {line(row.problem)}", err=True)
    for row in summary.void:
        problem = f"is not marked in full, a fault of the kit: {line(row.problem)}"
        click.echo(f"{line(row.submission)} {problem}", err=True)
    low = [
        row for row in summary.rows if fail_under is not None and row.mark < Fraction(fail_under)
    ]
    for row in low:
        click.echo(f"{line(row.submission)} earns less than {fail_under:g}", err=True)
    if summary.void:
        return _KIT
    return _FINDING if summary.unreadable or low else 0


@cli.command()
@click.argument("courseworks", nargs=-1)
@_course
@click.option("--mutants", "with_mutants", is_flag=True, help="Mark every mutant of the solution.")
@click.option(
    "--every",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Mark only every Nth of the wrong specimens.",
)
@_jobs
def prove(
    courseworks: tuple[str, ...], course: Path | None, with_mutants: bool, every: int, jobs: int
) -> int:
    """Mark the specimens: hand-ins whose outcome is known.

    Right ones must lose nothing, wrong ones exactly the criteria they name, and
    every mutant something, unless it is written down as equivalent.

    \b
    Examples:
      patience prove                      specimens of all courseworks
      patience prove --mutants            and every mutant of the solutions
      patience prove --every 4            all right ones, every fourth of the wrong ones
    """
    folder = find_course(course)
    slugs = courseworks or folder.slugs
    findings = [
        line
        for slug in slugs
        for line in _prove(folder.coursework(slug), with_mutants, every, jobs)
    ]
    for finding in findings:
        click.echo(finding)
    return _FINDING if findings else 0


def _prove(coursework: Coursework, with_mutants: bool, every: int, jobs: int) -> list[str]:
    """Prints the counts; the findings."""
    right, wrong = right_specimens(coursework), wrong_specimens(coursework)[::every]
    mutated = mutants(coursework) if with_mutants else []
    everything = [*right, *wrong, *mutated]
    with _bar(len(everything)) as report:
        marked = mark_specimens(coursework, everything, jobs, report)
    known, made = marked[: len(right) + len(wrong)], marked[len(right) + len(wrong) :]
    bad = {one.specimen.name for one in known if one.deviation}
    for label, group in (("right", right), ("wrong", wrong)):
        exact = sum(one.name not in bad for one in group)
        click.echo(f"{coursework.slug}: {label} specimens {len(group)}, as known {exact}")
    findings = [f"{one.specimen.name}: {one.deviation}" for one in known if one.deviation]
    if made:
        count = count_mutants(coursework, made)
        click.echo(
            f"{coursework.slug}: mutants {len(made)}, killed {count.killed}, "
            f"equivalent {count.equivalent}, surviving {len(count.surviving)}"
        )
        findings += [f"survives: {change}" for change in count.surviving]
        findings += [f"not equivalent after all: {change}" for change in count.mistaken]
    return findings


@contextmanager
def _bar(count: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    columns = (TextColumn("marking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("marking", total=count)
        yield lambda: bar.advance(task)


@cli.command()
@click.argument("coursework", required=False)
@_course
@click.option("--check", is_flag=True, help="Only say what is stale; exit with 1 if anything is.")
def skeleton(coursework: str | None, course: Path | None, check: bool) -> int:
    """Derive the skeleton from the solution.

    \b
    Examples:
      patience skeleton              write skeleton/ for all courseworks
      patience skeleton --check      only see whether it is fresh
    """
    folder = find_course(course)
    slugs = [coursework] if coursework else list(folder.slugs)
    stale = 0
    for one in map(folder.coursework, slugs):
        files = list(stale_files(one)) if check else write_skeleton(one)
        stale += len(files)
        for file in files:
            click.echo(f"{'stale' if check else 'written'}: {file}")
    if not stale:
        click.echo("the skeleton is fresh")
    return _FINDING if check and stale else 0


@cli.command()
def doctor() -> int:
    """Try whether hand-ins can be locked on this machine.

    \b
    Attacks each layer of the lock in a guest that is then thrown away. Exits with
    0 when all layers hold, with 1 when one is missing.

    \b
    Examples:
      patience doctor         which layers hold, and what a missing one means
    """
    missing = []
    for finding in examine():
        layer = finding.layer
        if finding.is_missing:
            missing.append(layer.name)
            click.echo(f"{layer.name:<12} MISSING  {line(finding.why_not)}")
            click.echo(f"{'':<22}but for the other layers, a hand-in could {layer.without}")
        else:
            state = "ready" if finding.not_needed else "holds"
            click.echo(f"{layer.name:<12} {state:<8} {layer.keeps}")
    if missing and lacks_required(set(missing)):
        click.echo("no marks should be given here; --require-sandbox refuses")
    elif missing:
        click.echo("the layers that marks depend on hold; --require-sandbox marks")
    else:
        click.echo("all layers hold")
    return _FINDING if missing else 0


def main() -> None:
    """Runs the command and exits with its code."""
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as fault:
        click.echo(f"patience: {fault.format_message()}", err=True)
        code = fault.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nstopped; run the same command again to go on", err=True)
        code = _STOPPED
    except Fault as fault:
        click.echo(f"patience: {fault}", err=True)
        code = fault.exit_code
    except Exception:  # noqa: BLE001 the last resort says whose fault it is
        click.echo(f"{traceback.format_exc()}\npatience: this is a fault of the kit", err=True)
        code = _KIT
    sys.exit(code)
