"""A fixed part of the fuzzing, the same every time; `tests/fuzz/wire.py` runs for longer."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

WORDS = ("read", "refused")
FUZZ = Path(__file__).parent


def module(name: str) -> ModuleType:
    """The module of this name in the folder `fuzz`, which is not a package."""
    spec = importlib.util.spec_from_file_location(f"fuzz_{name}", FUZZ / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize("seed", [15, 16])
def test_whatever_a_frame_holds_is_read_within_bounds_or_refused(seed: int) -> None:
    run = module("wire").fuzz(seed, executions=600)
    assert [what for what, _ in run.findings] == []
    assert {end.split()[0] for end in run.outcomes} == {"ask", "turn", "lists", "learn"}
    ends = {word: sum(n for end, n in run.outcomes.items() if word in end) for word in WORDS}
    assert min(ends.values()) > 40, ends
