"""The check as students meet it: one process of its own, on a folder of their own."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from patience_grader.check.command import _watch
from patience_grader.check.console import Console, console_of
from patience_grader.check.report import report
from patience_grader.check.result import Result
from patience_grader.check.run import Checker, new_host
from patience_grader.course.coursework import read_coursework
from patience_grader.course.public import PublicCoursework, as_json, from_json
from patience_grader.errors import InputError
from patience_grader.release.public import cached_public_coursework
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.unlocked import UnlockedHost
from patience_grader.selftest.known import right_submissions, wrong_submissions
from warm import patience

ROOT = Path(__file__).parents[2]
SLUGS = ("klondike", "terminal", "guessing")
PLAIN = Console(symbols=True, colours=False)


@pytest.fixture(scope="module")
def public() -> PublicCoursework:
    return cached_public_coursework(read_coursework(ROOT, "klondike"))


def folder_of(tmp_path: Path, *solved: str, slug: str = "klondike") -> Path:
    """A student's folder: the skeleton, in which some files are solved."""
    folder = tmp_path / "my wörk"
    shutil.copytree(ROOT / "skeleton" / slug, folder / slug)
    for name in solved:
        shutil.copy(ROOT / "solution" / slug / name, folder / slug / name)
    return folder


def checked(
    folder: Path, *arguments: str, slug: str = "klondike"
) -> subprocess.CompletedProcess[str]:
    where = ["--course", str(ROOT), "--coursework", slug]
    return patience("check", *where, *arguments, cwd=folder)


def test_a_skeleton_that_is_not_begun_reads_as_a_list_of_things_to_do(tmp_path: Path) -> None:
    done = checked(folder_of(tmp_path))
    assert done.returncode == 1
    assert done.stdout.count("to do") == 16
    assert "Start with deck_of_52 in klondike/deck.py" in done.stdout
    assert "fail" not in done.stdout
    assert "NotImplementedError" not in done.stdout


def test_half_of_the_work_shows_bars_and_the_first_broken_rule_in_full(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py")
    deck = folder / "klondike" / "deck.py"
    deck.write_text(
        deck.read_text().replace("for value in Value)", "for value in list(Value)[1:])")
    )
    done = checked(folder)
    assert done.returncode == 1
    assert re.search(r"✗ 1 deck_of_52 +█+░+ 1/3  next: There are 52 cards", done.stdout)
    assert re.search(r"☐ 3 show +to do", done.stdout)
    noted = done.stdout[done.stdout.index("Look at this first") :]
    for part in ("the rule:", "called:", "deck_of_52()", "expected:", "got:", "from klondike.deck"):
        assert part in noted


@pytest.mark.parametrize("slug", SLUGS)
def test_the_solution_keeps_all_public_rules(tmp_path: Path, slug: str) -> None:
    files = read_coursework(ROOT, slug).reference
    done = checked(folder_of(tmp_path, *files, slug=slug), slug=slug)
    assert "All public tests passed" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_a_guesser_is_told_its_mean_and_what_that_is_worth(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "guesser.py", slug="guessing")
    done = checked(folder, "--exercise", "two_cards", slug="guessing")
    line = next(one for one in done.stdout.splitlines() if "on average" in one)
    worth = (
        r"  two cards: 3\.\d\d guesses on average, about \d+ % of 30 marks \(24 public targets\)"
    )
    assert re.fullmatch(worth, line)


def test_one_exercise_is_looked_at_alone(tmp_path: Path) -> None:
    done = checked(folder_of(tmp_path, "deck.py"), "--exercise", "deck_of_52")
    assert done.returncode == 0
    assert "3 of 3 public tests" in done.stdout
    assert "show" not in done.stdout


def test_an_exercise_is_named_by_its_number_too(tmp_path: Path) -> None:
    done = checked(folder_of(tmp_path, "deck.py", "game.py"), "--exercise", "6")
    assert "13 of 13 public tests" in done.stdout
    assert "All public tests that were run passed." in done.stdout


def test_lines_to_paste_stand_at_the_margin_and_show_the_same(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py", "game.py")
    game = folder / "klondike" / "game.py"
    game.write_text(
        game.read_text().replace("    return all(board.pillars", "    return not all(board.pillars")
    )
    noted = checked(folder, "--exercise", "is_won").stdout
    lines = noted[noted.index("\nfrom klondike") :]
    done = subprocess.run(
        [sys.executable, "-c", lines], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_what_is_drawn_alike_but_differs_is_told(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py", "game.py")
    game = folder / "klondike" / "game.py"
    text = game.read_text()
    assert "Board(deck, ()" in text
    game.write_text(text.replace("Board(deck, ()", "Board(deck[:1] + deck[:0:-1], ()"))
    noted = checked(folder, "--exercise", "setup").stdout
    assert re.search(r"\(drawn alike, but \.deck\[1\] is .{2,3}, not .{2,3}\)", noted), noted


def test_a_function_that_is_not_there_is_told(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py", "game.py")
    game = folder / "klondike" / "game.py"
    game.write_text(game.read_text().replace("def is_won", "def is_one"))
    done = checked(folder, "--exercise", "is_won")
    assert re.search(r"☐ 5 is_won +to do  the file does not define this function", done.stdout)


def test_editors_get_json(tmp_path: Path) -> None:
    done = checked(folder_of(tmp_path, "deck.py"), "--json", "--exercise", "shuffle")
    said = json.loads(done.stdout)
    assert (said["coursework"], said["kept"], said["rules"]) == ("klondike", 7, 7)
    assert said["exercises"][0]["rules"][0]["state"] == "passed"


@pytest.mark.parametrize(
    ("arguments", "noted"),
    [
        (["--exercise", "moove"], "there is no exercise moove; the exercises are: deck_of_52, "),
        (["--exercise", "99"], "there is no exercise 99"),
        (["nowhere"], "nowhere does not exist"),
        (["empty"], "does not contain klondike/deck.py"),
    ],
)
def test_what_cannot_be_checked_is_told_in_one_line(
    tmp_path: Path, arguments: list[str], noted: str
) -> None:
    folder = folder_of(tmp_path)
    (folder / "empty").mkdir()
    done = checked(folder, *arguments)
    assert done.returncode == 2
    assert noted in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_python_cannot_read_is_told_and_the_other_is_checked(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py")
    (folder / "klondike" / "game.py").write_text("def show(:\n")
    done = checked(folder)
    assert done.returncode == 1
    assert "! game.py: it raised SyntaxError" in done.stdout
    assert "klondike/game.py, line 1" in done.stdout
    assert re.search(r"✗ 3 show +░+ 0/10  klondike/game.py cannot be imported", done.stdout)
    assert "Fix that first" in done.stdout
    assert "██████████ 3/3" in done.stdout


def test_a_changed_supplied_file_is_told(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py", "game.py")
    cards = folder / "klondike" / "cards.py"
    cards.write_text(cards.read_text() + "\nMINE = 1\n")
    done = checked(folder, "--exercise", "is_won")
    assert "cards.py differs from the file that you were given" in done.stdout


def test_supplied_files_may_be_saved_the_way_of_windows(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py", "game.py")
    cards = folder / "klondike" / "cards.py"
    cards.write_bytes(b"\xef\xbb\xbf" + cards.read_bytes().replace(b"\n", b"\r\n"))
    done = checked(folder, "--exercise", "is_won")
    assert done.returncode == 0
    assert "differs from the file that you were given" not in done.stdout


def test_the_zip_to_be_handed_in_is_checked_as_it_is(tmp_path: Path) -> None:
    packed = tmp_path / "mine.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("deck.py", "game.py"):
            archive.write(ROOT / "solution" / "klondike" / name, name)
    done = checked(tmp_path, str(packed), "--exercise", "is_won")
    assert done.returncode == 0
    assert "the zip is called mine.zip, not after a student number" in done.stdout
    assert "status.txt is missing" in done.stdout
    assert "packed as" not in done.stdout
    right = packed.rename(tmp_path / "2600000W.zip")
    with zipfile.ZipFile(right, "a") as archive:
        archive.writestr("status.txt", "all\n")
        archive.writestr("own-work.txt", "Name: A\nStudent number: 2600000W\nDate: today\n")
    unsigned = checked(tmp_path, str(right), "--exercise", "is_won").stdout
    assert "own-work.txt is not filled in: Help that I used" in unsigned
    assert "packed as" not in unsigned
    with zipfile.ZipFile(right, "w") as archive:
        for name in ("deck.py", "game.py"):
            archive.write(ROOT / "solution" / "klondike" / name, name)
        archive.writestr("status.txt", "all\n")
        filled = "Name: A\nStudent number: 2600000W\nDate: today\nHelp that I used: none\n"
        archive.writestr("own-work.txt", filled)
    assert (
        "The zip is packed as the submission instructions ask."
        in checked(tmp_path, str(right), "--exercise", "is_won").stdout
    )


def test_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py", "game.py")
    for name in ("deck.py", "game.py"):
        file = folder / "klondike" / name
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert checked(folder).returncode == 0


def test_a_console_without_symbols_gets_letters(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "deck.py")
    game = (ROOT / "solution" / "klondike" / "game.py").read_text()
    (folder / "klondike" / "game.py").write_text(game.replace("return board", "return None", 1))
    where = ["--course", str(ROOT), "--coursework", "klondike"]
    done = subprocess.run(
        [sys.executable, "-m", "patience_grader", "check", *where],
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        text=True,
        encoding="cp1252",
        check=False,
    )
    assert done.stdout.isascii()
    assert "##########" in done.stdout
    assert done.returncode in {0, 1}


def test_colours_only_on_a_terminal_that_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0), os.fdopen(theirs, "w", encoding="utf-8") as screen:
        assert console_of(screen) == Console(symbols=True, colours=True)
        monkeypatch.setenv("NO_COLOR", "1")
        assert console_of(screen) == Console(symbols=True, colours=False)


def test_no_colours_where_there_is_no_terminal_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shell(io.StringIO):
        """Like the one of IDLE."""

        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert not console_of(Shell()).colours


def test_it_checks_again_when_a_file_is_saved_and_stops_with_ctrl_c(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    where = ["--course", str(ROOT), "--coursework", "klondike"]
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "patience_grader",
            "check",
            *where,
            "--watch",
            "--exercise",
            "is_won",
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as running:
        assert running.stdout
        lines = iter(running.stdout.readline, "")
        assert "to do" in _until(lines, "waiting for changes")
        game = folder / "klondike" / "game.py"
        shutil.copy(ROOT / "solution" / "klondike" / "game.py", game)
        os.utime(game, (time.time() + 5, time.time() + 5))
        assert "3/3" in _until(lines, "waiting for changes")
        running.send_signal(signal.SIGINT)
    assert running.returncode == 0


def test_what_cannot_be_read_while_it_is_saved_is_told_and_waited_for(tmp_path: Path) -> None:
    packed = tmp_path / "2600000F.zip"
    packed.write_bytes(b"PK")
    where = ["--course", str(ROOT), "--coursework", "klondike"]
    with subprocess.Popen(
        [sys.executable, "-m", "patience_grader", "check", *where, "--watch", str(packed)],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as running:
        assert running.stdout
        lines = iter(running.stdout.readline, "")
        assert "it is not a zip that can be read" in _until(lines, "waiting for changes")
        running.send_signal(signal.SIGINT)
    assert running.returncode == 1


def test_a_first_look_can_be_stopped_too() -> None:
    def look() -> Result:
        raise KeyboardInterrupt

    assert _watch(look, Path(), PLAIN) == 130


def _until(lines: Iterator[str], end: str) -> str:
    noted = ""
    for line in lines:
        noted += line
        if end in line:
            break
    return noted


def test_the_paper_comes_back_as_it_was(public: PublicCoursework) -> None:
    assert from_json(as_json(public)) == public


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"slug": 1}'])
def test_a_damaged_paper_is_told(text: str) -> None:
    with pytest.raises(InputError, match="unpack the zip that you were given again"):
        from_json(text)


def test_where_the_lock_cannot_be_seen_to_hold_there_is_none(
    public: PublicCoursework, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forks(self: Parent, seed: int) -> NoReturn:
        raise FileNotFoundError("/proc/self/fdinfo/9")

    monkeypatch.setattr(Parent, "fork", forks)
    assert isinstance(new_host(public), UnlockedHost)


@pytest.mark.slow
def test_without_a_lock_the_same_is_found(
    tmp_path: Path, public: PublicCoursework, whole_field: bool
) -> None:
    coursework = read_coursework(ROOT, "klondike")
    right, wrong = (12, 150) if whole_field else (24, 250)
    known_submissions = [
        *right_submissions(coursework)[::right],
        *wrong_submissions(coursework)[::wrong],
    ]
    locked, unlocked = new_host(public), UnlockedHost(public.preload(), public.limits)
    assert type(locked) is not type(unlocked)
    one = Checker(public, ROOT / "grader", locked)
    other = Checker(public, ROOT / "grader", unlocked)
    for number, known in enumerate(known_submissions):
        folder = tmp_path / str(number) / "klondike"
        folder.mkdir(parents=True)
        for name, data in known.files.items():
            (folder / name).write_bytes(data)
        texts = [report(each.check(folder), public, PLAIN) for each in (one, other)]
        assert texts[0] == texts[1], known.name
    locked.close()
