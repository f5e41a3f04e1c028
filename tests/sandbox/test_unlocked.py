"""Guests without a lock: the same answers as from locked ones, on any system."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
from klondike import cards
from klondike.deck import deck_of_52
from patience_grader.course.coursework import read_coursework
from patience_grader.sandbox import unlocked
from patience_grader.sandbox.answers import (
    Crashed,
    InvalidReply,
    Missing,
    Raised,
    Returned,
    TimedOut,
)
from patience_grader.sandbox.guest.streams import Printed, PrintedTooMuch
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Preload
from patience_grader.sandbox.unlocked import UnlockedHost, _how_ended
from patience_grader.sandbox.watch import Limits
from patience_grader.suite.sessions import Session, played

ROOT = Path(__file__).parents[2]
LIMITS = Limits(0.3, 5.0, 20.0, 60.0, 256)
PLAIN = Preload("hand", {"hand.given": "GIVEN = 7\n"}, [])
PROGRAM = Preload("hand", {}, [], program=True)


@pytest.fixture
def host() -> Iterator[UnlockedHost]:
    made = UnlockedHost(PLAIN, LIMITS)
    yield made
    made.close()


def sits(host: UnlockedHost, text: str, name: str = "work") -> Student:
    return Student(host, Types([]), {name: text}, {name: ""})


def test_who_prints_too_much_is_told_how_much_that_is() -> None:
    with pytest.raises(PrintedTooMuch, match="more than 200000 characters"):
        Printed().write("x" * 200_001)


def test_it_answers(host: UnlockedHost) -> None:
    text = (
        "from .given import GIVEN\ndef add(a, b=[1]):\n    print('hi')\n    return a + GIVEN, b\n"
    )
    with sits(host, text) as student:
        assert student.ask_one("work.add", 1, [2]) == Returned((8, (2,)))
        assert student.ask_one("work.sub", 1) == Missing()


def test_its_own_modules_are_compiled_for_the_next_one(
    host: UnlockedHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = shutil.copytree(
        unlocked._PROGRAM.parent, tmp_path / "guest", ignore=shutil.ignore_patterns("__pycache__")
    )
    monkeypatch.setattr(unlocked, "_PROGRAM", guest / unlocked._PROGRAM.name)
    with sits(host, "def add(a, b):\n    return a + b\n") as student:
        assert student.ask_one("work.add", 1, 2) == Returned(3)
    assert any((guest / "__pycache__").glob("answering.*.pyc"))


def test_it_is_told_what_was_raised_and_where(host: UnlockedHost) -> None:
    with sits(host, "def f():\n    raise KeyError('why')\n") as student:
        answer = student.ask_one("work.f")
    assert isinstance(answer, Raised)
    assert (answer.name, answer.message) == ("KeyError", "'why'")
    assert [(one.file, one.line) for one in answer.frames] == [("hand/work.py", 2)]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("while True: pass", TimedOut),
        ("import os; os._exit(3)", Crashed),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", Crashed),
        ("import sys; sys.exit(0)", Raised),
        ("import os; os.write(4, b'\\x00\\x00\\x00\\x01['); return 1", InvalidReply),
        ("return 'x' * 10**10", Raised),
        ("print('x' * 10**7)", Returned),
        ("input()", Raised),
    ],
)
def test_whatever_it_does_ends(host: UnlockedHost, body: str, kind: type) -> None:
    with sits(host, f"def f():\n    {body}\ndef g():\n    return 2\n") as student:
        assert isinstance(student.ask_one("work.f"), kind)
        assert student.ask_one("work.g") == Returned(2)


def test_a_file_that_cannot_be_imported_is_told(host: UnlockedHost) -> None:
    with sits(host, "def f(:\n") as student:
        assert student.ask_one("work.f") == Missing()
    assert isinstance(student.troubles["work"], Raised)


def test_a_program_is_played_and_its_files_are_seen() -> None:
    text = "name = input('? ')\nopen('out.txt', 'w').write(name)\nprint('bye', name)\n"
    limits = Limits(1.0, 5.0, 20.0, 60.0, 256, scratch_mib=1)
    host = UnlockedHost(PROGRAM, limits)
    with sits(host, text, "__main__") as student:
        play = played(student, Session("hand", ("Ann",)))
    assert play.parts == ("? ", "bye Ann\n")
    assert play.files == (("out.txt", "Ann"),)
    assert play.exit_code == 0


def test_what_a_program_printed_before_it_hung_is_seen() -> None:
    host = UnlockedHost(PROGRAM, LIMITS)
    with sits(host, "print('so far', flush=True)\nwhile True: pass\n", "__main__") as student:
        play = played(student, Session("hand", ()))
    assert play.parts == ("so far\n",)
    assert "too long" in play.broke_off


def test_nothing_is_left_behind(
    host: UnlockedHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with sits(host, "def f(): return 1\n") as student:
        assert student.ask_one("work.f") == Returned(1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("end", ["", "while True: pass\n"])
def test_what_a_program_wrote_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    text = (
        "import os, tempfile\nopen('out.txt', 'w').close()\n"
        "os.mkdir('shut', 0o500)\ntempfile.mkstemp()\n"
    )
    host = UnlockedHost(PROGRAM, Limits(0.3, 5.0, 20.0, 60.0, 256, scratch_mib=1))
    with sits(host, text + end, "__main__") as student:
        play = played(student, Session("hand", ()))
        assert len(list(tmp_path.iterdir())) == (0 if end else 1)
    assert bool(play.broke_off) == bool(end)
    assert list(tmp_path.iterdir()) == []


def test_files_are_seen_with_plain_line_ends() -> None:
    text = (
        "import os\nos.linesep = '\\r\\n'\n"
        "open('out.txt', 'w', newline='\\r\\n').write('a\\nb\\n')\n"
    )
    host = UnlockedHost(PROGRAM, Limits(1.0, 5.0, 20.0, 60.0, 256, scratch_mib=1))
    with sits(host, text, "__main__") as student:
        assert played(student, Session("hand", ())).files == (("out.txt", "a\nb\n"),)


def test_text_is_unicode_as_when_it_is_marked(
    host: UnlockedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, str] = {}

    def starts(*arguments: Any, **options: Any) -> Popen[bytes]:
        given.update(options["env"])
        return Popen(*arguments, **options)

    monkeypatch.setattr("subprocess.Popen", starts)
    with sits(host, "import sys\ndef f(): return sys.flags.utf8_mode\n") as student:
        assert student.ask_one("work.f") == Returned(1)
    assert given["PYTHONUTF8"] == "1"  # Linux alone would not need it


def test_one_guest_after_another_hears_only_its_own(host: UnlockedHost) -> None:
    text = "import os\ndef f(): os._exit(3)\ndef g(): return 2\n"
    with sits(host, text) as student:
        for _ in range(20):
            assert isinstance(student.ask_one("work.f"), Crashed)
            assert student.ask_one("work.g") == Returned(2)


@pytest.mark.parametrize(
    ("status", "noted"),
    [
        (3, "it exited with code 3"),
        (-9, "it was killed by SIGKILL"),
        (0xC00000FD, "it was ended by Windows with the error 0xC00000FD"),
    ],
)
def test_how_it_ended_is_told_in_words(status: int, noted: str) -> None:
    assert _how_ended(status) == noted


def test_supplied_files_are_those_of_the_coursework() -> None:
    coursework = read_coursework(ROOT, "klondike")
    host = UnlockedHost(coursework.preload(), coursework.limits)
    text = (coursework.solution / "deck.py").read_text(encoding="utf-8")
    with Student(host, Types([cards]), {"deck": text}, {"deck": ""}) as student:
        answer = student.ask_one("deck.deck_of_52")
    assert answer == Returned(deck_of_52())
