"""Iterators at the top of a file are used up by one run of a test, and there for the next."""

from __future__ import annotations

import csv
import itertools
from types import ModuleType
from typing import Any

import pytest
from adopting import adopted, earned, marked
from patience_grader.boundary.iterators import Iterators

SOLUTION = "def double(number):\n    return 2 * number\n"
TESTS = """
import csv
import io
import itertools
import unittest

from cases import HELPED
from doubles import double

ZIPPED = zip([1, 2], [2, 4])
ROWS = csv.reader(io.StringIO("1,2\\n2,4"))
MADE = ((number, 2 * number) for number in [1, 2])


def test_zipped():
    for number, expected in ZIPPED:
        assert double(number) == expected


def test_rows():
    for number, expected in ROWS:
        assert double(int(number)) == int(expected)


def test_helped():
    for number, expected in HELPED:
        assert double(number) == expected


def test_made():
    for number, expected in MADE:
        assert double(number) == expected


class TestOfClass(unittest.TestCase):
    CASES = map(lambda number: (number, 2 * number), [1, 2])

    def test_mapped(self):
        for number, expected in self.CASES:
            self.assertEqual(double(number), expected)
"""
CASES = "import itertools\nHELPED = itertools.chain([(1, 2)], zip([2], [4]))\n"


@pytest.mark.slow
def test_no_submission_finds_them_used_up(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("used")
    files = {"solution/doubles.py": SOLUTION, "tests/test_doubles.py": TESTS}
    done = adopted(root, "used", {**files, "tests/cases.py": CASES})
    (left_out,) = done.left_out
    assert "MADE is a generator, which one run uses up; make it a list" in f"{left_out}"
    submissions = {"100001": SOLUTION, "100002": SOLUTION.replace("2 *", "3 *"), "100003": ""}
    found = marked(root, "used", {name: {"doubles.py": one} for name, one in submissions.items()})
    assert len(earned(found["100001"])) == 4
    assert earned(found["100002"]) == earned(found["100003"]) == set()


def _rows() -> Any:
    rows = csv.reader(["a,b", "c,d"])
    next(rows)
    return rows


@pytest.mark.parametrize(
    "iterator",
    [
        zip([1, 2], iter("ab"), strict=True),
        map(str, range(3)),
        filter(None, [0, 1]),
        enumerate(reversed([1, 2]), 5),
        iter({1: 2}.items()),
        iter({3}),
        itertools.product([1, 2], "ab"),
        itertools.islice(itertools.count(3), 4),
        itertools.chain([1], map(abs, [-2])),
        _rows(),
    ],
    ids=lambda one: type(one).__name__,
)
def test_copies_give_what_is_left_each_time(iterator: Any) -> None:
    module = ModuleType("cases")
    module.cases = module.same = iterator  # type: ignore[attr-defined]
    iterators = Iterators()
    iterators.find([module])
    iterators.renew()
    found = list(vars(module)["cases"])
    assert found
    assert list(vars(module)["same"]) == []
    for _ in range(2):
        iterators.renew()
        assert list(vars(module)["cases"]) == found
