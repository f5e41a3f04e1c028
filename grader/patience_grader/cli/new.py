"""`patience new`: a coursework of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from ..course.coursework import find_course
from ..course.create import create_coursework
from ..errors import InputError
from .options import check_writable, course_option
from .output import echo


@click.command()
@click.argument("coursework")
@click.option("--title", default="", help="The title of the handout (default: the name).")
@course_option
def new(coursework: str, title: str, course: Path | None) -> int:
    """Start a coursework of your own from the smallest one that works.

    It asks for one function about a hand of cards: handout, solution, suite with its
    question bank, known submissions and skeleton, ready to be tested, released and marked. Change
    them one by one. Without a course folder here or above, a new one is made here.

    \b
    Examples:
      patience new whist
      patience new whist --title "Whist for four"
    """
    root = course or course_here()
    check_writable(root)
    files = create_coursework(root, coursework, title)
    for file in files:
        echo(f"written: {file}")
    echo(f"start with {root / 'handout' / f'{coursework}.md'}")
    echo(f"then: patience selftest {coursework}; patience release {coursework}")
    return 0


def course_here() -> Path:
    """The course folder around the working directory, else the working directory."""
    try:
        return find_course().root
    except InputError:
        return Path.cwd()
