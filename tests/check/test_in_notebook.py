"""The check in a real kernel: students run the cells of what was released."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from nbgrading import named, python, read_notebook
from notebooks import Json, cell
from patience_grader.course.coursework import Course, Coursework
from patience_grader.nbgrader_plugin.folder import course_files
from patience_grader.release.public import cached_public_coursework
from sample import ROOT
from warm import Done

EXECUTE = """
import sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=300, kernel_name="python3", allow_errors=True).execute()
nbformat.write(notebook, "run.ipynb")
"""


def beside_notebook(coursework: Coursework, folder: Path) -> Json:
    """Writes what students have into a folder; the notebook of the instructor."""
    prefix = f"source/{coursework.slug}/"
    for name, data in course_files(coursework, cached_public_coursework(coursework)).items():
        path = folder / name.removeprefix(prefix)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return read_notebook(folder / f"{coursework.slug}.ipynb")


def run(folder: Path, *cells: Json) -> list[str]:
    """What the cells print, when a kernel runs them one after another."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": [{**one, "id": f"c{number}"} for number, one in enumerate(cells)],
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "work.ipynb").write_text(json.dumps(document), "utf-8")
    done: Done = python(folder, EXECUTE, "", "work.ipynb")
    assert done.returncode == 0, done.stderr
    said = []
    for one in read_notebook(folder / "run.ipynb")["cells"]:
        for output in one["outputs"]:
            assert output["output_type"] == "stream", output
            assert output["name"] == "stdout", output
        said.append("".join("".join(output["text"]) for output in one["outputs"]))
    return said


@pytest.mark.slow
def test_functions_are_checked_as_they_stand_in_the_cells(tmp_path: Path) -> None:
    klondike = Course(ROOT).coursework("klondike")
    own = named(beside_notebook(klondike, tmp_path))
    wrong = "def can_stack(card, onto):\n    return helper(card) == onto.value"
    said = run(
        tmp_path,
        own["set-up"],
        cell('check("shuffle")'),
        own["shuffle"],
        cell('check("shuffle")'),
        cell(wrong),
        cell("def helper(card):\n    return card.value + 1"),
        cell('check("can_stack")\nprint(shuffle(random.Random(1), []))'),
        cell("def can_stack(card, onto):\n    return None.colour"),
        cell('check("can_stack")'),
        own["can_stack"],
        cell('check("can_stack", "shuffle")'),
        cell('check("quality")'),
    )
    assert "☐ 2 shuffle" in said[1]
    assert "✓ 2 shuffle" in said[3]
    assert "All public tests that were run passed" in said[3]
    assert "✗ 6 can_stack" in said[6]
    assert "Look at this first: can_stack.colour" in said[6]
    assert said[6].endswith("()\n")
    assert "the cell of can_stack, line 2, in can_stack: return None.colour" in said[8]
    assert "✓ 2 shuffle" in said[10]
    assert "✓ 6 can_stack" in said[10]
    assert said[11].startswith("patience: there is no exercise quality; the exercises are: ")


@pytest.mark.slow
def test_a_program_is_checked_as_its_cells_write_it(tmp_path: Path) -> None:
    terminal = Course(ROOT).coursework("terminal")
    notebook = beside_notebook(terminal, tmp_path)
    own = [one for one in notebook["cells"] if "".join(one["source"]).startswith("%%writefile")]
    said = run(tmp_path, named(notebook)["set-up"], *own, cell('check("start")'))
    assert "✓ 1 start" in said[-1]
    assert said[1] == "Overwriting terminal/__main__.py\n"
    assert (tmp_path / "terminal" / "cards.py").is_file()


def test_what_lies_beside_the_notebook_needs_nothing_but_python(tmp_path: Path) -> None:
    klondike = Course(ROOT).coursework("klondike")
    beside_notebook(klondike, tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        modules = {Path(name).stem for name in archive.namelist() if "/notebook/" in name}
    assert modules == {"__init__", "cells", "extract", "locate", "statements"}
    program = "import check; check.check('shuffle')"
    done = python(tmp_path, f"import sys; sys.path[:0] = ['.']; {program}")
    assert done.stdout == "patience: check looks at the cells of a notebook; use it in one\n"
    assert not done.stderr
