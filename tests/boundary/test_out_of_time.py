"""What a submission is not asked any more, as its time is used up, it does not earn."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from adopting import adopted, marked

SOLUTION = "def after(number):\n    return number + 1\n"
TESTS = "from numbers_ import after\n" + "".join(
    f"\n\ndef test_{word}():\n    assert after({number}) == {number + 1}\n"
    for number, word in enumerate(("one", "two", "three", "four", "five", "six"))
)


HANGS = "def after(number):\n    while True:\n        pass\n"


def limit(root: Path, seconds: float) -> None:
    """Lets submissions use so much processor time."""
    handout = root / "course" / "handout" / "after.md"
    text = handout.read_text("utf-8")
    text = re.sub(r"(?m)^(cpu_seconds_per_submission) = .*$", rf"\1 = {seconds}", text)
    handout.write_text(text, "utf-8")


def test_what_is_not_asked_is_not_earned(tmp_path: Path) -> None:
    given = {"solution/numbers_.py": SOLUTION, "tests/test_after.py": TESTS}
    assert adopted(tmp_path, "after", given).criteria == 6
    limit(tmp_path, 0.5)
    states = marked(tmp_path, "after", {"hangs": {"numbers_.py": HANGS}})["hangs"]
    assert set(states.values()) == {"timed out"}


@pytest.mark.slow
def test_what_hangs_from_a_fresh_start_hangs_once(tmp_path: Path) -> None:
    """Six tests of a quarter of a second each stay below a limit of 2.5; twelve would not."""
    given = {"solution/numbers_.py": SOLUTION, "tests/test_after.py": TESTS}
    adopted(tmp_path, "after", given)
    limit(tmp_path, 2.5)
    marked(tmp_path, "after", {"hangs": {"numbers_.py": HANGS}})
    results = json.loads((tmp_path / "marks" / "hangs" / "results.json").read_text("utf-8"))
    told = [one["output"] for one in results["tests"]]
    assert len(told) == 6
    for number, text in enumerate(told):
        assert f"Called: after({number})" in text
        assert f"Expected:\n{number + 1}" in text
        assert "s of processor time for one question" in text


QUICK = "from numbers_ import {0}\n\n\ndef test_one():\n    assert {0}(1) == 2\n"
SLOW = """
def after(number):
    from time import process_time as now
    end = now() + 0.05
    while now() < end:
        pass
    return number + 1

"""


@pytest.mark.slow
def test_of_what_is_too_slow_as_a_whole_the_exercises_count_that_are_not(tmp_path: Path) -> None:
    solution = SOLUTION + "\n\n" + SOLUTION.replace("after", "next_of")
    many = TESTS + "".join(
        f"\n\ndef test_{number}():\n    assert after({number}) == {number + 1}\n"
        for number in range(10, 30)
    )
    given = {
        "solution/numbers_.py": solution,
        "tests/test_after.py": many,
        "tests/test_next.py": QUICK.format("next_of"),
    }
    assert adopted(tmp_path, "after", given)
    limit(tmp_path, 0.5)
    slow = SLOW + SOLUTION.replace("after", "next_of")
    states = marked(tmp_path, "after", {"slow": {"numbers_.py": slow}})["slow"]
    assert {name for name, state in states.items() if state == "passed"} == {"next.one"}
    assert set(states.values()) == {"passed", "timed out"}
    only_slow = SLOW + SLOW.replace("after", "next_of").replace("0.05", "0.35")
    (tmp_path / "submissions").rename(tmp_path / "before")
    states = marked(tmp_path, "after", {"all": {"numbers_.py": only_slow}}, code=1)["all"]
    assert set(states.values()) == {"timed out"}


MANY_CASES = """
import pytest
from numbers_ import after, next_of


@pytest.mark.parametrize("number", range(12))
def test_after(number):
    assert after(number) == number + 1


def test_next():
    assert next_of(1) == 2


def test_next_again():
    assert next_of(2) == 3
"""


def test_of_a_test_that_hangs_no_more_cases_are_asked(tmp_path: Path) -> None:
    solution = SOLUTION + "\n\n" + SOLUTION.replace("after", "next_of")
    given = {"solution/numbers_.py": solution, "tests/test_numbers.py": MANY_CASES}
    assert adopted(tmp_path, "after", given).criteria == 3
    limit(tmp_path, 1.5)
    hangs = SOLUTION.replace("after", "next_of") + HANGS
    states = marked(tmp_path, "after", {"hangs": {"numbers_.py": hangs}})["hangs"]
    assert sorted(states.values()) == ["passed", "passed", "timed out"]
