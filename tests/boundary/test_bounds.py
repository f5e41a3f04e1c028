"""What a suite itself does with an answer ends, in time and memory, and costs the one test."""

from __future__ import annotations

import json
import resource
import time
from pathlib import Path

import pytest
from adopting import adopted, earned, marked
from patience_grader.boundary.bounds import time_limited
from patience_grader.sandbox.memory import memory_limited

SOLUTION = """
def number(x):
    return x


def many(x):
    return x


def pair(x):
    return (x, [x])


def same(x):
    return x
"""

TESTS = """
import pytest
from sizes import many, number, pair, same

def test_power():
    assert number(3) ** number(3) == 27

def test_text():
    assert "a" * number(3) == "aaa"

def test_list():
    assert list(range(number(3))) == [0, 1, 2]

def test_shift():
    assert 1 << number(3) == 8

def test_kept():
    assert [many(x) for x in range(200)] == list(range(200))

def test_pair():
    assert pair(3) == (3, [3])

def test_raises():
    with pytest.raises(Exception):
        same([number(3)] * number(3))
        raise ValueError

def test_same():
    assert same(4) == 4
"""

HUGE = """
class Thing:
    pass


def number(x):
    return 10**10


def many(x):
    return "x" * 3_900_000 + str(x)


def pair(x):
    wide = [1] * 40
    for _ in range(7):
        wide = [wide] * 40
    return (Thing(), wide)


def same(x):
    return x
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sizes")
    files = {"solution/sizes.py": SOLUTION, "tests/test_sizes.py": TESTS}
    assert adopted(root, "sizes", files).criteria == 8
    return root


@pytest.mark.nightly
def test_a_huge_answer_costs_its_own_test_alone(place: Path) -> None:
    submissions = {"huge": {"sizes.py": HUGE}, "right": {"sizes.py": SOLUTION}}
    states = marked(place, "sizes", submissions)
    assert states["huge"] == {
        "sizes.power": "timed out",
        "sizes.text": "out of memory",
        "sizes.list": "out of memory",
        "sizes.shift": "out of memory",
        "sizes.kept": "out of memory",
        "sizes.pair": "not answered",
        "sizes.raises": "passed",
        "sizes.same": "passed",
    }
    assert len(earned(states["right"])) == 8
    tests = json.loads((place / "marks/huge/results.json").read_text("utf-8"))["tests"]
    (said,) = (json.dumps(one) for one in tests if one["name"] == "sizes.power")
    assert "what the test does with its answers took more than 5 s" in said
    assert "10000000000" in said


def test_memory_has_a_limit_only_while_it_lasts() -> None:
    before = resource.getrlimit(resource.RLIMIT_DATA)
    with memory_limited(64):
        bytearray(32 << 20)
        with pytest.raises(MemoryError):
            bytearray(128 << 20)
        with memory_limited(256), pytest.raises(MemoryError):
            bytearray(128 << 20)
    assert resource.getrlimit(resource.RLIMIT_DATA) == before
    bytearray(128 << 20)


class _LateError(Exception):
    pass


def _spin(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_time_has_an_end_where_the_suite_has_called() -> None:
    with pytest.raises(_LateError), time_limited(0.05, lambda _: True, _LateError):
        _spin(5)


@pytest.mark.parametrize("is_suites", [True, False])
def test_what_pytest_does_by_itself_goes_on(*, is_suites: bool) -> None:
    with time_limited(0.05, lambda _: is_suites, lambda: None if is_suites else _LateError()):
        _spin(0.6)
