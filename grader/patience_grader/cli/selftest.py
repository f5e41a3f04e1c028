"""`patience selftest`: the kit marks what it knows the marks of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..course.coursework import Coursework, find_course
from ..errors import InputError
from ..questions.secret import Secret
from ..selftest.idle import earned_idly
from ..selftest.known import mutants, right_submissions, wrong_submissions
from ..selftest.outcomes import Marked, count_mutants, mark_known
from ..selftest.public_counterpart import compare
from .options import bar, course_option, jobs_option
from .output import FINDING, echo


@click.command()
@click.argument("courseworks", nargs=-1, metavar="[COURSEWORK]...")
@course_option
@click.option("--mutants", "with_mutants", is_flag=True, help="Mark every mutant of the solution.")
@click.option(
    "--every",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Mark only every Nth wrong submission.",
)
@click.option(
    "--public", "twins", is_flag=True, help="Also run the check at home on them, and compare."
)
@click.option(
    "--secret",
    "texts",
    multiple=True,
    metavar="TEXT",
    help="Draw the questions from this secret, not the course's; can be repeated.",
)
@click.option(
    "--secrets",
    type=click.IntRange(1),
    metavar="N",
    help="Repeat with questions from N different secrets.",
)
@jobs_option
def selftest(  # noqa: PLR0913, PLR0917 the options of a command
    courseworks: tuple[str, ...],
    course: Path | None,
    with_mutants: bool,
    every: int,
    twins: bool,
    texts: tuple[str, ...],
    secrets: int | None,
    jobs: int,
) -> int:
    """Mark known submissions and compare the results with what is expected.

    Correct ones must lose nothing, wrong ones exactly the criteria that they name, and
    every mutant something, unless it is listed as equivalent. Exits with 2 if a test
    cannot be used: it fails on the solution, or whatever a submission answers.

    \b
    Examples:
      patience selftest               known submissions of all courseworks
      patience selftest --mutants     and every mutant of the solutions
      patience selftest --every 4     all correct ones, every fourth wrong one
      patience selftest --secrets 5   with questions from five secrets
      patience selftest --public      how many lost criteria the check finds too
    """
    folder = find_course(course)
    slugs = folder.named_or_all(courseworks)
    made_up = [f"selftest {number}" for number in range(1, (secrets or 0) + 1)]
    has_findings = False
    at_fault: list[str] = []
    drawn_from: list[str | None] = [*texts, *made_up]
    for text in drawn_from or [None]:
        if text is not None:
            click.echo(f"questions from the secret {text!r}")
        secret = None if text is None else Secret.of(text)
        for slug in slugs:
            coursework = folder.coursework(slug)
            coursework.check_holidays()
            found, is_at_fault = _prove(coursework, with_mutants, every, twins, jobs, secret)
            for finding in found:
                echo(finding)
            has_findings |= bool(found)
            at_fault += [slug] if is_at_fault else []
    for slug in dict.fromkeys(at_fault):
        echo(
            f"{slug}: a criterion is void through its own test; mend the line that is named, so "
            "that the test depends on nothing but what the submission answers",
            err=True,
        )
    if at_fault:
        return InputError.exit_code
    return FINDING if has_findings else 0


def _prove(  # noqa: PLR0913, PLR0917 the options of the command
    coursework: Coursework,
    with_mutants: bool,
    every: int,
    twins: bool,
    jobs: int,
    secret: Secret | None,
) -> tuple[list[str], bool]:
    """Prints the counts; the findings, and whether the suite itself is at fault."""
    right, wrong = right_submissions(coursework), wrong_submissions(coursework)[::every]
    mutated = mutants(coursework) if with_mutants else []
    everything = [*right, *wrong, *mutated]
    with bar(len(everything)) as report:
        marked = mark_known(coursework, everything, jobs, report, secret)
    known, made = marked[: len(right) + len(wrong)], marked[len(right) + len(wrong) :]
    bad = {one.known.name for one in known if one.deviation}
    for label, group in (("right", right), ("wrong", wrong)):
        exact = sum(one.name not in bad for one in group)
        echo(f"{coursework.slug}: {label} submissions {len(group)}, as known {exact}")
    findings = [f"{one.known.name}: {one.deviation}" for one in known if one.deviation]
    is_at_fault = any(one.is_suite_at_fault for one in marked)
    if coursework.tests:
        _print_idle(coursework, jobs)
    if twins:
        findings += _compared(coursework, known, jobs)
    if made:
        count = count_mutants(coursework, made)
        echo(
            f"{coursework.slug}: mutants {len(made)}, killed {count.killed}, "
            f"equivalent {count.equivalent}, surviving {len(count.surviving)}"
        )
        findings += [f"survives: {change}" for change in count.surviving]
        findings += [f"not equivalent after all: {change}" for change in count.mistaken]
    return findings, is_at_fault


def _print_idle(coursework: Coursework, jobs: int) -> None:
    """Prints what is earned without doing anything."""
    idle = earned_idly(coursework, jobs, lambda: None)
    for name in idle.skeleton:
        click.echo(f"{coursework.slug}: the untouched skeleton earns {name}")
    for name in idle.impostor:
        click.echo(
            f"{coursework.slug}: an impostor earns {name}, "
            "which compares two objects of the student's; compare one with a plain value"
        )


def _compared(coursework: Coursework, marked: Sequence[Marked], jobs: int) -> list[str]:
    """Prints how often the check finds what is lost; the findings."""
    with bar(len(marked)) as report:
        compared = compare(coursework, marked, jobs, report)
    lost = sum(len(one.lost) for one in compared)
    missed = [f"{one.name}: {name}" for one in compared for name in sorted(one.missed)]
    echo(
        f"{coursework.slug}: criteria lost {lost}, found at home too {lost - len(missed)}"
        f" ({1 - len(missed) / max(lost, 1):.1%})"
    )
    for line in missed:
        echo(f"{coursework.slug}: not found at home: {line}")
    only = [one for one in compared if one.only_at_home]
    for one in only:
        names = ", ".join(sorted(one.only_at_home))
        echo(f"{coursework.slug}: broken only at home: {one.name}: {names}")
    return [f"{one.name}: right, but broken at home" for one in only if not one.lost]
