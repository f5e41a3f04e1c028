"""A submission earns the same as a notebook and as a zip: over known submissions, right and wrong.

A share of the right and of the wrong ones is graded, more with `--whole-field`. What they lose as
zips is known, and proven by `patience selftest`; the guessing game, which gives marks in part, is
graded both ways here. Two things a zip can say and a notebook cannot. A zip can forget an import
that everybody needs: in a notebook the set-up cell has made it. And two files of a zip can mean
different things by one name, also where one of them looks it up in the other: in a notebook there
is one namespace, in which a file's own cells come first. No known submission does either.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from guessing_short import FEWEST, short_course
from notebooks import KLONDIKE, as_notebook, cell, notebook_of
from patience_grader.course.coursework import Course, Coursework
from patience_grader.grading.cohort import mark_all, tasks_for
from patience_grader.selftest.known import KnownSubmission, right_submissions, wrong_submissions
from patience_grader.submission.finding import find_uploads
from patience_grader.submission.reading import find_coursework, telling_files
from patience_grader.submission.upload import Upload, at
from sample import ROOT, zip_of
from small_course import TOTAL, small_course, solution

SHARES = {"klondike": (20, 300), "guessing": (7, 200), "terminal": (9, 150)}
"""Of the right and the wrong submissions every so many are compared here."""
WHOLE = {"klondike": (1, 40), "guessing": (1, 40), "terminal": (1, 30)}
"""The shares with `--whole-field`; all of them were compared when this was written."""

Results = dict[str, Any]
Shares = Mapping[str, tuple[int, int]]


def results(coursework: Coursework, uploads: list[Upload], out: Path) -> Mapping[str, Results]:
    """The `results.json` of submissions by their names."""
    mark_all(coursework, tasks_for(coursework, uploads), out, 2, lambda _: None)
    return {
        one.name: json.loads((out / one.name / "results.json").read_text("utf-8"))
        for one in uploads
    }


def outcome(result: Results) -> list[tuple[str, float, str]]:
    return [(test["name"], test["score"], test["tags"][-1]) for test in result["tests"]]


def known_submissions(coursework: Coursework, shares: Shares) -> list[KnownSubmission]:
    right, wrong = shares[coursework.slug]
    return [*right_submissions(coursework)[::right], *wrong_submissions(coursework)[5::wrong]]


@pytest.fixture(scope="module")
def shares(whole_field: bool) -> Shares:
    """How many of the known submissions are compared."""
    return WHOLE if whole_field else SHARES


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Coursework:
    """A coursework of few exercises."""
    return Course(small_course(tmp_path_factory.mktemp("small") / "course")).coursework("klondike")


@pytest.mark.nightly
@pytest.mark.parametrize("slug", ["klondike", "terminal"])
def test_specimens_lose_in_a_notebook_what_they_lose_in_a_zip(
    slug: str, tmp_path: Path, shares: Shares
) -> None:
    coursework = Course(ROOT).coursework(slug)
    known_ones = known_submissions(coursework, shares)
    some = {f"notebook-{number}": one for number, one in enumerate(known_ones)}
    uploads = []
    for name, known in some.items():
        path = tmp_path / f"{name}.ipynb"
        path.write_bytes(notebook_of(known.files, coursework))
        uploads.append(at(path, name))
    found = results(coursework, uploads, tmp_path / "marks")
    lost: dict[str, frozenset[str] | None] = {
        name: frozenset(one["name"] for one in result["tests"] if one["score"] < one["max_score"])
        for name, result in found.items()
    }
    assert lost == {name: one.loses for name, one in some.items()}
    assert len({result["score"] for result in found.values()}) > 1


def _plays_by_chance(known: KnownSubmission) -> bool:
    """Whether seeds decide its games, which are others where its files are."""
    return any(b"import random" in data for data in known.files.values())


@pytest.mark.nightly
def test_players_earn_the_same_in_a_notebook_and_in_a_zip(tmp_path: Path, shares: Shares) -> None:
    coursework = Course(short_course(tmp_path / "course", FEWEST)).coursework("guessing")
    uploads = []
    some = [one for one in known_submissions(coursework, shares) if not _plays_by_chance(one)]
    for number, known in enumerate(some):
        zipped, notebook = (tmp_path / f"{number}.{kind}" for kind in ("zip", "ipynb"))
        with zipfile.ZipFile(zipped, "w") as archive:
            for name, data in known.files.items():
                archive.writestr(name, data)
        notebook.write_bytes(notebook_of(known.files, coursework))
        uploads += [at(zipped, f"zip-{number}"), at(notebook, f"notebook-{number}")]
    found = results(coursework, uploads, tmp_path / "marks")
    different = {
        known.name: (outcome(found[f"zip-{number}"]), outcome(found[f"notebook-{number}"]))
        for number, known in enumerate(some)
        if outcome(found[f"zip-{number}"]) != outcome(found[f"notebook-{number}"])
        or found[f"zip-{number}"]["score"] != found[f"notebook-{number}"]["score"]
    }
    assert not different
    assert len({result["score"] for result in found.values()}) > 2


def test_a_notebook_is_found_wherever_it_lies(tmp_path: Path, small: Coursework) -> None:
    data = notebook_of({f"{name}.py": text.encode() for name, text in solution().items()}, KLONDIKE)
    telling = telling_files([KLONDIKE])
    submitted = tmp_path / "submitted"
    for student in ("alice", "bob.b"):
        folder = submitted / student / "klondike"
        (folder / ".ipynb_checkpoints").mkdir(parents=True)
        (folder / "klondike.ipynb").write_bytes(data)
        (folder / ".ipynb_checkpoints" / "klondike-checkpoint.ipynb").write_bytes(b"old")
    other = submitted / "bob.b" / "guessing"
    other.mkdir()
    (other / "guessing.ipynb").write_bytes(data)
    loose = tmp_path / "loose"
    loose.mkdir()
    (loose / "2600001F.ipynb").write_bytes(data)
    (loose / "2600002F.zip").write_bytes(zip_of({"klondike/klondike.ipynb": data}))
    names = {
        submitted: ["alice", "bob.b"],
        submitted / "alice": ["alice"],
        submitted / "alice" / "klondike": ["alice"],
        submitted / "alice" / "klondike" / "klondike.ipynb": ["alice"],
        loose: ["2600001F", "2600002F"],
        loose / "2600001F.ipynb": ["2600001F"],
    }
    for path, wanted in names.items():
        assert [one.name for one in find_uploads([path], telling)] == wanted, path
    (tmp_path / "one" / "carol" / "klondike").mkdir(parents=True)
    (tmp_path / "one" / "carol" / "klondike" / "klondike.ipynb").write_bytes(data)
    (only,) = find_uploads([tmp_path / "one"], telling)
    assert only.name == "carol"
    assert find_coursework([only.attempt], Course(ROOT).outlines().outlines).slug == "klondike"
    everybody = [*find_uploads([submitted], telling), *find_uploads([loose], telling)]
    found = results(small, everybody, tmp_path / "marks")
    assert {result["score"] for result in found.values()} == {TOTAL}
    marks = (tmp_path / "marks" / "alice" / "feedback.html").read_text("utf-8")
    assert "student alice" in marks


def test_feedback_names_the_cell(tmp_path: Path, small: Coursework) -> None:
    files = {f"{name}.py": text.encode() for name, text in solution().items()}
    notebook = json.loads(notebook_of(files, KLONDIKE))
    for one in notebook["cells"]:
        if one["metadata"]["nbgrader"]["grade_id"] == "can_stack":
            one["source"] = "def can_stack(card, onto):\n    help_me()"
    helper = cell("import math\n\ndef help_me():\n    return 1 / 0")
    data = as_notebook([*notebook["cells"], helper])
    path = tmp_path / "2600001F.ipynb"
    path.write_bytes(data)
    found = results(small, [at(path, "2600001F")], tmp_path / "marks")["2600001F"]
    (lost,) = {t["output"] for t in found["tests"] if t["name"] == "can_stack.colour"}
    assert "the cell of can_stack, line 2, in can_stack: help_me()" in lost
    assert f"cell {len(notebook['cells']) + 1}, line 4, in help_me: return 1 / 0" in lost
