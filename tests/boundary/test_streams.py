"""Tests that ask the streams themselves what was printed, as where unittest buffers them."""

from __future__ import annotations

from pathlib import Path

import pytest
from adopting import lost_by
from warm import patience

pytestmark = pytest.mark.slow

SOLUTION = """
import sys

def greet(name):
    print("Hi", name)

def warn(text):
    print(text.upper(), file=sys.stderr)
"""
TESTS = """
import sys
import unittest
from streams import printed
from greetings import greet, warn

class GreetTest(unittest.TestCase):
    def test_once(self):
        greet("you")
        self.assertEqual("Hi you", printed())

    def test_twice(self):
        greet("a")
        sys.stdout.truncate(0)
        sys.stdout.seek(0)
        greet("b")
        self.assertEqual("Hi b\\n", sys.stdout.getvalue())

    def test_warn(self):
        warn("no")
        self.assertEqual("NO\\n", sys.stderr.getvalue())
        self.assertEqual("", sys.stdout.getvalue())
"""
STREAMS = """
import sys

def printed():
    return sys.stdout.getvalue().strip()
"""


def test_they_have_what_the_submission_printed(tmp_path: Path) -> None:
    tests = {"tests/test_greetings.py": TESTS, "tests/streams.py": STREAMS}
    files = {"solution/greetings.py": SOLUTION, **tests}
    submissions = {
        "100001": SOLUTION.replace('"Hi", name', 'f"Hi {name}"'),
        "100002": SOLUTION.replace('"Hi"', '"Ho"'),
        "100003": SOLUTION.replace("text.upper()", "text"),
        "100004": SOLUTION.replace("file=sys.stderr", "file=sys.stdout"),
    }
    assert lost_by(tmp_path, "greet", files, submissions, public="*") == {
        "100001": set(),
        "100002": {"once", "twice"},
        "100003": {"warn"},
        "100004": {"warn"},
    }
    done = patience("release", "greet", cwd=tmp_path / "course")
    assert "3 public tests" in done.stdout, done.stderr
