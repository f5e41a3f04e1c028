"""The command as it is typed, small submissions for it, and the marks that it writes."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from sample import zip_of
from small_course import edit, solution
from warm import Done, patience

PATIENCE = [sys.executable, "-m", "patience_grader"]


def run(*arguments: str | Path, cwd: Path) -> Done:
    return patience(*arguments, cwd=cwd)


def new_whist(root: Path) -> Path:
    """The course that `patience new whist` writes, with fewer examples for each criterion.

    A submission to it is marked in a fifth of the time.
    """
    done = run("new", "whist", cwd=root)
    assert done.returncode == 0, done.stderr
    suite = root / "grader/suites/whist/test_pairs.py"
    edit(suite, "import given\n", "import given, settings\n")
    text = suite.read_text("utf-8")
    suite.write_text(text.replace("@given(", "@settings(max_examples=20)\n@given("), "utf-8")
    return root


def zipped(deck: str = "", game: str = "") -> bytes:
    """The solution as a zip, with something put at the ends of its files."""
    texts = solution(deck=deck, game=game)
    files = {f"{name}.py": text.encode() for name, text in texts.items()}
    return zip_of({**files, "status.txt": b"done"})


def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "marks.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}
