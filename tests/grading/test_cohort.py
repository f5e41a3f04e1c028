"""The sample cohort that ships with the kit."""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from sample import COHORT, ROOT, cohort
from small_course import small_course
from warm import patience

SOME = (
    "any-card-on-an-empty-column-64.5",
    "biased-shuffle-64",
    "pillars-take-any-higher-card-58",
    "reference-solution-66",
)


def grade(uploads: Path, out: Path, *options: str, course: Path = ROOT, **more: str) -> None:
    """Marks submissions; `more` is put into the environment."""
    environment = {**os.environ, **more}
    done = patience("grade", uploads, "--out", out, *options, cwd=course, env=environment)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("marks")
    grade(COHORT, out)
    return out


@pytest.fixture(scope="module")
def rows(marks: Path) -> Mapping[str, Mapping[str, str]]:
    with (marks / "marks.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def test_the_zips_are_what_the_specimens_give() -> None:
    committed = {path: path.read_bytes() for path in COHORT.rglob("*") if path.is_file()}
    assert committed == dict(cohort())


def test_there_are_at_least_twelve_hand_ins() -> None:
    assert len(list(COHORT.iterdir())) >= 12


def test_every_hand_in_earns_what_its_name_says(rows: Mapping[str, Mapping[str, str]]) -> None:
    earned = {name: row["total"] for name, row in rows.items()}
    assert earned == {path.name: path.name.rpartition("-")[2] for path in COHORT.iterdir()}


def test_every_hand_in_is_marked_out_of_the_same_total(
    rows: Mapping[str, Mapping[str, str]],
) -> None:
    assert {row["out_of"] for row in rows.values()} == {"66"}


def test_the_status_says_what_a_person_must_look_at(
    rows: Mapping[str, Mapping[str, str]],
) -> None:
    found = {name: row["status"] for name, row in rows.items() if row["status"] != "marked"}
    assert found == {
        "syntax-error-in-game-10": "capped",
        "no-status-file-66": "instructions not followed",
        "empty-zip-0": "instructions not followed",
    }


@pytest.mark.slow
def test_questions_that_were_kept_give_the_same_bytes(tmp_path: Path) -> None:
    exercises = ("deck_of_52", "draw", "can_stack", "can_stack_on_pillar")
    course = small_course(tmp_path / "course", exercises, elsewhere=True)
    own = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    marks = tmp_path / "two at a time"
    for out, jobs, names, more in (
        (marks, "2", SOME, {}),
        (tmp_path / "chosen anew", "1", SOME[2:], own),
        (tmp_path / "kept", "1", SOME, own),
    ):
        uploads = tmp_path / f"for {out.name}"
        for name in names:
            shutil.copytree(COHORT / name, uploads / name)
        grade(uploads, out, "--jobs", jobs, course=course, **more)
        written = [path for name in names for path in (out / name).iterdir()]
        assert len(written) == 3 * len(names)
        for path in written:
            assert path.read_bytes() == (marks / path.parent.name / path.name).read_bytes(), path
    (kept,) = (tmp_path / "cache/patience/questions").iterdir()
    assert json.loads(kept.read_text("utf-8"))["bank"]["draw"]["QUESTIONS"]
