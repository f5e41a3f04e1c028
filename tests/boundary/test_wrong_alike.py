"""Who makes the same mistake under a plain suite is found to, however it is written."""

from __future__ import annotations

import csv
from pathlib import Path

from adopting import adopted, marked
from patience_grader.boundary.wording import said_in

SOLUTION = """
def total(numbers):
    return sum(numbers)


def largest(numbers):
    return max(numbers)
"""
TESTS = """
import pytest
from hypothesis import given, strategies
from sums import largest, total

NUMBERS = strategies.lists(strategies.integers(-9, 9), min_size=1, max_size=5)


@given(NUMBERS)
def test_total(numbers):
    assert total(numbers) == sum(numbers)


@pytest.mark.parametrize("numbers", [[1, 2], [-1, -2], [3]])
def test_largest(numbers):
    assert largest(numbers) == max(numbers)
"""
FROM_ZERO = (
    "    most = 0\n    for one in numbers:\n        if one > most:\n            most = one\n"
)
ALIKE = {
    "slices": SOLUTION.replace("sum(numbers)", "sum(numbers[1:])"),
    "counts": SOLUTION.replace(
        "    return sum(numbers)",
        "    s = 0\n    for x in numbers[1:]:\n        s += x\n    return s",
    ),
    "subtracts": SOLUTION.replace("sum(numbers)", "sum(numbers) - numbers[0]"),
    "from-zero": SOLUTION.replace("max(numbers)", "max([0, *numbers])"),
    "from-zero-by-hand": SOLUTION.replace("    return max(numbers)", FROM_ZERO + "    return most"),
    "last": SOLUTION.replace("max(numbers)", "numbers[-1]"),
    "without-the-last": SOLUTION.replace("sum(numbers)", "sum(numbers[:-1])"),
}


def test_submissions_that_go_wrong_alike_are_grouped(tmp_path: Path) -> None:
    assert adopted(tmp_path, "sums", {"solution/sums.py": SOLUTION, "tests/test_sums.py": TESTS})
    states = marked(tmp_path, "sums", {name: {"sums.py": text} for name, text in ALIKE.items()})
    assert all(list(one.values()).count("failed") == 1 for one in states.values())
    with (tmp_path / "marks" / "misconceptions.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    groups = {frozenset(row["submissions"].split()) for row in rows}
    assert groups == {
        frozenset({"slices", "counts", "subtracts"}),
        frozenset({"from-zero", "from-zero-by-hand"}),
    }


def test_an_answer_nested_too_deeply_is_put_into_words() -> None:
    deep: list[object] = []
    for _ in range(200_000):
        deep = [deep]
    assert said_in([[], "", "", ["ok", ["s", deep]], [], []]).startswith("what cannot be shown")
