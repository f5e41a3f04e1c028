"""A copy of the course with few exercises, the solution as a submission, and mistakes in files."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from patience_grader.course.coursework import Course
from sample import ROOT
from smaller import ask_nothing_elsewhere, give_secret, leave

EXERCISES = ("deck_of_52", "setup", "can_stack", "can_stack_on_pillar")
"""Those whose suites are quick to collect; together they need both files."""
TOTAL = 18
SUITE = "grader/suites/klondike/test_can_stack.py"
GAME = "solution/klondike/game.py"


def small_course(
    root: Path, exercises: Sequence[str] = EXERCISES, *, elsewhere: bool = False
) -> Path:
    """A copy of the course, written to this folder, that has only these of Klondike's exercises.

    None of them asks `elsewhere` unless it may.
    """
    scheme = Course(ROOT).coursework("klondike").scheme
    total = sum(one.worth for one in scheme.exercises if one.name in exercises)
    for folder in ("handout", "solution", "skeleton", "grader/suites", "tests/known"):
        shutil.copytree(ROOT / folder, root / folder)
    leave(exercises, int(total), root)
    if not elsewhere:
        ask_nothing_elsewhere(root)
    give_secret(root)
    return root


def solution(**changes: str) -> dict[str, str]:
    """The texts of the solution's asked files, with something put at their ends."""
    return {
        name: (ROOT / f"solution/klondike/{name}.py").read_text("utf-8") + changes.get(name, "")
        for name in ("deck", "game")
    }


def edit(file: Path, find: str, put: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(find) == 1
    file.write_text(text.replace(find, put), "utf-8")
