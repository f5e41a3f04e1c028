"""A copy of the course in which the guessing game is played against few targets only."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import warm
from sample import ROOT
from smaller import give_secret
from warm import Done

TARGETS = {1326: 51, 60: 6, 30: 3}
"""How many are left of how many."""
FEWEST = {1326: 12, 60: 2, 30: 1}
"""So few that marks say little: for what is done with marks."""
PARTS = ("handout", "solution", "skeleton", "grader/suites", "tests/known/guessing")
BOUNDS = {"least": 55, "most": 70}
"""What right submissions earn against these targets, without a person's marks: a rough range."""


def short_course(root: Path, targets: Mapping[int, int] = TARGETS) -> Path:
    """Writes the copy to this folder."""
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    handout = root / "handout/guessing.md"
    text = handout.read_text("utf-8")
    for many, few in targets.items():
        assert text.count(f"\ntargets = {many}\n") == 1
        text = text.replace(f"\ntargets = {many}\n", f"\ntargets = {few}\n")
    handout.write_text(text, "utf-8")
    bounds = root / "tests/known/guessing/bounds.toml"
    text = bounds.read_text("utf-8")
    for name, value in BOUNDS.items():
        text = re.sub(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
    bounds.write_text(text, "utf-8")
    give_secret(root)
    return root


def patience(*arguments: str | Path, cwd: Path, typed: str = "", **more: str) -> Done:
    """Runs the command; this is typed into it, and `more` is put into its environment."""
    return warm.patience(*arguments, cwd=cwd, typed=typed, env={**os.environ, **more})
