"""Who sees what of a lost criterion, and that no report says more."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import pytest
from commands import rows, run, zipped
from made_up import COURSEWORK, SCHEME, TASK, refiled
from patience_grader.course.coursework import Course, Coursework
from patience_grader.grading.complete import InstructorNotes
from patience_grader.grading.results import Task, file_sheet
from patience_grader.manual.sheet import Given
from patience_grader.marks.mark_sheet import MarkSheet, award
from patience_grader.marks.verdict import Evidence, Picture, Spread, State, Verdict
from patience_grader.marks.visibility import (
    USUAL,
    Level,
    Phase,
    Visibility,
    as_visible,
    read_visibility,
)
from patience_grader.report.table import csv_of, row_of
from patience_grader.report.text import text_of
from sample import ROOT
from small_course import edit, small_course
from smaller import HANDOUT

Levels = Mapping[Phase, Level]

LOSSES = {
    f"play.{state.name.lower()}": state
    for state in State
    if state not in {State.PASSED, State.AWAITING, State.VOID, State.LOST}
}
"""The criteria of the sheet that are lost, and how."""
PARTS = {
    Level.SCORE: set[str](),
    Level.KIND: set[str](),
    Level.INPUT: {"called", "given"},
    Level.EXPECTED: {"expected"},
    Level.COUNTEREXAMPLE: {
        *("reason", "got", "cause", "trace", "note", "snippet", "repeat"),
        *("title", "step", "player", "said", "share"),
    },
}
"""What each level has that those before it have not."""
EVERY_CASE = list(product(Phase, Level))


def mark_of(part: str, criterion: str) -> str:
    """A text that stands in this part of a verdict, and nowhere else."""
    place = list(LOSSES).index(criterion)
    return f"{50 + place}.7" if part == "share" else f"zq{part}{place}zq"


def verdict_of(criterion: str, state: State) -> Verdict:
    """A verdict with another text in every part."""

    def text(part: str) -> str:
        return mark_of(part, criterion)

    shown = {one.name: text(one.name) for one in fields(Evidence) if one.name != "trace"}
    spread = Spread(text("player"), (float(text("share")) / 100,), text("said"))
    return Verdict(
        state,
        text("reason"),
        Evidence(**shown, trace=(text("trace"),)),
        Fraction(1, 3),
        Picture(text("title"), (text("step"),), (spread,)),
    )


FOUND = {name: verdict_of(name, state) for name, state in LOSSES.items()}
PASSED = Verdict(State.PASSED, "zqpassed")
SHEET = MarkSheet("Jo", "1F", SCHEME, award(SCHEME, {**FOUND, "play.passed": PASSED}))
COMMENTS = {
    "quality.names": Given(Fraction(0), "zqnames"),
    "quality.rest": Given(Fraction(2), "zqrest"),
}


def told_in(
    out: Path, seen: Visibility, phase: Phase, sheet: MarkSheet = SHEET
) -> tuple[Mapping[str, str], MarkSheet]:
    """What a student can read of the sheet in the phase, by the report; and the whole sheet."""
    coursework = replace(COURSEWORK, visibility=seen)
    task = replace(TASK, said=InstructorNotes(COMMENTS), phase=phase)
    full = file_sheet(sheet, task, coursework, out)
    files = {name: (out / "Jo" / name).read_text() for name in ("feedback.html", "results.json")}
    return {**files, "printed": text_of(full.as_visible(seen, phase))}, full


def only(phase: Phase, level: Level) -> Visibility:
    """A table in which the other phases see as little as can be, or all if this one does."""
    others = Level.COUNTEREXAMPLE if level is Level.SCORE else Level.SCORE
    return Visibility({**dict.fromkeys(Phase, others), phase: level})


def parts_at(level: Level) -> set[str]:
    return {part for one in Level if one <= level for part in PARTS[one]}


def found_in(texts: Iterable[str], criterion: str) -> set[str]:
    """The parts of the criterion's verdict of which the text stands in one of the texts."""
    every = parts_at(Level.COUNTEREXAMPLE)
    return {part for part in every if any(mark_of(part, criterion) in text for text in texts)}


def test_each_part_of_a_verdict_belongs_to_a_level() -> None:
    parts = {one.name for one in fields(Evidence)} | {"reason"}
    assert parts <= parts_at(Level.COUNTEREXAMPLE)
    assert (
        sum(map(len, PARTS.values())) == len(parts) + len(fields(Picture)) + len(fields(Spread)) - 1
    )


def test_each_level_has_all_of_those_before_it() -> None:
    assert all(one < other for one, other in pairwise(Level))
    assert [level.value for level in sorted(Level)] == [
        *("score", "kind", "input", "expected", "counterexample")
    ]


@pytest.mark.parametrize(("phase", "level"), EVERY_CASE)
def test_a_student_reads_what_the_level_allows_and_no_more(
    tmp_path: Path, phase: Phase, level: Level
) -> None:
    texts, _ = told_in(tmp_path, only(phase, level), phase)
    assert {name: found_in(texts.values(), name) for name in LOSSES} == dict.fromkeys(
        LOSSES, parts_at(level)
    )
    kept = (tmp_path / "Jo/sheet.json").read_text()
    every = parts_at(Level.COUNTEREXAMPLE) - {"share"}
    assert all(found_in([kept], name) >= every for name in LOSSES)


@pytest.mark.parametrize(("phase", "level"), EVERY_CASE)
def test_how_a_criterion_ended_is_seen_from_the_second_level_on(
    tmp_path: Path, phase: Phase, level: Level
) -> None:
    texts, _ = told_in(tmp_path, only(phase, level), phase)
    hidden = level is Level.SCORE
    noted = {
        name: State.LOST if hidden and state is not State.PARTIAL else state
        for name, state in LOSSES.items()
    }
    tests = {test["name"]: test for test in json.loads(texts["results.json"])["tests"]}
    assert {name: tests[name]["tags"][-1] for name in noted} == noted
    outputs = [test["output"] for test in tests.values() if test["name"] in noted]
    page = re.findall(r'<section class="lost">(.*?)</section>', texts["feedback.html"], re.DOTALL)
    printed, _, _ = texts["printed"].partition("quality")
    for said in ("\n".join(outputs), "\n".join(page[: len(noted)]), printed):
        found = {state for state in LOSSES.values() if str(state) in said}
        assert found - {State.PARTIAL} == (set() if hidden else {*noted.values()} - {State.PARTIAL})
        assert hidden == (State.LOST in said.replace('"lost"', ""))


@pytest.mark.parametrize(("phase", "level"), EVERY_CASE)
def test_marks_comments_and_what_is_passed_are_always_seen(
    tmp_path: Path, phase: Phase, level: Level
) -> None:
    texts, full = told_in(tmp_path, only(phase, level), phase)
    shown = full.as_visible(only(phase, level), phase)
    assert [one.earned for one in shown.awards] == [one.earned for one in full.awards]
    assert replace(row_of(shown), states=()) == replace(row_of(full), states=())
    for text in texts.values():
        assert all(part in text.lower() for part in ("zqpassed", "zqnames", "zqrest"))


@pytest.mark.parametrize("level", Level)
def test_what_is_said_of_the_hand_in_as_a_whole_is_always_seen(
    tmp_path: Path, level: Level
) -> None:
    odd = replace(SHEET, remarks=("zqremark",), broken=("zqbroken",), cap=9)
    texts, _ = told_in(tmp_path, only(Phase.SUBMISSION, level), Phase.SUBMISSION, odd)
    assert all("zqremark" in text and "zqbroken" in text for text in texts.values())


@pytest.mark.parametrize(("phase", "level"), EVERY_CASE)
def test_why_a_criterion_is_void_is_told_to_staff_alone(
    tmp_path: Path, phase: Phase, level: Level
) -> None:
    void = {**FOUND, "play.passed": Verdict(State.VOID, "zqvoid")}
    sheet = replace(SHEET, awards=award(SCHEME, void))
    texts, full = told_in(tmp_path, only(phase, level), phase, sheet)
    assert not [name for name in ("feedback.html", "results.json") if "zqvoid" in texts[name]]
    assert "not your fault" in texts["feedback.html"]
    assert "not your fault" in texts["results.json"]
    assert "zqvoid" in row_of(full).problem


def test_the_marks_of_the_cohort_say_nothing_of_how_they_were_lost() -> None:
    assert "zq" not in csv_of([row_of(SHEET)], SCHEME)


def test_one_criterion_says_no_more_because_another_does(tmp_path: Path) -> None:
    levels = dict(zip(LOSSES, [*Level, *Level], strict=False))
    seen = Visibility({}, {name: {Phase.SUBMISSION: level} for name, level in levels.items()})
    texts, _ = told_in(tmp_path, seen, Phase.SUBMISSION)
    assert {name: found_in(texts.values(), name) for name in LOSSES} == {
        name: parts_at(level) for name, level in levels.items()
    }


def test_criteria_are_told_together_only_where_their_cause_is_seen(tmp_path: Path) -> None:
    crash = FOUND["play.crashed"]
    same = replace(SHEET, awards=award(SCHEME, {**dict.fromkeys(FOUND, crash)}))
    boxes = {}
    for level in Level:
        texts, _ = told_in(tmp_path, only(Phase.DEADLINE, level), Phase.DEADLINE, same)
        boxes[level] = texts["feedback.html"].count(f">{State.CRASHED}<")
    assert boxes == {
        **dict.fromkeys(Level, len(LOSSES)),
        Level.SCORE: 0,
        Level.COUNTEREXAMPLE: 1,
    }


NAMES = {"shuffle", "shuffle.fair", "shuffle.seed", "draw"}
TABLE = {
    "submission": "input",
    "criteria": {
        "shuffle": {"submission": "score", "deadline": "kind"},
        "shuffle.fair": {"submission": "expected"},
    },
}


@pytest.mark.parametrize(
    ("criterion", "phase", "level"),
    [
        ("draw.turns", Phase.CHECK, Level.COUNTEREXAMPLE),
        ("draw.turns", Phase.SUBMISSION, Level.INPUT),
        ("draw.turns", Phase.DEADLINE, Level.COUNTEREXAMPLE),
        ("shuffle.seed", Phase.SUBMISSION, Level.SCORE),
        ("shuffle.seed", Phase.DEADLINE, Level.KIND),
        ("shuffle.seed", Phase.STAFF, Level.COUNTEREXAMPLE),
        ("shuffle.fair", Phase.SUBMISSION, Level.EXPECTED),
        ("shuffle.fair", Phase.DEADLINE, Level.KIND),
    ],
)
def test_what_is_said_most_specially_counts(criterion: str, phase: Phase, level: Level) -> None:
    assert (
        read_visibility(TABLE, NAMES, lambda *keys: ".".join(keys)).level(criterion, phase) is level
    )


def test_a_handout_that_says_nothing_means_the_usual() -> None:
    seen = read_visibility({}, NAMES, lambda *keys: ".".join(keys))
    assert {phase: seen.level("draw.turns", phase) for phase in Phase} == USUAL
    assert [level.value for level in USUAL.values()] == [
        *("counterexample", "kind", "counterexample", "counterexample")
    ]


@pytest.mark.parametrize(
    "coursework",
    [Course(ROOT).coursework(slug) for slug in Course(ROOT).slugs],
    ids=lambda one: str(one.slug),
)
def test_the_handouts_write_the_usual_down(coursework: Coursework) -> None:
    assert coursework.visibility.phases == USUAL
    assert coursework.visibility.special


def test_all_of_it_needs_the_standard_library_alone() -> None:
    path = str(ROOT / "grader")
    code = f"import sys; sys.path.insert(0, {path!r}); import patience_grader.marks.visibility"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)


def test_what_is_kept_is_the_same_for_every_phase() -> None:
    lost = FOUND["play.failed"]
    assert as_visible(lost, Level.COUNTEREXAMPLE) is lost
    assert as_visible(as_visible(lost, Level.EXPECTED), Level.INPUT) == as_visible(
        lost, Level.INPUT
    )


def test_another_phase_writes_the_reports_anew_and_examines_nothing(tmp_path: Path) -> None:
    def task(phase: Phase) -> Task:
        return replace(TASK, phase=phase)

    def reports() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (tmp_path / "Jo").iterdir()}

    coursework = replace(COURSEWORK, visibility=Visibility())
    full = file_sheet(SHEET, task(Phase.SUBMISSION), coursework, tmp_path)
    first = reports()
    assert refiled(task(Phase.DEADLINE), coursework, tmp_path) == full
    second = reports()
    assert all(second[name] != first[name] for name in first)
    assert refiled(task(Phase.SUBMISSION), coursework, tmp_path) == full
    assert reports() == first
    open_book = replace(coursework, visibility=Visibility({Phase.SUBMISSION: Level.COUNTEREXAMPLE}))
    assert refiled(task(Phase.SUBMISSION), open_book, tmp_path) == full
    third = reports()
    assert {name for name in third if third[name] == second[name]} == {
        "feedback.html",
        "results.json",
    }


LOSING = """

def can_stack(card, onto):
    raise ValueError("zqmessage")  # zqline


def can_stack_on_pillar(card, top):
    return "zqvalue"
"""


def test_the_command_writes_and_prints_what_the_phase_allows(tmp_path: Path) -> None:
    course, out = small_course(tmp_path / "course"), tmp_path / "marks"
    (tmp_path / "2600001A.zip").write_bytes(zipped(game=LOSING))

    def grade(*options: str) -> tuple[str, str]:
        """What is printed, and what the reports say."""
        done = run("grade", tmp_path / "2600001A.zip", "--out", out, *options, cwd=course)
        assert (done.returncode, done.stderr) == (0, "")
        folder = out / "2600001A"
        reports = [(folder / name).read_text() for name in ("feedback.html", "results.json")]
        return done.stdout, "".join(reports)

    printed, reports = grade("--phase", "submission")
    assert "zq" not in printed + reports
    assert "raised" in printed
    assert "raised" in reports
    mark = rows(out)["2600001A"]
    for file in (out / "marks.csv", out / "index.html"):
        assert "zq" not in file.read_text()
    edit(course / HANDOUT, 'submission = "kind"', 'submission = "score"')
    printed, reports = grade("--phase", "submission")
    assert "1 of 1 are already marked" in printed
    assert "raised" not in reports
    printed, reports = grade()
    assert "1 of 1 are already marked" in printed
    assert all(part in reports for part in ("zqmessage", "zqline", "zqvalue"))
    printed, again = grade("--phase", "staff", "--again")
    assert again == reports
    assert "zqmessage" in printed
    assert rows(out)["2600001A"] == mark
