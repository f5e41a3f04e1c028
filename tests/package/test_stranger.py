"""A stranger's Monday: from the wheel in an empty folder to a student's feedback."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
"""With what is installed: no test needs a package index."""
FILES = {
    "solution/lines.py": '''\
"""Statistics of a text."""


def longest(text):
    return max(text.splitlines(), key=len, default="")


def indent_of(line):
    return len(line) - len(line.lstrip(" "))
''',
    "tests/test_lines.py": '''\
import pytest
from lines import indent_of, longest


@pytest.mark.parametrize("text, line", [("a\\nbb\\nc", "bb"), ("", "")])
def test_longest_basic(text, line):
    """The longest line is found."""
    assert longest(text) == line


def test_longest_first():
    """Of lines that are equally long, it is the first."""
    assert longest("aa\\nbb") == "aa"


def test_indent_basic():
    """Spaces at the beginning are counted."""
    assert indent_of("   x y") == 3


def test_indent_hidden():
    assert indent_of("\\t hidden case") == 0
''',
}


class Stranger:
    """Somebody with the wheel, the libraries that it needs, and an empty folder."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.folder = folder
        libraries = (one for one in sys.path if one.endswith("packages"))
        self._path = os.pathsep.join([str(site), *libraries])

    def patience(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "patience_grader", *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": self._path, "XDG_CACHE_HOME": str(self.folder / "c")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def stranger(tmp_path: Path) -> Stranger:
    site, folder = tmp_path / "site", tmp_path / "monday"
    install = [*PIP, "--no-deps", "--no-index", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*install, str(ROOT)], check=True, capture_output=True)
    for path, text in FILES.items():
        (folder / "mine" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "mine" / path).write_text(text, "utf-8")
    return Stranger(folder, site)


def _zip(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


@pytest.mark.slow
def test_a_strangers_monday(stranger: Stranger) -> None:
    folder = stranger.folder
    (folder / "course" / "handout").mkdir(parents=True)
    said = stranger.patience(
        *("adopt", "lines", "--solution", "mine/solution", "--tests", "mine/tests/test_lines.py"),
        *("--public", "*basic*", "--course", "course"),
    )
    assert "adopted 4 of 4 tests" in said

    handout = folder / "course" / "handout" / "lines.md"
    text = handout.read_text("utf-8")
    for find, put in (
        ("longest line is found. | 1 |", "longest line is found. | 3 |"),
        ("| **4** |", "| **6** |"),
        ("total = 4", "total = 6"),
    ):
        assert find in text
        text = text.replace(find, put)
    handout.write_text(text, "utf-8")
    stranger.patience("selftest", "lines", "--course", "course")

    said = stranger.patience("release", "lines", "--course", "course")
    assert "2 public tests" in said
    assert "lines.longest_first, lines.indent_hidden (hidden questions)" in said
    with zipfile.ZipFile(folder / "lines-1.0.zip") as archive:
        archive.extractall(folder / "student")
    home = folder / "student" / "lines-1.0"
    wrong = FILES["solution/lines.py"].replace("max(text", "min(text")
    (home / "lines.py").write_text(wrong, "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "check.py"],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONUTF8": "1"},
    )
    assert done.returncode == 1, done.stderr
    assert "1 of 2 public tests passed" in done.stdout
    assert "longest('a\\nbb\\nc'): 'a', where the solution gives 'bb'" in done.stdout

    students = [("Ada Right", 1, FILES["solution/lines.py"]), ("Bob Wrong", 2, wrong)]
    with zipfile.ZipFile(folder / "download.zip", "w") as archive:
        for name, number, code in students:
            place = f"{name}_{8800 + number}_assignsubmission_file"
            archive.writestr(f"{place}/260000{number}A.zip", _zip({"lines.py": code}))
    rows = "".join(
        f"Participant {8800 + number},{name},260000{number}A,x@y.example,Submitted,,6.00,Yes,,\n"
        for name, number, _ in students
    )
    head = "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,"
    more = "Grade can be changed,Last modified (grade),Feedback comments\n"
    (folder / "worksheet.csv").write_text(f"{head}{more}{rows}", "utf-8")
    stranger.patience("grade", "download.zip", "--course", "course", "--out", "marks")
    stranger.patience("export", "marks", "--moodle", "worksheet.csv", "--course", "course")
    written = (folder / "export" / "moodle" / "worksheet.csv").read_text("utf-8-sig")
    grades = {row["Full name"]: row["Grade"] for row in csv.DictReader(io.StringIO(written))}
    assert {name: float(grade) for name, grade in grades.items()} == {
        "Ada Right": 6,
        "Bob Wrong": 3,
    }

    page = (folder / "marks" / "Bob Wrong" / "feedback.html").read_text("utf-8")
    assert "The longest line is found." in page
    assert "longest(&#39;a\\nbb\\nc&#39;)" in page
