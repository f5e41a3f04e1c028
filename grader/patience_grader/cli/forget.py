"""`patience forget`: removes a student from results."""

from __future__ import annotations

from pathlib import Path

import click

from ..grading.forgetting import forget as forget_student
from ..text.sanitize import one_line
from .output import echo


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.argument("student")
def forget(results: Path, student: str) -> int:
    """Remove a student from everything stored in a folder of results.

    STUDENT is a submission, a number, an email address or a name. Downloads, and files that you
    have exported, are not touched.

    \b
    Examples:
      patience forget marks 2600000F
    """
    for noted in forget_student(results, student):
        echo(one_line(noted))
    return 0
