"""Marks that a person sets in place of what was found."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from made_up import COURSEWORK, SCHEME, TASK, refiled
from patience_grader.errors import InputError
from patience_grader.grading.complete import InstructorNotes
from patience_grader.grading.instructor_input import InstructorInput
from patience_grader.grading.results import file_sheet, stored_sheet
from patience_grader.grading.runs import Runs, tied, without
from patience_grader.manual.overrides import Override, read_overrides, remembered, remove_overrides
from patience_grader.manual.sheet import version_of
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict
from patience_grader.marks.visibility import Level, Phase, Visibility

HEAD = "submission,criterion,marks,reason,by,when\n"
GOOD = "Jo,play.failed,0.5,the question was wrong,Dr X,2026-12-10\n"
TURNED = "when,by,reason,marks,criterion,submission\n2026-12-10,Zoë,x,0.50,play.failed,Jo\n"
LOST = Verdict(State.FAILED, "zqwhy", Evidence("zqcall()", "", "", ""))
FOUND = {
    **{one.id: PASSED for one in SCHEME.examined},
    "play.failed": LOST,
    "play.raised": Verdict(State.VOID, "the kit broke"),
}
SHEET = MarkSheet("Jo", "1F", SCHEME, award(SCHEME, FOUND))


def file_of(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "overrides.csv"
    path.write_text(text, encoding)
    return path


def override(earned: str, version: str = "") -> Override:
    return Override(Fraction(earned), "why", "Dr X", "2026-12-10", version)


def test_what_a_person_set_is_read_whoever_wrote_the_file(tmp_path: Path) -> None:
    for text, encoding in (
        (HEAD + GOOD, "utf-8-sig"),
        ((HEAD + GOOD).replace(",", ";").replace("0.5", "0,5"), "utf-16"),
        (TURNED, "cp1252"),
    ):
        found = read_overrides(file_of(tmp_path, text, encoding), SCHEME, ["Jo", "Bo"])
        assert found["Jo"]["play.failed"].earned == Fraction(1, 2)
    assert read_overrides(tmp_path / "none.csv", SCHEME, []) == {}


@pytest.mark.parametrize("when", ["10.12.2026", "2026/12/10", "2026-12-10", "2026-12-10 "])
def test_a_day_that_a_spreadsheet_writes_otherwise_is_the_same_row(
    when: str, tmp_path: Path
) -> None:
    wanted = read_overrides(file_of(tmp_path, HEAD + GOOD), SCHEME, ["Jo"])
    text = HEAD + GOOD.replace("2026-12-10", when)
    found = read_overrides(file_of(tmp_path, text), SCHEME, ["Jo"])
    assert found["Jo"]["play.failed"].key == wanted["Jo"]["play.failed"].key


def test_a_name_is_found_as_a_table_writes_it(tmp_path: Path) -> None:
    path = file_of(tmp_path, HEAD + GOOD.replace("Jo", "'=Jo"))
    assert list(read_overrides(path, SCHEME, ["=Jo"])) == ["=Jo"]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Mo,play.failed,1,x,y,2026-12-10", "2: there is no submission 'Mo'"),
        (",play.failed,1,x,y,2026-12-10", "2: there is no submission ''"),
        ("Jo,play.fair,1,x,y,2026-12-10", "2: there is no criterion 'play.fair'"),
        ("Jo,play.failed,1.01,x,y,2026-12-10", "2: the marks are 1.01; play.failed is out of 1"),
        ("Jo,play.failed,-1,x,y,2026-12-10", "2: the marks are '-1'; write a number from 0 to 1"),
        ("Jo,play.failed,,x,y,2026-12-10", "2: the marks are ''; write a number"),
        ("Jo,play.failed,nan,x,y,2026-12-10", "2: the marks are 'nan'; write a number"),
        ("Jo,play.failed,1e0,x,y,2026-12-10", "2: the marks are '1e0'; write a number"),
        ("Jo,play.failed,\u0661,x,y,2026-12-10", "write a number"),
        (f"Jo,play.failed,0.{'0' * 5000}1,x,y,2026-12-10", "write a number"),
        ("Jo,play.failed,1,,y,2026-12-10", "2: the column reason is empty"),
        ("Jo,play.failed,1,x,,2026-12-10", "2: the column by is empty"),
        ("Jo,play.failed,1,x,y,", "2: the column when is empty"),
        ("Jo,play.failed,1,x,y,10/12/2026", "2: '10/12/2026' is not a date; write it as"),
        ("Jo,play.failed,1,x,y,soon", "2: 'soon' is not a date; write it as 2026-12-10"),
        (GOOD + GOOD.replace("0.5", "1"), "3: play.failed of Jo is already in row 2; delete one"),
    ],
)
def test_a_row_that_cannot_be_is_refused_on_one_line(tmp_path: Path, row: str, why: str) -> None:
    path = file_of(tmp_path, HEAD + row)
    with pytest.raises(InputError) as refused:
        read_overrides(path, SCHEME, ["Jo", "Bo"])
    text = str(refused.value)
    assert text.startswith(str(path))
    assert why in text
    assert "\n" not in text


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a column is missing: reason"):
        read_overrides(file_of(tmp_path, HEAD.replace("reason,", "")), SCHEME, [])


def test_an_override_counts_is_shown_and_is_stored(tmp_path: Path) -> None:
    overrides = {
        "play.failed": override("1/2"),
        "play.passed": override("0"),
        "play.raised": override("1"),
        "quality.names": override("7"),
    }
    shown = Visibility({Phase.DEADLINE: Level.SCORE})
    coursework = replace(COURSEWORK, late=None, visibility=shown)
    task = replace(TASK, said=InstructorNotes(overrides=overrides))
    full = file_sheet(SHEET, task, coursework, tmp_path)
    assert full.mark == SHEET.mark + Fraction(1, 2) - 1 + 1 + 7
    assert len(full.overridden) == 4
    assert not full.void
    assert full.awaiting == 5
    page = (tmp_path / "Jo/feedback.html").read_text("utf-8")
    assert page.count("by Dr X on 2026-12-10: why.") == 4
    assert "zq" not in page
    stored = stored_sheet(tmp_path / "Jo", SCHEME).sheet
    assert [one.earned for one in stored.awards] == [one.earned for one in full.awards]
    assert refiled(task, coursework, tmp_path) is None, "what is void is examined again"


def test_an_override_that_is_taken_back_leaves_what_was_found(tmp_path: Path) -> None:
    sheet = replace(SHEET, awards=award(SCHEME, {**FOUND, "play.raised": PASSED}))
    task = replace(TASK, said=InstructorNotes(overrides={"play.failed": override("1")}))
    assert file_sheet(sheet, task, COURSEWORK, tmp_path).mark == 8
    again = refiled(TASK, COURSEWORK, tmp_path)
    assert again is not None
    assert again.mark == 7
    assert again.awards == sheet.awards
    assert stored_sheet(tmp_path / "Jo", SCHEME).sheet.sum == 7


def test_an_unreadable_submission_can_be_given_marks(tmp_path: Path) -> None:
    lost = dict.fromkeys((one.id for one in SCHEME.criteria), Verdict(State.NOT_ANSWERED, "no"))
    sheet = MarkSheet("Jo", "1F", SCHEME, award(SCHEME, lost), unreadable="no zip")
    task = replace(TASK, said=InstructorNotes(overrides={"play.failed": override("1")}))
    assert file_sheet(sheet, task, COURSEWORK, tmp_path).mark == 1


def test_an_override_holds_for_the_version_it_was_made_for() -> None:
    one, other = "a" * 64, "b" * 64
    some = {"Jo": {"play.failed": override("1")}, "Bo": {"play.failed": override("1")}}
    runs = tied(Runs(), some, {"Jo": one})
    assert runs.overridden["Bo"] == {}
    known = InstructorInput(overrides=remembered(some, runs.overridden))
    assert list(known.said("Jo", one).overrides) == ["play.failed"]
    assert not known.said("Jo", other).overrides
    assert known.outdated("Jo", other) == ["the override of play.failed"]
    assert tied(runs, known.overrides, {"Jo": other}).overridden["Jo"] == runs.overridden["Jo"]
    for row in (override("1", version_of(other)), override("1/2")):
        again = remembered({"Jo": {"play.failed": row}}, runs.overridden)
        assert InstructorInput(overrides=again).said("Jo", other).overrides == again["Jo"]
    assert not without(runs, "Jo").overridden.get("Jo")


def test_the_rows_of_one_submission_are_removed(tmp_path: Path) -> None:
    rows = [GOOD, GOOD.replace("Jo", "Bo"), GOOD.replace("failed", "passed")]
    path = file_of(tmp_path, HEAD + "".join(rows))
    assert remove_overrides(path, "Jo") == 2
    assert list(read_overrides(path, SCHEME, ["Jo", "Bo"])) == ["Bo"]
    assert remove_overrides(path, "Jo") == 0
