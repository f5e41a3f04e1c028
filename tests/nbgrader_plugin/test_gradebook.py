"""A person's marks from nbgrader's gradebook, and courses that are built and built again."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from guessing_short import FEWEST, short_course
from nbgrading import named, nbgrader, patience, python, read_notebook, submit, totals
from sample import ROOT

GIVE = """
import sys
from nbgrader.api import Gradebook
with Gradebook(sys.argv[1]) as gradebook:
    for cell, marks, comment in (
        ("quality-documentation", 6.5, "Say why, = not what."),
        ("quality-names", 5.0, None),
        ("test_feedback", 3.0, None),
    ):
        where = cell, "guessing", "guessing", "alice"
        grade = gradebook.find_grade(*where)
        grade.manual_score, grade.needs_manual_grade = marks, False
        grade.extra_credit = 0.5 if cell == "quality-names" else None
        if comment:
            gradebook.find_comment(*where).manual_comment = comment
    gradebook.db.commit()
"""
WITHOUT = """
import sys
sys.modules["nbgrader"] = None
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "nbgrader" else found(name, *more)
from patience_grader.cli import main
sys.argv = ["patience", *sys.argv[1:]]
main()
"""
"""The kit where nbgrader is not installed."""


@pytest.mark.slow
def test_a_persons_marks_flow_back(tmp_path: Path) -> None:
    kit, course = short_course(tmp_path / "kit", FEWEST), tmp_path / "cs1"
    done = patience("notebook", "build", "guessing", "--course", course, cwd=kit)
    assert done.returncode == 0, done.stderr
    database = f"sqlite:///{tmp_path / 'marks.db'}"
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(f"c.CourseDirectory.db_url = {database!r}\n")
    right = kit / "tests/known/guessing/right/first_consistent/guesser.py"
    notebook = read_notebook(course / "source/guessing/guessing.ipynb")
    own = named(notebook)
    own["feedback"]["source"] = right.read_text("utf-8").replace("from .", "from guessing.")
    for name in ("initial_guess", "next_guess"):
        own[name]["source"] = ""
    submit(course, "alice", "guessing", json.dumps(notebook).encode())
    submit(course, "bob", "guessing", json.dumps(notebook).encode())
    done = nbgrader(course, "generate_assignment guessing", "autograde guessing")
    assert done.returncode == 0, done.stderr[-2000:]
    assert not (course / "gradebook.db").exists()
    done = python(course, GIVE, "", database)
    assert done.returncode == 0, done.stderr
    done = nbgrader(course, "generate_feedback guessing", "export")
    assert done.returncode == 0, done.stderr[-2000:]
    out = course / ".patience" / "guessing"
    done = patience(*("notebook", "marks", "guessing", "--course", course, "--out", out), cwd=kit)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("marks: 2, submissions: 1, written to ")
    assert "alice: manual marks for test_feedback stay in nbgrader" in done.stderr
    assert "alice: extra credit for quality-names stays in nbgrader" in done.stderr
    graded = patience(
        *("grade", course / "submitted", "--coursework", "guessing", "--out", out), cwd=kit
    )
    assert "2 of 2 are already marked" in graded.stdout, graded.stderr
    with (out / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    assert float(rows["alice"]["quality"]) == 11.5
    assert rows["alice"]["status"] == rows["bob"]["status"] == "awaiting manual marks"
    feedback = float(rows["alice"]["feedback"])
    rounded = {name: round(total, 2) for name, total in totals(course).items()}
    assert rounded["alice"] == float(rows["alice"]["total"]) - feedback + 3 + 0.5
    assert rounded["bob"] == float(rows["bob"]["total"])
    assert "Say why, = not what." in (out / "alice" / "feedback.html").read_text("utf-8")
    page = (course / "feedback/alice/guessing/guessing.html").read_text("utf-8")
    assert "Say why, = not what." in page


@pytest.mark.slow
def test_building_again_keeps_what_was_changed(tmp_path: Path) -> None:
    build = ("notebook", "build", "klondike", "--course", tmp_path)
    assert patience(*build, cwd=ROOT).returncode == 0
    notebook = tmp_path / "source/klondike/klondike.ipynb"
    written = notebook.read_bytes()
    again = patience(*build, cwd=ROOT)
    assert again.returncode == 0
    assert "written" not in again.stdout
    notebook.write_text("mine")
    refused = patience(*build, cwd=ROOT)
    assert refused.returncode == 2
    assert "add --again to overwrite it" in refused.stderr
    assert patience(*build, "--again", cwd=ROOT).returncode == 0
    assert notebook.read_bytes() == written
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    other = patience(*build, cwd=ROOT)
    assert other.returncode == 2
    assert (
        "add to it: from patience_grader.nbgrader_plugin.configuration import configure"
        in other.stderr
    )


def test_without_nbgrader_the_message_says_which_extra_to_install(tmp_path: Path) -> None:
    done = python(ROOT, WITHOUT, "", "notebook", "build", "klondike", "--course", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == (
        "patience: notebooks need nbgrader: pip install 'patience-grader[notebook]'\n"
    )
    assert not list(tmp_path.iterdir())


def test_grading_needs_no_nbgrader(tmp_path: Path) -> None:
    notebook = tmp_path / "2600001F.ipynb"
    notebook.write_text('{"cells": []}')
    out = str(tmp_path / "marks")
    arguments = ("grade", str(notebook), "--coursework", "klondike", "--out", out, "--jobs", "1")
    done = python(ROOT, WITHOUT, "", *arguments)
    assert done.returncode == 0, done.stderr
    assert "2600001F: 0 of 66" in done.stdout


@pytest.mark.slow
def test_marks_of_a_folder_that_is_no_course_are_refused(tmp_path: Path) -> None:
    done = patience("notebook", "marks", "guessing", "--course", tmp_path, cwd=ROOT)
    assert done.returncode == 2
    assert "is not an nbgrader course folder" in done.stderr
