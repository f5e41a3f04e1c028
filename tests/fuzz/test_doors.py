"""A fixed share of the fuzzing of intake and reports, with a fixed seed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent


@pytest.mark.skipif(sys.platform != "linux", reason="submissions are marked on Linux")
@pytest.mark.parametrize(("program", "count"), [("intake.py", "150"), ("reports.py", "60")])
def test_nothing_is_found_in_a_fixed_number_of_attempts(program: str, count: str) -> None:
    command = [sys.executable, str(FUZZ / program), "--count", count, "--seconds", "250"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
