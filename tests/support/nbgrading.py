"""nbgrader at work in a folder of its own: its commands, and what came of them."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import warm
from notebooks import Json
from warm import Done


def patience(*arguments: str | Path, cwd: Path) -> Done:
    """Runs the kit's command."""
    return warm.beside_nbgrader("patience", *arguments, cwd=cwd)


def nbgrader(folder: Path, *commands: str) -> Done:
    """Runs commands of nbgrader in its course folder."""
    return warm.beside_nbgrader("nbgrader", *commands, cwd=folder)


def python(folder: Path, program: str, typed: str = "", *arguments: str) -> Done:
    """Runs a program in a folder."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        input=typed,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=warm.activated(),
    )


def totals(folder: Path) -> dict[str, float]:
    """What `nbgrader export` has written, by student."""
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}


def read_notebook(path: Path) -> Json:
    """A notebook as JSON."""
    document: Json = json.loads(path.read_text("utf-8"))
    return document


def submit(folder: Path, student: str, assignment: str, data: bytes) -> None:
    """Puts a notebook where `nbgrader collect` would."""
    place = folder / "submitted" / student / assignment
    place.mkdir(parents=True)
    (place / f"{assignment}.ipynb").write_bytes(data)


def named(document: Json) -> dict[str, Json]:
    """The cells of a notebook that nbgrader knows, by their names."""
    found = {}
    for cell in document["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name:
            found[name] = cell
    return found
