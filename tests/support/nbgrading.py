"""nbgrader at work in a folder of its own: its commands, and what came of them."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import warm
from notebooks import Json
from warm import Done

_DRIVER = """
import json, sys
from nbgrader.apps import NbGraderApp
for command in json.load(sys.stdin):
    try:
        NbGraderApp.launch_instance(command)
    except SystemExit as end:
        if end.code:
            raise
    NbGraderApp.clear_instance()
"""
"""Commands of nbgrader, one after another in one process, which takes long to start."""

_HERE = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
    "JUPYTER_PLATFORM_DIRS": "1",
    "PYTHONWARNINGS": "ignore",
}
"""The environment as when the virtual environment is activated: nbgrader starts alembic by name."""


def patience(*arguments: str | Path, cwd: Path) -> Done:
    """Runs the kit's command."""
    return warm.patience(*arguments, cwd=cwd, env=_HERE)


def nbgrader(folder: Path, *commands: str) -> Done:
    """Runs commands of nbgrader in its course folder."""
    return python(folder, _DRIVER, json.dumps([command.split() for command in commands]))


def python(folder: Path, program: str, typed: str = "", *arguments: str) -> Done:
    """Runs a program in a folder."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        input=typed,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=_HERE,
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
