"""The command as it is typed, small submissions for it, and the marks that it writes."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

from sample import zip_of
from small_course import solution

PATIENCE = [sys.executable, "-m", "patience_grader"]
Done = subprocess.CompletedProcess[str]


def run(*arguments: str | Path, cwd: Path) -> Done:
    command = [*PATIENCE, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def zipped(deck: str = "", game: str = "") -> bytes:
    """The solution as a zip, with something put at the ends of its files."""
    texts = solution(deck=deck, game=game)
    files = {f"{name}.py": text.encode() for name, text in texts.items()}
    return zip_of({**files, "status.txt": b"done"})


def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "marks.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}
