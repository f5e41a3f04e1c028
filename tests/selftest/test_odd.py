"""Whatever a submission returns, its criteria end in a state of their own, and none is void.

A fixed share of odd values is returned; `--whole-field` takes more.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from sample import ROOT

KLONDIKE = pytest.param("klondike", marks=pytest.mark.slow)
each = pytest.mark.parametrize("slug", [KLONDIKE, "guessing", "terminal"])


Report = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="module")
def report(whole_field: bool) -> Report:
    """What `odd.py` prints for a coursework."""
    return partial(printed, share="whole" if whole_field else "some")


@cache
def printed(slug: str, share: str) -> dict[str, Any]:
    path = os.pathsep.join(str(ROOT / folder) for folder in ("grader", "solution", "tests/support"))
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "odd.py"), slug, share],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@each
def test_odd_answers_to_every_test_raise_nothing_and_make_evidence_of_bounded_size(
    slug: str, report: Report
) -> None:
    assert report(slug)["findings"] == []


@each
def test_hardly_any_test_takes_an_odd_answer_for_right(slug: str, report: Report) -> None:
    ended = report(slug)["thrown"]
    assert set(ended) <= {"passed", "failed", "raised", "not answered", "out of memory"}
    assert ended.get("passed", 0) < 0.05 * sum(ended.values())


@pytest.mark.parametrize("slug", [KLONDIKE, "guessing"])
def test_submissions_that_return_odd_values_fail_and_are_never_void(
    slug: str, report: Report
) -> None:
    for states in report(slug)["sat"]:
        assert {state for state, _ in states.values()} <= {"passed", "failed", "raised", "partial"}
        assert sum(state == "passed" for state, _ in states.values()) <= 1
