"""What Hypothesis draws does not depend on where modules lie."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
