"""The command as it is typed, small submissions for it, and the marks that it writes."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from sample import zip_of
from small_course import solution
from warm import Done, patience

PATIENCE = [sys.executable, "-m", "patience_grader"]


def run(*arguments: str | Path, cwd: Path) -> Done:
    return patience(*arguments, cwd=cwd)


def zipped(deck: str = "", game: str = "") -> bytes:
    """The solution as a zip, with something put at the ends of its files."""
    texts = solution(deck=deck, game=game)
    files = {f"{name}.py": text.encode() for name, text in texts.items()}
    return zip_of({**files, "status.txt": b"done"})


def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "marks.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}
