"""Results under pseudonyms: nothing in them says whose a submission is, and a key resolves them."""

from __future__ import annotations

import csv
import re
import shutil
import stat
from pathlib import Path

import packing
import pytest
from guessing_short import patience
from packing import STUDENTS, write
from patience_grader.submission.veil import Veil
from small_course import TOTAL, small_course
from warm import Done

EXTRA = {
    # a file that is not called after a number, work in a folder of the student's, an online text
    "Mary O'Neill_8895_assignsubmission_file/Mary final.zip": packing.zip_bytes(
        {"Mary O'Neill 2600095S/deck.py": b"import nothing\n", "deck.py": b""}
    ),
    "Zoë Späth_8896_assignsubmission_onlinetext/onlinetext.html": b"<p>Zo\xc3\xab</p>",
    "Ian Broken_8897_assignsubmission_file/Ian Broken.rar": b"Rar!",
}
TELLING = (
    *(part for name, number, _ in STUDENTS for part in (*name.split(), number)),
    *("Mary", "Neill", "2600095S", "Zoë", "Späth", "Broken", "Absent", "8895"),
)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_course(tmp_path_factory.mktemp("anonymous") / "course")


@pytest.fixture(scope="module")
def download(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("download") / "in", {**packing.moodle(), **EXTRA})


@pytest.fixture(scope="module")
def graded(course: Path, download: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graded")
    roster = folder / "roster.csv"
    lines = [f"{name},{number},{number}@example.ac.uk" for name, number, _ in STUDENTS]
    lines.append("Absent Friend,2600099S,absent@example.ac.uk")
    roster.write_text("\n".join(["name,number,email", *lines]), encoding="utf-8")
    done = grade(course, folder / "marks", download, "--anonymous", "--roster", roster)
    (folder / "printed.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
    assert done.returncode == 1  # an archive that cannot be read
    return folder


def grade(course: Path, out: Path, *arguments: Path | str) -> Done:
    return patience("grade", *arguments, "--out", out, "--jobs", "1", cwd=course)


def table(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {next(iter(row.values())): row for row in csv.DictReader(file)}


def test_nothing_that_a_marker_reads_names_anybody(graded: Path) -> None:
    texts = {"printed": (graded / "printed.txt").read_text("utf-8")}
    for path in (graded / "marks").rglob("*"):
        texts[path.relative_to(graded).as_posix()] = (
            path.read_text("utf-8", errors="replace") if path.is_file() else ""
        )
    for where, text in texts.items():
        said = re.sub(r"<script>.*?</script>", "", text.replace(str(graded), ""), flags=re.DOTALL)
        told = [one for one in TELLING if one in where or one in said]
        assert not told, where


def test_remarks_stay_and_hide_names(graded: Path) -> None:
    key = {row["submission"]: name for name, row in table(graded / "marks-key/key.csv").items()}
    page = (graded / "marks" / key["Mary O'Neill"] / "feedback.html").read_text("utf-8")
    assert "deck.py is in it 2 times" in page
    assert "not after a student number" in page


def test_the_key_resolves_every_pseudonym_and_is_the_instructors(graded: Path) -> None:
    key = table(graded / "marks-key" / "key.csv")
    rows = table(graded / "marks" / "marks.csv")
    assert set(key) == set(rows)
    assert {row["submission"] for row in key.values()} == {
        *(name for name, _, _ in STUDENTS), "Mary O'Neill", "Ian Broken"
    }  # fmt: skip
    ada = next(row for row in key.values() if row["submission"] == "Ada Lovelace")
    assert (ada["student"], ada["email"]) == ("2600001S", "2600001S@example.ac.uk")
    for path in (graded / "marks-key").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((graded / "marks-key").stat().st_mode) == 0o700
    notes = (graded / "marks-key" / "notes.txt").read_text("utf-8")
    assert "Zoë Späth submitted an online text and no file" in notes
    assert "Absent Friend submitted nothing" in notes


def test_marks_and_pseudonyms_are_the_same_in_a_later_run(
    graded: Path, course: Path, download: Path, tmp_path: Path
) -> None:
    again = shutil.copytree(graded, tmp_path / "again") / "marks"
    before = (again / "marks.csv").read_bytes()
    done = grade(course, again, download)
    assert "are already marked" in done.stdout
    assert (again / "marks.csv").read_bytes() == before
    named = grade(course, tmp_path / "named", download)
    assert "Ada Lovelace" in named.stdout
    key = table(again.parent / "marks-key" / "key.csv")
    rows = table(tmp_path / "named" / "marks.csv")
    marks = {
        key[name]["submission"]: row["total"] for name, row in table(again / "marks.csv").items()
    }
    assert marks == {name: row["total"] for name, row in rows.items()}
    other = grade(course, tmp_path / "other", download, "--anonymous", "--attempt", "last")
    assert other.returncode == 1
    assert not set(table(tmp_path / "other" / "marks.csv")) & set(table(again / "marks.csv"))


def test_bad_input_is_one_line(graded: Path, course: Path, download: Path, tmp_path: Path) -> None:
    lost = shutil.copytree(graded / "marks", tmp_path / "lost")
    done = grade(course, lost, download)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "what resolves them is not in" in done.stderr
    named = tmp_path / "named"
    named.mkdir()
    (named / "marks.csv").write_text("submission\n")
    done = grade(course, named, download, "--anonymous")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "holds results with names" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lost", "named"]


def test_what_a_mark_rests_on_is_explained_under_the_name_that_is_asked_for(
    graded: Path, course: Path
) -> None:
    """An appeal comes under a name, and whoever marks has a pseudonym."""
    key = {row["submission"]: name for name, row in table(graded / "marks-key/key.csv").items()}
    pseudonym = key["Grace Hopper"]
    for asked, told in (
        (pseudonym, pseudonym),
        ("grace hopper", "Grace Hopper"),
        ("2600002S@example.ac.uk", "Grace Hopper"),
    ):
        done = patience("explain", graded / "marks", asked, "--most", "0", cwd=course)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"{told}: ")
        assert not [one for one in TELLING if one in done.stdout and told == pseudonym]
    nobody = patience("explain", graded / "marks", "Nobody", cwd=course)
    assert (nobody.returncode, "no submission is called" in nobody.stderr) == (2, True)


def test_export_resolves_the_pseudonyms(graded: Path, course: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(packing.worksheet().replace("66.00", f"{TOTAL}.00"), encoding="utf-8-sig")
    back = tmp_path / "back"
    out = graded / "marks"
    patience(
        "export", out, "--moodle", sheet, "--csv", tmp_path / "c.csv", "--out", back, cwd=course
    )
    with (back / "moodle" / "Grades.csv").open(encoding="utf-8-sig", newline="") as file:
        filled = {row["Full name"]: row["Grade"] for row in csv.DictReader(file)}
    names = {name for name, _, _ in STUDENTS}
    assert {name: filled[name] for name in names} == dict.fromkeys(names, f"{TOTAL}")
    assert names <= set(table(tmp_path / "c.csv"))


@pytest.mark.parametrize("called", ["Ada Lovelace", "2600001S", "2600001S@example.ac.uk"])
def test_forgetting_somebody_takes_them_out_of_the_key(
    graded: Path, course: Path, tmp_path: Path, called: str
) -> None:
    copied = shutil.copytree(graded, tmp_path / "copied")
    pseudonym = next(
        name for name, row in table(copied / "marks-key/key.csv").items()
        if row["submission"] == "Ada Lovelace"
    )  # fmt: skip
    done = patience("forget", copied / "marks", called, cwd=course)
    assert done.returncode == 0, done.stderr
    for path in [*(copied / "marks").rglob("*"), *(copied / "marks-key").rglob("*")]:
        text = path.read_text("utf-8", errors="replace") if path.is_file() else path.name
        assert not [one for one in ("Lovelace", "2600001S", pseudonym) if one in text], path
    assert len(table(copied / "marks-key/key.csv")) == len(STUDENTS) + 1


def test_a_veil_hides_whole_words() -> None:
    veil = Veil("n", "s", frozenset({"Li", "2600001S", "Ann-Marie O'Dea", ""}))
    assert (
        veil.over("li, a list of 2600001s_final and 12600001S")
        == "…, a list of …_final and 12600001S"
    )
    assert veil.over("ANN-MARIE O'DEA/deck.py") == "…/deck.py"
