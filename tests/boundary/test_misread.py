"""A plain suite names how its handout may be misread, and who does so throughout is told."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from adopting import adopted, marked
from warm import patience

SOLUTION = """
class Seat:
    def __init__(self, row, column):
        self.row, self.column = row, column


def at(plan, row, column):
    return plan[row][column]


def put(plan, row, column, mark):
    plan = [list(line) for line in plan]
    if plan[row][column] != ".":
        raise ValueError("taken")
    plan[row][column] = mark
    return plan


def find(plan, mark):
    for row, line in enumerate(plan):
        if mark in line:
            return row, line.index(mark)
    return None


def line(plan, row):
    return "".join(plan[row])


def size(plan):
    return len(plan)


def neighbours(row, column):
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def seat(row, column):
    return Seat(row, column)
"""
TESTS = """
import pytest
from hypothesis import given, strategies as st
from plan import at, find, line, neighbours, put, seat, size

PLAN = [["a", "b", "."], ["c", ".", "d"], ["e", "f", "g"]]
PLACES = st.tuples(st.integers(0, 2), st.integers(0, 2))


@given(PLACES)
def test_at(place):
    assert at(PLAN, *place) == PLAN[place[0]][place[1]]

def test_put():
    assert put(PLAN, 1, 1, "x")[1] == ["c", "x", "d"]
    assert PLAN[1][1] == "."

def test_taken():
    with pytest.raises(ValueError, match="taken"):
        put(PLAN, 0, 1, "x")

@pytest.mark.parametrize("mark, place", [("b", (0, 1)), ("c", (1, 0)), ("f", (2, 1))])
def test_find(mark, place):
    assert find(PLAN, mark) == place

def test_line():
    assert line(PLAN, 1) == "c.d"

def test_neighbours():
    assert sorted(neighbours(5, 7)) == [(4, 7), (5, 6), (5, 8), (6, 7)]

def test_size():
    assert size(PLAN) == 3

def test_seat():
    made = seat(1, 2)
    assert (made.row, made.column) == (1, 2)
"""
MISREADINGS = """
from patience_grader.suite.misreading import Misreading


def from_one(function, arguments):
    if function in ("plan.at", "plan.put"):
        plan, row, column, *rest = arguments
        return plan, row + 1, column + 1, *rest
    if function == "plan.line":
        return arguments[0], arguments[1] + 1
    if function == "plan.neighbours":
        return tuple(one + 1 for one in arguments)
    return arguments


def numbers_from_one(function, value):
    if function == "plan.find" and value is not None:
        return value[0] - 1, value[1] - 1
    if function == "plan.neighbours":
        return [(row - 1, column - 1) for row, column in value]
    return value


def swapped(function, arguments):
    if function in ("plan.at", "plan.put"):
        plan, row, column, *rest = arguments
        return plan, column, row, *rest
    return arguments


MISREADINGS = [
    Misreading("column before row", "Your functions take the column first.", put=swapped),
    Misreading(
        "counted from 1",
        "Your functions count rows and columns from 1.",
        put=from_one,
        read=numbers_from_one,
    ),
]
"""
FROM_ONE = """
def at(plan, row, column):
    return plan[row - 1][column - 1] if row and column else None


def put(plan, row, column, mark):
    if at(plan, row, column) != ".":
        raise ValueError("taken")
    return [
        [mark if (i, j) == (row, column) else one for j, one in enumerate(line, 1)]
        for i, line in enumerate(plan, 1)
    ]


def find(plan, mark):
    return next(
        ((i, j) for i, line in enumerate(plan, 1) for j, one in enumerate(line, 1) if one == mark),
        None,
    )


def line(plan, row):
    return "".join(plan[row - 1])


def size(plan):
    return len(plan)


def neighbours(row, column):
    return [(row + i, column + j) for i, j in [(1, 0), (-1, 0), (0, 1), (0, -1)] if row and column]


class Seat:
    def __init__(self, row, column):
        self.row, self.column = row, column


def seat(row, column):
    return Seat(row, column)
"""
SUBMISSIONS = {
    "counts-from-one": FROM_ONE,
    "counts-from-one-and-more": FROM_ONE.replace("len(plan)", "len(plan) + 1"),
    "right": SOLUTION,
    "wrong": SOLUTION.replace("return plan[row][column]", "return None")
    .replace("taken", "no")
    .replace("row, line.index", "line.index, row")
    .replace("row - 1, column)", "row - 2, column)"),
}


FORGETS = SUBMISSIONS["wrong"].replace("mark\n    return plan", "mark")
"""It is wrong in many ways, and its wrong answers are given to other functions."""


def graded(
    root: Path, misreadings: str, submissions: Mapping[str, str], tests: str = TESTS
) -> Path:
    files = {"solution/plan.py": SOLUTION, "tests/test_plan.py": tests}
    adopted(root, "seats", files)
    (root / "course" / "grader" / "suites" / "seats" / "misreadings.py").write_text(misreadings)
    marked(root, "seats", {name: {"plan.py": text} for name, text in submissions.items()})
    return root / "marks"


@pytest.fixture(scope="module")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return graded(tmp_path_factory.mktemp("misread"), MISREADINGS, SUBMISSIONS)


def test_who_follows_a_misreading_throughout_is_told(marks: Path) -> None:
    with (marks / "marks.csv").open(newline="") as file:
        found = {row["submission"]: row["misreading"] for row in csv.DictReader(file)}
    assert found == {
        "counts-from-one": "counted from 1",
        "counts-from-one-and-more": "counted from 1",
        "right": "",
        "wrong": "",
    }
    page = (marks / "counts-from-one" / "feedback.html").read_text("utf-8")
    assert "Your functions count rows and columns from 1." in page
    results = json.loads((marks / "counts-from-one" / "results.json").read_text("utf-8"))
    assert float(results["score"]) < 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MISREADINGS.replace("put=swapped", "right=lambda *_: None"), "states `right`"),
        (MISREADINGS.replace("import Misreading", "import Reading"), "NameError"),
        ("MISREADINGS = []", "must be a list of Misreading"),
    ],
)
def test_what_cannot_be_used_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    files = {"solution/plan.py": SOLUTION, "tests/test_plan.py": TESTS}
    adopted(tmp_path, "seats", files)
    course = tmp_path / "course"
    (course / "grader" / "suites" / "seats" / "misreadings.py").write_text(text)
    done = patience("selftest", "seats", "--jobs", "1", cwd=course)
    assert done.returncode == 2
    assert "grader/suites/seats/misreadings.py" in done.stderr
    assert said in done.stderr


def test_a_map_that_fails_costs_nothing_and_is_told_to_instructors(tmp_path: Path) -> None:
    fails = MISREADINGS.replace("plan, column, row, *rest", "plan[99], row")
    marks = graded(tmp_path, fails, SUBMISSIONS)
    with (marks / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    assert rows["counts-from-one"]["misreading"] == "counted from 1"
    assert not any("void" in row["status"] for row in rows.values())
    assert not flags_of(marks, "right")
    (flag,) = flags_of(marks, "wrong")
    assert flag.startswith("the misreading 'column before row' fails on plan.at: IndexError")
    assert "IndexError" not in (marks / "wrong" / "feedback.html").read_text("utf-8")


def test_a_map_that_fails_on_a_wrong_answer_is_no_fault_of_the_coursework(tmp_path: Path) -> None:
    tests = f"{TESTS}\n\ndef test_both():\n    assert size(put(PLAN, 1, 1, 'x')) == 3\n"
    copies = """    if function == "plan.size":
        return ([*arguments[0]],)
    return arguments


MISREADINGS"""
    strict = MISREADINGS.replace("    return arguments\n\n\nMISREADINGS", copies)
    assert strict.count("plan.size") == 1
    marks = graded(tmp_path, strict, {"wrong": FORGETS}, tests)
    with (marks / "marks.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert "void" not in row["status"]
    assert not flags_of(marks, "wrong")


def flags_of(marks: Path, name: str) -> list[str]:
    sheet = json.loads((marks / name / "sheet.json").read_text("utf-8"))
    return [one["flag"] for one in sheet["verdicts"].values() if one.get("flag")]
