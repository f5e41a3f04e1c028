"""Results as `patience grade` leaves them, made from verdicts instead of submissions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.downloads.model import Attempt
from patience_grader.grading.cohort import write_summary
from patience_grader.grading.complete import InstructorNotes
from patience_grader.grading.results import Task, file_sheet
from patience_grader.marking.mark import unreadable
from patience_grader.marks.late import Timing
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict
from patience_grader.report.table import row_of
from patience_grader.submission.upload import Upload
from sample import ROOT

KLONDIKE = read_coursework(ROOT, "klondike")
GUESSING = read_coursework(ROOT, "guessing")

EVIDENCE = Evidence(
    called="flip(board)",
    given="[0] ♠K <b>& ```",
    expected="♥Q",
    got="::error::x \x1b[31m\x00 ]]> ```` end",
    trace=("klondike/game.py, line 12, in flip: return None",),
    snippet="print(flip(board))",
)
"""With what could break out of HTML, XML, Markdown or a log."""
LOST = Verdict(State.FAILED, "it returned <b>None</b> | 1", EVIDENCE)
VOID = Verdict(State.VOID, "the kit broke")


def sheet(
    name: str, student: str, lost: Mapping[str, Verdict], coursework: Coursework = KLONDIKE
) -> MarkSheet:
    """A mark sheet on which all is passed but what is named."""
    examined = [one.id for one in coursework.scheme.criteria if not one.manual]
    verdicts = {**dict.fromkeys(examined, PASSED), **lost}
    return MarkSheet(name, student, coursework.scheme, award(coursework.scheme, verdicts))


def unread(name: str) -> MarkSheet:
    return unreadable(Upload(name, Attempt("1", {})), KLONDIKE, "it is not a zip")


def write(
    out: Path, *sheets: MarkSheet, coursework: Coursework = KLONDIKE, late: bool = False
) -> Path:
    """The folder of their results."""
    due = datetime.fromisoformat("2026-03-27T17:00+00:00")
    came = datetime.fromisoformat("2026-03-27T19:30+00:00")
    said = InstructorNotes({}, Timing(came), due) if late else InstructorNotes()
    rows = []
    for one in sheets:
        task = Task(Upload(one.submission, Attempt("1", {})), {"submission": "1"}, said)
        rows.append(row_of(file_sheet(one, task, coursework, out)))
    write_summary(coursework, rows, out)
    return out


def in_part(share: str) -> Verdict:
    return Verdict(State.PARTIAL, "", share=Fraction(share))


def renamed(one: MarkSheet, name: str) -> MarkSheet:
    return replace(one, submission=name)


def check_gradescope(said: dict[str, Any]) -> None:
    """What Gradescope's specification asks of its results."""
    visible = {"hidden", "after_due_date", "after_published", "visible"}
    formats = {"text", "html", "simple_format", "md", "ansi"}
    assert isinstance(said["score"], int | float)
    assert said["visibility"] in visible
    assert {said["output_format"], said["test_output_format"]} <= formats
    for one in said["tests"]:
        assert one.get("visibility", "visible") in visible
        assert one.get("status", "passed") in {"passed", "failed"}
        assert ("score" in one) == ("max_score" in one)
        assert isinstance(one["name"], str)
        assert all(isinstance(tag, str) for tag in one["tags"])
        assert isinstance(one.get("number", ""), str)
