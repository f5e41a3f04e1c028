"""What Hypothesis draws does not depend on where modules lie, and is drawn once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from adopting import adopted, marked

DRAW = """
import sys
from hypothesis import given, settings, strategies as st
from patience_grader.boundary.draws import draw_alike

draw_alike()
sys.path.insert(0, sys.argv[1])
import beside

drawn = []

@settings(derandomize=True, database=None, max_examples=200)
@given(st.integers())
def draw(n):
    drawn.append(n)

draw()
print(hash(tuple(drawn)))
"""


def test_a_module_beside_changes_nothing_that_is_drawn(tmp_path: Path) -> None:
    found = set()
    for name, source in (("first", ""), ("second", "A = 918273645546372819, 192837465564738291")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "beside.py").write_text(source, "utf-8")
        command = [sys.executable, "-c", DRAW, str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
        found.add(done.stdout)
    assert len(found) == 1


TESTS = """
import os

from counting import double
from hypothesis import given, strategies as st

LOG = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)


@given(st.integers())
def test_double(n):
    os.write(LOG, b"x")
    assert double(n) == 2 * n
"""
RIGHT = "def double(n):\n    return {}\n"


def test_what_is_drawn_is_not_drawn_again_for_submissions_that_are_right(tmp_path: Path) -> None:
    counts = []
    for name, many in (("one", ["2 * n"]), ("three", ["2 * n", "n * 2", "n + n"])):
        root, log = tmp_path / name, tmp_path / f"{name}.txt"
        root.mkdir()
        files = {
            "solution/counting.py": RIGHT.format("2 * n"),
            "tests/test_double.py": TESTS.format(log=str(log)),
        }
        adopted(root, "sums", files)
        log.write_text("", "utf-8")
        texts = {str(place): {"counting.py": RIGHT.format(one)} for place, one in enumerate(many)}
        states = marked(root, "sums", texts)
        assert all(one == {"double.double": "passed"} for one in states.values())
        counts.append(len(log.read_text("utf-8")))
    assert counts[0] == counts[1] > 0
