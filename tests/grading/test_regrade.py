"""A re-grade: what is examined again, and what is said about what changed."""

from __future__ import annotations

import csv
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from commands import new_whist, run
from small_course import edit

ALWAYS_ONE = "def pairs(hand):\n    return 1\n"
HANDOUT = "handout/whist.md"
LATE = """
[late]
rule = "hourly"
timezone = "UTC"
percent_per_hour = 10
deadline = 2026-03-06T18:00:00Z

[limits]"""
TIMES = "submission,submitted\n2600001A,2026-03-06 18:30\n2600002B,2026-03-06 17:30\n"
OVERRIDES = """\
submission,criterion,marks,reason,by,when
2600002B,pairs.none,0.5,<b>fair</b>,Dr X,2026-12-10
"""


def course_of(folder: Path) -> Path:
    """A coursework of one function, with a right submission and one that is half right."""
    new_whist(folder)
    (folder / "in").mkdir()
    right = (folder / "solution/whist/pairs.py").read_text("utf-8")
    for name, text in {"2600001A": right, "2600002B": ALWAYS_ONE}.items():
        with zipfile.ZipFile(folder / "in" / f"{name}.zip", "w") as archive:
            archive.writestr("pairs.py", text)
    return folder


@pytest.mark.slow
def test_marks_and_rules_change_nothing_but_marks_and_a_suite_examines_again(
    tmp_path: Path,
) -> None:
    course = course_of(tmp_path)
    out = course / "marks"

    def grade(*more: str) -> str:
        done = run("grade", "in", "--jobs", "1", *more, cwd=course)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def changes() -> list[dict[str, str]]:
        with (out / "changes.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    first = grade()
    assert "examining" not in first
    assert "changed" not in first
    assert first.endswith("\n2 submissions: 2 marked; mean 3 of 4\n")
    assert not (out / "changes.csv").exists()
    page = (out / "2600002B/feedback.html").read_text("utf-8")

    explained = run("explain", "marks", "2600002B", cwd=course)
    assert explained.returncode == 0, explained.stderr
    for part in ("2 of 4 marks", "pairs.none: failed, 0 of 1", "answered     1", "whist 1.0 ("):
        assert part in explained.stdout
    assert "pairs.one" not in explained.stdout
    assert re.search(
        r"  questions    (\d+) asked(, \d+ right)?, [1-9]\d* wrong\n", explained.stdout
    )
    assert "when asked again" not in explained.stdout
    passed = run("explain", "marks", "2600002B", "pairs.one", "--most", "2", cwd=course)
    assert "pairs.one: passed, 1 of 1" in passed.stdout
    count = re.search(r"questions    (\d+) asked, \1 right\n", passed.stdout)
    assert count
    lines = re.findall(r"\n +\d+ right  pairs\(.*\)  ->  1", passed.stdout)
    assert len(lines) == 2
    assert f"{int(count[1]) - 2} more are left out (see --most)" in passed.stdout
    short = run("explain", "marks", "2600002B", "--most", "0", cwd=course)
    assert " asked" not in short.stdout.replace("  asked ", "")
    (course / "in").rename(course / "moved")
    lost = run("explain", "marks", "2600002B", cwd=course)
    assert lost.returncode == 0
    assert "its questions cannot be listed: the submissions are no longer at " in lost.stdout
    found = run("explain", "marks", "2600002B", "--submissions", "moved", cwd=course)
    assert "  questions   " in found.stdout
    (course / "moved").rename(course / "in")
    for wrong, why in {
        "2600009Z": "no submission is called",
        "2600002B x.y": "no criterion",
    }.items():
        refused = run("explain", "marks", *wrong.split(), cwd=course)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert why in refused.stderr

    sheet = out / "2600002B/sheet.json"
    stored = sheet.read_bytes()
    sheet.write_bytes(stored.replace(b'"got": "1"', b'"got": "2"'))
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    verified = run("verify", "marks", cwd=course)
    assert verified.returncode == 1, verified.stderr
    assert "2600002B differs: nothing that decides it has changed" in verified.stdout
    assert "pairs.none is failed again, with other evidence" in verified.stdout
    assert "1 of 2 came out the same, byte by byte" in verified.stdout
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before
    sheet.write_bytes(stored)
    shutil.copytree(out, course / "fewer")
    assert run("forget", "fewer", "2600002B", cwd=course).returncode == 0
    verified = run("verify", "fewer", cwd=course)
    assert verified.returncode == 1, verified.stderr
    said = "2600002B differs: it was not marked, or was removed; run patience grade\n"
    assert verified.stdout.startswith(said)

    handout = course / HANDOUT
    edit(handout, "Two cards of the same rank are a pair. | 1", "A pair is a pair. | 3")
    edit(handout, "**Counting pairs** | **4**", "**Counting pairs** | **6**")
    edit(handout, "**total** | **4**", "**total** | **6**")
    edit(handout, "total = 4", "total = 6")
    edit(handout, 'deadline = "counterexample"', 'deadline = "score"')
    edit(handout, "\n[limits]", LATE)
    (course / "times.csv").write_text(TIMES, "utf-8")
    said = grade("--times", "times.csv")
    assert "2 of 2 are already marked" in said
    assert "examining" not in said
    line = "2 of 2 changed: 2600001A +1.4 (pairs.one passed), 2600002B +2 (pairs.one passed)"
    assert line in said
    assert [(row["before"], row["after"]) for row in changes()] == [("4", "5.4"), ("2", "4")]
    assert "Changed by the last re-grade: 2" in (out / "index.html").read_text("utf-8")
    again = (out / "2600002B/feedback.html").read_text("utf-8")
    assert again != page
    assert "the mark changed from 2 to 4: pairs.one 1 to 3." in again
    results = json.loads((out / "2600002B/results.json").read_bytes())
    assert (results["score"], "from 2 to 4" in results["output"]) == (4, True)

    suite = course / "grader/suites/whist/test_pairs.py"
    suite.write_text(suite.read_text("utf-8") + "\n# Asked otherwise.\n", "utf-8")
    said = grade()
    assert "examining 2 again: the tests or the solution changed" in said
    assert " changed:" not in said
    assert len(changes()) == 2
    assert (out / "2600002B/feedback.html").read_text("utf-8") == again

    (out / "overrides.csv").write_text(OVERRIDES, "utf-8")
    said = grade()
    assert "examining" not in said
    assert "1 of 2 changed: 2600002B +0.5 (pairs.none partial)" in said
    page = (out / "2600002B/feedback.html").read_text("utf-8")
    assert "Set to 0.5 of 1 by Dr X on 2026-12-10: &lt;b&gt;fair&lt;/b&gt;." in page
    assert "1 overridden" in (out / "index.html").read_text("utf-8")

    (course / "in/2600002B.zip").write_bytes((course / "in/2600001A.zip").read_bytes())
    done = run("grade", "in", "--jobs", "1", cwd=course)
    assert done.returncode == 1
    assert "the override of pairs.none for 2600002B: for another version" in done.stderr
    assert "2600002B +1.5" in done.stdout
    assert "Dr X" not in (out / "2600002B/feedback.html").read_text("utf-8")

    alike = run("similar", "marks", cwd=course)
    assert alike.returncode == 0, alike.stderr
    assert "identical: 2600001A, 2600002B" in alike.stdout
    assert "proves nothing" in (out / "similar.html").read_text("utf-8")

    exported = run("similar", "marks", "--export", "others/plain", cwd=course)
    assert exported.returncode == 0, exported.stderr
    plain = course / "others/plain"
    written = {str(path.relative_to(plain)) for path in plain.rglob("*") if path.is_file()}
    assert written == {
        *("README.txt", "base/__init__.py", "base/cards.py", "base/pairs.py"),
        *("submissions/2600001A/pairs.py", "submissions/2600002B/pairs.py"),
    }
    assert "raise NotImplementedError" in (plain / "base/pairs.py").read_text("utf-8")
    hidden = run("similar", "marks", "--export", "others/hidden", "--anonymous", cwd=course)
    assert hidden.returncode == 0, hidden.stderr
    rows = (course / "others/hidden-key/key.csv").read_text("utf-8").splitlines()
    assert [row.partition(",")[2] for row in rows] == ["submission", "2600001A", "2600002B"]
    folders = {path.name for path in (course / "others/hidden/submissions").iterdir()}
    assert folders == {row.partition(",")[0] for row in rows[1:]}
    assert not [path for path in (course / "others/hidden").rglob("*") if "26000" in str(path)]
    for wrong, why in {
        "--export others/hidden": "others/hidden is already there; name a new folder",
        "--anonymous": "--anonymous belongs to --export; name a folder",
    }.items():
        refused = run("similar", "marks", *wrong.split(), cwd=course)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert why in refused.stderr

    assert run("forget", "marks", "2600002B", cwd=course).returncode == 0
    left = [path for path in out.rglob("*") if path.is_file()]
    assert not [path for path in left if b"2600002B" in path.read_bytes()]
