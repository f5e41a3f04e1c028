"""What the self-test of a plain suite prints, and how it exits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from adopting import adopted
from warm import patience

SOLUTION = """
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        return Pair(self.a + other.a, self.b + other.b)

    def __eq__(self, other):
        return (self.a, self.b) == (other.a, other.b)


def each(function, items):
    for item in items:
        function(item)
"""
SOUND = """
import sys

import pytest
from twos import Pair, each

def ran():
    sys.ran = getattr(sys, "ran", 0) + 1
    return sys.ran

@pytest.mark.public
def test_sum():
    assert Pair(1, 2) + Pair(3, 4) == Pair(4, 6)

def test_parts():
    assert (Pair(1, 2) + Pair(3, 4)).a == 4

def test_each():
    seen = []
    each(seen.append, "ab")
    assert seen == ["a", "b"]
"""
LAST = 'assert seen == ["a", "b"]'
BAD = {
    "fails_on_the_solution": (LAST, 'assert seen == ["a"]'),
    "raises_on_the_solution": (LAST, "{}[seen]"),
    "fails_the_second_time": (LAST, "assert ran() == 1"),
    "raises_the_second_time": (LAST, "assert [0, 1][ran()]"),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("selftest")
    adopted(root, "twos", {"solution/twos.py": SOLUTION, "tests/test_twos.py": SOUND})
    return root / "course"


def test_an_impostor_is_listed_with_the_advice_to_compare_a_plain_value(course: Path) -> None:
    done = patience("selftest", "twos", "--jobs", "1", cwd=course)
    assert done.returncode == 0, done.stderr
    assert not done.stderr  # pytest knows the marks that say what students get
    assert [line for line in done.stdout.splitlines() if "impostor" in line] == [
        "twos: an impostor earns twos.sum, which compares two objects of the student's; "
        "compare one with a plain value"
    ]


def test_the_check_of_flat_modules_is_compared_with_marking(course: Path) -> None:
    done = patience("selftest", "twos", "--public", "--jobs", "1", cwd=course)
    assert (done.returncode, done.stderr) == (0, "")
    assert "twos: criteria lost 0, found at home too 0" in done.stdout


@pytest.mark.parametrize("name", BAD)
def test_a_suite_that_is_at_fault_exits_with_2_and_names_the_line(course: Path, name: str) -> None:
    file = course / "grader/suites/twos/test_twos.py"
    file.write_text(SOUND.replace(*BAD[name]), "utf-8")
    try:
        done = patience("selftest", "twos", "--jobs", "1", cwd=course)
    finally:
        file.write_text(SOUND, "utf-8")
    assert done.returncode == 2
    assert re.search(r"test_twos\.py:\d+: the test", done.stdout + done.stderr)
