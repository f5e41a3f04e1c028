"""What several commands share: options, exit codes, and looking before writing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..course.coursework import Course, Coursework
from ..course.interface import Outline
from ..errors import InputError
from ..submission.reading import Upload, find_coursework
from ..text.sanitize import log

FINDING, KIT, STOPPED = 1, 3, 130

submissions_argument = click.argument(
    "uploads", metavar="SUBMISSION...", nargs=-1, required=True, type=click.Path(path_type=Path)
)

coursework_option = click.option(
    "--coursework", metavar="NAME", help="Which coursework; else told from the files."
)

course_option = click.option(
    "--course",
    type=click.Path(path_type=Path),
    help="The course folder; else the one around the working directory.",
)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
    show_default="all cores",
    help="How many submissions are marked at a time.",
)

manual_marks_option = click.option(
    "--manual-marks",
    "manual",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="The file of a person's marks; else manual-marks.csv in the --out folder.",
)


def echo(text: str, *, err: bool = False) -> None:
    """Prints the text, which may hold what a submission says, as text and nothing else."""
    click.echo(log(text), err=err)


def choose(course: Course, name: str | None, found: Sequence[Upload]) -> Coursework:
    """The coursework of this name, or the one that the submissions belong to.

    Prints a line for each handout that cannot be read when the coursework is detected.
    Raises InputError when there is none, or it cannot be detected.
    """
    return course.coursework(name or detect(course, found).slug)


def detect(course: Course, found: Sequence[Upload]) -> Outline:
    """The coursework that the submissions belong to.

    Prints a line for each handout that cannot be read. Raises InputError when it is not clear.
    """
    known = course.outlines()
    for line in known.skipped:
        echo(line, err=True)
    return find_coursework(found, known.outlines)


def check_writable(out: Path) -> None:
    """Raises InputFault unless the folder is there to be written to, or can be made."""
    there = next(path for path in (out.absolute(), *out.absolute().parents) if path.exists())
    if not there.is_dir():
        raise InputError(f"{out} cannot be written: {there} is no folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise InputError(f"{out} cannot be written: no permission in {there}")


@contextmanager
def bar(count: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    columns = (TextColumn("marking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("marking", total=count)
        yield lambda: bar.advance(task)
