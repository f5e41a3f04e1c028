"""The part of a course that marks one coursework. It holds the solution: for staff only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..course.coursework import Coursework
from ..questions.file import FILE, Questions, encoded

_LEFT_OUT = {"__pycache__", ".hypothesis", ".pytest_cache"}


def course_files(coursework: Coursework, questions: Questions) -> Mapping[str, bytes]:
    """The files of the coursework by their paths in a course folder of their own.

    These are the handout, the solution, the skeleton, the suites with the question bank, and the
    submissions that are known to be right, with which the kit proves itself. The hidden questions
    lie beside them in a file of their own. The secret that they were drawn from stays at home:
    whoever reads the package learns these questions, and none of another coursework or year.
    """
    folders = (
        coursework.solution,
        coursework.skeleton,
        coursework.suites,
        coursework.known_submissions / "right",
    )
    files = [coursework.handout, *(file for folder in folders for file in _within(folder))]
    found = {
        file.relative_to(coursework.root).as_posix(): file.read_bytes() for file in sorted(files)
    }
    return {**found, FILE: encoded(questions)}


def _within(folder: Path) -> list[Path]:
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and not _LEFT_OUT & set(file.parts) and file.suffix != ".pyc"
    ]
