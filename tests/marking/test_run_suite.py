"""Exams held in copies of the course, as they are and with a mistake planted in them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from patience_grader.suite.naming import criterion_at, place_of
from small_course import GAME, SUITE, TOTAL, edit, small_course, solution
from smaller import HANDOUT
from warm import patience

DRIVER = """
import json, sys
from pathlib import Path
from patience_grader.course.coursework import read_coursework
from patience_grader.marking.run_suite import run_suites
from patience_grader.errors import PatienceError

def sit_all(sit):
    for files in json.load(sys.stdin):
        sitting = sit(files)
        verdicts = {name: verdict.state for name, verdict in sitting.verdicts.items()}
        print(json.dumps([verdicts, sorted(sitting.troubles)]))

try:
    run_suites(read_coursework(Path(sys.argv[1]), "klondike"), sit_all)
except PatienceError as fault:
    print(json.dumps([type(fault).__name__, str(fault)]))
"""
"""Sits the submissions that come as JSON; prints their verdicts and troubles, or the fault."""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return small_course(tmp_path / "course")


def line_of(file: Path, part: str) -> int:
    (number,) = (
        number
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if part in line
    )
    return number


def sit(course: Path, *uploads: Mapping[str, str]) -> list[list[Any]]:
    """What the driver prints: verdicts and troubles of every submission, or the fault."""
    command = [sys.executable, "-c", DRIVER, str(course)]
    done = subprocess.run(
        command, input=json.dumps(uploads), check=True, capture_output=True, text=True, cwd=course
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def grade(course: Path, **uploads: Mapping[str, str]) -> tuple[int, str, dict[str, Any]]:
    """Exit code, what was said to staff, and every submission's `results.json`."""
    out, folder = course.parent / "marks", course.parent / "submissions"
    for name, files in uploads.items():
        (folder / name).mkdir(parents=True)
        for module, text in files.items():
            (folder / name / f"{module}.py").write_text(text, "utf-8")
    submissions = [folder / name for name in uploads]
    done = patience("grade", "--jobs", "1", "--out", out, *submissions, cwd=course)
    results = {name: json.loads((out / name / "results.json").read_text()) for name in uploads}
    return done.returncode, done.stderr, results


def states(results: Any) -> dict[str, str]:
    return {test["name"]: test["tags"][-1] for test in results["tests"]}


COUNTS_CALLS = """
made = 0

def can_stack(card, onto):
    global made
    made += 1
    return True

def can_stack_on_pillar(card, top):
    raise RuntimeError(f"after {made} calls")
"""


def test_who_was_examined_before_changes_no_answer(course: Path) -> None:
    """Neither what others were asked nor what is asked to find a smaller example comes between."""
    counting = solution(game=COUNTS_CALLS)
    alone, beside = course.parent / "alone" / "course", course.parent / "beside" / "course"
    said = []
    for root, before in (alone, {}), (beside, {"a": solution()}):
        shutil.copytree(course, root)
        _, _, results = grade(root, **before, b=counting)
        said += [re.findall(r"after \d+ calls", json.dumps(results["b"]))]
    assert said[0]
    assert said[0] == said[1]


SLOW = """

_quick = can_stack

def can_stack(card, onto):
    from time import process_time as now
    end = now() + 0.02
    while now() < end: pass
    return _quick(card, onto)
"""


def test_of_a_submission_that_is_too_slow_the_exercises_count_that_are_not(course: Path) -> None:
    edit(course / HANDOUT, "cpu_seconds_per_submission = 20.0", "cpu_seconds_per_submission = 1.0")
    code, _, results = grade(course, slow=solution(game=SLOW))
    found = states(results["slow"])
    late = {name for name, state in found.items() if state == "timed out"}
    assert {name.partition(".")[0] for name in late} == {"can_stack"}
    assert late == {name for name, state in found.items() if state != "passed"}
    assert late == {name for name in found if name.startswith("can_stack.")}
    assert code == 0


def test_hand_ins_sit_one_after_another_and_none_leaves_a_trace(course: Path) -> None:
    nothing = {"deck": "", "game": ""}
    spoilt = solution(deck="\nfrom . import cards\ncards.Suit = cards.Value = None")
    broken = solution(deck="\n1 / 0")
    first, *others, last = sit(course, solution(), nothing, broken, spoilt, solution())
    rows = re.findall(r"^\| `(\w+\.\w+)`", (course / HANDOUT).read_text("utf-8"), re.MULTILINE)
    assert first == [dict.fromkeys(rows, "passed"), []]
    assert list(first[0]) == rows
    assert others[0] == [dict.fromkeys(rows, "not answered"), []]
    assert others[1][1] == ["deck"]
    assert {others[1][0][row] for row in rows if not row.startswith("deck")} == {"passed"}
    assert last == first


def test_a_criterion_without_a_test_is_named_with_its_line(course: Path) -> None:
    edit(course / SUITE, "def test_value(", "def later(")
    ((kind, text),) = sit(course)
    assert kind == "InputError"
    assert text.startswith(f"{HANDOUT}:{line_of(course / HANDOUT, '`can_stack.value`')}: ")
    assert "test_can_stack.py examines can_stack.value" in text


def test_a_test_without_a_criterion_is_named_with_its_line(course: Path) -> None:
    edit(
        course / SUITE, "def test_value(", "def test_extra(student):\n    pass\n\n\ndef test_value("
    )
    ((kind, text),) = sit(course)
    assert kind == "InputError"
    assert text.startswith(f"{SUITE}:{line_of(course / SUITE, 'def test_extra')}: ")
    assert "can_stack.extra" in text


def test_a_test_that_takes_more_than_the_submission_is_named_with_its_line(course: Path) -> None:
    edit(course / SUITE, "def test_value(student", "def test_value(student, request")
    ((kind, text),) = sit(course)
    assert kind == "InputError"
    assert text.startswith(f"{SUITE}:{line_of(course / SUITE, 'def test_value')}: ")
    assert "must take student" in text


def test_a_suite_that_cannot_be_imported_is_a_fault_of_the_kit(course: Path) -> None:
    edit(course / SUITE, "def test_value(", "1 / 0\n\n\ndef test_value(")
    ((kind, text),) = sit(course)
    assert kind == "KitError"
    assert "ZeroDivisionError" in text
    assert "test_can_stack.py" in text


def test_a_mistake_in_a_suite_voids_its_criterion_and_nothing_else(course: Path) -> None:
    when = 'if "unlucky" in student.files["game"]:\n        raise ZeroDivisionError\n    '
    edit(course / SUITE, "examine(student, OTHER_VALUE)", f"{when}examine(student, OTHER_VALUE)")
    code, said, results = grade(course, one=solution(), other=solution(game="\n# unlucky"))
    assert code == 3
    assert "other" in said
    assert "can_stack.value: ZeroDivisionError" in said
    assert results["one"]["score"] == TOTAL
    assert results["other"]["score"] == TOTAL - 0.5
    lost = {name: state for name, state in states(results["other"]).items() if state != "passed"}
    assert lost == {"can_stack.value": "void"}


@pytest.mark.parametrize(
    ("function", "find", "put"),
    [
        ("can_stack", "card.value + 1 == onto.value", "card.value == onto.value + 1"),
        ("can_stack", "return card.is_red", "raise ColumnEmpty\n    return card.is_red"),
    ],
    ids=["another result", "a refusal"],
)
def test_a_mistake_in_the_solution_costs_no_right_hand_in_a_mark_unsaid(
    course: Path, function: str, find: str, put: str
) -> None:
    edit(course / GAME, find, put)
    code, said, results = grade(course, right=solution())
    lost = {name: state for name, state in states(results["right"]).items() if state != "passed"}
    assert code == 3
    assert lost
    assert {name.partition(".")[0] for name in lost} == {function}
    assert set(lost.values()) == {"void"}
    assert f"{function}." in said


@pytest.mark.parametrize("criterion", ["can_stack.value", "test.test_", "a.test_b"])
def test_a_criterion_and_its_test_name_each_other(criterion: str) -> None:
    exercise, _, aspect = criterion.partition(".")
    assert place_of(criterion) == (f"test_{exercise}", f"test_{aspect}")
    assert criterion_at(place_of(criterion)) == criterion
