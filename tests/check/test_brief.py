"""What the check says while it watches, in a window of 80 columns and 24 lines."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from patience_grader.check.brief import brief
from patience_grader.check.console import Console
from patience_grader.check.last import Since
from patience_grader.check.result import Looked, Part, Result
from patience_grader.course.coursework import read_coursework
from patience_grader.course.public import PublicCoursework
from patience_grader.marks.verdict import PASSED, Evidence, State, Verdict
from patience_grader.release.public import cached_public_coursework

ROOT = Path(__file__).parents[2]
PLAIN = Console(symbols=True, colours=False)
WINDOW = (80, 21)
SINCE = Since(failed=("draw.turns",))
LONG = "\n".join(f"[{number}] ♠{number} ♥{number}" for number in range(30))


@pytest.fixture(scope="module")
def public() -> PublicCoursework:
    return cached_public_coursework(read_coursework(ROOT, "klondike"))


def result_of(public: PublicCoursework, *, wrong: str, evidence: Evidence) -> Result:
    """A result in which one exercise is wrong, and those after it are to do."""
    names = [one.name for one in public.exercises]
    verdicts = {
        name: PASSED if place < names.index(wrong) else Verdict(State.NOT_ANSWERED)
        for place, name in enumerate(names)
    }
    failed = Verdict(State.FAILED, "it returned something else", evidence)
    return Result(
        tuple(
            Part(
                one,
                tuple(
                    Looked(rule, failed if one.name == wrong else verdicts[one.name])
                    for rule in one.rules
                ),
            )
            for one in public.exercises
        )
    )


def shown(result: Result, public: PublicCoursework, size: tuple[int, int] = WINDOW) -> list[str]:
    lines = brief(result, public, PLAIN, SINCE, size).splitlines()
    assert len(lines) <= size[1]
    assert max(map(len, lines)) <= size[0]
    return lines


def test_what_is_wrong_stands_before_how_far_one_is(public: PublicCoursework) -> None:
    evidence = Evidence("draw(board)", given="deck: 2", expected="1\n2", got="1\n3")
    lines = shown(result_of(public, wrong="draw", evidence=evidence), public)
    assert lines[0] == "Klondike 1.0: 42 of 81 public tests passed"
    assert lines[1] == "Since the last check, 1 newly fails: draw.turns."
    assert lines[3] == "Look at this first: draw.turns"
    start = lines.index("  expected │ got")
    assert lines[start + 1 : start + 3] == ["  1        │ 1", "  2        │ 3"]
    assert lines[start + 3 : start + 5] == ["  on:", "    deck: 2"]
    assert [line[0] for line in lines[-3:]] == ["✓", "✗", "☐"]
    assert lines[-2] == "✗ draw 0/3"


def test_of_what_is_too_long_the_lines_that_differ_are_shown(public: PublicCoursework) -> None:
    got = LONG.replace("♠29", "♦29")
    evidence = Evidence("draw(board)", given=LONG, expected=LONG, got=got)
    lines = shown(result_of(public, wrong="draw", evidence=evidence), public)
    assert "  [29] ♠29 ♥29 │ [29] ♦29 ♥29" in lines
    assert not any("[28] ♠28 ♥28 │" in line for line in lines)
    assert "  … the check without --watch shows all of it" in lines


def test_a_large_window_has_room_for_every_exercise(public: PublicCoursework) -> None:
    evidence = Evidence("draw(board)", given="", expected="1", got="2")
    lines = shown(result_of(public, wrong="draw", evidence=evidence), public, (120, 47))
    assert sum("██████████" in line for line in lines) == 9


@pytest.mark.parametrize("size", [(20, 6), (80, 1), (40, 12)])
def test_the_smallest_window_is_not_overrun(
    public: PublicCoursework, size: tuple[int, int]
) -> None:
    evidence = Evidence("draw(board)", given=LONG, expected=LONG, got="1")
    shown(result_of(public, wrong="draw", evidence=evidence), public, size)


def test_a_terminal_shows_it_from_top_to_bottom(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "skeleton" / "klondike", tmp_path / "klondike")
    game = tmp_path / "klondike" / "game.py"
    text = game.read_text(encoding="utf-8")
    head, name, tail = text.partition("def is_won(board: Board) -> bool:\n")
    game.write_text(f"{head}{name}    return True\n{tail}", encoding="utf-8")
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    where = ["--course", str(ROOT), "--coursework", "klondike"]
    with subprocess.Popen(
        [sys.executable, "-m", "patience_grader", "check", *where, "--watch"],
        cwd=tmp_path,
        stdout=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as running:
        os.close(theirs)
        seen, end = "", time.monotonic() + 60
        while "stop with Ctrl-C" not in seen and time.monotonic() < end:
            if select.select([ours], [], [], 1)[0]:
                seen += os.read(ours, 1 << 16).decode()
        running.send_signal(signal.SIGINT)
    os.close(ours)
    _, _, screen = seen.rpartition("\x1b[H")
    lines = re.sub(r"\x1b\[\d*m", "", screen).splitlines()
    assert len(lines) < 24
    assert lines[2] == "Look at this first: is_won.not_yet"
    assert lines[-1].endswith("stop with Ctrl-C")
