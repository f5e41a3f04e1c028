"""Tests that look at the clock: right answers that take too long are lost by whoever gave them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from adopting import adopted, lost, marked

FIB = """
def fib(n):
    a, b = 0, 1
    for _ in range(n): a, b = b, a + b
    return a
"""
SLOW = f"""
import time
{FIB.replace("def fib", "def quick")}
def fib(n):
    end = time.process_time() + 0.04 * (n > 20)
    while time.process_time() < end: pass
    return quick(n)
"""
TESTS = """
import time
import unittest
from fib import fib

class TestFib(unittest.TestCase):
    def test_small(self):
        self.assertEqual(fib(10), 55)
    def test_quick(self):
        start = time.perf_counter()
        for number in range(24, 34):
            self.assertLess(fib(number), fib(number + 1))
        self.assertLess(time.perf_counter() - start, 0.5)
    def test_told(self):
        start = time.perf_counter()
        for number in range(24, 31):
            self.assertLess(fib(number), fib(31))
        if time.perf_counter() - start > 0.5:
            raise TimeoutError("slow")
"""


@pytest.mark.slow
def test_a_right_answer_can_come_too_late(tmp_path: Path) -> None:
    files = {"solution/fib.py": FIB, "tests/test_fib.py": TESTS}
    assert adopted(tmp_path, "fibs", files).left_out == ()
    texts = {"right": FIB, "slow": SLOW}
    states = marked(tmp_path, "fibs", {name: {"fib.py": text} for name, text in texts.items()})
    assert lost(states) == {"right": set(), "slow": {"quick", "told"}}
    results = json.loads((tmp_path / "marks" / "slow" / "results.json").read_text("utf-8"))
    for said in (one["output"] for one in results["tests"] if one["tags"][-1] != "passed"):
        assert "its answers are right, and took longer than the test allows" in said


LIMITED = """
import signal
import time
from pathlib import Path

import pytest
from fib import fib

HELD_UP = Path({held_up!r})

@pytest.mark.timeout(0.5)
def test_marked():
    assert fib(30) == 832040
@pytest.mark.timeout(0.2)
def test_pauses_itself():
    time.sleep(0.4)
    assert fib(5) == 5
@pytest.mark.timeout(0.1)
def test_waits():
    assert fib(31) == 1346269
@pytest.mark.timeout(2)
def test_roomy():
    assert fib(30) == 832040
def stop(number, frame):
    raise TimeoutError("too slow")
def test_alarm():
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.4)
    try:
        assert fib(30) == 832040
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
def test_held_up():
    start = time.perf_counter()
    if HELD_UP.exists() and fib(30) == 832040:
        runs = int(HELD_UP.read_text())
        HELD_UP.write_text(str(runs + 1))
        time.sleep(0.5 * (runs == 1))
    assert fib(6) == 8
    assert time.perf_counter() - start < 0.4
"""
TOO_SLOW = {
    "busy": SLOW.replace("0.04 * (n > 20)", "0.7 * (n == 30)"),
    "asleep": f"""
import time
{FIB.replace("def fib", "def quick")}
def fib(n):
    time.sleep(1.5 * (n == 31))
    return quick(n)
""",
}


@pytest.mark.nightly
def test_what_tests_allow_is_counted_and_not_how_busy_the_machine_is(tmp_path: Path) -> None:
    held_up = tmp_path / "held up"
    tests = LIMITED.format(held_up=str(held_up))
    files = {"solution/fib.py": FIB, "tests/test_fib.py": tests}
    assert adopted(tmp_path, "fibs", files).left_out == ()
    handout = tmp_path / "course" / "handout" / "fibs.md"
    limit = "cpu_seconds_per_question = "
    handout.write_text(handout.read_text("utf-8").replace(f"{limit}0.25", f"{limit}1.5"), "utf-8")
    texts = {name: {"fib.py": text} for name, text in TOO_SLOW.items()}
    assert lost(marked(tmp_path, "fibs", texts)) == {
        "busy": {"marked", "alarm"},
        "asleep": {"waits"},
    }
    busy = json.loads((tmp_path / "marks" / "busy" / "results.json").read_text("utf-8"))
    said = {one["name"].partition(".")[2]: one["output"] for one in busy["tests"]}
    assert "its answers took more than the 0.5 s that the test allows" in said["marked"]
    assert "its answers are right, and took longer than the test allows" in said["alarm"]
    shutil.rmtree(tmp_path / "marks")
    shutil.rmtree(tmp_path / "submissions")
    for name, text in {
        "right": FIB,
        "in another way": FIB.replace("return a", "return float(a) if n == 6 else a"),
    }.items():
        held_up.write_text("0", "ascii")
        assert lost(marked(tmp_path, "fibs", {name: {"fib.py": text}})) == {name: set()}
        runs = held_up.read_text("ascii")
        assert runs in {"2", "3", "4", "5"}, "a busy machine may hold it up once more"
        shutil.rmtree(tmp_path / "marks")
        shutil.rmtree(tmp_path / "submissions")


DEADLINE = """
from fib import fib
from hypothesis import HealthCheck, given, settings, strategies as st

@settings(deadline=100, max_examples=2, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.integers(24, 34))
def test_quick(n):
    assert fib(24 + fib(n) % 9) > 0
"""


def test_no_deadline_of_hypothesis_loses_a_test(tmp_path: Path) -> None:
    files = {"solution/fib.py": FIB, "tests/test_fib.py": DEADLINE}
    assert adopted(tmp_path, "fibs", files).left_out == ()
    other = SLOW.replace("return quick(n)", "return quick(n + 1)")  # not the solution's, but right
    assert lost(marked(tmp_path, "fibs", {"slow": {"fib.py": other}})) == {"slow": set()}
