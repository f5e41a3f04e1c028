"""Suites that were written for gradescope-utils are adopted with what they say of marks."""

from __future__ import annotations

import csv
from pathlib import Path

from adopting import adopted, coursework_of, marked, release_of
from patience_grader.check.plain import PlainChecker
from patience_grader.marks.verdict import PASSED
from patience_grader.marks.visibility import Level, Phase

SOLUTION = """
def add(a, b):
    return a + b

def divide(a, b):
    if b == 0:
        raise ZeroDivisionError("b is 0")
    return a / b

def vowels(text):
    return sum(one in "aeiou" for one in text)
"""
TESTS = """
import unittest

from calc import add, divide, vowels
from gradescope_utils.autograder_utils.decorators import (
    hide_errors, leaderboard, number, partial_credit, tags, visibility, weight,
)
from gradescope_utils.autograder_utils.files import check_submitted_files


class TestCalc(unittest.TestCase):
    @weight(val=1)
    @number(val="1.1")
    def test_add(self):
        \"\"\"Adding works\"\"\"
        self.assertEqual(add(2, 3), 5)

    @weight(2.5)
    @visibility("after_due_date")
    @tags("errors", "division")
    def test_divide(self):
        with self.assertRaises(ZeroDivisionError):
            divide(1, 0)

    @weight(1.5)
    @visibility("hidden")
    @hide_errors("something is wrong")
    def test_divide_more(self):
        self.assertEqual(divide(6, 4), 1.5)

    @partial_credit(weight=4.0)
    def test_vowels(self, set_score=None):
        score = 0
        for word, count in {"a": 1, "bcd": 0, "aeiou": 5, "Otto": 1}.items():
            score += vowels(word) == count
        set_score(score)
        self.assertEqual(score, 4)

    @weight(0)
    def test_submitted(self):
        self.assertEqual(check_submitted_files(["calc.py"]), [])
        add(1, 1)

    @leaderboard("speed", sort_order="asc")
    def test_speed(self, set_leaderboard_value=None):
        set_leaderboard_value(add(1, 2))
"""
GIVEN = {"solution/calc.py": SOLUTION, "tests/test_calc.py": TESTS}


def test_weights_visibility_and_partial_credit(tmp_path: Path) -> None:
    done = adopted(tmp_path, "calc", GIVEN, public="*")
    assert sorted(one.split(": ", 1)[1] for one in done.left_out) == [
        "calc.speed: it has no weight, unlike others",
        "calc.submitted: it has no weight, unlike others",
    ]
    coursework = coursework_of(tmp_path, "calc")
    assert {one.id: float(one.worth) for one in coursework.scheme.criteria} == {
        "calc.add": 1,
        "calc.divide": 2.5,
        "calc.divide_more": 1.5,
        "calc.vowels": 4,
    }
    assert coursework.scheme.total == 9
    seen = {
        one: [
            coursework.visibility.level(f"calc.{one}", phase)
            for phase in (Phase.SUBMISSION, Phase.DEADLINE)
        ]
        for one in ("add", "divide", "divide_more")
    }
    assert seen["add"][0] is not Level.SCORE
    assert seen["divide"][0] is Level.SCORE is not seen["divide"][1]
    assert seen["divide_more"] == [Level.SCORE, Level.SCORE]

    versions = {
        "right": SOLUTION,
        "some": SOLUTION.replace('"aeiou"', '"aei"'),
        "whole": SOLUTION.replace("a / b", "a // b"),
        "raises": SOLUTION.replace("return sum", "raise ValueError; return sum"),
    }
    marked(tmp_path, "calc", {one: {"calc.py": text} for one, text in versions.items()})
    with (tmp_path / "marks/marks.csv").open(encoding="utf-8") as file:
        totals = {row["submission"]: float(row["total"]) for row in csv.DictReader(file)}
    assert totals == {"right": 9, "some": 7, "whole": 7.5, "raises": 5}


def test_the_check_has_the_decorators_too(tmp_path: Path) -> None:
    tests = TESTS.replace("2.5", "2.25")
    adopted(tmp_path, "calc", {**GIVEN, "tests/test_calc.py": tests}, public="*")
    coursework = coursework_of(tmp_path, "calc")
    assert float(coursework.scheme.total) == 8.75
    checker = PlainChecker(release_of(coursework).public)
    found = checker.check_files({"calc.py": SOLUTION.replace('"aeiou"', '"aei"')})
    verdicts = [one for part in found.parts for one in part.looked]
    assert [(one.rule.id, one.verdict.reason) for one in verdicts if one.verdict != PASSED] == [
        ("calc.vowels", "2 of 4 points")
    ]
