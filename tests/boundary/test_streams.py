"""Tests that ask the streams themselves what was printed, as where unittest buffers them."""

from __future__ import annotations

import pytest
from adopting import adopted, earned, marked
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


def test_they_have_what_the_submission_printed(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("streams")
    tests = {"tests/test_greetings.py": TESTS, "tests/streams.py": STREAMS}
    files = {"solution/greetings.py": SOLUTION, **tests}
    assert adopted(root, "greet", files, public="*").left_out == ()
    submissions = {
        "100001": SOLUTION.replace('"Hi", name', 'f"Hi {name}"'),
        "100002": SOLUTION.replace('"Hi"', '"Ho"'),
        "100003": SOLUTION.replace("text.upper()", "text"),
        "100004": SOLUTION.replace("file=sys.stderr", "file=sys.stdout"),
    }
    found = marked(
        root, "greet", {name: {"greetings.py": one} for name, one in submissions.items()}
    )
    earns = {name: {one.partition(".")[2] for one in earned(each)} for name, each in found.items()}
    assert earns == {
        "100001": {"once", "twice", "warn"},
        "100002": {"warn"},
        "100003": {"once", "twice"},
        "100004": {"once", "twice"},
    }
    done = patience("release", "greet", cwd=root / "course")
    assert "3 public tests" in done.stdout, done.stderr
