"""What a command prints, and the exit codes it ends with beside those of errors."""

from __future__ import annotations

import click

from ..text.sanitize import log

FINDING, KIT, STOPPED = 1, 3, 130


def echo(text: str, *, err: bool = False) -> None:
    """Prints the text, which may hold what a submission says, as text and nothing else."""
    click.echo(log(text), err=err)
