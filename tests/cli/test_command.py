"""The command as people and CI type it: exit codes, what is said, what is written."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from commands import PATIENCE, new_whist, rows, run, zipped
from patience_grader.cli import COMMANDS
from patience_grader.submission.naming import OWN_FILES
from sample import COHORT, zip_of
from small_course import EXERCISES, SUITE, TOTAL, edit, small_course
from smaller import HANDOUT
from warm import Done

DEADLINE = 60
COURSE = {".patience", "handout", "solution", "skeleton", "grader", "tests"}

BUGGY = "\n\ndef can_stack(card, onto):\n    return card.value == onto.value + 1"
ENDLESS = "\n\ndef can_stack_on_pillar(card, top):\n    while True: pass"
KILLER = """
import os, signal
STARTED_BY = os.getppid()

def can_stack(card, onto):
    if os.getppid() == STARTED_BY > 1:
        os.kill(STARTED_BY, signal.SIGKILL)
"""
"""Kills the process that forked it, by its id and once: never whatever adopts it after that."""

WRITTEN = {"feedback.html", "results.json", "sheet.json"}


SUBMISSIONS = {
    "2600001A": zipped(),
    "2600002B": zipped(game=BUGGY),
    "2600003C": zipped(deck="\ndef shuffle(:"),
    "2600004D": b"no zip",
    "2600005E": zipped(game=ENDLESS),
    "2600006F": zipped(),
}


def write(folder: Path, uploads: Mapping[str, bytes]) -> Path:
    folder.mkdir()
    for name, data in uploads.items():
        (folder / f"{name}.zip").write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = small_course(tmp_path_factory.mktemp("small") / "course")
    edit(root / HANDOUT, "cpu_seconds_per_question = 1.0", "cpu_seconds_per_question = 0.1")
    return root


@pytest.fixture(scope="module")
def cohort(course: Path) -> tuple[Done, Path]:
    """What marking the submissions said, and the folder it was written to."""
    folder, out = write(course / "submissions", SUBMISSIONS), course / "marks"
    return run("grade", folder, "--out", out, "--jobs", "1", cwd=course), out


def test_the_solution_earns_all_marks_and_the_skeleton_none(course: Path, tmp_path: Path) -> None:
    zips = sorted(COHORT.glob("reference-solution-66/*")) + sorted(COHORT.glob("untouched*/*"))
    done = run("grade", *zips, "--out", tmp_path / "marks", "--jobs", "1", cwd=course)
    assert (done.returncode, done.stderr) == (0, "")
    found = [
        (row["status"], row["total"], row["out_of"]) for row in rows(tmp_path / "marks").values()
    ]
    assert found == [("marked", str(TOTAL), str(TOTAL)), ("marked", "0", str(TOTAL))]


def test_a_single_hand_in_gets_its_whole_sheet_printed(course: Path, tmp_path: Path) -> None:
    (zip_file,) = write(tmp_path / "in", {"2600001A": zipped(game=BUGGY)}).iterdir()
    done = run("grade", zip_file, "--out", tmp_path / "marks", cwd=course)
    assert (done.returncode, done.stderr) == (0, "")
    first, *others = done.stdout.splitlines()
    assert first == f"2600001A: {TOTAL - 2} of {TOTAL}, band A2 (marked)"
    table = [line for line in others if " of " in line and "-" not in line and "." not in line]
    assert [line.split()[0] for line in table] == [*EXERCISES]
    assert len([line for line in others if line.startswith("    - ")]) == 3


def test_what_is_set_for_pytest_elsewhere_changes_no_mark(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p nowhere -k nothing")
    monkeypatch.setenv("PYTEST_PLUGINS", "nowhere")
    (zip_file,) = write(tmp_path / "in", {"2600001A": zipped()}).iterdir()
    done = run("grade", zip_file, "--out", tmp_path / "marks", cwd=course)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"2600001A: {TOTAL} of {TOTAL}")


def test_a_bad_zip_never_stops_the_rest(cohort: tuple[Done, Path]) -> None:
    done, out = cohort
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "2600004D cannot be read: 2600004D.zip: it is not a zip that can be read"
    ]
    for name in SUBMISSIONS:
        assert {path.name for path in (out / name).iterdir()} == WRITTEN
    found = {name: (row["total"], row["status"]) for name, row in rows(out).items()}
    assert found == {
        "2600001A": ("18", "marked"),
        "2600002B": ("16", "marked"),
        "2600003C": ("14", "capped"),
        "2600004D": ("0", "unreadable"),
        "2600005E": ("16", "marked"),
        "2600006F": ("18", "marked"),
    }


def test_the_table_has_a_row_a_hand_in_and_a_column_an_exercise(
    cohort: tuple[Done, Path],
) -> None:
    _, out = cohort
    head, *lines = (out / "marks.csv").read_text("utf-8").splitlines()
    known = ["submission", "student", "status", "total", "out_of", "band", "band_before"]
    misread = ["misreading", "by_reading", "regained"]
    assert head.split(",") == [*known, "submitted", "late", "reason", *misread, *EXERCISES]
    assert lines[1] == (
        "2600002B,2600002B,marked,16,18,A2,A2,,,,runs built upwards,17.5,0,4,10,0,2"
    )
    assert len(lines) == len(SUBMISSIONS)


def test_marking_again_gives_the_same_bytes_with_any_number_of_jobs(
    course: Path, cohort: tuple[Done, Path]
) -> None:
    _, out = cohort
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    done = run("grade", "submissions", "--out", out, "--jobs", "2", "--again", cwd=course)
    assert "already" not in done.stdout
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_what_is_marked_is_not_marked_again(course: Path, cohort: tuple[Done, Path]) -> None:
    _, out = cohort
    before = (out / "marks.csv").read_bytes()
    (out / "marks.csv").unlink()
    done = run("grade", "submissions", "--out", out, cwd=course)
    assert done.returncode == 1
    assert "6 of 6 are already marked" in done.stdout
    assert (out / "marks.csv").read_bytes() == before


@pytest.mark.parametrize(("limit", "code"), [("16", 0), ("16.5", 1)])
def test_a_mark_below_the_limit_is_a_finding(
    course: Path, cohort: tuple[Done, Path], tmp_path: Path, limit: str, code: int
) -> None:
    out = shutil.copytree(cohort[1], tmp_path / "marks")
    (out / "cohort.json").unlink()  # or else the others would be missed
    zips = [course / f"submissions/{name}.zip" for name in ("2600001A", "2600002B")]
    done = run("grade", *zips, "--out", out, "--fail-under", limit, cwd=course)
    assert done.returncode == code
    assert done.stderr == ("2600002B earns less than 16.5 marks\n" if code else "")


SIGNALLED = """
import os, signal, sys
from patience_grader import cli

number, ignored = map(int, sys.argv[1:])
signal.signal(number, signal.SIG_IGN if ignored else signal.SIG_DFL)

def main(**_):
    try:  # as Python does while it forks
        os.kill(os.getpid(), number)
    except BaseException:
        pass
    try:
        ignored or signal.pause()
    finally:
        os.kill(os.getpid(), number)
        print("cleaned up")
    return 0

cli.cli.main = main
cli.main()
"""


@pytest.mark.parametrize(("number", "ignored", "code"), [(1, 0, 129), (15, 0, 143), (1, 1, 0)])
def test_a_signal_ends_the_command_unless_it_is_ignored_as_under_nohup(
    number: int, ignored: int, code: int
) -> None:
    command = [sys.executable, "-c", SIGNALLED, str(number), str(ignored)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (code, "cleaned up\n")
    assert ("run the same command again" in done.stderr) == bool(code)


@pytest.mark.parametrize(("streams", "code"), [("<&- >&- 2>&-", 0), (">/dev/full", 2)])
def test_without_standard_streams_it_works_and_without_room_it_says_so(
    tmp_path: Path, streams: str, code: int
) -> None:
    course = new_whist(tmp_path)
    command = [*PATIENCE, "grade", "solution/whist"]
    done = subprocess.run(
        ["bash", "-c", f'exec "$@" {streams}', "bash", *command],
        cwd=course,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert ("No space left" in done.stderr) == bool(code)
    assert (course / "marks/whist/feedback.html").is_file()


FULL = """
import os, sys
from patience_grader.cli import main
from patience_grader.text import atomic
number = int(sys.argv.pop(1))

def full(*_, **__):
    raise OSError(number, os.strerror(number))

atomic.NamedTemporaryFile = full
main()
"""


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES])
def test_a_disk_that_takes_no_more_is_no_fault_of_the_kit(
    course: Path, cohort: tuple[Done, Path], tmp_path: Path, number: int
) -> None:
    table = tmp_path / "criteria.csv"
    arguments = ("export", cohort[1], "--coursework", "klondike", "--csv", table)
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(number), *map(str, arguments)],
        cwd=course,
        capture_output=True,
        text=True,
        check=False,
    )
    is_full = number in {errno.ENOSPC, errno.EDQUOT}
    more = "; make room there and run the same command again" * is_full
    why = f"patience: {table} cannot be written: {os.strerror(number)}{more}\n"
    assert (done.returncode, done.stderr) == (2, why)


def test_a_worker_that_cannot_write_ends_the_run(course: Path, tmp_path: Path) -> None:
    (zip_file,) = write(tmp_path / "in", {"2600001A": zipped()}).iterdir()
    out = tmp_path / "marks"
    out.mkdir()
    (out / "2600001A").write_bytes(b"")
    done = run("grade", zip_file, "--out", out, "--jobs", "1", cwd=course)
    assert done.returncode == 2
    assert done.stderr == f"patience: {out / '2600001A'} cannot be written: File exists\n"


def test_a_submission_may_be_called_as_what_is_written(course: Path, tmp_path: Path) -> None:
    uploads = {name: zipped() for name in OWN_FILES}
    out = tmp_path / "marks"
    folder = write(tmp_path / "in", uploads)
    for _ in range(2):
        done = run("grade", folder, "--out", out, "--jobs", "1", cwd=course)
        assert done.returncode == 0, done.stderr
    assert [row["total"] for row in rows(out).values()] == [str(TOTAL)] * len(OWN_FILES)


def test_no_submission_takes_the_name_of_a_file_that_the_guide_lists() -> None:
    guide = (Path(__file__).parents[2] / "grader" / "GRADING.md").read_text(encoding="utf-8")
    table = guide.partition("| file in `marks/` |")[2].partition("\n\n")[0]
    named = re.findall(r"`([^`]+)`", "".join(row.split("|")[1] for row in table.splitlines()[2:]))
    assert len(named) > len(OWN_FILES) / 2
    assert {name for name in named if "/" not in name} <= set(OWN_FILES)


def test_a_run_that_was_stopped_goes_on(course: Path, tmp_path: Path) -> None:
    uploads = {"first": zipped(), **{f"later-{n}": zipped(game=ENDLESS) for n in (1, 2)}}
    folder, out = write(tmp_path / "in", uploads), tmp_path / "marks"
    command = ["grade", str(folder), "--out", str(out), "--jobs", "1"]
    with subprocess.Popen(
        [*PATIENCE, *command], cwd=course, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        until = time.monotonic() + DEADLINE
        while not (out / "first/sheet.json").exists() and time.monotonic() < until:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.01)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=DEADLINE)
    assert process.returncode == 130
    assert said.strip() == "stopped; run the same command again to continue"
    assert not (out / "later-2").exists()
    done = run(*command, cwd=course)
    assert done.returncode == 0
    assert "of 3 are already marked" in done.stdout
    assert set(rows(out)) == set(uploads)


INTERRUPTED = """
from patience_grader import cli

def main(**_):
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt as fault:
        raise RuntimeError("a class cannot be made") from fault

cli.cli.main = main
cli.main()
"""


def test_ctrl_c_is_told_where_python_makes_another_error_of_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    assert done.stderr.strip() == "stopped; run the same command again to continue"


def test_a_hand_in_that_kills_what_started_it_harms_no_other(course: Path, tmp_path: Path) -> None:
    uploads = {"2600001A": zipped(), "2600002B": zipped(game=KILLER), "2600003C": zipped()}
    out = tmp_path / "marks"
    done = run("grade", write(tmp_path / "in", uploads), "--out", out, "--jobs", "1", cwd=course)
    found = {name: (row["total"], row["status"]) for name, row in rows(out).items()}
    assert found == {
        "2600001A": ("18", "marked"),
        "2600002B": ("16", "marked"),
        "2600003C": ("18", "marked"),
    }
    assert done.returncode == 0


def test_nothing_is_written_beside_the_marks(cohort: tuple[Done, Path], course: Path) -> None:
    _, out = cohort
    own = {path.name for path in out.iterdir()} - set(SUBMISSIONS)
    assert own == {
        "marks.csv",
        "misconceptions.csv",
        "index.html",
        "questions.json",
        "cohort.json",
        "runs.json",
    }
    assert own < set(OWN_FILES)
    assert {path.name for path in course.iterdir()} == COURSE | {"submissions", "marks"}


BAD_INPUT = {
    "a path that is not there": "grade nowhere.zip",
    "a file that is no zip": "grade notes.txt",
    "a folder without submissions": "grade empty",
    "files of no coursework": "grade other.zip",
    "an unknown coursework": "grade right.zip --coursework bridge",
    "an unknown coursework's skeleton": "skeleton bridge",
    "no course": "grade right.zip --course empty",
    "out is a file": "grade right.zip --out notes.txt",
    "an unknown option": "grade right.zip --colour red",
    "a limit that is no number": "grade right.zip --fail-under nan",
    "a bundle where nothing can be written": "release klondike --out /proc/klondike.zip",
    "a bundle in no folder": "release klondike --out nowhere/klondike.zip",
    "an infinite limit": "grade right.zip --fail-under inf",
    "a misspelt command": "gradee right.zip",
    "no submissions": "grade",
    "no results": "similar nowhere",
    "a coursework where nothing can be written": "new bridge --course /proc",
}


@pytest.mark.parametrize("line", BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_told_in_one_line_and_nothing_is_written(
    course: Path, tmp_path: Path, line: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("no zip")
    (tmp_path / "right.zip").write_bytes(zipped())
    (tmp_path / "other.zip").write_bytes(zip_of({"essay.py": b""}))
    before = sorted(tmp_path.rglob("*"))
    command, *arguments = line.split()
    place = ("--course", course) if "--course" not in arguments else ()
    done = run(command, *place, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gradee", "no such command 'gradee'. Did you mean 'grade'? see: patience --help"),
        ("grade", "missing argument 'SUBMISSION...'; see: patience grade --help"),
        ("grade a --jobs 0", "0 is not in the range x>=1; see: patience grade --help"),
        ("grade a --jobs two", "'two' is not a whole number; see: patience grade --help"),
        ("grade a --fail-under x", "'x' is not a number; see: patience grade --help"),
        ("secret --curse a", "Did you mean '--course'? see: patience secret --help"),
    ],
)
def test_what_is_typed_wrongly_says_where_to_read_on(tmp_path: Path, line: str, said: str) -> None:
    done = run(*line.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("patience: ")
    assert done.stderr.rstrip("\n").endswith(said)


def test_without_a_command_the_help_is_shown(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: ")


@pytest.mark.parametrize("command", ["grade", "review"])
def test_the_course_folder_is_no_folder_of_submissions(course: Path, command: str) -> None:
    before = sorted(course.rglob("*"))
    done = run(command, ".", "--out", "elsewhere", cwd=course)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "patience: . is the course folder; name the folder of the submissions\n"
    assert sorted(course.rglob("*")) == before


@pytest.mark.parametrize("line", ["skeleton", "selftest", "selftest --public"])
def test_a_course_without_courseworks_is_told_so(tmp_path: Path, line: str) -> None:
    for name in ("handout", "solution"):
        (tmp_path / name).mkdir()
    done = run(*line.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds no handout; patience new makes one" in done.stderr


@pytest.mark.parametrize("line", ["skeleton", "skeleton --check", "release klondike"])
def test_a_solution_that_is_no_python_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    course = small_course(tmp_path / "course")
    file = course / "solution/klondike/game.py"
    text = file.read_text("utf-8")
    file.write_text(f"{text}def broken(:\n", "utf-8")
    where = f"solution/klondike/game.py:{text.count(chr(10)) + 1}"
    done = run(*line.split(), cwd=course)
    why = "the solution cannot be read: SyntaxError: invalid syntax"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"patience: {where}: {why}\n"


@pytest.mark.parametrize(
    ("file", "find", "put"),
    [
        (HANDOUT, 'title = "Klondike"\n', ""),
        (HANDOUT, f"total = {TOTAL}", "total = 5"),
        (SUITE, "def test_value(", "def test_extra("),
    ],
    ids=["front matter", "total", "criteria"],
)
def test_a_course_that_does_not_add_up_is_named_with_its_line(
    tmp_path: Path, file: str, find: str, put: str
) -> None:
    course = small_course(tmp_path / "course")
    edit(course / file, find, put)
    (course / "right.zip").write_bytes(zipped())
    before = {path for path in course.rglob("*") if "__pycache__" not in path.parts}
    done = run("grade", "right.zip", cwd=course)
    assert done.returncode == 2
    assert re.fullmatch(r"patience: (handout|grader)/[a-z_/.]+:[0-9]+: .+\n", done.stderr)
    left = {path for path in course.rglob("*") if "__pycache__" not in path.parts} - before
    out = course / "marks"
    assert left <= {out, out / "questions.json", out / "cohort.json"}


@pytest.mark.parametrize("command", ["grade", "check"])
@pytest.mark.parametrize("name", [(), ("--coursework", "klondike")], ids=["detected", "named"])
def test_a_broken_handout_stops_no_other_coursework(
    tmp_path: Path, command: str, name: tuple[str, ...]
) -> None:
    course = small_course(tmp_path / "course")
    edit(course / "handout/terminal.md", "\n[limits]\n", "\n[limits\n")
    edit(course / "handout/guessing.md", "title = ", "tittle = ")
    (course / "right.zip").write_bytes(zipped())
    done = run(command, "right.zip", *name, cwd=course)
    assert done.returncode == 0
    skipped = [line for line in done.stderr.splitlines() if "left out" in line]
    assert [line.partition(":")[0] for line in skipped] == ["handout/terminal.md"] * (not name)
    if command == "grade":
        exported = run("export", "marks", "--gradescope", cwd=course)
        assert exported.returncode == 0


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_has_examples_a_line_each_and_is_there_at_once(name: str, tmp_path: Path) -> None:
    timed = [sys.executable, "-X", "importtime", *PATIENCE[1:]]
    command = [*timed, *name.split(), "--help"]  # not forked: each can be started by itself
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "click" in imported
    assert not imported & {"hypothesis", "pytest"}
    assert name or "patience_grader.cli.options" not in imported, "a command was imported"
    assert "\\b" not in done.stdout
    _, examples = done.stdout.split("\n  Examples:\n")
    lines = examples.partition("\n\n")[0].splitlines()
    assert lines
    assert all(re.match(rf"    patience\b.* ?{name}\b", line) for line in lines)


def test_the_name_of_an_exercise_is_not_taken_for_what_is_checked(course: Path) -> None:
    done = run("check", "--exercise", "undo", cwd=course / "solution")
    assert (done.returncode, done.stderr) == (0, "")
    assert "undo" in done.stdout


def test_a_forked_command_does_what_a_started_one_does(tmp_path: Path) -> None:
    for line in ("grade nowhere.zip", "skeleton --check --course ."):
        command = [*PATIENCE, *line.split()]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        forked = run(*line.split(), cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (
            *(forked.returncode, forked.stdout, forked.stderr),
        )


def test_a_skeleton_is_fresh_or_its_stale_files_are_named(tmp_path: Path) -> None:
    course = small_course(tmp_path / "course")
    fresh = run("skeleton", "--check", cwd=course)
    assert (fresh.returncode, fresh.stdout) == (0, "the skeleton is up to date\n")
    file = course / "skeleton/klondike/game.py"
    file.write_text("changed")
    stale = run("skeleton", "--check", cwd=course)
    assert (stale.returncode, stale.stdout) == (1, "out of date: skeleton/klondike/game.py\n")
    assert file.read_text() == "changed"
    extra = file.with_name("extra.py")
    extra.touch()
    mended = run("skeleton", cwd=course)
    assert mended.stdout.splitlines() == [
        "deleted: skeleton/klondike/extra.py",
        "written: skeleton/klondike/game.py",
    ]
    assert not extra.exists()


def test_a_current_folder_that_was_removed_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"rmdir {gone} && exec {shlex.join(PATIENCE)} new whist"
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=gone,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "patience: the current folder was removed; change to another one\n"
