"""Where tests find the code, and how Hypothesis runs: the same examples every time."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]

sys.path[:0] = [str(ROOT / folder) for folder in ("solution", "grader", "tests/support")]

collect_ignore_glob = ["adopted/*"]
"""Suites that are adopted by tests, and are not run by themselves."""

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Hundreds of processes are started, and would each compile the whole kit."""

gc.disable()
"""Until all tests are collected: what is imported for them stays, and is not looked at again."""

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
"""Who starts the tests in the background of a script lets them ignore Ctrl-C, which tests send."""


LONGEST = (
    *("grading/test_delivery.py", "check/test_at_home.py", "cli/test_command.py"),
    *("release/test_bundle.py", "grading/test_instructor_input.py", "sandbox/test_locks.py"),
    *("boundary/test_suites.py", "check/test_check.py", "table/test_table.py"),
    *("courseworks/klondike/test_solution.py", "courseworks/klondike/test_suites.py"),
    *("boundary/test_scripts.py", "boundary/test_packages.py", "boundary/test_evidence.py"),
    *("boundary/test_out_of_time.py", "grading/test_cohort.py", "sandbox/test_sandbox.py"),
    *("marking/test_run_suite.py", "sandbox/test_quota.py", "package/test_classroom.py"),
    *("courseworks/guessing/test_suites.py", "table/test_memory.py", "grading/test_clock.py"),
)
"""They come first, so that no process is left with a long file when the others are done."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {ROOT / "tests" / name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path, len(order)))


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--whole-field",
        action="store_true",
        help="attacks as every user; more of the known submissions and their counterexamples",
    )


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: much of the time a test waits for others."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def whole_field(pytestconfig: pytest.Config) -> bool:
    """Whether a test takes everything there is, and not a fixed share."""
    return bool(pytestconfig.getoption("whole_field"))


settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("few", settings.get_profile("fixed"), max_examples=15)
"""Enough to see which lines are covered, once the tests themselves have been run."""
settings.load_profile("fixed")
