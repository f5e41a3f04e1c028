"""`patience skeleton` and `patience doctor`: whether course and machine are in order."""

from __future__ import annotations

from pathlib import Path

import click

from ..course.coursework import find_course
from ..course.skeleton import stale_files, write_skeleton
from ..sandbox.doctor import examine, lacks_required
from ..text.sanitize import one_line
from .options import course_option
from .output import FINDING, echo


@click.command()
@click.argument("coursework", required=False)
@course_option
@click.option(
    "--check", is_flag=True, help="Only report what is out of date; exit with 1 if anything is."
)
def skeleton(coursework: str | None, course: Path | None, check: bool) -> int:
    """Derive the skeleton from the solution.

    \b
    Examples:
      patience skeleton              write skeleton/ for all courseworks
      patience skeleton --check      only report what is out of date
    """
    folder = find_course(course)
    slugs = folder.named_or_all([coursework] if coursework else [])
    stale = 0
    for one in map(folder.coursework, slugs):
        files = dict.fromkeys(stale_files(one), "out of date") if check else write_skeleton(one)
        stale += len(files)
        for file, what in files.items():
            echo(f"{what}: {file}")
    if not stale:
        echo("the skeleton is up to date")
    return FINDING if check and stale else 0


@click.command()
def doctor() -> int:
    """Test whether submissions can be locked on this machine.

    \b
    Attacks each layer of the lock in a guest that is then discarded. Exits with
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
            echo(f"{layer.name:<12} MISSING  {one_line(finding.why_not)}")
            echo(f"{'':<22}without the other layers, a submission could {layer.without}")
        else:
            state = "ready" if finding.not_needed else "holds"
            echo(f"{layer.name:<12} {state:<8} {layer.keeps}")
    if missing and lacks_required(set(missing)):
        echo("do not mark on this machine; --require-sandbox refuses it")
    elif missing and lacks_required(set(missing), writes=True):
        echo(
            "the layers that marks depend on hold, except for courseworks whose submissions write "
            "files; --require-sandbox refuses those and marks the others"
        )
    elif missing:
        echo("the layers that marks depend on hold; --require-sandbox accepts this machine")
    else:
        echo("all layers hold")
    return FINDING if missing else 0
