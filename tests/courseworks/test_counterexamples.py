"""What feedback shows of a lost criterion is wrong, and running the lines to paste shows it.

A fixed share of the known wrong submissions is looked at; `--whole-field` takes all.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from counterexamples import flawed_counterexamples
from guessing_short import FEWEST, short_course
from sample import ROOT

STEP = {"klondike": 90, "guessing": 60, "terminal": 45}
"""One in so many known wrong submissions is looked at."""


@pytest.mark.parametrize("slug", STEP)
def test_every_counterexample_is_one(
    slug: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    root = short_course(tmp_path, FEWEST) if slug == "guessing" else ROOT
    step = 1 if pytestconfig.getoption("whole_field") else STEP[slug]
    looked_at, flaws = flawed_counterexamples(root, slug, step)
    assert looked_at
    assert flaws == []
