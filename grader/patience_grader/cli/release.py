"""`patience release`: the bundle for students."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from ..course.coursework import find_course
from ..course.skeleton import stale_files
from ..errors import InputError
from ..questions.secret import read_secret
from ..text.atomic import write_atomically
from ..text.sanitize import one_line
from .options import FINDING, check_file_writable, course_option, echo


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

    \b
    Examples:
      patience release whist
      patience release whist --out first-week.zip
    """
    if lacking := [tool for tool in ("typst", "hatchling") if find_spec(tool) is None]:
        needed = "pip install 'patience-grader[release]'"
        raise InputError(f"a bundle needs {' and '.join(lacking)}: {needed}")
    from ..questions.record import recorded  # noqa: PLC0415
    from ..release.bundle import (  # noqa: PLC0415 what it needs takes long to import
        bundle,
        plain_bundle,
    )
    from ..release.leaks import leaks  # noqa: PLC0415
    from ..release.public import public_coursework  # noqa: PLC0415

    chosen = find_course(course).coursework(coursework)
    if stale := next(iter(stale_files(chosen)), None):
        raise InputError(f"{stale} is out of date; run: patience skeleton {coursework}")
    target = out or Path(f"{chosen.slug}-{chosen.version}.zip")
    check_file_writable(target)
    if chosen.tests:
        packed, rules = plain_bundle(chosen), "no check yet, as the suite is plain pytest"
        nothing: dict[str, list[object]] = {"nodes": [], "bank": [], "answers": []}
        found = [] if chosen.own_skeleton else leaks(packed, chosen, nothing, nothing)
    else:
        public = public_coursework(chosen)
        packed, rules = bundle(chosen, public), f"{public.rules} public tests"
        marked = recorded(chosen, "marked", read_secret(chosen.root))
        found = leaks(packed, chosen, marked, vars(public))
    for leak in found:
        echo(one_line(leak), err=True)
    if found:
        echo("nothing was written: the bundle would give this away", err=True)
        return FINDING
    write_atomically(target, packed)
    echo(f"{target}: {len(packed) / 1024:.0f} KiB, {rules}")
    return 0
