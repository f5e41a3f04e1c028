"""A made-up coursework with a criterion for each way to end, and a task to mark it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.downloads.model import Attempt
from patience_grader.grading.cohort import split_earlier
from patience_grader.grading.results import Task
from patience_grader.marks.late import Hourly
from patience_grader.marks.mark_sheet import MarkSheet
from patience_grader.marks.scheme import read_scheme
from patience_grader.submission.upload import Upload
from sample import ROOT

SCHEME = read_scheme(
    """\
| criterion | what we look for | marks |
|---|---|---:|
| **1 `play`** | **Playing** | **8** |
| `play.passed` | It plays. | 1 |
| `play.partial` | It plays well. | 1 |
| `play.failed` | It plays right. | 1 |
| `play.raised` | It plays on. | 1 |
| `play.timed_out` | It plays fast. | 1 |
| `play.crashed` | It goes on playing. | 1 |
| `play.out_of_memory` | It plays in little room. | 1 |
| `play.not_answered` | It plays at all. | 1 |
| **2 `quality`** | **Quality** | **12** |
| `quality.names` | Names. | 7 |
| `quality.rest` | The rest. | 5 |
| | **total** | **20** |
""",
    "handout/cards.md",
    20,
    manual=["quality"],
)
COURSEWORK = replace(
    read_coursework(ROOT, "guessing"),
    scheme=SCHEME,
    late=Hourly(timezone="Europe/London", percent_per_hour=5),
)
FINGERPRINT = {"submission": "1", "paper": "2", "lock": "whole"}
TASK = Task(Upload("Jo", Attempt("1", {}), student="1F"), FINGERPRINT)


def refiled(task: Task, coursework: Coursework, out: Path) -> MarkSheet | None:
    """The complete sheet that an earlier run left, its reports brought up to date."""
    sheets = split_earlier(coursework, [task], out).sheets
    return sheets[0] if sheets else None
