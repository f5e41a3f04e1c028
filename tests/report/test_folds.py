"""Feedback says once what one cause has lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.marking.mark import mark
from patience_grader.marking.suite_result import SuiteResult
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.scheme import Scheme
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict
from patience_grader.report.page import feedback_page, unchecked_of
from patience_grader.sandbox.answers import Frame, Raised
from patience_grader.submission.reading import Submission, read_submission
from patience_grader.submission.upload import at
from sample import ROOT

UNWRITTEN = "it is not written yet (NotImplementedError)"
NEVER_CLOSED = "'(' was never closed"
TEXT = "import x\n\tdef f(<b>:\n"


@pytest.fixture(scope="module")
def coursework() -> Coursework:
    return read_coursework(ROOT, "klondike")


def page_of(scheme: Scheme, lost: Mapping[str, str], **fields: object) -> str:
    """The page of a sheet on which these exercises were not answered, for these reasons."""
    evidence = Evidence("f()", "", "1", "")
    verdicts = {
        one.id: Verdict(State.NOT_ANSWERED, lost[one.exercise], evidence)
        if one.exercise in lost
        else PASSED
        for one in scheme.criteria
    }
    sheet = MarkSheet("Jo", "1F", scheme, award(scheme, verdicts))
    return feedback_page(replace(sheet, **fields), "Cards", "1")  # type: ignore[arg-type]


def test_what_has_no_public_test_is_not_said_to_be_checked_at_home(coursework: Coursework) -> None:
    lost = {
        one.id: Verdict(State.FAILED, f"{one.id} is wrong")
        for one in coursework.scheme.criteria
        if one.exercise in {"draw", "move"}
    }
    verdicts = {one.id: lost.get(one.id, PASSED) for one in coursework.scheme.criteria}
    sheet = MarkSheet("Jo", "1F", coursework.scheme, award(coursework.scheme, verdicts))
    for public, checked in ((None, ["draw", "move"]), (("draw.*",), ["draw"]), ((), [])):
        unchecked = unchecked_of(replace(coursework, public_tests=public))
        page = feedback_page(sheet, "Cards", "1", unchecked=unchecked)
        assert re.findall(r"check.py --exercise (\w+)", page) == checked


def test_exercises_that_were_not_begun_are_one_line(coursework: Coursework) -> None:
    page = page_of(coursework.scheme, dict.fromkeys(("draw", "move", "solve"), UNWRITTEN))
    (line,) = [one for one in page.splitlines() if 'class="folded"' in one]
    assert f"</code>: {UNWRITTEN}." in line
    assert [name in line for name in ("draw", "move", "solve", "show")] == [True, True, True, False]
    assert '<section class="lost">' not in page
    assert page.count('id="draw"') == page.count('href="#draw"') == 1


def test_one_exercise_alone_is_shown_in_full(coursework: Coursework) -> None:
    page = page_of(coursework.scheme, {"draw": UNWRITTEN, "move": "the file does not define it"})
    assert 'class="folded"' not in page
    assert page.count('<section class="lost">') == 2


@pytest.mark.parametrize(
    ("expected", "got", "sections"),
    [
        (("1", "2", "3"), ("None", "None", "None"), 1),
        (("1", "2", "3"), ("None", "2", "None"), 2),
        (("1", "2", "raises E"), ("None", "None", "None"), 2),
        (("1", "2", "3"), ("2", "2", "2"), 3),
    ],
)
def test_that_nothing_is_returned_is_said_once(
    coursework: Coursework, expected: tuple[str, ...], got: tuple[str, ...], sections: int
) -> None:
    lost = [one for one in coursework.scheme.criteria if one.exercise == "draw"]
    verdicts = dict.fromkeys((one.id for one in coursework.scheme.criteria), PASSED)
    for criterion, right, said in zip(lost, expected, got, strict=True):
        evidence = Evidence("draw(board)", criterion.id, right, said)
        verdicts[criterion.id] = Verdict(State.FAILED, f"it returned {said}", evidence)
    sheet = MarkSheet("Jo", "1F", coursework.scheme, award(coursework.scheme, verdicts))
    page = feedback_page(sheet, "Cards", "1")
    assert page.count('<section class="lost">') == sections
    assert page.count('<span class="bad">✗</span>') == len(lost)


def raised(line: int, column: object, file: str = "klondike/game.py") -> Raised:
    frame = Frame(file, line, f"<column {column}>", "def f(")
    return Raised("SyntaxError", (), ("SyntaxError",), NEVER_CLOSED, (frame,))


@pytest.mark.parametrize(
    ("trouble", "excerpt"),
    [
        (raised(2, 7), "klondike/game.py, line 2\ndef f(<b>:\n     ^"),
        (raised(2, 0), "klondike/game.py, line 2\ndef f(<b>:\n^"),
        (raised(2, 9999), "klondike/game.py, line 2\ndef f(<b>:\n          ^"),
        (raised(3, 1), ""),
        (raised(0, 1), ""),
        (raised(2, "7\x1b"), ""),
        (raised(2, 7, "klondike/deck.py"), ""),
        (replace(raised(2, 7), frames=()), ""),
    ],
)
def test_a_file_that_cannot_be_parsed_is_shown_where_python_stopped(
    coursework: Coursework, trouble: Raised, excerpt: str
) -> None:
    submission = Submission("Jo", "1F", {"game.py": TEXT}, {}, ())
    verdicts = dict.fromkeys((one.id for one in coursework.scheme.criteria), PASSED)
    sheet = mark(submission, coursework, lambda *_: SuiteResult(verdicts, {"game": trouble}))
    assert sheet.excerpts == ((excerpt,) if excerpt else ())
    assert sheet.broken == (f"game.py cannot be imported: it raised SyntaxError: {NEVER_CLOSED}",)
    page = feedback_page(sheet, "Cards", "1")
    assert ('<pre class="excerpt">def f(&lt;b&gt;:\n' in page) == bool(excerpt)


def test_a_submission_without_its_files_is_told_what_is_in_it(
    coursework: Coursework, tmp_path: Path
) -> None:
    for number in range(7):
        (tmp_path / f"report{number}.docx").write_text("x")
    found = read_submission(at(tmp_path), coursework).remarks[-1]
    names = ", ".join(f"report{number}.docx" for number in range(5))
    assert found == f"none of the required files is in it; you submitted {names} and 2 more"
