"""Where tests find the code, and how Hypothesis runs: the same examples every time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]

sys.path[:0] = [str(ROOT / folder) for folder in ("solution", "grader", "tests/support")]

collect_ignore_glob = ["adopted/*"]
"""Suites that are adopted by tests, and are not run by themselves."""

settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--every-counterexample",
        action="store_true",
        help="look at the counterexamples of all known wrong submissions, not only of a share",
    )
