"""`patience check`: what students run at home, here in a course folder."""

from __future__ import annotations

from pathlib import Path

import click

from ..check.command import check as run_check
from ..course import find_course
from ..handing.publishing import kept_paper
from ..intake import find_coursework, find_hand_ins, telling_files
from .options import course_option, coursework_option


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
      cd skeleton && patience check
      patience check 2600000F.zip --exercise move
      patience check solution/klondike --coursework klondike
    """
    folder = find_course(course)
    chosen = folder.coursework(coursework) if coursework else None
    if chosen is None:
        target = Path(next((one for one in arguments if not one.startswith("-")), "."))
        asked = telling_files(folder.courseworks())
        chosen = find_coursework(find_hand_ins([target], asked), folder.courseworks())
    return run_check(kept_paper(chosen), folder.root / "grader", arguments)
