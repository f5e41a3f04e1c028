"""Folders that hold what `patience grade` wrote: no submissions, wherever they lie."""

from __future__ import annotations

import re
from pathlib import Path

RECORD = "cohort.json"
"""The file that says so; `grading.record` writes it."""
WHY = "it holds results of patience grade"
_BEGINNING = re.compile(rb'\{\s*"(anonymous": true\s*\}|platform": "[a-z]*",\s*"coursework": ")')
_MOST_BYTES = 200


def holds_results(folder: Path) -> bool:
    """Whether there is a record in the folder, and not a student's file of that name."""
    file = folder / RECORD
    try:
        if file.is_symlink() or not file.is_file():
            return False
        with file.open("rb") as opened:
            return bool(_BEGINNING.match(opened.read(_MOST_BYTES)))
    except OSError:
        return False
