"""`patience skeleton` and `patience doctor`: whether course and machine are in order."""

from __future__ import annotations

from pathlib import Path

import click

from ..course.coursework import find_course
from ..course.skeleton import stale_files, write_skeleton
from ..sandbox.doctor import examine, lacks_required
from ..text.sanitize import one_line
from .options import FINDING, course_option


@click.command()
@click.argument("coursework", required=False)
@course_option
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
    return FINDING if check and stale else 0


@click.command()
def doctor() -> int:
    """Try whether submissions can be locked on this machine.

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
            click.echo(f"{layer.name:<12} MISSING  {one_line(finding.why_not)}")
            click.echo(f"{'':<22}but for the other layers, a submission could {layer.without}")
        else:
            state = "ready" if finding.not_needed else "holds"
            click.echo(f"{layer.name:<12} {state:<8} {layer.keeps}")
    if missing and lacks_required(set(missing)):
        click.echo("no marks should be given here; --require-sandbox refuses")
    elif missing:
        click.echo("the layers that marks depend on hold; --require-sandbox marks")
    else:
        click.echo("all layers hold")
    return FINDING if missing else 0
