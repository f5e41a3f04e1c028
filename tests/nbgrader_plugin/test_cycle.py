"""The whole cycle under nbgrader: build, generate, submit, autograde, feedback, export."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import pytest
from nbgrading import named, nbgrader, patience, read_notebook, submit, totals
from notebooks import KLONDIKE, Json, as_notebook, cell, cells_of
from packing import files_of, write
from patience_grader.course.coursework import Course
from patience_grader.questions.record import recorded
from patience_grader.release.leaks import leaks, secret_lines
from patience_grader.release.public import cached_public_coursework
from patience_grader.selftest.known import right_submissions, wrong_submissions
from sample import ROOT

FULL = 66.0
EXERCISES = KLONDIKE.scheme.exercises
SPECIMENS = [
    *(one for one in right_submissions(KLONDIKE) if one.name in {"debug-prints", "typed"}),
    *wrong_submissions(KLONDIKE)[10::120],
]
"""All of these are submitted with `--whole-field`, else the first and the last."""
WORTH = {one.id: one.worth for one in KLONDIKE.scheme.criteria}


def without(exercise: str) -> float:
    """Full marks but for one exercise."""
    return FULL - float(next(one.worth for one in EXERCISES if one.name == exercise))


def dies(notebook: Json) -> float:
    """A kernel that ends itself: between the cells, and in one function."""
    notebook["cells"].insert(3, cell("import os\nos._exit(0)"))
    named(notebook)["draw"]["source"] = "import os\ndef draw(board):\n    os._exit(0)"
    return without("draw")


def hangs(notebook: Json) -> float:
    """Cells without end, and a function without end."""
    notebook["cells"].insert(3, cell("while True:\n    pass"))
    named(notebook)["draw"]["source"] = "def draw(board):\n    while True:\n        pass"
    return without("draw")


def prints_for_ever(notebook: Json) -> float:
    """Output without end, of which there is much in the notebook already."""
    flood = {"output_type": "stream", "name": "stderr", "text": "no\n" * 500_000}
    notebook["cells"].insert(3, cell("while True:\n    print('no')") | {"outputs": [flood]})
    named(notebook)["draw"]["source"] = "def draw(board):\n    while True:\n        print('no')"
    return without("draw")


def rewrites_its_marks(notebook: Json) -> float:
    """Outputs that claim marks, and code that would write them into the gradebook."""
    claim = {
        "output_type": "execute_result",
        "data": {"text/plain": "10"},
        "metadata": {},
        "execution_count": 1,
    }
    for name, one in named(notebook).items():
        if name.startswith("test_"):
            one["outputs"] = [claim]
            one["source"] = "10"
    steal = """
import glob, sqlite3
for path in glob.glob("/tmp/**/gradebook.db", recursive=True):
    sqlite3.connect(path).execute("update grade set manual_score = 10")
"""
    named(notebook)["draw"]["source"] = f"{steal}\ndef draw(board):\n    {steal!r}"
    return without("draw")


def forges_metadata(notebook: Json) -> float:
    """Marks that are worth more, marks that are worth something, and cells that are there twice."""
    for name, one in named(notebook).items():
        if name.startswith("test_"):
            one["metadata"]["nbgrader"] |= {"points": 1000, "locked": False, "schema_version": 99}
    more = {"grade": True, "points": 1000.0, "solution": False}
    notebook["cells"] += [
        cell("1000", "more_marks", **more),
        cell("10", "test_draw", **more),
        cell("10", "test_draw", **more, checksum=["x"], task="yes"),
        cell("draw = None", "draw"),
        {"cell_type": "markdown", "source": "5", "metadata": {"nbgrader": {"grade": 7}}},
        cell("10", "no such name, and not fit for one", **more),
    ]
    del notebook["nbformat"], notebook["nbformat_minor"]
    return without("draw")


def deletes_and_moves(notebook: Json) -> float:
    """No cell but those with code, in the opposite order."""
    kept = [one for name, one in named(notebook).items() if not name.startswith("test_")]
    notebook["cells"] = kept[::-1]
    return FULL


def is_of_version_3(notebook: Json) -> float:
    """Written by a notebook of long ago, in which nbgrader knows no cell."""
    cells = [one for one in notebook["cells"] if one["cell_type"] == "code"]
    old = [{"cell_type": "code", "input": one["source"], "outputs": []} for one in cells]
    notebook.clear()
    notebook |= {"nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": old}]}
    return FULL


def has_a_broken_cell(notebook: Json) -> float:
    """A cell that is no Python: its file breaks, and the marks are capped."""
    named(notebook)["draw"]["source"] = "def draw(board:\n"
    return 10.0


def has_a_broken_cell_in_the_short_file(notebook: Json) -> float:
    """The other file would earn more than the cap."""
    named(notebook)["shuffle"]["source"] = "def shuffle(rng, deck:\n"
    return 15.0


def is_untouched(notebook: Json) -> float:
    """What was handed out, just as it was."""
    for one in named(notebook).values():
        if one["metadata"]["nbgrader"].get("solution"):
            head = one["source"].split("### BEGIN")[0].rstrip(" ")
            one["source"] = f"{head}    raise NotImplementedError()"
    return 0.0


HOSTILE: list[Callable[[Json], float]] = [
    dies,
    hangs,
    prints_for_ever,
    rewrites_its_marks,
    forges_metadata,
    deletes_and_moves,
    is_of_version_3,
    has_a_broken_cell,
    has_a_broken_cell_in_the_short_file,
    is_untouched,
]
"""All of these are submitted with `--whole-field`, else a few that try what the others don't."""
A_FEW = [dies, rewrites_its_marks, forges_metadata, has_a_broken_cell]


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cs1")
    done = patience("notebook", "build", "klondike", "--course", folder, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return folder


def upload(course: Path, *, whole_field: bool) -> dict[str, float]:
    """Puts submissions of all kinds into the course folder; what each of them earns, by student."""
    source = read_notebook(course / "source/klondike/klondike.ipynb")
    wanted = {}
    for number, change in enumerate(HOSTILE if whole_field else A_FEW):
        notebook = deepcopy(source)
        student = f"{number:02}-{change.__name__}"
        wanted[student] = change(notebook)
        submit(course, student, "klondike", json.dumps(notebook).encode())
    for known in SPECIMENS if whole_field else SPECIMENS[:: len(SPECIMENS) - 1]:
        student = f"known-{known.name}"
        own = [one for name, data in known.files.items() for one in cells_of(name, data, KLONDIKE)]
        submit(course, student, "klondike", as_notebook([*source["cells"][:3], *own]))
        lost = sum((WORTH[name] for name in known.loses or ()), Fraction(0))
        wanted[student] = FULL - float(lost)
    for number, data in enumerate([b"{nope", b"", b"[" * 50_000][: 3 if whole_field else 1]):
        student = f"nothing-{number}"
        submit(course, student, "klondike", data)
        wanted[student] = 0.0
    submit(course, "right", "klondike", json.dumps(source).encode())
    untouched = deepcopy(source)
    is_untouched(untouched)
    submit(course, "beside", "klondike", json.dumps(untouched).encode())
    write(course / "submitted/beside/klondike", files_of("reference-solution-66"))
    wanted |= {"right": FULL, "beside": FULL}
    return wanted


@pytest.mark.slow
def test_the_whole_cycle(course: Path, whole_field: bool) -> None:
    wanted = upload(course, whole_field=whole_field)
    done = nbgrader(
        course,
        "generate_assignment klondike",
        "autograde klondike",
        "generate_feedback klondike",
        "export",
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert totals(course) == wanted
    for student, total in wanted.items():
        check_outputs(course, student, total)
        page = (course / "feedback" / student / "klondike" / "klondike.html").read_text("utf-8")
        assert "deck_of_52" in page
    again = patience(
        *("grade", course / "submitted", "--coursework", "klondike"),
        *("--out", course / ".patience" / "klondike"),
        cwd=ROOT,
    )
    assert f"{len(wanted)} of {len(wanted)} are already marked" in again.stdout, again.stderr
    rows = (course / ".patience/klondike/marks.csv").read_text("utf-8").splitlines()[1:]
    assert {row.split(",")[0]: float(row.split(",")[3]) for row in rows} == wanted


def check_outputs(course: Path, student: str, total: float) -> None:
    """What is in the graded notebook: the marks of each exercise, what was lost, and no claim."""
    graded = read_notebook(course / "autograded" / student / "klondike" / "klondike.ipynb")
    cells = named(graded)
    given = {}
    for exercise in EXERCISES:
        shown, number = cells[f"test_{exercise.name}"]["outputs"]
        given[exercise.name] = float("".join(number["data"]["text/plain"]))
        assert shown["data"]["text/plain"][0].startswith(f"{exercise.name}: ")
        assert "".join(shown["data"]["text/html"]).startswith('<div class="patience">')
    assert sum(given.values()) == total
    others = [one for name, one in cells.items() if not name.startswith("test_")]
    assert all(not one["outputs"] for one in others if one["cell_type"] == "code")


@pytest.mark.slow
def test_nothing_that_is_released_gives_anything_away(course: Path) -> None:
    left_over = course / "source/klondike/klondike/game.py"
    left_over.write_text((KLONDIKE.solution / "game.py").read_text("utf-8"), "utf-8")
    done = nbgrader(course, "generate_assignment klondike --force")
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Not released, since it belongs to the solution: klondike/game.py" in done.stderr
    release = course / "release" / "klondike"
    assert not (release / "klondike/game.py").exists()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, text in released(release):
            archive.writestr(path, text)
    found = leaks(
        packed.getvalue(),
        KLONDIKE,
        recorded(KLONDIKE, "marked"),
        vars(cached_public_coursework(KLONDIKE)),
    )
    assert not found
    notebook = (release / "klondike.ipynb").read_text("utf-8")
    for word in ("BEGIN", "END SOLUTION", "HIDDEN TESTS", "NBGRADER_EXECUTION"):
        assert word not in notebook
    cells = named(read_notebook(release / "klondike.ipynb"))
    for exercise in EXERCISES:
        assert "raise NotImplementedError()" in "".join(cells[exercise.name]["source"])
        assert f'check("{exercise.name}")' in "".join(cells[f"test_{exercise.name}"]["source"])
        points = cells[f"test_{exercise.name}"]["metadata"]["nbgrader"]["points"]
        assert points == exercise.worth


def released(release: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a release; of its notebook the plain lines of the cells."""
    for path in sorted(release.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.suffix == ".ipynb":
                cells = read_notebook(path)["cells"]
                data = "\n".join("".join(one["source"]) for one in cells).encode()
            yield path.relative_to(release).as_posix(), data


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["guessing", "terminal"])
def test_other_courseworks_are_valid_and_released_without_their_solution(
    slug: str, tmp_path: Path
) -> None:
    coursework = Course(ROOT).coursework(slug)
    done = patience("notebook", "build", slug, "--course", tmp_path, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "source" / slug).rglob("*.py")}
    done = nbgrader(tmp_path, f"validate source/{slug}/{slug}.ipynb", f"generate_assignment {slug}")
    assert "Success! Your notebook passes all the tests." in done.stdout, done.stderr
    assert done.returncode == 0, done.stderr[-3000:]
    release = tmp_path / "release" / slug
    assert {path.name for path in release.rglob("*.py")} == names
    secret = secret_lines(coursework)
    for path, data in released(release):
        if not path.endswith(".whl"):
            lines = {line.strip() for line in data.decode().splitlines()}
            assert not lines & secret, path
    cells = named(read_notebook(release / f"{slug}.ipynb"))
    graded = [name for name, one in cells.items() if one["metadata"]["nbgrader"]["grade"]]
    tasks = [name for name, one in cells.items() if one["metadata"]["nbgrader"]["task"]]
    scheme = coursework.scheme
    assert len(graded) == sum(not one.criteria[0].manual for one in scheme.exercises)
    assert len(tasks) == len(scheme.manual)
    points = sum(cells[name]["metadata"]["nbgrader"]["points"] for name in (*graded, *tasks))
    assert points == scheme.total + scheme.most_bonus
