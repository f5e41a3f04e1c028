"""The declaration of own work: the form, and what reading a submission makes of it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from patience_grader.check.result import Result, own_work, read_upload
from patience_grader.course.coursework import Course, Coursework
from patience_grader.course.own_work import FORM, OwnWork, form_of, why_not_filled_in
from patience_grader.release.bundle import skeleton_files
from patience_grader.release.public import cached_public_coursework
from patience_grader.submission.reading import read_submission
from patience_grader.submission.upload import at

ROOT = Path(__file__).parents[2]
BLANK = form_of("Klondike", "1.0")
FILLED = (
    BLANK.replace("Name:", "Name: Ada")
    .replace("Student number:", "student number :\n2600000A")
    .replace("Date:", "Date: 1 December")
    .replace('(write "none" if there was none, in place of this line)', "none")
)


@pytest.fixture(scope="module")
def klondike() -> Coursework:
    return Course(ROOT).coursework("klondike")


def test_the_form_that_is_handed_out_is_not_filled_in(klondike: Coursework) -> None:
    assert skeleton_files(klondike)[f"klondike/{FORM}"] == BLANK
    every = f"{FORM} is not filled in: Name, Student number, Date, Help that I used"
    assert why_not_filled_in(BLANK) == why_not_filled_in("") == every
    assert FORM not in "".join(skeleton_files(replace(klondike, own_work="")))


def test_a_form_that_is_filled_in_is_enough() -> None:
    assert why_not_filled_in(FILLED) == ""
    assert why_not_filled_in(FILLED.replace("\n", "\r\n")) == ""
    without_date = FILLED.replace("1 December", "")
    assert why_not_filled_in(without_date) == f"{FORM} is not filled in: Date"


def packed(folder: Path, form: bytes | None) -> Path:
    path = folder / "2600000A.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("deck.py", "game.py", "status.txt"):
            archive.writestr(name, "x = 1\n")
        if form is not None:
            archive.writestr(f"klondike/{FORM}", form)
    return path


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (FILLED.encode(), ""),
        (None, f"{FORM} is missing"),
        (b"\0\xff\xfe\x80", f"{FORM} "),
        (BLANK.encode(), f"{FORM} is not filled in: "),
    ],
)
@pytest.mark.parametrize("asked", ["", "asked", "required"])
def test_only_where_it_is_required_its_lack_is_a_departure(
    klondike: Coursework, tmp_path: Path, form: bytes | None, why: str, asked: OwnWork
) -> None:
    path = packed(tmp_path, form)
    read = read_submission(at(path, path.name), replace(klondike, own_work=asked))
    assert read.own_work.startswith(why if asked else "")
    assert bool(read.own_work) == bool(why and asked)
    assert read.remarks == ((read.own_work,) if read.own_work and asked == "required" else ())


def test_the_check_names_it_for_a_zip_and_for_a_folder_that_is_done(
    klondike: Coursework, tmp_path: Path
) -> None:
    public = cached_public_coursework(klondike)
    path = packed(tmp_path, BLANK.encode())
    done = Result(())
    assert [*own_work(read_upload(path, public), done, path)] == [why_not_filled_in(BLANK)]
    folder = tmp_path / "work" / "klondike"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        archive.extractall(folder)
    read = read_upload(folder.parent, public)
    assert read.own_work == why_not_filled_in(BLANK)
    assert not read.remarks
    assert [*own_work(read, done, folder.parent)] == []
