"""A mark sheet on disk: kept as it was found, and completed by what people say."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from made_up import COURSEWORK, FINGERPRINT, SCHEME, TASK, refiled
from patience_grader.grading.complete import InstructorNotes, complete
from patience_grader.grading.results import Task, file_sheet, filed_sheet, why_again
from patience_grader.manual.sheet import Given
from patience_grader.marks.late import Timing
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.verdict import PASSED, Evidence, Picture, Spread, State, Verdict
from sample import ROOT

PICTURE = Picture(
    "how it went", ("1", "more"), (Spread("you", (0.1, 0.9), "mean 7"), Spread("x", (1.0, 0.0), ""))
)
EVIDENCE = Evidence(
    called="play()",
    given="♠A",
    expected="a\nb",
    got="ü",
    cause="helper",
    trace=("line 3", "line 4"),
    note="Look.",
    snippet=">>> 7",
    repeat="type this",
)
FOUND: Mapping[str, Verdict] = {
    "play.passed": PASSED,
    "play.partial": Verdict(State.PARTIAL, "some", EVIDENCE, Fraction(1, 3), PICTURE),
    **{
        f"play.{state.name.lower()}": Verdict(state, f"it is {state}", EVIDENCE)
        for state in State
        if state not in {State.PASSED, State.PARTIAL, State.AWAITING, State.VOID, State.LOST}
    },
}
SHEET = MarkSheet("Jo", "1F", SCHEME, award(SCHEME, FOUND), ("x is missing",), ("y is odd",), cap=9)
NAMES = {"quality.names": Given(Fraction(13, 2), "clear")}
BOTH = {**NAMES, "quality.rest": Given(Fraction(5), "")}
LATE = Timing(datetime.fromisoformat("2026-03-06T20:00+00:00"))
DEADLINE = datetime.fromisoformat("2026-03-06T18:30+00:00")


def said(**what: Any) -> Task:
    return replace(TASK, said=InstructorNotes(**what))


def reports(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out / "Jo").iterdir()}


def test_a_sheet_is_read_as_it_was_kept(tmp_path: Path) -> None:
    assert {one.verdict.state for one in SHEET.awards} == set(State) - {State.VOID, State.LOST}
    full = file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    assert (
        refiled(TASK, COURSEWORK, tmp_path)
        == full
        == complete(SHEET, COURSEWORK, InstructorNotes())
    )
    assert full.sum == Fraction(4, 3)
    assert full.awards == SHEET.awards
    assert set(reports(tmp_path)) == {"sheet.json", "results.json", "feedback.html"}


def test_what_a_hand_in_has_said_is_made_plain_before_it_is_kept(tmp_path: Path) -> None:
    said_raw = replace(EVIDENCE, called="play(\x1b[1m)", got="\ud800", note=f"{ROOT}/x")
    noted = {"play.failed": Verdict(State.FAILED, "\u202e", said_raw)}
    raw = replace(SHEET, awards=award(SCHEME, {**FOUND, **noted}), broken=("\x07",))
    full = file_sheet(raw, TASK, COURSEWORK, tmp_path)
    assert refiled(TASK, COURSEWORK, tmp_path) == full
    (verdict,) = (one.verdict for one in full.awards if one.criterion.id == "play.failed")
    assert verdict.evidence is not None
    shown = (verdict.reason, verdict.evidence.called, verdict.evidence.got, *full.broken)
    assert shown == ("\\u202e", "play()", "\\ud800", "\\u0007")
    assert str(ROOT) not in (tmp_path / "Jo" / "sheet.json").read_text("ascii")


def test_an_unreadable_hand_in_is_kept_and_nobody_can_mark_it(tmp_path: Path) -> None:
    lost = dict.fromkeys((one.id for one in SCHEME.criteria), Verdict(State.NOT_ANSWERED, "no zip"))
    sheet = MarkSheet("Jo", "1F", SCHEME, award(SCHEME, lost), unreadable="no zip")
    task = said(given=BOTH)
    file_sheet(sheet, task, COURSEWORK, tmp_path)
    again = refiled(task, COURSEWORK, tmp_path)
    assert again is not None
    assert (again.awards, again.unreadable) == (sheet.awards, "no zip")
    assert not again.mark


def test_without_a_rule_for_late_work_nothing_is_settled(tmp_path: Path) -> None:
    coursework = replace(COURSEWORK, late=None)
    file_sheet(SHEET, said(timing=LATE), coursework, tmp_path)
    assert refiled(said(timing=LATE), coursework, tmp_path) == SHEET


@pytest.mark.parametrize(
    "fingerprint",
    [
        FINGERPRINT | {"submission": "x"},
        FINGERPRINT | {"paper": "x"},
        FINGERPRINT | {"lock": "without mounts"},
        FINGERPRINT | {"more": "x"},
        {"submission": "1", "paper": "2"},
    ],
)
def test_what_was_found_otherwise_is_not_used(
    tmp_path: Path, fingerprint: Mapping[str, str]
) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    assert refiled(replace(TASK, fingerprint=fingerprint), COURSEWORK, tmp_path) is None


def test_a_void_criterion_is_examined_again(tmp_path: Path) -> None:
    void = {**FOUND, "play.passed": Verdict(State.VOID, "our own fault")}
    file_sheet(replace(SHEET, awards=award(SCHEME, void)), TASK, COURSEWORK, tmp_path)
    assert refiled(TASK, COURSEWORK, tmp_path) is None


def test_a_criterion_that_was_not_kept_is_examined_again(tmp_path: Path) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    damage(tmp_path, lambda kept: kept["verdicts"].pop("play.failed"))
    assert refiled(TASK, COURSEWORK, tmp_path) is None


def damage(out: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes what is kept."""
    file = out / "Jo" / "sheet.json"
    kept = json.loads(file.read_bytes())
    change(kept)
    file.write_text(json.dumps(kept), "utf-8")


def test_what_is_changed_as_json_is_still_read(tmp_path: Path) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    damage(tmp_path, lambda kept: kept.update(cap=1))
    sheet = refiled(TASK, COURSEWORK, tmp_path)
    assert sheet is not None
    assert sheet.cap == 1


WRONG: Mapping[str, object] = {
    "no cap": {"cap": "many"},
    "no fingerprint": {"fingerprint": 7},
    "no noted": {"noted": None},
    "no verdicts": {"verdicts": []},
    "a state that is none": {"verdicts": {"play.passed": {"state": "splendid"}}},
    "a share that is none": {"verdicts": {"play.passed": {"state": "partial", "share": "x"}}},
    "a share of nothing": {"verdicts": {"play.passed": {"state": "partial", "share": "1/0"}}},
    "a share of nowhere": {"verdicts": {"play.passed": {"state": "partial", "share": []}}},
    "no evidence": {"verdicts": {"play.passed": {"state": "failed", "evidence": "seen"}}},
    "no picture": {"verdicts": {"play.passed": {"state": "failed", "picture": {"title": "x"}}}},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_sheet_with_wrong_types_is_not_used(tmp_path: Path, wrong: Mapping[str, Any]) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    damage(tmp_path, lambda kept: kept.update(wrong))
    assert refiled(TASK, COURSEWORK, tmp_path) is None


@pytest.mark.parametrize(
    "data", [b"", b"null", b"[]", b"{}", b"\xff\xfe{}", b"[" * 100_000, b'{"fingerprint'], ids=repr
)
def test_what_is_no_sheet_is_not_used(tmp_path: Path, data: bytes) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    (tmp_path / "Jo/sheet.json").write_bytes(data)
    assert refiled(TASK, COURSEWORK, tmp_path) is None


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_sheet_that_is_cut_off_is_not_used(tmp_path: Path, part: float) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    file = tmp_path / "Jo/sheet.json"
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * part)])
    assert refiled(TASK, COURSEWORK, tmp_path) is None


@pytest.mark.parametrize("name", ["sheet.json", "results.json"])
def test_a_sheet_or_results_that_are_missing_are_made_anew(tmp_path: Path, name: str) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    (tmp_path / "Jo" / name).unlink()
    assert refiled(TASK, COURSEWORK, tmp_path) is None
    (tmp_path / "Jo" / name).mkdir()
    assert refiled(TASK, COURSEWORK, tmp_path) is None


def test_nothing_is_there_before_the_first_run(tmp_path: Path) -> None:
    assert refiled(TASK, COURSEWORK, tmp_path) is None
    assert not list(tmp_path.iterdir())


def test_reports_are_left_alone_while_nobody_says_anything_new(tmp_path: Path) -> None:
    task = said(given=NAMES, timing=LATE, deadline=DEADLINE)
    file_sheet(SHEET, task, COURSEWORK, tmp_path)
    page = tmp_path / "Jo/feedback.html"
    page.write_text("mine")
    same = said(given=dict(NAMES), timing=replace(LATE), deadline=DEADLINE)
    assert refiled(same, COURSEWORK, tmp_path) is not None
    assert page.read_text() == "mine"


SAYINGS: Mapping[str, tuple[Task, str, Fraction]] = {
    "marks": (said(given=NAMES), "awaiting manual marks", Fraction(4, 3) + Fraction(13, 2)),
    "all marks": (said(given=BOTH), "", Fraction(9)),
    "a time": (said(timing=LATE, deadline=DEADLINE), "awaiting manual marks", Fraction(0)),
    "marks and a time": (said(given=BOTH, timing=LATE, deadline=DEADLINE), "", Fraction(7)),
}


@pytest.mark.parametrize(("task", "status", "mark"), SAYINGS.values(), ids=SAYINGS)
def test_what_people_say_later_completes_the_sheet_and_its_reports(
    tmp_path: Path, task: Task, status: str, mark: Fraction
) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    before = reports(tmp_path)
    sheet = refiled(task, COURSEWORK, tmp_path)
    assert sheet is not None
    assert sheet.mark == mark
    assert ("awaiting manual marks" in sheet.status) == bool(status)
    after = reports(tmp_path)
    assert all(after[name] != before[name] for name in before)
    score = json.loads(after["results.json"])["score"]
    assert score == pytest.approx(float(mark), abs=0.005)
    assert refiled(TASK, COURSEWORK, tmp_path) == complete(SHEET, COURSEWORK, InstructorNotes())
    assert reports(tmp_path) == before


def test_one_thing_said_after_another_loses_none(tmp_path: Path) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    sayings = list(SAYINGS.values())
    for task, _, mark in sayings + sayings[::-1]:
        sheet = refiled(task, COURSEWORK, tmp_path)
        assert sheet is not None
        assert sheet.mark == mark
        assert sheet.awards[: len(FOUND)] == SHEET.awards[: len(FOUND)]


def test_a_lower_mark_later_replaces_the_one_before(tmp_path: Path) -> None:
    file_sheet(SHEET, said(given=BOTH), COURSEWORK, tmp_path)
    nothing = {name: Given(Fraction(0), "not really") for name in BOTH}
    sheet = refiled(said(given=nothing), COURSEWORK, tmp_path)
    assert sheet is not None
    assert sheet.mark == Fraction(4, 3)
    assert not sheet.awaiting
    assert b"Not really." in reports(tmp_path)["feedback.html"]


def test_reports_that_look_otherwise_by_now_are_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    page = tmp_path / "Jo/feedback.html"
    written = page.read_text()
    page.write_text("of another kit")
    monkeypatch.setattr("patience_grader.grading.results.reports_fingerprint", lambda: "another")
    assert refiled(TASK, COURSEWORK, tmp_path) == full
    assert page.read_text() == written


def test_looking_for_a_sheet_writes_nothing(tmp_path: Path) -> None:
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    before = reports(tmp_path)
    filed = filed_sheet(said(given=NAMES), COURSEWORK, tmp_path)
    assert filed is not None
    assert not filed.is_current
    assert filed.full.mark != filed.found.mark
    assert reports(tmp_path) == before


def test_the_sheet_is_written_after_its_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise OSError("the disk is full")

    monkeypatch.setattr("patience_grader.grading.results.results_of", fail)
    with pytest.raises(OSError, match="full"):
        file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    assert not (tmp_path / "Jo/sheet.json").exists()


@pytest.mark.parametrize(
    ("fingerprint", "why"),
    [
        (FINGERPRINT | {"submission": "x"}, "the submission changed"),
        (FINGERPRINT | {"suite": "x"}, "the tests or the solution changed"),
        (FINGERPRINT | {"kit": "x"}, "the kit changed"),
        (FINGERPRINT | {"packages": "x"}, "other versions of packages are installed"),
        (FINGERPRINT | {"lock": "without mounts"}, "the sandbox has other layers"),
        (FINGERPRINT | {"questions": "x"}, "the questions changed"),
    ],
)
def test_it_is_said_why_something_is_examined_again(
    tmp_path: Path, fingerprint: Mapping[str, str], why: str
) -> None:
    assert why_again(TASK, tmp_path) == ()
    file_sheet(SHEET, TASK, COURSEWORK, tmp_path)
    assert why_again(replace(TASK, fingerprint=fingerprint), tmp_path) == (why,)
    damage(tmp_path, lambda kept: kept.update(verdicts=7))
    assert why_again(TASK, tmp_path) == ("the stored result cannot be read",)
