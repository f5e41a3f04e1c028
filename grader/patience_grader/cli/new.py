"""`patience new`: a coursework of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from ..course.coursework import find_course
from ..course.create import create_coursework
from ..errors import InputError
from .options import course_option, echo


@click.command()
@click.argument("coursework")
@click.option("--title", default="", help="What the handout is called; else the name.")
@course_option
def new(coursework: str, title: str, course: Path | None) -> int:
    """Begin a coursework of your own with the smallest one that works.

    It asks for one function about a hand of cards: handout, solution, suite with its
    question bank, known submissions and skeleton, ready to be proven, released and marked. Change
    them one by one. Without a course folder here or above, one is begun here.

    \b
    Examples:
      patience new whist
      patience new whist --title "Whist for four"
    """
    root = course or course_here()
    files = create_coursework(root, coursework, title)
    for file in files:
        echo(f"written: {file}")
    echo(f"begin with {root / 'handout' / f'{coursework}.md'}")
    echo(f"then: patience selftest {coursework}; patience release {coursework}")
    return 0


def course_here() -> Path:
    """The course folder around the working directory, else the working directory."""
    try:
        return find_course().root
    except InputError:
        return Path.cwd()
