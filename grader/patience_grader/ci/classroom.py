"""A report as the JSON that GitHub Classroom's reporter adds up.

The reporter prints the code of a test at the start of a line, where a runner looks for commands;
so none is given. It adds the scores of all tests, so what is not a test but changes the mark (a
cap, late work) is an entry of its own. It takes no test without a score, and no report without
tests.
"""

from __future__ import annotations

import json
from fractions import Fraction

from ..text.numbers import format_marks
from ..text.sanitize import one_line
from .model import Report, Test

_LONGEST = 150


def autograding(report: Report) -> str:
    """The text of the JSON, in ASCII."""
    tests = [_test(one) for one in report.tests]
    more = report.score - sum((one.score for one in report.tests), Fraction(0))
    if more or not tests:
        tests.append(
            {
                "name": "What changes the sum (late work, limits)",
                "status": "fail" if more < 0 else "pass",
                "score": number(more),
                "message": None,
                "test_code": "",
                "filename": "",
                "line_no": 0,
                "execution_time": "0s",
            }
        )
    status = "error" if report.void else "fail" if report.lost else "pass"
    said = {
        "version": 1,
        "status": status,
        "max_score": number(report.out_of),
        "tests": tests,
    }
    return json.dumps(said)


def _test(one: Test) -> dict[str, object]:
    status = "pass" if one.passed else "error" if one.is_void else "fail"
    return {
        "name": f"{one.id}: {one_line(one.plain_title)}",
        "status": status,
        "score": number(one.score),
        "message": None if one.passed else one_line(one.message)[:_LONGEST],
        "test_code": "",
        "filename": one.place.file if one.place else "",
        "line_no": one.place.line if one.place else 0,
        "execution_time": "0s",
    }


def number(worth: Fraction) -> int | float:
    """A number of marks for JSON."""
    return int(worth) if worth.denominator == 1 else float(format_marks(worth))
