"""What a student is shown for a lost criterion is a counterexample: typed again, it goes wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from packing import zipped
from patience_grader.course.coursework import Course
from patience_grader.grading.cohort import mark_all, tasks_for
from patience_grader.grading.results import stored_sheet
from patience_grader.marks.mark_sheet import Award
from patience_grader.marks.verdict import State
from patience_grader.questions.drawing import settle
from patience_grader.selftest.known import SOLUTION, right_submissions, wrong_submissions
from patience_grader.submission.finding import find_uploads
from sample import ROOT

COURSE = Course(ROOT).coursework("terminal")
RIGHT = right_submissions(COURSE)[0].files
WRONG = {one.name: one for one in wrong_submissions(COURSE) if one.base == SOLUTION}
NAMES = (
    "commands-only-in-lower-case",
    "next-card-is-shown-when-one-is-taken",
    "face-down-cards-are-loaded-backwards",
    "undo-leaves-turned-cards-face-up",
)
"""Mistakes of several exercises."""


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Award]]:
    """The lost criteria of each of them, from one grading run."""
    folder = tmp_path_factory.mktemp("submissions")
    out = tmp_path_factory.mktemp("marks")
    for number, name in enumerate(NAMES):
        zipped(folder / f"{number:02}.zip", WRONG[name].files)
    tasks = tasks_for(
        COURSE, find_uploads([folder], COURSE.required), questions=settle(COURSE, out)
    )
    mark_all(COURSE, tasks, out, 1, lambda _: None)
    return {
        name: [
            award
            for award in stored_sheet(out / f"{number:02}", COURSE.scheme).sheet.awards
            if award.verdict.state is not State.PASSED
        ]
        for number, name in enumerate(NAMES)
    }


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_goes_wrong_again(
    name: str, lost: Mapping[str, list[Award]], tmp_path: Path
) -> None:
    assert frozenset(award.criterion.id for award in lost[name]) == WRONG[name].loses
    for award in lost[name]:
        shown = award.verdict.evidence
        assert shown is not None
        assert shown.expected.split() != shown.got.split()
        folder = tmp_path / award.criterion.id
        right = typed_again(folder / "right", RIGHT, shown.snippet)
        wrong = typed_again(folder / "wrong", WRONG[name].files, shown.snippet)
        assert right != wrong, award.criterion.id
        assert "Traceback" not in str(right)


def typed_again(folder: Path, files: Mapping[str, bytes], snippet: str) -> tuple[str, list[str]]:
    """What a program prints, and the texts of the files after it."""
    package = folder / "terminal"
    package.mkdir(parents=True)
    for name, data in files.items():
        (package / name).write_bytes(data)
    *given, session = re.split(r"\n\n(?=--- |python )", snippet)
    for text in given:
        first, _, rest = text.partition("\n")
        path = folder / first.strip("- ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{rest}\n", encoding="utf-8")
    command, *lines = session.split("\n")
    played = subprocess.run(
        [sys.executable, *command.split()[1:]],
        input="".join(f"{line.removeprefix('> ')}\n" for line in lines),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    texts = [path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.is_file()]
    return played.stdout + played.stderr, texts
