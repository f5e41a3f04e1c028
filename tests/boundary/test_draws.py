"""What Hypothesis draws does not depend on where modules lie, and is drawn once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
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
    os.write(LOG, b"%d " % n)
    assert double(n) == 2 * n
"""
RIGHT = "def double(n):\n    return {}\n"


def with_log(root: Path) -> Path:
    """Adopts the tests into a folder; where they write what they draw from then on."""
    root.mkdir()
    log = root / "log.txt"
    files = {
        "solution/counting.py": RIGHT.format("2 * n"),
        "tests/test_double.py": TESTS.format(log=str(log)),
    }
    adopted(root, "sums", files)
    log.write_text("", "utf-8")
    return log


@pytest.mark.slow
def test_what_is_drawn_is_not_drawn_again_for_submissions_that_are_right(tmp_path: Path) -> None:
    counts = []
    for name, many in (("one", ["2 * n"]), ("three", ["2 * n", "n * 2", "n + n"])):
        root = tmp_path / name
        log = with_log(root)
        texts = {str(place): {"counting.py": RIGHT.format(one)} for place, one in enumerate(many)}
        states = marked(root, "sums", texts)
        assert all(one == {"double.double": "passed"} for one in states.values())
        counts.append(len(log.read_text("utf-8").split()))
    assert counts[0] == counts[1] > 0


@pytest.mark.slow
def test_what_is_drawn_comes_from_the_secret_of_the_course(tmp_path: Path) -> None:
    drawn = []
    for name, secret in (("first", "a"), ("again", "a"), ("other", "b")):
        root = tmp_path / name
        log = with_log(root)
        place = root / "course" / ".patience" / "secret"
        place.parent.mkdir(mode=0o700)
        place.write_text(64 * secret, "ascii")
        place.chmod(0o600)
        marked(root, "sums", {"one": {"counting.py": RIGHT.format("2 * n")}})
        drawn.append(log.read_text("utf-8"))
    assert drawn[0] == drawn[1] != drawn[2]
