"""`patience secret` and `patience questions`: what marks, and where it is drawn from."""

from __future__ import annotations

from pathlib import Path

import click

from ..course.coursework import find_course
from ..errors import InputError
from ..questions.secret import make_secret, read_secret, secret_file
from .options import course_option


@click.command()
@course_option
def secret(course: Path | None) -> int:
    """Make the secret of a course, from which all hidden questions are drawn.

    Without one they are drawn from a public default, which anybody can compute with this
    program. The secret stays in the course folder, in .patience/secret, which git ignores; copy
    it to every machine that draws questions. Another secret means other questions.

    \b
    Examples:
      patience secret
    """
    root = find_course(course).root
    is_new = make_secret(root)
    read_secret(root)
    is_there = "is written" if is_new else "exists already, and was not changed"
    click.echo(f"the secret of the course {is_there}: {secret_file(root)}")
    return 0


@click.command()
@click.argument("coursework")
@course_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file to write (default: COURSEWORK-questions.json).",
)
def questions(coursework: str, course: Path | None, out: Path | None) -> int:
    """Write the hidden questions of a coursework to one file, for other machines.

    With it, patience grade --questions FILE gives the same marks anywhere, without the secret
    and with other versions of Python. Students must never see it.

    \b
    Examples:
      patience questions whist --out whist-questions.json
      patience grade submissions/ --questions whist-questions.json
    """
    from ..questions.drawing import draw  # noqa: PLC0415 what it needs takes long to import
    from ..questions.file import GUESSABLE, write  # noqa: PLC0415

    chosen = find_course(course).coursework(coursework)
    target = out or Path(f"{chosen.slug}-questions.json")
    if not target.absolute().parent.is_dir():
        raise InputError(f"{target} cannot be written: {target.parent} is not a folder")
    drawn = draw(chosen, read_secret(chosen.root))
    if drawn.are_guessable:
        click.echo(GUESSABLE, err=True)
    write(drawn, target)
    click.echo(f"{target}: questions of {chosen.slug} {chosen.version}, {drawn.fingerprint[:16]}")
    return 0
