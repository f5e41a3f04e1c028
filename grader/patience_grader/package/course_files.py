"""The part of a course that marks one coursework. It holds the solution: for staff only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..course.coursework import Coursework

_LEFT_OUT = {"__pycache__", ".hypothesis", ".pytest_cache"}


def course_files(coursework: Coursework) -> Mapping[str, bytes]:
    """The files of the coursework by their paths in a course folder of their own.

    These are the handout, the solution, the skeleton, the suites with the question bank, and the
    submissions that are known to be right, with which the kit proves itself. This is the one
    place that says where hidden questions come from: what fixes them travels with the suites.
    """
    folders = (
        coursework.solution,
        coursework.skeleton,
        coursework.suites,
        coursework.known_submissions / "right",
    )
    files = [coursework.handout, *(file for folder in folders for file in _within(folder))]
    return {
        file.relative_to(coursework.root).as_posix(): file.read_bytes() for file in sorted(files)
    }


def _within(folder: Path) -> list[Path]:
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and not _LEFT_OUT & set(file.parts) and file.suffix != ".pyc"
    ]
