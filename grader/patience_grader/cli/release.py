"""`patience release`: the bundle for students."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from ..check.report import marked_only
from ..course.coursework import find_course
from ..course.skeleton import stale_files
from ..errors import InputError
from ..questions.secret import read_secret
from ..text.atomic import write_atomically
from ..text.sanitize import one_line
from .options import check_file_writable, course_option
from .output import FINDING, echo


@click.command()
@click.argument("coursework")
@course_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="ZIP",
    help="The zip to write (default: COURSEWORK-VERSION.zip).",
)
def release(coursework: str, course: Path | None, out: Path | None) -> int:
    """Make the zip for students: handout, skeleton, and a check.

    It contains no solution, no hidden question, and no answer to one. It is searched for
    them before it is written; a bundle that would give one away is refused, with exit code 1.
    The check in it is run on the solution, which must pass it, and on the skeleton.

    \b
    Examples:
      patience release whist
      patience release whist --out first-week.zip
    """
    if lacking := [tool for tool in ("typst", "hatchling") if find_spec(tool) is None]:
        needed = "pip install 'patience-grader[release]'"
        raise InputError(f"a bundle needs {' and '.join(lacking)}: {needed}")
    from ..release.making import make_release  # noqa: PLC0415 what it needs takes long to import
    from ..release.trial import try_out  # noqa: PLC0415

    chosen = find_course(course).coursework(coursework)
    chosen.check_holidays()
    if stale := next(iter(stale_files(chosen)), None):
        raise InputError(f"{stale} is out of date; run: patience skeleton {coursework}")
    target = out or Path(f"{chosen.slug}-{chosen.version}.zip")
    check_file_writable(target)
    made = make_release(chosen, read_secret(chosen.root))
    for leak in made.leaks:
        echo(one_line(leak), err=True)
    if made.leaks:
        echo("nothing was written: the bundle would give this away", err=True)
        return FINDING
    tried = try_out(made.packed, chosen) if made.has_check else None
    write_atomically(target, made.packed)
    for line in marked_only(made.public):
        echo(line)
    for name in made.public.data_files:
        echo(f"handed out beside the tests: {name}")
    for criterion in tried.passed_by_skeleton if tried else ():
        echo(f"the untouched skeleton passes: {criterion}")
    rules = (
        f"{made.public.rules} public tests"
        if made.has_check
        else "no check, as no test is public; name some in public_tests in the handout"
    )
    echo(f"{target}: {len(made.packed) / 1024:.0f} KiB, {rules}")
    return 0
