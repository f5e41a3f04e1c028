"""What feedback shows of a lost criterion is wrong, and running the lines to paste shows it.

A fixed share of the known wrong submissions is looked at; `--whole-field` takes all, and with
them those that hang.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from counterexamples import flawed_counterexamples
from guessing_short import FEWEST, short_course
from sample import ROOT

SHARES = {"klondike": (40, 180), "guessing": (0, 60), "terminal": (40, 140)}
"""From which known wrong submission on one in how many is looked at."""


@pytest.mark.nightly
@pytest.mark.parametrize("slug", SHARES)
def test_every_counterexample_is_one(
    slug: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    root = short_course(tmp_path, FEWEST) if slug == "guessing" else ROOT
    share = (0, 1) if pytestconfig.getoption("whole_field") else SHARES[slug]
    looked_at, flaws = flawed_counterexamples(root, slug, share)
    assert looked_at
    assert flaws == []
