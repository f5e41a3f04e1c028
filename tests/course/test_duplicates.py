"""Tests that are lost because a later one has the same name are told when a suite is adopted."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import adopted
from patience_grader.course.duplicates import replaced

TESTS = """
from bank import double

def test_two(): assert double(1) == 2

class TestMore:
    def test_two(self): assert double(2) == 4
    def test_six(self): assert double(3) == 6
    def test_six(self): assert double(-3) == -6

def test_two(): assert double(0) == 0
"""
LOST = (
    "test_bank.py:4: test_two: the test of this name in line 11 replaces it; rename one",
    "test_bank.py:8: test_six: the test of this name in line 9 replaces it; rename one",
)


def test_a_test_that_is_replaced_is_told(tmp_path: Path) -> None:
    bank = "def double(number):\n    return 2 * number\n"
    done = adopted(tmp_path, "bank", {"solution/bank.py": bank, "tests/test_bank.py": TESTS})
    assert done.replaced == LOST
    assert done.tests == 3


@pytest.mark.parametrize(
    "text", ["", "def test_one(): pass", "def one(): pass\ndef one(): pass", "def test_(:", "\0"]
)
def test_there_are_none_where_names_differ(text: str) -> None:
    assert replaced("test_it.py", text.encode()) == ()
