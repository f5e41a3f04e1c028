"""Downloads of all platforms, graded with the real command, and back to the platforms."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import packing
import pytest
from guessing_short import patience
from notebooks import KLONDIKE, as_notebook, cell, notebook_of
from packing import STUDENTS, files_of, packed, write, zipped
from patience_grader.grading.known_before import gone_line
from small_course import TOTAL, small_course
from warm import Done

DEADLINE = ("--deadline", "2026-03-27 16:00")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_course(tmp_path_factory.mktemp("delivery") / "course")


def grade(course: Path, out: Path, *paths: Path | str) -> Done:
    return patience("grade", *paths, "--out", out, "--jobs", "1", cwd=course)


def table(out: Path) -> dict[str, dict[str, str]]:
    with (out / "marks.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def moodle(folder: Path) -> Path:
    return zipped(folder / "CS1-Klondike-8801.zip", packing.moodle())


def moodle_with_worksheet(folder: Path) -> Path:
    path = write(folder / "one-level-up" / "Klondike", packing.moodle("_"))
    (path.parent / "Grades.csv").write_text(packing.worksheet(), encoding="utf-8-sig")
    return path.parent


def canvas(folder: Path) -> Path:
    return zipped(folder / "submissions.zip", packing.canvas())


def gradescope(folder: Path) -> Path:
    return zipped(folder / "export.zip", packing.gradescope())


def blackboard(folder: Path) -> Path:
    return zipped(folder / "gradebook.zip", packing.blackboard())


def nbgrader(folder: Path) -> Path:
    found = {
        f"submitted/{login}/klondike/{path}": data
        for login in ("ada", "grace")
        for path, data in files_of("reference-solution-66").items()
    }
    time = b"2026-03-27 16:12:13.948203 UTC\n"
    found |= {f"submitted/{login}/klondike/timestamp.txt": time for login in ("ada", "grace")}
    return write(folder / "course", {**found, "nbgrader_config.py": b""})


NUMBERS = {number for _, number, _ in STUDENTS}
NAMES = {name for name, _, _ in STUDENTS}
PLATFORMS: Mapping[str, tuple[Callable[[Path], Path], str, set[str]]] = {
    "moodle": (moodle, "Moodle download: 6 students", NAMES),
    "moodle with a worksheet": (moodle_with_worksheet, "Moodle download: 6 students", NUMBERS),
    "canvas": (
        canvas,
        "Canvas download: 11 students, 2 resubmitted, 2 late, 1 with loose files put together",
        {f"student{letter}" for letter in "abcdefghi"} | {"smithjo", "oneilsian"},
    ),
    "gradescope": (
        gradescope,
        "Gradescope export: 5 students, 1 team",
        {"2600001S+2600077S", *sorted(NUMBERS)[1:]},
    ),
    "blackboard": (blackboard, "Blackboard download: 2 students", {"Ada Lovelace", "Grace Hopper"}),
    "classroom": (packing.classroom, "GitHub Classroom clones: 3 students", set()),
    "nbgrader": (nbgrader, "nbgrader course: 2 students", {"ada", "grace"}),
}


@pytest.mark.parametrize(("make", "summary", "names"), PLATFORMS.values(), ids=PLATFORMS)
def test_a_class_is_graded_from_what_the_platform_makes(
    course: Path,
    tmp_path: Path,
    make: Callable[[Path], Path],
    summary: str,
    names: set[str],
) -> None:
    out = tmp_path / "marks"
    done = grade(course, out, make(tmp_path))
    assert summary in done.stdout, done.stderr
    assert done.returncode in (0, 1), done.stderr
    rows = table(out)
    assert {"submitted", "late", "reason"} <= set(next(iter(rows.values())))
    page = (out / "index.html").read_text("utf-8")
    assert summary.lower() in page.lower()
    if names:
        assert set(rows) == names
    full = [row for row in rows.values() if row["total"] == str(TOTAL)]
    assert len(full) >= len(rows) - 6
    if make is not canvas:
        known = {"untouched-skeleton-0", "nobody"}
        assert all(row["total"] == str(TOTAL) for name, row in rows.items() if name not in known)
        assert not any(
            "instructions not followed" in row["status"] for row in rows.values() if row in full
        )


def test_what_canvas_renamed_is_judged_by_the_student_s_own_name(
    course: Path, tmp_path: Path
) -> None:
    files = {
        "lovelaceada_7001_90010_2600001S.zip": packed("reference-solution-66"),
        "hoppergrace_LATE_7002_90011_2600002S-1.zip": packed("beginners-style-66"),
        "nunezjose_7003_90012_work.zip": packed("recursive-style-66"),
    }
    grade(course, tmp_path / "marks", write(tmp_path / "in", files))
    rows = table(tmp_path / "marks")
    assert [rows[name]["status"] for name in ("lovelaceada", "hoppergrace", "nunezjose")] == [
        "marked",
        "marked",
        "instructions not followed",
    ]
    assert rows["lovelaceada"]["student"] == "2600001S"
    assert rows["hoppergrace"]["late"] == "yes"
    assert "the zip is called work.zip" in (tmp_path / "marks/nunezjose/feedback.html").read_text(
        "utf-8"
    )


def test_a_later_run_keeps_deadline_times_and_roster(course: Path, tmp_path: Path) -> None:
    out, download = tmp_path / "marks", write(tmp_path / "in", packing.moodle())
    times = tmp_path / "times.csv"
    times.write_text(
        "number,submitted,deadline,note\n"
        "2600001S,2026-03-27 18:30,,\n"
        "2600002S@example.ac.uk,2026-03-27 18:30,2026-03-28 12:00,ill\n",
        encoding="utf-8",
    )
    roster = tmp_path / "roster.csv"
    lines = [f"{name},{number},{number}@example.ac.uk" for name, number, _ in STUDENTS]
    lines.append("Absent Friend,2600099S,absent@example.ac.uk")
    roster.write_text("\n".join(["name,number,email", *lines]), encoding="utf-8")
    first = grade(course, out, download, "--times", times, "--roster", roster, *DEADLINE)
    assert first.returncode == 1, first.stderr
    assert "Only Text submitted an online text and no file" in first.stderr
    before = (out / "marks.csv").read_text("utf-8")
    rows = table(out)
    assert rows["Ada Lovelace"]["late"] == "yes"
    assert "your work was submitted on" in rows["Ada Lovelace"]["reason"]
    assert rows["Ada Lovelace"]["band"] != rows["Ada Lovelace"]["band_before"]
    assert (rows["Grace Hopper"]["late"], rows["Grace Hopper"]["name"]) == ("no", "Grace Hopper")
    assert "No time of submission is known." in rows["Prince"]["reason"]
    assert "no time of submission is known for" in first.stderr
    assert (rows["2600099S"]["status"], rows["2600099S"]["total"]) == ("not submitted", "")
    second = grade(course, out, download, "--phase", "staff")
    assert "from an earlier run, the deadline 2026-03-27 16:00" in second.stderr
    assert "2 rows of times and extensions and a roster of 7 still count" in second.stderr
    assert (out / "marks.csv").read_text("utf-8") == before
    page = (out / "index.html").read_text("utf-8")
    assert "From an earlier run" in page
    assert "Not submitted: 1" in page


def test_tables_that_went_through_a_spreadsheet(course: Path, tmp_path: Path) -> None:
    work = packed("reference-solution-66")
    download = write(tmp_path / "in", {"0012345.zip": work, "0023456.zip": work})
    roster, times = tmp_path / "roster.csv", tmp_path / "times.csv"
    roster.write_text("number,name\n12345.0,Ann\n23456,Bob\n23456,Bob\n", encoding="utf-8")
    head = "number,submitted,deadline\n"
    times.write_text(f"{head}12345,2026-03-27 18:30,2026-03-28 12:00\n", encoding="utf-8")
    options = ("--roster", roster, "--times", times, *DEADLINE)
    done = grade(course, tmp_path / "marks", download, *options)
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path / "marks")
    assert {name: row["name"] for name, row in rows.items()} == {"0012345": "Ann", "0023456": "Bob"}
    assert rows["0012345"]["late"] == "no"
    assert rows["0012345"]["student"] == "0012345"
    times.write_text(f"{head}2.3456E+04,,2026-03-28 12:00\n", encoding="utf-8")
    lost = grade(course, tmp_path / "marks", download, *options)
    assert lost.returncode == 1
    roster.write_text("number,name\n1.2345E+04,Ann\n23456,Bob\n", encoding="utf-8")
    twice = grade(course, tmp_path / "roster", download, "--roster", roster)
    assert twice.returncode == 1
    assert "line 2 of the roster: 1.2345E+04 is a number of which a" in twice.stderr
    assert "0012345 is not in the roster" in twice.stderr
    assert (
        f"{times}:2: 2.3456E+04 is a number of which a spreadsheet has lost digits" in lost.stderr
    )


def test_an_extension_in_a_worksheet_counts_and_is_remembered(course: Path, tmp_path: Path) -> None:
    out, download = tmp_path / "marks", write(tmp_path / "in", packing.moodle())
    sheet = tmp_path / "Grades.csv"
    when = '"Friday, 27 March 2026, 4:12 PM"'
    status = '"Submitted - Extension granted until: Friday, 3 April 2026, 4:30 PM"'
    sheet.write_text(
        "Identifier,Full name,Status,Grade,Maximum grade,Last modified (submission)\n"
        f"Participant 8801,Ada Lovelace,{status},,66,{when}\n"
        f"Participant 8802,Grace Hopper,Submitted,,66,{when}\n",
        encoding="utf-8",
    )
    first = grade(course, out, download, sheet, *DEADLINE)
    assert "the worksheet grants extensions to Ada Lovelace" in first.stderr
    rows = table(out)
    assert (rows["Ada Lovelace"]["late"], rows["Grace Hopper"]["late"]) == ("no", "yes")
    assert "Your deadline was extended to Friday 3 April" in rows["Ada Lovelace"]["reason"]
    assert grade(course, out, download).returncode == first.returncode
    assert (table(out)["Ada Lovelace"]["late"], table(out)["Grace Hopper"]["late"]) == ("no", "yes")
    sheet.write_text(sheet.read_text("utf-8").replace(status, "Submitted"), "utf-8")
    withdrawn = "the extensions of Ada Lovelace, which an earlier run was told of, are withdrawn"
    assert withdrawn in grade(course, out, download, sheet).stderr
    assert table(out)["Ada Lovelace"]["late"] == "yes"


def test_times_and_extensions_follow_whoever_has_another_name_now(
    course: Path, tmp_path: Path
) -> None:
    """With the worksheet, submissions are called by number; without it, by name."""
    out, download = tmp_path / "marks", write(tmp_path / "in", packing.moodle())
    when = '"Friday, 27 March 2026, 4:12 PM"'
    extended = '"Submitted - Extension granted until: Friday, 3 April 2026, 4:30 PM"'
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(
        "Identifier,Full name,ID number,Status,Grade,Maximum grade,Last modified (submission)\n"
        f"Participant 8801,Ada Lovelace,2600001S,{extended},,66,{when}\n"
        f"Participant 8802,Grace Hopper,2600002S,Submitted,,66,{when}\n",
        encoding="utf-8",
    )
    grade(course, out, download, sheet, *DEADLINE)
    assert [table(out)[number]["late"] for number in ("2600001S", "2600002S")] == ["no", "yes"]
    newer = packing.moodle() | {
        "Ada Lovelace_8801_assignsubmission_file/2600001S.zip": packed("beginners-style-66")
    }
    again = grade(course, out, write(tmp_path / "newer", newer))
    rows = table(out)
    assert rows["Grace Hopper"]["late"] == "yes"
    assert "Your deadline was extended to Friday 3 April" in rows["Ada Lovelace"]["reason"]
    assert "the times of Grace Hopper are those of an earlier run" in again.stderr
    times = tmp_path / "times.csv"
    times.write_text("submission,submitted\n8802,2026-03-29 16:12\n")
    told = grade(course, out, tmp_path / "newer", "--times", times)
    assert "the times of Grace Hopper are those of an earlier run" not in told.stderr
    assert table(out)["Grace Hopper"]["submitted"].startswith("2026-03-29")
    times.write_text("submission,submitted\n8801,2026-03-27 12:00\n")
    grade(course, out, tmp_path / "newer", "--times", times)
    assert not table(out)["Grace Hopper"]["submitted"], "the row that said so is gone"


def test_a_student_s_own_table_is_not_a_worksheet(course: Path, tmp_path: Path) -> None:
    work = packed("reference-solution-66")
    forged = "Identifier,ID number\nParticipant 1,2600002S\nParticipant 2,2600001S\n"
    names = ("Ada Lovelace_1", "Mallory Moon_2", "Grace Hopper_3")
    files = {f"{name}_assignsubmission_file_game.zip": work for name in names}
    files["Mallory Moon_2_assignsubmission_file_data.csv"] = forged.encode()
    done = grade(course, tmp_path / "marks", zipped(tmp_path / "all.zip", files))
    assert done.returncode == 0, done.stderr
    assert {one["student"] for one in table(tmp_path / "marks").values()} == {
        name.partition("_")[0] for name in names
    }


def test_an_older_worksheet_beside_a_newer_one_is_refused(course: Path, tmp_path: Path) -> None:
    folder = moodle_with_worksheet(tmp_path)
    newer = packing.worksheet().replace("4:12", "5:12")
    (folder / "Grades-1.csv").write_text(newer, encoding="utf-8")
    done = grade(course, tmp_path / "marks", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        f"the worksheets {folder / 'Grades-1.csv'} and {folder / 'Grades.csv'} contradict each "
        "other in the time of submission of Ada Lovelace, Grace Hopper, José Núñez, Li 李, Prince "
        "and 1 more; remove the older one\n"
    ) in done.stderr
    assert not (tmp_path / "marks").exists()


def test_times_without_a_deadline_are_told_everywhere(course: Path, tmp_path: Path) -> None:
    out = tmp_path / "marks"
    times = tmp_path / "times.csv"
    times.write_text("submission,submitted\n2600001S,2026-03-27 18:30\n", encoding="utf-8")
    one = zipped(tmp_path / "2600001S.zip", files_of("reference-solution-66"))
    done = grade(course, out, one, "--times", times)
    why = "there is no deadline"
    assert why in done.stderr
    assert why in (out / "index.html").read_text("utf-8")
    assert table(out)["2600001S"]["reason"] == "There is no deadline."


def test_a_time_without_a_zone_is_told_everywhere(course: Path, tmp_path: Path) -> None:
    out = tmp_path / "marks"
    done = grade(course, out, moodle_with_worksheet(tmp_path), *DEADLINE)
    assert "names no time zone" in done.stderr
    assert "names no time zone" in (out / "index.html").read_text("utf-8")
    row = table(out)["2600001S"]
    assert "Europe/London is assumed" in row["reason"]
    assert (row["late"], row["submitted"]) == ("yes", "2026-03-27 16:12:00+00:00")


def test_an_attempt_after_the_deadline_is_told_to_its_student(course: Path, tmp_path: Path) -> None:
    ada = {name: data for name, data in packing.vpl().items() if name.startswith("Lovelace")}
    done = grade(course, tmp_path / "marks", write(tmp_path / "in", ada), *DEADLINE)
    in_time, late = "2026-03-26-09-05-00", "2026-03-27-16-12-13"
    assert f"{in_time} counts as the last one in time, and not {late}" in done.stdout
    (page,) = (tmp_path / "marks").glob("*/feedback.html")
    said = f"Your attempt {late} came in after the deadline and does not count; {in_time} does."
    assert said in page.read_text("utf-8")


def test_two_attempts_are_one_row(course: Path, tmp_path: Path) -> None:
    download = write(
        tmp_path / "in",
        {
            "lovelaceada_7001_90010_2600001S.zip": packed("reference-solution-66"),
            "lovelaceada_7001_90020_2600001S-1.zip": packed("untouched-skeleton-0"),
        },
    )
    marks = {}
    for policy in ("last", "first", "best", "1", "2"):
        out = tmp_path / policy
        done = grade(course, out, download, "--attempt", policy)
        (row,) = table(out).values()
        marks[policy] = row["total"]
        assert "lovelaceada has 2 attempts" in done.stdout or policy == "best"
    full = str(TOTAL)
    assert marks == {"last": "0", "first": full, "best": full, "1": full, "2": "0"}
    out = tmp_path / "first"
    for more, total, said in (
        ((), full, True),
        (("--attempt", "last"), "0", False),
        ((), "0", False),
    ):
        done = grade(course, out, download, *more)
        (row,) = table(out).values()
        assert row["total"] == total
        assert ("the choice --attempt first still count" in done.stderr) == said
    better = write(
        tmp_path / "better",
        {
            "lovelaceada_7001_90010_2600001S.zip": packed("untouched-skeleton-0"),
            "lovelaceada_7001_90020_2600001S-1.zip": packed("reference-solution-66"),
        },
    )
    for phase in ("deadline", "submission"):
        out = tmp_path / "better-marks"
        grade(course, out, better, "--attempt", "best", "--phase", phase)
        (page,) = [path.read_text("utf-8") for path in out.glob("*/feedback.html")]
        assert f"Since the attempt before, the mark went from 0 to {TOTAL} (" in page
        assert "deck_of_52." in page.partition("earned more: ")[2][:200]
    (page,) = [path.read_text("utf-8") for path in (tmp_path / "best").glob("*/feedback.html")]
    assert "Since the attempt" not in page
    refused = grade(course, tmp_path / "no", download, "--attempt", "3")
    assert refused.returncode == 2
    assert "has no attempt '3'" in refused.stderr


def test_a_file_that_only_an_attempt_which_does_not_count_holds_is_a_finding(
    course: Path, tmp_path: Path
) -> None:
    right = files_of("reference-solution-66")
    both = {name: right[name] for name in ("deck.py", "game.py")}
    tries = {
        "7-9 - Ann - Mar 27, 2026 405 PM": both,
        "7-9 - Ann - Mar 27, 2026 505 PM": {"game (1).py": right["game.py"]},
        "8-9 - Bo - Mar 27, 2026 405 PM": both,
        "8-9 - Bo - Mar 27, 2026 505 PM": {"w.zip": packed("reference-solution-66")},
    }
    files = {f"{top}/{name}": data for top, held in tries.items() for name, data in held.items()}
    done = grade(course, tmp_path / "marks", write(tmp_path / "in", files))
    assert done.returncode == 1
    told = [line for line in done.stderr.splitlines() if "which counts, but in" in line]
    assert told == [
        "Ann: deck.py is not in 2026-03-27 17:05, which counts, but in 2026-03-27 16:05; "
        "look whether the student meant both"
    ]


def test_work_of_another_coursework_is_a_finding(course: Path, tmp_path: Path) -> None:
    files = packing.moodle()
    files["Lost Soul_8890_assignsubmission_file/2600090S.zip"] = packing.zip_bytes(
        {"guesser.py": b"", "status.txt": b""}
    )
    done = grade(course, tmp_path / "marks", zipped(tmp_path / "class.zip", files))
    assert done.returncode == 1
    assert "Lost Soul holds files of guessing, not of klondike" in done.stderr
    assert len(table(tmp_path / "marks")) == 7


def test_nothing_that_could_be_work_vanishes(course: Path, tmp_path: Path) -> None:
    folder = write(
        tmp_path / "in",
        {
            "2600001S.zip": packed("reference-solution-66"), "2600002S.rar": b"Rar!",
            "loose.py": b"", "2600003U - my work.pdf": b"%PDF", "notes.pdf": b"%PDF",
        },
    )  # fmt: skip
    roster = tmp_path / "class.csv"
    roster.write_text("name,number\nAnn,2600001S\nBo,2600002S\nCy,2600003U\n", encoding="utf-8")
    done = grade(course, tmp_path / "marks", folder, "--roster", roster)
    assert done.returncode == 1
    assert table(tmp_path / "marks")["2600002S"]["status"] == "unreadable"
    assert "RAR archives cannot be read; save it as a zip" in done.stderr
    assert "loose.py is left out" in done.stderr
    assert "my work.pdf is called like Cy, who submitted nothing else" in done.stderr
    assert "notes.pdf is called like" not in done.stderr


def test_a_folder_with_work_in_it_and_no_name_of_the_platforms_is_a_finding(
    course: Path, tmp_path: Path
) -> None:
    files = {path: data for path, data in packing.moodle().items() if "Ada" in path}
    for folder, code in (("Emailed by Li", 1), ("rubric", 0)):
        name = "2600005S.zip" if code else "rubric.pdf"
        path = zipped(tmp_path / f"{folder}.zip", {**files, f"{folder}/{name}": b"PK"})
        done = grade(course, tmp_path / "marks", path, "--from", "moodle")
        assert done.returncode == code, done.stderr
        assert f"{folder} is left out: its name is not one that Moodle gives" in done.stderr


def test_the_same_name_in_two_sections_costs_nobody(course: Path, tmp_path: Path) -> None:
    sections = [
        zipped(tmp_path / section / "2600001S.zip", files_of(sample)).parent
        for section, sample in (("A", "reference-solution-66"), ("B", "recursive-style-66"))
    ]
    done = grade(course, tmp_path / "marks", *sections)
    assert done.returncode == 1
    assert "2600001S: another submission is called the same; it is reported as" in done.stderr
    found = table(tmp_path / "marks")
    assert len(found) == 2
    assert not any("instructions" in row["status"] for row in found.values())


def test_what_counts_of_a_muddled_submission_is_told_to_both(course: Path, tmp_path: Path) -> None:
    right, other = (files_of(sample) for sample in ("reference-solution-66", "class-inside-66"))
    status = {"status.txt": right["status.txt"]}
    work = {
        "Stray": {**right, "klondike.ipynb": as_notebook([cell("import game")])},
        "Damaged": {**right, "broken.zip": b""},
        "Empty": {"broken.tar.gz": b""},
        "Both": {**right, "klondike.ipynb": notebook_of(other, KLONDIKE)},
        "Data": {**right, "data.zip": packing.zip_bytes({"data.csv": b"1"})},
        "Twice": {
            "2600003S.zip": packing.zip_bytes(
                {
                    **status,
                    "deck.py": right["deck.py"],
                    "a/game.py": b"",
                    "b/game.py": right["game.py"],
                }
            )
        },
        "Inner": {
            "2600004S.zip": packing.zip_bytes(
                {"a.zip": packing.zip_bytes(right), "b.zip": packing.zip_bytes({"b.txt": b""})}
            )
        },
    }
    files = {
        f"{name}_{number}_assignsubmission_file/{file}": data
        for number, (name, held) in enumerate(work.items(), 101)
        for file, data in held.items()
    }
    out = tmp_path / "marks"
    done = grade(course, out, write(tmp_path / "in", files))
    found = table(out)
    assert done.returncode == 1
    assert {name for name, row in found.items() if row["total"] != str(TOTAL)} == {"Twice", "Empty"}
    assert found["Empty"]["status"] == "unreadable"
    assert "Empty cannot be read: broken.tar.gz: it is not a tar archive" in done.stderr
    told = {
        "Damaged": "broken.zip was not opened: it is not a zip that can be read",
        "Both": "klondike.ipynb and Python files beside it both hold work; the Python files were",
        "Twice": "game.py is in it 2 times, not always the same; a/game.py was used",
    }
    lines = done.stderr.splitlines()
    for name, line in told.items():
        assert any(one.startswith(f"{name}: {line}") for one in lines)
        assert line.partition(", not")[0] in (out / name / "feedback.html").read_text("utf-8")
    assert not any(one.startswith(("Stray", "Data", "Inner")) for one in lines)
    remarked = {name for name, row in found.items() if "instructions" in row["status"]}
    assert remarked == {"Twice"}


def test_results_among_submissions_are_nobody_s(course: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"2600001S.zip": packed("reference-solution-66")})
    write(folder / "2600002S", {**files_of("beginners-style-66"), "data/cohort.json": b"{}"})
    out = folder / "marks"
    grade(course, out, folder)
    grade(course, folder / "hidden", folder, "--anonymous")
    for place in (out, tmp_path / "other"):
        done = grade(course, place, folder)
        assert done.returncode == 0, done.stderr
        assert f"{out} is left out: it holds results of patience grade" in done.stderr
        assert f"{folder / 'hidden-key'} is left out" in done.stderr
        assert set(table(place)) == {"2600001S", "2600002S"}
    refused = grade(course, folder, folder)
    assert refused.returncode == 2
    assert refused.stderr.endswith("is the folder of the submissions; name another one\n")
    refused = grade(course, folder / "2600002S", folder)
    assert refused.returncode == 2
    assert refused.stderr.endswith("2600002S holds a submission; name another folder\n")
    for taken in (course, course / "solution"):
        refused = grade(course, taken, folder)
        assert refused.returncode == 2
        assert refused.stderr.endswith("is a folder of the course; name another one\n")
    refused = grade(course, tmp_path / "third", out)
    assert refused.returncode == 2
    assert "it holds results of patience grade, and no submissions" in refused.stderr
    (out / "cohort.json").unlink()
    (out / "marks.csv").unlink()
    (course / "broken.csv").write_text("submission,criterion\n")
    shutil.copy(course / "broken.csv", out / "overrides.csv")
    assert grade(course, out, folder / "2600001S.zip").returncode == 2
    grade(course, tmp_path / "fourth", folder)
    assert set(table(tmp_path / "fourth")) == {"2600001S", "2600002S"}


def test_an_empty_folder_is_a_finding(course: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"2600001S.zip": packed("reference-solution-66")})
    (folder / "2600002S").mkdir()
    done = grade(course, tmp_path / "marks", folder)
    assert done.returncode == 1
    assert "2600002S is left out: it is an empty folder" in done.stderr


def test_a_student_is_forgotten(course: Path, tmp_path: Path) -> None:
    out, download = tmp_path / "marks", moodle_with_worksheet(tmp_path)
    times = tmp_path / "times.csv"
    times.write_text("number,submitted\n2600001S,2026-03-27 18:30\n", encoding="utf-8")
    roster = tmp_path / "roster.csv"
    roster.write_text(packing.worksheet(), encoding="utf-8")
    grade(course, out, download, "--times", times, "--roster", roster, *DEADLINE)
    done = patience("forget", out, "Ada Lovelace", cwd=course)
    assert done.returncode == 0, done.stderr
    left = [path for path in out.rglob("*") if path.is_file()]
    assert left
    for path in left:
        text = path.read_text("utf-8", errors="replace")
        assert "2600001S" not in path.as_posix()
        assert "2600001S" not in text, path
        assert "Lovelace" not in text, path
    assert "2600002S" in table(out)
    again = patience("forget", out, "Ada Lovelace", cwd=course)
    assert again.returncode == 2


# And back


def test_a_roster_that_comes_later_gives_its_numbers(course: Path, tmp_path: Path) -> None:
    broken = {"Ann_1_assignsubmission_file/2600001S.7z": b"7z\xbc\xaf"}
    work = files_of("reference-solution-66")
    loose = {f"Bo_2_assignsubmission_file/{name}": data for name, data in work.items()}
    download, out = write(tmp_path / "in", {**broken, **loose}), tmp_path / "marks"
    grade(course, out, download)
    assert {name: row["student"] for name, row in table(out).items()} == {
        "Ann": "2600001S", "Bo": "Bo"
    }  # fmt: skip
    roster = tmp_path / "class.csv"
    roster.write_text("name,number\nAnn,2600001S\nBo,2600002S\n", encoding="utf-8")
    done = grade(course, out, download, "--roster", str(roster))
    assert "2 of 2 are already marked" in done.stdout
    assert {name: row["student"] for name, row in table(out).items()} == {
        "Ann": "2600001S", "Bo": "2600002S"
    }  # fmt: skip
    stored = json.loads((out / "Bo/sheet.json").read_text("utf-8"))
    assert stored["student"] == "2600002S"


def test_a_worksheet_is_filled_in_from_a_download(course: Path, tmp_path: Path) -> None:
    out = tmp_path / "marks"
    grade(course, out, moodle(tmp_path))
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(packing.worksheet().replace("66.00", f"{TOTAL}.00"), encoding="utf-8-sig")
    done = patience("export", out, "--moodle", sheet, "--out", tmp_path / "back", cwd=course)
    text = (tmp_path / "back/moodle/Grades.csv").read_text("utf-8-sig")
    filled = {row["Full name"]: row["Grade"] for row in csv.DictReader(io.StringIO(text))}
    assert filled == {**dict.fromkeys(NAMES, f"{TOTAL}"), "Absent Friend": ""}, done.stderr


def test_a_gradebook_is_filled_in_from_a_download_and_a_roster(
    course: Path, tmp_path: Path
) -> None:
    out = tmp_path / "marks"
    grade(course, out, canvas(tmp_path))
    header = "Student,ID,SIS User ID,SIS Login ID,Section,Klondike (12)\n"
    points = f"    Points Possible,,,,,{TOTAL}\n"
    people = [f"Person {number},{number},,,One,\n" for number in (7001, 7002, 7050, 7060)]
    book = tmp_path / "book.csv"
    book.write_text(header + points + "".join(people), encoding="utf-8")
    patience("export", out, "--canvas", book, "--out", tmp_path / "back", cwd=course)
    with (tmp_path / "back/canvas/book.csv").open(encoding="utf-8", newline="") as file:
        filled = {row["ID"]: row["Klondike (12)"] for row in csv.DictReader(file)}
    assert all(filled[number] for number in ("7001", "7002", "7050", "7060"))


def test_a_namesake_of_another_section_gets_no_grade(course: Path, tmp_path: Path) -> None:
    out, work = tmp_path / "marks", packed("reference-solution-66")
    files = {"CS1/John Smith_1_assignsubmission_file/2600001S.zip": work}
    grade(course, out, write(tmp_path / "in", files))
    head = "Identifier,Full name,Status,Grade,Maximum grade,Last modified (grade)\n"
    namesake, himself = (f"Participant {number},John Smith,,,{TOTAL},-\n" for number in (9, 1))
    for rows, code, filled in ((namesake, 1, [""]), (namesake + himself, 0, ["", f"{TOTAL}"])):
        sheet = tmp_path / "Grades.csv"
        sheet.write_text(head + rows, encoding="utf-8")
        done = patience("export", out, "--moodle", sheet, "--out", tmp_path / "back", cwd=course)
        assert done.returncode == code, done.stderr
        with (tmp_path / "back/moodle/Grades.csv").open(encoding="utf-8", newline="") as file:
            assert [row["Grade"] for row in csv.DictReader(file)] == filled


def test_a_name_stays_with_whom_it_named_first(course: Path, tmp_path: Path) -> None:
    work, download = packed("reference-solution-66"), tmp_path / "CS1"
    for number in ("1", "0"):
        write(download / f"John Smith_{number}_assignsubmission_file", {"2600001S.zip": work})
        done = grade(course, tmp_path / "marks", download)
        assert done.returncode == 0, done.stderr
    known = json.loads((tmp_path / "marks" / "cohort.json").read_text("utf-8"))["submissions"]
    assert {name: one["people"][0]["ids"]["moodle"] for name, one in known.items()} == {
        "John Smith": "1",
        "John Smith 0": "0",
    }
    appeal = ("explain", tmp_path / "marks", "--most", "0")
    first = patience(*appeal, "John Smith", cwd=course)
    assert first.stdout.startswith("John Smith: ")
    assert "'John Smith' fits others, too: John Smith 0" in first.stderr
    both = patience(*appeal, "john smith", cwd=course)
    assert both.returncode == 2
    assert "(John Smith, John Smith 0); write one" in both.stderr
    forget = patience("forget", tmp_path / "marks", "John Smith", cwd=course)
    assert forget.returncode == 2
    assert "(John Smith: 1, John Smith 0: 0); name one by what only it" in forget.stderr
    shutil.rmtree(download / "John Smith_1_assignsubmission_file")
    assert grade(course, tmp_path / "marks", download).returncode == 1
    assert [*table(tmp_path / "marks")] == ["John Smith 0"]


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("John Smith_{}_assignsubmission_file/work.zip", "moodle"),
        ("{}-34 - John Smith - Dec 4, 2026 210 PM/work.zip", "brightspace"),
        ("HW/Smith, John({})/Submission attachment(s)/work.zip", "sakai"),
        ("Smith John {} js{}/2026-12-04-14-10-00/work.zip", "vpl"),
    ],
)
def test_nobody_is_taken_for_a_namesake_who_has_left(
    file: str, key: str, course: Path, tmp_path: Path
) -> None:
    work, out = packed("reference-solution-66"), tmp_path / "marks"
    for number, numbers in enumerate((("21", "22"), ("10", "22"))):
        download = tmp_path / f"CS1-{number}"
        for one in numbers:
            write(download, {file.format(one, one): work})
            if key == "sakai":
                write(download, {f"HW/Smith, John({one})/timestamp.txt": b"2026-12-04T14:10:11Z"})
        done = grade(course, out, download)
        assert done.returncode == number, done.stderr
    assert re.search("is no longer listed: (John Smith|Smith John) ", done.stderr)
    known = json.loads((out / "cohort.json").read_text("utf-8"))["submissions"]
    called = {one["people"][0]["ids"][key]: name[10:] for name, one in known.items()}
    assert called == {"21": "", "22": " 22", "10": " 10"}


def test_a_namesake_whom_only_an_address_tells_apart_takes_no_name(
    course: Path, tmp_path: Path
) -> None:
    out, work = tmp_path / "marks", files_of("reference-solution-66")
    for letters in ("b", "ab", "a"):
        export: dict[str, bytes] = {}
        metadata = ["---"]
        for place, letter in enumerate(letters):
            folder = f"submission_31000{place}"
            export |= {f"{folder}/{name}": data for name, data in work.items()}
            metadata += [f"{folder}:", "  :submitters:", "  - :name: Li Wei", "    :sid:"]
            metadata += [f"    :email: {letter}@example.org", "  :history: []"]
        export["submission_metadata.yml"] = "\n".join(metadata).encode()
        done = grade(course, out, zipped(tmp_path / f"{letters}.zip", export))
        assert done.returncode == int(letters == "a"), done.stderr
        names = {name for name, row in table(out).items() if row["status"] == "marked"}
        assert names == {{"a": "Li Wei a@example.org", "b": "Li Wei"}[one] for one in letters}


def test_whoever_names_one_submission_hears_of_the_others(course: Path, tmp_path: Path) -> None:
    work, out = packed("reference-solution-66"), tmp_path / "marks"
    folder = write(tmp_path / "in", {"2600001S.zip": work, "2600002S.zip": work})
    assert grade(course, out, folder).returncode == 0
    one = grade(course, out, folder / "2600001S.zip")
    (folder / "2600002S.zip").unlink()
    fewer = grade(course, out, write(tmp_path / "more", {"2600003S.zip": work}), folder)
    assert (one.returncode, fewer.returncode) == (0, 1)
    for done in (one, fewer):
        assert "2600002S (its results stay in" in done.stderr


def test_of_many_that_are_gone_the_first_are_named() -> None:
    line = gone_line([f"26{number:05}F" for number in range(60)], Path("marks"))
    assert line.count("26000") == 20
    assert "2600019F and 40 more (" in line
