"""What several commands share: options, exit codes, and looking before writing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import click

from ..downloads.model import TITLES
from ..errors import InputError

submissions_argument = click.argument(
    "uploads", metavar="SUBMISSION...", nargs=-1, required=True, type=click.Path(path_type=Path)
)

coursework_option = click.option(
    "--coursework", metavar="NAME", help="Which coursework (default: detected from the files)."
)

course_option = click.option(
    "--course",
    type=click.Path(path_type=Path),
    help="The course folder (default: the one around the working directory).",
)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
    show_default="all cores",
    help="How many submissions are marked at the same time.",
)

manual_marks_option = click.option(
    "--manual-marks",
    "manual",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="The file of manual marks (default: manual-marks.csv in the folder of results).",
)

moved_option = click.option(
    "--submissions",
    "moved",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="PATH",
    help="Where the submissions are, if they have moved since they were marked.",
)


_DELIVERY = (
    click.option(
        "--from",
        "platform",
        type=click.Choice(list(TITLES)),
        help="Where the download comes from, if a guess would be wrong.",
    ),
    click.option(
        "--attempt",
        default="",
        show_default="last, or as in the run before",
        metavar="last|best|first|LABEL",
        help="Which attempt counts: the last one in time, the best, the first, or one by its name. "
        "Stored with the results.",
    ),
    click.option(
        "--roster",
        type=click.Path(path_type=Path),
        metavar="CSV",
        help="Who is in the course: columns such as number, name, email, git user, group.",
    ),
    click.option(
        "--anonymous",
        is_flag=True,
        help="Use pseudonyms in all that a person reads while marking; what resolves them is "
        "stored beside the --out folder.",
    ),
)


def delivery_options(command: Callable[..., int]) -> Callable[..., int]:
    """Adds the options that say how a download is read, as one argument `required`."""

    @wraps(command)
    def with_asked(**given: Any) -> int:
        from ..grading.delivery import Requirements  # noqa: PLC0415 --help does without

        required = Requirements(
            given.pop("platform") or "",
            given.pop("attempt"),
            given.pop("roster"),
            given.pop("times", None),
            given.pop("deadline", "") or "",
            given.pop("anonymous"),
        )
        return command(required=required, **given)

    decorated: Callable[..., int] = with_asked
    for option in reversed(_DELIVERY):
        decorated = option(decorated)
    return decorated


def check_writable(out: Path) -> None:
    """Raises InputError unless the folder is there to be written to, or can be made."""
    there = next(path for path in (out.absolute(), *out.absolute().parents) if path.exists())
    if not there.is_dir():
        raise InputError(f"{out} cannot be written: {there} is not a folder")
    try:
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror} in {there}") from error


def check_folders(out: Path, uploads: Sequence[Path], course: Path) -> None:
    """Raises InputError when the folder of results cannot be written to, or is of something else.

    That is the course or a folder of it, the submissions, or one of them.
    """
    from ..course.beside import FOLDERS  # noqa: PLC0415 --help does without
    from ..downloads.own_results import holds_results  # noqa: PLC0415

    if own := next((path for path in uploads if path.resolve() == course.resolve()), None):
        raise InputError(f"{own} is the course folder; name the folder of the submissions")
    target = out.resolve()
    if any(path.resolve() == target for path in uploads):
        raise InputError(f"--out {out} is the folder of the submissions; name another one")
    if target in {course.resolve() / name for name in ("", *FOLDERS)}:
        raise InputError(f"--out {out} is a folder of the course; name another one")
    lies_within = any(target.is_relative_to(path.resolve()) for path in uploads)
    if lies_within and not holds_results(out) and _holds_work(out):
        raise InputError(f"--out {out} holds a submission; name another folder")
    check_writable(out)


def _holds_work(folder: Path) -> bool:
    """Whether there are Python files, notebooks or archives in a folder, however deep."""
    from ..downloads.archives import is_work  # noqa: PLC0415 --help does without

    return any(is_work(name) for _, _, names in os.walk(folder) for name in names)


def check_file_writable(file: Path) -> None:
    """Raises InputError unless the file can be written in a folder that exists."""
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise InputError(f"{file} cannot be written; name a file in a folder that exists")
    check_writable(file.absolute().parent)


@contextmanager
def bar(count: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing elsewhere."""
    from rich.console import Console  # noqa: PLC0415 takes long to import
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (TextColumn("marking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("marking", total=count)
        yield lambda: bar.advance(task)
