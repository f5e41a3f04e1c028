"""`patience check`: what students run at home, here in a course folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import click

from ..check.command import check as run_check
from ..course.coursework import Course, Coursework, find_course
from ..downloads.recognise import recognise
from ..release.public import cached_public_coursework
from ..submission.reading import find_coursework, telling_files
from ..text.sanitize import one_line
from .options import course_option, coursework_option
from .output import echo


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": True})
@coursework_option
@course_option
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def check(coursework: str | None, course: Path | None, arguments: tuple[str, ...]) -> int:
    """Check work on public questions, as students do at home.

    ARGUMENTS are those of the students' command: a folder or zip, --exercise NAME, --watch,
    --json.

    \b
    Examples:
      patience check --watch
      patience check 2600000F.zip --exercise move
      patience check skeleton --coursework NAME
    """
    folder = find_course(course)
    chosen = folder.coursework(coursework) if coursework else _told_by(folder, arguments)
    return run_check(cached_public_coursework(chosen), folder.root / "grader", arguments)


def _told_by(course: Course, arguments: Sequence[str]) -> Coursework:
    """The coursework whose package is in the folder that is checked, or whose files are.

    Raises InputError when that cannot be told.
    """
    target = Path(next(_unnamed(arguments), "."))
    known = course.outlines()
    for skipped in known.skipped:
        echo(one_line(skipped), err=True)
    courseworks = known.outlines
    there = [one for one in courseworks if (target / one.package).is_dir()]
    if len(there) == 1:
        return course.coursework(there[0].slug)
    found = recognise([target], telling_files(courseworks)).submissions
    recognised = find_coursework([one.attempts[-1] for one in found], courseworks)
    return course.coursework(recognised.slug)


def _unnamed(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments that are no options and no values of one."""
    for before, one in pairwise(("", *arguments)):
        if not one.startswith("-") and before not in {"--exercise", "--ci"}:
            yield one
