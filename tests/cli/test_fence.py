"""Whatever a submission holds, no command prints it but as text: nothing in it is obeyed or hidden.

Every command has a case here, or a reason why it prints nothing of a submission.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import run
from patience_grader.cli import COMMANDS
from sample import ROOT, SOLUTION, zip_of
from smaller import ask_nothing_elsewhere, give_secret, leave

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="its names are those of Linux")

BLANKS = "\u3164\u115f\u1160\u2800\uffa0\u200b\u00ad"
BAD = (
    "\x1b[2J\x1b]0;title\x07\x9b1m\r\x08\x00 \u202e\u2066 " + BLANKS + "\U000e0041 "
    "##vso[task.complete]done ##[error]x ##teamcity[x] \n::error file=own.py::own\n"
    "::set-output name=own::own\n  ::add-mask::own section_start:1:own\n"
)
NAME = "2600002B \x1b[2J\u202e\u3164 ##vso[x]y\n::error::own"
GAME = f"""
BAD = {BAD!r}
def is_won(board): raise ValueError(BAD)
"""
NO_TEXT = "it prints nothing of a submission: "


@dataclass(frozen=True)
class Course:
    """A course with hostile submissions that are marked."""

    root: Path
    submissions: Path
    marks: Path
    gradebook: Path
    package: Path


Lines = Callable[[Course], Sequence[Sequence[str | Path]]]
CASES: dict[str, Lines | str] = {
    "grade": lambda course: [
        [course.submissions, "--out", course.root / "again", "--jobs", "1", "--fail-under", "5"],
        [course.submissions / "2600001A.zip", "--out", course.root / "one"],
    ],
    "review": lambda course: [[course.submissions, "--coursework", "klondike"]],
    "export": lambda course: [[course.marks, "--canvas", course.gradebook, "--classroom"]],
    "check": lambda course: [
        [course.package],
        [course.package, "--json"],
        [course.package, "--ci", "github"],
        [course.package, "--ci", "gitlab"],
        [course.submissions / "2600003C.zip"],
    ],
    "explain": lambda course: [
        [course.marks, "2600001A"],
        [course.marks, "2600003C", "is_won"],
    ],
    "verify": lambda course: [[course.marks]],
    "similar": lambda course: [[course.marks], [course.marks, "--export", course.root / "others"]],
    "forget": lambda course: [[course.root / "again", "2600002B"]],
    "package": NO_TEXT + "it packs the course",
    "release": NO_TEXT + "it packs the course",
    "new": NO_TEXT + "there is no course yet",
    "adopt": NO_TEXT + "it reads a course",
    "secret": NO_TEXT + "it is about the course",
    "questions": NO_TEXT + "it is about the course",
    "notebook": NO_TEXT + "it writes notebooks of the course and counts marks",
    "selftest": NO_TEXT + "what it marks belongs to the course",
    "skeleton": NO_TEXT + "it is about the course",
    "doctor": NO_TEXT + "it is about the machine",
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = tmp_path_factory.mktemp("fence") / "course"
    for part in ("handout", "solution", "skeleton", "grader/suites"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    leave({"deck_of_52", "is_won"}, 6, root)
    ask_nothing_elsewhere(root)
    give_secret(root)
    right = {name: (SOLUTION / name).read_text("utf-8") for name in ("deck.py", "game.py")}
    hostile = {**right, "game.py": right["game.py"] + GAME, "status.txt": BAD}
    broken = {**right, "game.py": f"# {BAD.replace(chr(10), ' ').replace(chr(0), '')}\n!{NAME!r}\n"}
    folder = root / "submissions"
    folder.mkdir()
    for name, files in {"2600001A": hostile, NAME: hostile, "2600003C": broken}.items():
        data = zip_of({file: text.encode("utf-8", "replace") for file, text in files.items()})
        (folder / f"{name}.zip").write_bytes(data)
    (folder / f"2600004D{NAME[8:]}.zip").write_bytes(b"no zip")
    gradebook = root / "gradebook.csv"
    gradebook.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Klondike (1)\n"
        "    Points Possible,,,,,6\n"
        f'"Own {NAME}",501,2600009Z,own,CS1,\n',
        "utf-8",
    )
    package = root / "work" / "klondike"
    shutil.copytree(root / "solution" / "klondike", package)
    with (package / "game.py").open("a", encoding="utf-8") as file:
        file.write(GAME)
    done = run("grade", folder, "--out", root / "marks", "--jobs", "1", cwd=root)
    assert done.returncode == 1, done.stderr
    assert printed_as_text(done.stdout + done.stderr)
    return Course(root, folder, root / "marks", gradebook, package.parent)


def test_every_command_has_a_case() -> None:
    assert CASES.keys() == COMMANDS.keys()


@pytest.mark.parametrize("command", [name for name, case in CASES.items() if callable(case)])
def test_what_a_submission_holds_is_printed_as_text(command: str, course: Course) -> None:
    case = CASES[command]
    assert callable(case)
    for arguments in case(course):
        done = run(command, *arguments, cwd=course.root)
        assert done.returncode in {0, 1, 2}, done.stderr
        assert done.stdout + done.stderr
        assert printed_as_text(done.stdout + done.stderr)


def printed_as_text(printed: str) -> bool:
    """Whether no terminal and no CI service obeys or hides any of it. Raises AssertionError."""
    odd = {one for one in printed if one != "\n" and (_is_odd(one) or one in BLANKS)}
    assert not odd, sorted(map(ascii, odd))
    ours = re.sub(r"(?m)^::(stop-commands::\w+|error file=work/.*|[0-9a-f]{32}::)$", "", printed)
    commands = re.findall(r"(?m)^\s*::[a-z].*|##\w*\[.*|section_(?:start|end):.*", ours)
    assert not commands
    return True


def _is_odd(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def test_what_is_not_text_is_found() -> None:
    for bad in ("\x1b[m", "\u3164", "a\n::error::x", "x ##vso[y", "section_start:1:x"):
        with pytest.raises(AssertionError):
            printed_as_text(bad)
    assert printed_as_text(os.linesep)
