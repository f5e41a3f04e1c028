"""Tests that look at the clock: right answers that take too long are lost by whoever gave them."""

from __future__ import annotations

import json
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
    end = time.process_time() + 0.09 * (n > 20)
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
        for number in range(24, 44):
            self.assertLess(fib(number), fib(number + 1))
        self.assertLess(time.perf_counter() - start, 3)
"""


@pytest.mark.slow
def test_a_right_answer_can_come_too_late(tmp_path: Path) -> None:
    files = {"solution/fib.py": FIB, "tests/test_fib.py": TESTS}
    assert adopted(tmp_path, "fibs", files).left_out == ()
    texts = {"right": FIB, "slow": SLOW}
    states = marked(tmp_path, "fibs", {name: {"fib.py": text} for name, text in texts.items()})
    assert lost(states) == {"right": set(), "slow": {"quick"}}
    results = json.loads((tmp_path / "marks" / "slow" / "results.json").read_text("utf-8"))
    (said,) = (one["output"] for one in results["tests"] if one["tags"][-1] != "passed")
    assert "its answers are right, and took longer than the test allows" in said
