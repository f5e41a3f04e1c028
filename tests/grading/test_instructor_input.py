"""What people say about a cohort: marks, times and deadlines, by way of the real command."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from guessing_short import FEWEST, patience, short_course
from sample import ROOT, zip_of
from small_course import small_course, solution
from warm import Done

QUICK = "2600001A"
SKELETON = "2600002B"
NAIVE = "2600003C"
WORTH = {"documentation": 8, "structure": 10, "names": 5, "style": 7}
DEADLINE = ("--deadline", "2026-12-04 16:30")
TIMES = f"submission,submitted,deadline,note\n{QUICK}.zip,2026-12-04 18:00,,\n"
"""An hour and a half late, which costs one mark."""

GUESSING_ALL_HANDS = """
from itertools import combinations

def initial_guess(size):
    return list(ALL_CARDS[:size]), 0

def next_guess(last, said):
    guess, number = last
    return HANDS[len(guess)][number + 1], number + 1

HANDS = {size: list(combinations(ALL_CARDS, size)) for size in (2, 3)}
"""
"""The naive player, for two and three cards."""


def naive() -> bytes:
    own, _, _ = (
        (ROOT / "solution/guessing/guesser.py")
        .read_text("utf-8")
        .partition("\n\ndef initial_guess(")
    )
    return f"{own}\nfrom .cards import ALL_CARDS\n{GUESSING_ALL_HANDS}".encode()


@dataclass(frozen=True)
class Cohort:
    """A graded cohort: where it lies, and what was said when it was graded."""

    course: Path
    done: Done

    @property
    def out(self) -> Path:
        return self.course / "marks"

    def copy(self, to: Path) -> Path:
        return shutil.copytree(self.out, to / "marks")

    def grade(self, out: Path, *more: str | Path) -> Done:
        return patience("grade", "in", "--out", out, "--jobs", "1", *more, cwd=self.course)


def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "marks.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def results(out: Path, name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((out / name / "results.json").read_text())
    return found


@pytest.fixture(scope="module")
def cohort(tmp_path_factory: pytest.TempPathFactory) -> Cohort:
    course = short_course(tmp_path_factory.mktemp("desk") / "course", FEWEST)
    quick = course / "tests/known/guessing/right/quick/guesser.py"
    texts = {
        QUICK: quick.read_bytes(),
        SKELETON: (course / "skeleton/guessing/guesser.py").read_bytes(),
        NAIVE: naive(),
    }
    (course / "in").mkdir()
    for name, text in texts.items():
        files = {"guesser.py": text, "status.txt": b"done"}
        (course / "in" / f"{name}.zip").write_bytes(zip_of(files))
    done = patience("grade", "in", "--out", "marks", "--jobs", "1", cwd=course)
    return Cohort(course, done)


def earned(cohort: Cohort, name: str) -> Mapping[str, float]:
    tests = json.loads((cohort.out / name / "results.json").read_text())["tests"]
    return {test["name"]: test["score"] for test in tests}


def fill_in(out: Path, name: str, marks: Mapping[str, object], comment: str = "") -> None:
    """Writes marks into the cohort's file, as a person does."""
    file = out / "manual-marks.csv"
    with file.open(encoding="utf-8-sig", newline="") as text:
        table = list(csv.DictReader(text))
    for row in table:
        aspect = row["criterion"].removeprefix("quality.")
        if row["submission"] == name and aspect in marks:
            row["marks"], row["comment"] = str(marks[aspect]), comment
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, table[0])
        writer.writeheader()
        writer.writerows(table)


# What a person has not marked yet


def test_what_a_person_marks_is_to_be_marked_at_first(cohort: Cohort) -> None:
    assert cohort.done.returncode == 0
    assert cohort.done.stderr == ""
    assert "3 await manual marks: fill in marks/manual-marks.csv" in cohort.done.stdout
    for row in rows(cohort.out).values():
        assert (row["status"], row["out_of"]) == ("awaiting manual marks", "100")
    with (cohort.out / "manual-marks.csv").open(encoding="utf-8-sig", newline="") as file:
        table = [
            (row["submission"], row["criterion"], row["marks"]) for row in csv.DictReader(file)
        ]
    assert table == [
        (name, f"quality.{aspect}", "") for name in (QUICK, SKELETON, NAIVE) for aspect in WORTH
    ]
    page = (cohort.out / QUICK / "feedback.html").read_text("utf-8")
    assert "so far, 30 awaiting manual marks" in page
    assert "30 marks are still to be given by hand." in str(results(cohort.out, QUICK))
    assert "Documentation" in (cohort.out / QUICK / "review.html").read_text("utf-8").title()


def test_a_skeleton_earns_nothing(cohort: Cohort) -> None:
    assert set(earned(cohort, SKELETON).values()) == {0}
    assert rows(cohort.out)[SKELETON]["total"] == "0"


def test_a_naive_guesser_finds_what_it_has_time_for_and_earns_hardly_more(cohort: Cohort) -> None:
    got = earned(cohort, NAIVE)
    assert [got[f"two_cards.{aspect}"] for aspect in ("legal", "no_repeats", "state")] == [2, 2, 1]
    assert got["two_cards.found"] == 5
    assert got["two_cards.guesses"] < 0.5
    assert got["three_cards.found"] < 1
    assert got["four_cards.found"] == got["four_cards.guesses"] == 0
    assert sum(score for name, score in got.items() if name.startswith("feedback")) == 10


def test_a_quick_guesser_earns_all_for_finding_and_a_part_for_guesses(cohort: Cohort) -> None:
    got = earned(cohort, QUICK)
    assert [got[f"{size}_cards.found"] for size in ("two", "three", "four")] == [5, 3, 2]
    assert 20 < got["two_cards.guesses"] < 30


# A person's marks


def test_marks_from_the_file_are_put_on_the_sheets_without_marking_again(
    cohort: Cohort, tmp_path: Path
) -> None:
    out = cohort.copy(tmp_path)
    before = float(rows(out)[QUICK]["total"])
    fill_in(out, QUICK, WORTH, "=Well <b>done</b>")
    done = cohort.grade(out)
    assert done.returncode == 0
    assert "3 of 3 are already marked" in done.stdout
    assert "2 await manual marks" in done.stdout
    row = rows(out)[QUICK]
    assert (row["status"], row["quality"]) == ("marked", "30")
    assert float(row["total"]) == pytest.approx(before + 30)
    page = (out / QUICK / "feedback.html").read_text("utf-8")
    assert "awaiting manual marks" not in page
    assert "&lt;b&gt;done&lt;/b&gt;" in page
    assert "<b>done" not in page
    assert results(out, SKELETON) == results(cohort.out, SKELETON)
    fill_in(out, QUICK, {"names": 2.5}, "x y z")
    fill_in(out, SKELETON, {"names": 1})
    cohort.grade(out)
    found = rows(out)
    assert float(found[QUICK]["total"]) == pytest.approx(before + 27.5)
    assert (found[SKELETON]["status"], found[SKELETON]["quality"]) == ("awaiting manual marks", "1")
    assert "25 awaiting manual marks" in (out / SKELETON / "feedback.html").read_text("utf-8")


def numbered(cohort: Cohort, tmp_path: Path, *names: str) -> tuple[Path, Path]:
    """A download of skeletons under these names, and where its results are."""
    for name in names:
        files = {"guesser.py": (cohort.course / "skeleton/guessing/guesser.py").read_bytes()}
        file = tmp_path / "in" / f"{name}.zip"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(zip_of({**files, "status.txt": b"done"}))
    return tmp_path / "in", tmp_path / "marks"


def test_marks_for_a_name_without_its_zeros_are_those_of_the_submission(
    cohort: Cohort, tmp_path: Path
) -> None:
    folder, out = numbered(cohort, tmp_path, "0012345", "0054321")
    command = ("grade", folder, "--out", out, "--jobs", "1")
    patience(*command, cwd=cohort.course)
    fill_in(out, "0012345", WORTH)
    file = out / "manual-marks.csv"
    spoilt = file.read_text("utf-8").replace("0012345", "12345").replace("0054321", "54321.0")
    file.write_text(spoilt + "99,,quality.names,,5,2,kept,\n", "utf-8")
    done = patience(*command, cwd=cohort.course)
    assert done.returncode == 1
    assert "the marks of '12345' are taken as those of 0012345" in done.stderr
    assert f"{file}:10: there is no submission '99', so its marks are not applied" in done.stderr
    assert rows(out)["0012345"]["quality"] == "30"
    text = file.read_text("utf-8-sig")
    assert text.count("0012345") == len(WORTH)
    assert "99,,quality.names,,5,2,kept" in text
    file.write_text(text.replace("99,,", "0012345,,"), "utf-8")
    done = patience(*command, cwd=cohort.course)
    assert (done.returncode, "delete one of them" in done.stderr) == (2, True)


def test_a_number_that_several_submissions_have_is_nobody_s(cohort: Cohort, tmp_path: Path) -> None:
    folder, out = numbered(cohort, tmp_path, "012345", "0012345")
    command = ("grade", folder, "--out", out, "--jobs", "1")
    patience(*command, cwd=cohort.course)
    fill_in(out, "0012345", WORTH)
    file = out / "manual-marks.csv"
    file.write_text(file.read_text("utf-8").replace("0012345", "12345"), "utf-8")
    done = patience(*command, cwd=cohort.course)
    assert done.returncode == 1
    assert "no submission '12345'" in done.stderr
    assert "0012345 and 012345 are the same number" in done.stderr
    assert rows(out)["0012345"]["quality"] == "0"


@pytest.mark.slow
def test_marks_follow_whoever_a_worksheet_gives_another_name(
    cohort: Cohort, tmp_path: Path
) -> None:
    skeleton = (cohort.course / "skeleton/guessing/guesser.py").read_bytes()
    people = {8801: "Ada Lovelace", 8802: "Grace Hopper", 8803: "Alan Turing"}
    for number, name in people.items():
        file = tmp_path / "in" / f"{name}_{number}_assignsubmission_file" / "work.zip"
        file.parent.mkdir(parents=True)
        file.write_bytes(zip_of({"guesser.py": skeleton, "status.txt": b"done"}))
    out = tmp_path / "marks"
    command = ("grade", tmp_path / "in", "--out", out, "--jobs", "1")
    assert patience(*command, cwd=cohort.course).returncode == 0
    for name, names in (("Ada Lovelace", 2), ("Alan Turing", 5)):
        fill_in(out, name, {**WORTH, "names": names})
    shutil.rmtree(tmp_path / "in/Alan Turing_8803_assignsubmission_file")
    rated = "criterion,marks,reason,by,when\n"
    override = "Ada Lovelace,two_cards.legal,1,appeal,Dr Moreau,2026-12-10\n"
    (out / "overrides.csv").write_text(f"submission,{rated}{override}", "utf-8")
    sheet = tmp_path / "Grades.csv"
    lines = [f"Participant {n},{name},260000{n},,,,\n" for n, name in people.items()]
    head = "Identifier,Full name,ID number,Status,Grade,Maximum grade,Feedback comments\n"
    sheet.write_text(head + "".join(lines), "utf-8")
    for said in ("are taken as those of 2600008801", ""):
        done = patience(*command, sheet, cwd=cohort.course)
        assert done.returncode == 1
        assert said in done.stderr
        assert "1 submission that was marked earlier is not in this download" in done.stderr
        assert "listed: Alan Turing (its results stay in" in done.stderr
        assert set(rows(out)) == {"2600008801", "2600008802"}
        assert rows(out)["2600008801"]["quality"] == "27", done.stderr
        assert rows(out)["2600008801"]["total"] == "28"
    text = (out / "manual-marks.csv").read_text("utf-8-sig")
    assert "\nAda Lovelace" not in text
    assert text.count("\nAlan Turing,") == len(WORTH)
    assert patience("forget", out, "Ada Lovelace", cwd=cohort.course).returncode == 0
    assert not [name for name in ("Ada Lovelace", "2600008801") if (out / name).exists()]
    assert "Lovelace" not in (out / "cohort.json").read_text("utf-8")


def test_marks_may_lie_elsewhere(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    fill_in(out, QUICK, WORTH)
    mine = (out / "manual-marks.csv").rename(tmp_path / "mine.csv")
    assert cohort.grade(out, "--manual-marks", mine).returncode == 0
    assert rows(out)[QUICK]["quality"] == "30"
    assert not (out / "manual-marks.csv").exists()
    for asked in (("explain", out, QUICK, "--most", "0"), ("verify", out, QUICK)):
        told = patience(*asked, cwd=cohort.course)
        assert "name the same --manual-marks" in told.stderr
        done = patience(*asked, "--manual-marks", mine, cwd=cohort.course)
        assert done.returncode == 0, done.stderr


def test_marks_that_cannot_be_given_are_refused_with_their_line(
    cohort: Cohort, tmp_path: Path
) -> None:
    out = cohort.copy(tmp_path)
    fill_in(out, QUICK, {"structure": 11})
    done = cohort.grade(out)
    assert done.returncode == 2
    assert "manual-marks.csv:3: the marks are 11" in done.stderr
    assert (out / "marks.csv").read_bytes() == (cohort.out / "marks.csv").read_bytes()


# A person's marks from the editor

KEEPING = """
import sys
from pathlib import Path

file, log = Path(sys.argv[1]), Path({log!r})
text = file.read_text()
log.write_text((log.read_text() if log.exists() else "") + text)
"""
FILLING = """
start, name, rest = text.partition("[quality.names]")
rest = rest.replace('marks = ""', 'marks = "4.5"', 1)
rest = rest.replace('comment = \"\"\"', 'comment = \"\"\"Clear names.', 1)
file.write_text(start + name + rest)
"""


class Editor:
    """A program that keeps what it is shown, and then does this to it."""

    def __init__(self, folder: Path, deed: str) -> None:
        self._log = folder / "seen.txt"
        script, command = folder / "edit.py", folder / "edit"
        script.write_text(KEEPING.format(log=str(self._log)) + deed)
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$1"\n')
        command.chmod(0o755)
        self.command = str(command)

    @property
    def seen(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    def review(self, cohort: Cohort, out: Path, *more: str, typed: str = "") -> Done:
        return patience(
            *("review", "in", "--out", str(out), *more),
            cwd=cohort.course,
            typed=typed,
            EDITOR=self.command,
            VISUAL=self.command,
        )


def given(out: Path) -> dict[str, tuple[str, str]]:
    """The marks and comments that are filled in, by submission and criterion."""
    with (out / "manual-marks.csv").open(encoding="utf-8-sig", newline="") as file:
        return {
            f"{row['submission']} {row['criterion']}": (row["marks"], row["comment"].strip())
            for row in csv.DictReader(file)
            if row["marks"]
        }


def test_marks_are_given_in_an_editor_one_hand_in_after_another(
    cohort: Cohort, tmp_path: Path
) -> None:
    out = cohort.copy(tmp_path)
    fill_in(out, SKELETON, WORTH)
    editor = Editor(tmp_path, FILLING)
    done = editor.review(cohort, out)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("2 marked, in ")
    assert [name for name in (QUICK, SKELETON, NAIVE) if f"# Marks for {name}." in editor.seen] == [
        QUICK,
        NAIVE,
    ]
    assert "docstring" in editor.seen
    mine = {name: marks for name, marks in given(out).items() if not name.startswith(SKELETON)}
    assert mine == {f"{name} quality.names": ("4.5", "Clear names.") for name in (QUICK, NAIVE)}
    assert cohort.grade(out).returncode == 0
    assert rows(out)[QUICK]["quality"] == "4.5"
    page = (out / QUICK / "feedback.html").read_text("utf-8")
    assert "Clear names." in page
    assert "4.5 of 5 marks" in page


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_an_editor_may_save_in_another_encoding(
    cohort: Cohort, tmp_path: Path, encoding: str
) -> None:
    out = cohort.copy(tmp_path)
    saving = f"encoding={encoding!r}, newline='\\r\\n')"
    deed = FILLING.replace("Clear names.", "Clear, é.").replace("+ rest)", f"+ rest, {saving}")
    done = Editor(tmp_path, deed).review(cohort, out)
    assert done.returncode == 0, done.stderr
    assert given(out)[f"{QUICK} quality.names"] == ("4.5", "Clear, é.")


def test_what_is_marked_is_shown_again_when_asked_for(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    for name in (QUICK, SKELETON, NAIVE):
        fill_in(out, name, WORTH, "before")
    saved_as_it_is = Editor(tmp_path, "file.write_text(text + ' ')")
    assert saved_as_it_is.review(cohort, out, "--again").stdout.startswith("0 marked")
    (tmp_path / "seen.txt").unlink()
    editor = Editor(tmp_path, "file.write_text(text.replace('\\nbefore', '\\nafter', 1))")
    assert editor.review(cohort, out).stdout.startswith("0 marked")
    assert not editor.seen
    assert editor.review(cohort, out, "--again").stdout.startswith("3 marked")
    assert editor.seen.count('marks = "10"') == 3
    comments = [comment for _, comment in given(out).values()]
    assert (comments.count("before"), comments.count("after")) == (9, 3)


@pytest.mark.parametrize("kind", ["fails", "is not there", "is quoted", "takes away"])
def test_an_editor_that_cannot_be_started_is_bad_input(
    cohort: Cohort, tmp_path: Path, kind: str
) -> None:
    out = cohort.copy(tmp_path)
    deeds = {"fails": "sys.exit(3)", "takes away": "file.unlink()"}
    editor = Editor(tmp_path, deeds.get(kind, ""))
    if kind == "is not there":
        (tmp_path / "edit").unlink()
    if kind == "is quoted":
        editor.command += " '"
    done = editor.review(cohort, out)
    assert (done.returncode, done.stdout) == (2, "")
    wrong = (
        "what the editor saved is not there" if kind == "takes away" else "no editor can be started"
    )
    assert done.stderr.startswith(f"patience: {wrong} (")
    assert done.stderr.endswith(" in EDITOR\n")
    assert done.stderr.count("\n") == 1


def test_leaving_the_editor_without_saving_stops(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    before = (out / "manual-marks.csv").read_bytes()
    editor = Editor(tmp_path, "")
    done = editor.review(cohort, out)
    assert (done.returncode, done.stdout[:8]) == (0, "0 marked")
    assert editor.seen.count("# Marks for") == 1
    assert (out / "manual-marks.csv").read_bytes() == before


def test_saving_without_filling_anything_in_marks_nothing(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    before = (out / "manual-marks.csv").read_bytes()
    editor = Editor(tmp_path, "file.write_text(text + '# read')")
    assert editor.review(cohort, out).stdout == "0 marked: nothing was filled in\n"
    assert editor.seen.count("# Marks for") == 3
    assert f"{QUICK}/review.html" in editor.seen
    assert (out / "manual-marks.csv").read_bytes() == before


def test_what_cannot_be_read_is_asked_for_again(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    bad = "file.write_text(text.replace('marks = \"\"', 'marks = \"many\"', 1))"
    editor = Editor(tmp_path, bad)
    done = editor.review(cohort, out, typed="y\nn\n")
    assert done.returncode == 0
    assert done.stderr.count("the marks are 'many'; write a number from 0 to 8") == 2
    assert editor.seen.count('marks = "many"') == 1
    assert given(out) == {}


BY_KEY = """
if "comment = \\"\\"\\"\\n\\"\\"\\"" in text:
    used = "=1\\nAnd more." if "=1  " in text else "Say what it is."
    text = text.replace("marks = \\"\\"", "marks = \\"2\\"", 1)
    file.write_text(text.replace("comment = \\"\\"\\"\\n", "comment = \\"\\"\\"\\n" + used, 1))
"""


def test_all_submissions_are_marked_for_one_criterion_after_another(
    cohort: Cohort, tmp_path: Path
) -> None:
    out = cohort.copy(tmp_path)
    editor = Editor(tmp_path, BY_KEY)
    wanted = ("--by-criterion", "--criterion", "quality.names", "--criterion", "quality.style")
    done = editor.review(cohort, out, *wanted)
    assert done.stdout.startswith("3 marked, in "), done.stderr
    order = re.findall(r"# Marks for (\S+)\.\n# (\d of 3)\n(?:#.*\n)+\n\[(.+)\]", editor.seen)
    assert order == [
        (name, f"{number} of 3", criterion)
        for criterion in ("quality.names", "quality.style")
        for number, name in enumerate((QUICK, SKELETON, NAIVE), 1)
    ]
    assert "#    1  " in editor.seen
    assert "# ---- guesser.py ----" in editor.seen
    assert (
        "# written before; to use one, write its key on a line of its own:\n#   =1  Say what"
        in (editor.seen)
    )
    second = "Say what it is.\nAnd more."
    assert given(out)[f"{QUICK} quality.names"] == ("2", "Say what it is.")
    assert given(out)[f"{NAIVE} quality.names"] == ("2", second)
    bank = (out / "comment-bank.csv").read_text("utf-8-sig")
    assert bank.splitlines() == [
        "criterion,key,comment",
        "quality.names,1,Say what it is.",
        "quality.names,2,And more.",
        "quality.style,3,Say what it is.",
    ]


def test_an_unknown_key_is_asked_for_again(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    bad = 'file.write_text(text.replace(\'marks = ""\\ncomment = """\', '
    bad += '\'marks = "2"\\ncomment = """=x\', 1))'
    done = Editor(tmp_path, bad).review(cohort, out, typed="n\n")
    assert "the comment bank has no =x; its keys are none yet" in done.stderr
    assert not (out / "comment-bank.csv").exists()


def test_a_criterion_that_no_person_marks_is_refused(cohort: Cohort, tmp_path: Path) -> None:
    done = Editor(tmp_path, "").review(cohort, cohort.copy(tmp_path), "--criterion", "play")
    assert (done.returncode, done.stdout) == (2, "")
    assert "play is not marked by hand; the manual criteria are quality." in done.stderr


def test_where_no_person_marks_there_is_nothing_to_review(cohort: Cohort, tmp_path: Path) -> None:
    done = patience(
        *("review", cohort.course / "in", "--course", ROOT, "--coursework", "klondike"),
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "patience: klondike has no manual marks: its handout lists no exercise in manual\n"
    )


# Times


def times(folder: Path, text: str = TIMES) -> Path:
    file = folder / "times.csv"
    file.write_text(text)
    return file


def test_late_work_shows_its_marks_before_and_after(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    before = rows(out)[QUICK]
    assert before["before_late"] == before["total"]
    done = cohort.grade(out, "--times", times(tmp_path), *DEADLINE)
    assert done.returncode == 0
    assert f"no time of submission is known for {SKELETON}, {NAIVE}" in done.stderr
    assert "3 of 3 are already marked" in done.stdout
    row = rows(out)[QUICK]
    assert row["before_late"] == before["total"]
    assert float(row["total"]) == pytest.approx(float(before["total"]) - 1)
    noted = results(out, QUICK)
    assert noted["score"] == float(row["total"])
    for text in (str(noted["output"]), (out / QUICK / "feedback.html").read_text("utf-8")):
        assert "That is 2 hours late, a part of an hour counted as one." in text
        assert "efore the late rule" in text
        assert before["total"] in text
    assert f"from {before['total']}" in (out / "index.html").read_text("utf-8")
    unknown = (out / SKELETON / "feedback.html").read_text("utf-8")
    assert "so lateness was not judged" in unknown


def test_the_text_of_a_late_hand_in_says_so(cohort: Cohort, tmp_path: Path) -> None:
    done = patience(
        *("grade", f"in/{QUICK}.zip", "--out", tmp_path / "marks", "--jobs", "1"),
        *("--times", times(tmp_path), *DEADLINE),
        cwd=cohort.course,
    )
    first, second, third, fourth, *_ = done.stdout.splitlines()
    before = rows(cohort.out)[QUICK]["total"]
    after = rows(tmp_path / "marks")[QUICK]["total"]
    assert first == f"{QUICK}: {after} of 100, 30 to be marked (awaiting manual marks)"
    assert second == f"  before the late rule: {before}"
    assert "was submitted on Friday 4 December 2026, 18:00 GMT" in third
    assert "2 hours late" in fourth


def test_other_times_and_extensions_examine_nothing_anew(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    found = []
    for text in (TIMES, TIMES.replace("18:00,,", "18:00,2026-12-04 17:30,ill <b>&")):
        done = cohort.grade(out, "--times", times(tmp_path, text), *DEADLINE)
        assert "3 of 3 are already marked" in done.stdout
        row = rows(out)[QUICK]
        found.append(float(row["before_late"]) - float(row["total"]))
    assert found == [pytest.approx(1), pytest.approx(0.5)]
    page = (out / QUICK / "feedback.html").read_text("utf-8")
    assert "17:30 GMT (ill &lt;b&gt;&amp;)." in page
    before = (out / "marks.csv").read_bytes()
    later = cohort.grade(out)
    assert "from an earlier run" in later.stderr
    assert (out / "marks.csv").read_bytes() == before


def test_a_time_for_a_hand_in_that_is_not_there_is_told(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    file = times(tmp_path, TIMES + "2600009Z,2026-12-04 18:00,,\n")
    done = cohort.grade(out, "--times", file, *DEADLINE)
    assert done.returncode == 0
    assert f"{file}:3: 2600009Z fits no submission\n" in done.stderr


def test_times_may_be_written_with_dots(cohort: Cohort, tmp_path: Path) -> None:
    out = cohort.copy(tmp_path)
    dotted = TIMES.replace("2026-12-04 18:00", "4.12.2026 18:00")
    found = []
    for text, due in ((TIMES, DEADLINE[1]), (dotted, "4.12.2026 16:30")):
        done = cohort.grade(out, "--times", times(tmp_path, text), "--deadline", due)
        assert done.returncode == 0, done.stderr
        found.append(rows(out)[QUICK])
    assert found[0] == found[1]
    bare = cohort.grade(out, "--times", times(tmp_path), "--deadline", "4.12.2026")
    assert bare.returncode == 2
    assert "'4.12.2026' is a date without a time of day; add one" in bare.stderr
    unset = cohort.grade(out, "--deadline", "")
    assert unset.returncode == 2
    assert "it is empty; write a time, or leave the option out" in unset.stderr


@pytest.mark.parametrize(
    ("coursework", "option", "said"),
    [
        ("terminal", "--times", "handout/terminal.md has no rule for late work"),
        ("terminal", "--deadline", "handout/terminal.md has no rule for late work"),
        ("klondike", "--manual-marks", "klondike has no manual marks"),
        ("guessing", "--deadline", "is not a time; write the date and the time"),
        ("guessing", "--manual-marks", "a column is missing"),
    ],
)
def test_what_says_nothing_is_refused(
    cohort: Cohort, tmp_path: Path, coursework: str, option: str, said: str
) -> None:
    file = times(tmp_path)
    done = patience(
        *("grade", cohort.course / "in", "--out", tmp_path / "marks", option, file),
        *("--course", ROOT, "--coursework", coursework),
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (tmp_path / "marks").exists()


# Bands


def test_bands_fall_for_late_work_and_for_what_is_not_as_asked(tmp_path: Path) -> None:
    course = small_course(tmp_path / "course")
    files = {f"{name}.py": text.encode() for name, text in solution().items()}
    (course / "in").mkdir()
    for name, more in (("2600001A", {"status.txt": b""}), ("2600002B", {})):
        (course / "in" / f"{name}.zip").write_bytes(zip_of({**files, **more}))
    command = ("grade", "in", "--out", "marks", "--jobs", "1")
    patience(*command, cwd=course)
    bands = {
        name: (row["band"], row["band_before"]) for name, row in rows(course / "marks").items()
    }
    assert bands == {"2600001A": ("A1", "A1"), "2600002B": ("A3", "A1")}
    file = times(
        tmp_path, "submission,submitted\n2600001A,2026-03-06 17:01\n2600002B,2026-03-06 17:01\n"
    )
    done = patience(*command, "--times", file, "--deadline", "2026-03-06 17:00", cwd=course)
    assert done.returncode == 0
    assert "2 of 2 are already marked" in done.stdout
    for name, band in (("2600001A", "A3"), ("2600002B", "A5")):
        row = rows(course / "marks")[name]
        assert (row["band"], row["band_before"], row["total"]) == (band, "A1", "18")
        assert f"Band: {band}, from A1" in str(results(course / "marks", name)["output"])
        page = (course / "marks" / name / "feedback.html").read_text("utf-8")
        assert f"band {band}" in page
        assert f"Your band falls from A1 to {band}." in page
    cohort_page = (course / "marks/index.html").read_text("utf-8")
    assert 'A5 <span class="soft">from A1</span>' in cohort_page


def test_marks_by_hand_are_for_the_version_that_was_seen(cohort: Cohort, tmp_path: Path) -> None:
    """A later submission does not take over the name, the results or the marks of another."""
    course = tmp_path / "course"
    shutil.copytree(cohort.course, course, symlinks=True)
    own = Cohort(course, cohort.done)
    file = own.out / "manual-marks.csv"
    own.grade(own.out)
    write_marks(file, QUICK)
    assert own.grade(own.out).returncode == 0
    before = rows(own.out)[QUICK]
    assert float(before["quality"]) > 0
    (course / "in" / f"{QUICK} .zip").write_bytes((course / f"in/{SKELETON}.zip").read_bytes())
    done = own.grade(own.out)
    assert done.returncode == 1
    assert "almost the same name as another" in done.stderr
    assert rows(own.out)[QUICK] == before
    assert "almost the same name as another" in (own.out / "index.html").read_text("utf-8")
    (course / "in" / f"{QUICK} .zip").unlink()
    changed = (course / f"in/{SKELETON}.zip").read_bytes()
    (course / "in" / f"{QUICK}.zip").write_bytes(changed)
    done = own.grade(own.out)
    assert done.returncode == 1
    assert f"marks given by hand for {QUICK}: for another version" in done.stderr
    assert rows(own.out)[QUICK]["quality"] == "0"
    text = file.read_text("utf-8-sig")
    noted = next(row["digest"] for row in csv.DictReader(text.splitlines()) if row["marks"])
    file.write_text(text.replace(noted, ""), "utf-8")
    assert patience("forget", own.out, f"{QUICK}-99f64b2e", cwd=course).returncode == 0
    assert own.grade(own.out).returncode == 0
    assert rows(own.out)[QUICK]["quality"] == before["quality"]


def write_marks(file: Path, name: str) -> None:
    """Full marks by hand for one submission, as from a spreadsheet."""
    with file.open(encoding="utf-8-sig", newline="") as text:
        known = list(csv.DictReader(text))
    for row in known:
        if row["submission"] == name:
            row["marks"] = row["out_of"]
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, list(known[0]))
        writer.writeheader()
        writer.writerows(known)
