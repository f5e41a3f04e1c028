"""Whole programs in the guest: what they print, how they end, where they may write."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience_grader.course.coursework import Course
from patience_grader.marks.verdict import State
from patience_grader.sandbox.guest import places
from patience_grader.sandbox.guest.wire import Types
from patience_grader.sandbox.host import Parent
from patience_grader.sandbox.student import Student
from patience_grader.sandbox.talk import Preload
from patience_grader.sandbox.watch import Limits
from patience_grader.suite.sessions import Played, Session, played
from sample import ROOT

LIMITS = Limits(1.0, 20, 10, 60, 256, scratch_mib=1)
SOURCE = ROOT / "grader" / "patience_grader" / "sandbox" / "guest" / "program.py"
MAX_PRINTED = int(re.findall(r"MAX_PRINTED = ([0-9_]+)", SOURCE.read_text(encoding="utf-8"))[0])
PROGRAM = Preload("game", {}, (), program=True)


@pytest.fixture(scope="module")
def parent() -> Iterator[Parent]:
    parent = Parent(PROGRAM, LIMITS)
    yield parent
    parent.close()


def run(parent: Parent, main: str, *lines: str, **modules: str) -> Played:
    with Student(parent, Types([]), {**modules, "__main__": main}, {"__main__": ""}) as student:
        return played(student, Session("game", lines, ("a", "b"), (("given.txt", "one\n"),)))


def test_what_is_printed_is_kept_apart_by_the_lines_that_are_read(parent: Parent) -> None:
    main = "print('hello')\nfor _ in range(2): print('you said', input('> '))\nprint('bye')"
    play = run(parent, main, "one", "two", "three")
    assert play.parts == ("hello\n> ", "you said one\n> ", "you said two\nbye\n")
    assert (play.exit_code, play.broke_off) == (0, "")
    assert play.part(3) is None


@pytest.mark.parametrize(
    "reading",
    [
        "import sys\nfor line in sys.stdin: print(line.strip())",
        "import sys\nwhile line := sys.stdin.readline(): print(line.strip())",
        "while True:\n try: print(input())\n except EOFError: break",
        "import sys\nwhile line := sys.stdin.read(4): print(line.strip())",
        "import sys\nfor line in sys.stdin.buffer: print(line.decode().strip())",
        "import sys\nwhile line := sys.stdin.buffer.read(4): print(line.decode().strip())",
        "import io, sys\nfor line in io.TextIOWrapper(sys.stdin.buffer): print(line.strip())",
        "import io, sys\nfor line in io.TextIOWrapper(sys.stdin.detach()): print(line.strip())",
        "import sys\nfor line in sys.__stdin__: print(line.strip())",
        "for line in open(0): print(line.strip())",
        "import sys\nfor line in open(sys.stdin.fileno(), 'rb'): print(line.decode().strip())",
        "import cmd\nclass C(cmd.Cmd):\n prompt=''\n def default(self, line):\n  if line == 'EOF': "
        "return True\n  print(line)\nC().cmdloop()",
    ],
)
def test_lines_are_read_in_any_way(parent: Parent, reading: str) -> None:
    assert run(parent, reading, "one", "two").parts[1:] == ("one\n", "two\n")


@pytest.mark.parametrize(
    "printing",
    [
        "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')",
        "sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding='utf-8')",
        "sys.stdout = codecs.getwriter('utf-8')(sys.stdout.detach())",
        "sys.stdout = open(sys.stdout.fileno(), 'w', encoding='utf-8', buffering=1)",
        "sys.stdout = os.fdopen(2, 'w')",
        "sys.stdout = io.StringIO(); sys.stdout = sys.__stdout__",
        "os.isatty(sys.stdout.fileno()), sys.stdout.name, sys.stdin.mode",
    ],
)
def test_lines_are_printed_in_any_way(parent: Parent, printing: str) -> None:
    main = f"import codecs, io, os, sys\n{printing}\nfor _ in '12': print(input('♠ '))"
    for _ in range(2):
        assert run(parent, main, "one", "two").parts == ("♠ ", "one\n♠ ", "two\n")


@pytest.mark.parametrize(
    ("main", "code"),
    [
        ("", 0),
        ("import os\ntry: os._exit(3)\nexcept Exception: pass", 3),
        ("raise SystemExit", 0),
        ("import sys; sys.exit(3)", 3),
        ("import sys; sys.exit('no')", 1),
        ("exit(True)", 1),
    ],
)
def test_the_exit_code_is_that_of_python(parent: Parent, main: str, code: int) -> None:
    assert (
        run(
            parent, f"import builtins\n{main.replace('exit(True)', 'raise SystemExit(True)')}"
        ).exit_code
        == code
    )


def test_what_is_registered_for_the_end_runs_then(parent: Parent) -> None:
    main = "import atexit\natexit.register(print, 'bye')\ninput()"
    assert run(parent, main, "one").parts == ("", "bye\n")


def test_an_exception_is_told_with_the_lines_of_the_student(parent: Parent) -> None:
    play = run(parent, "print(1)\nfrom game.rules import f\nf()", rules="def f():\n    1 / 0\n")
    assert play.broke_off == "raised ZeroDivisionError: division by zero"
    assert play.state is State.RAISED
    assert play.trace == (
        "game/__main__.py, line 3, in <module>: f()",
        "game/rules.py, line 2, in f: 1 / 0",
    )
    assert play.parts == ("1\n",)


def test_a_program_is_started_as_python_does(parent: Parent) -> None:
    main = "from . import rules\nimport sys\nprint(__name__, __package__, sys.argv[1:], rules.N)"
    assert run(parent, main, rules="N = 5").parts == ("__main__ game ['a', 'b'] 5\n",)


def test_every_session_starts_afresh(parent: Parent) -> None:
    main = "from .state import seen\nseen.append(1)\nprint(seen)"
    files = {"__main__": main, "state": "seen = []"}
    with Student(parent, Types([]), files, {"__main__": ""}) as student:
        said = [played(student, Session("game", ("quit",))).parts for _ in range(2)]
    assert said == [("[1]\n",), ("[1]\n",)]


@pytest.mark.parametrize(
    ("main", "answer"),
    [
        (
            "import logging, sys\nlogging.basicConfig(stream=sys.stdout, format='%(message)s')\n"
            "logging.error(input())",
            "one\n",
        ),
        (
            "import logging, sys\nlog = logging.getLogger('game')\n"
            "log.addHandler(logging.StreamHandler(sys.stdout))\nprint(input(), len(log.handlers))",
            "one 1\n",
        ),
        ("import fileinput\nfor line in fileinput.input('-'):\n print(line)\n break", "one\n\n"),
        (
            "import builtins\nask = input\nbuiltins.input = lambda: ask('?')\nprint(input())",
            "one\n",
        ),
    ],
)
def test_python_s_own_modules_are_as_before_in_the_next_session(
    parent: Parent, main: str, answer: str
) -> None:
    files = {"__main__": main}
    with Student(parent, Types([]), files, {"__main__": ""}) as student:
        one, other = (
            played(student, Session("game", ("one",), (number,))).parts for number in ("1", "2")
        )
    assert one == other
    assert other[-1] == answer


def test_files_are_given_and_those_that_are_left_are_read(parent: Parent) -> None:
    main = (
        "text = open('given.txt').read()\n"
        "with open('part', 'w') as file: file.write(text * 2)\n"
        "import os\nos.replace('part', 'new.txt')\nos.remove('given.txt')\n"
        "os.mkdir('folder')"
    )
    assert run(parent, main).files == (("new.txt", "one\none\n"),)


def test_nothing_is_left_of_one_hand_in_for_the_next(parent: Parent) -> None:
    run(parent, "open('secret', 'w').write('mine')")
    play = run(parent, "import os\nprint(sorted(os.listdir('.')))")
    assert play.parts == ("['given.txt']\n",)


def test_a_file_that_was_never_closed_is_whole_at_the_end(parent: Parent) -> None:
    play = run(parent, "file = open('new.txt', 'w')\nfile.write('mine')\ndef f(): return file")
    assert ("new.txt", "mine") in play.files


LOCKED_AWAY = """
import os
os.makedirs('a/b')
open('a/b/c', 'w').write('mine')
os.chmod('a/b', 0)
os.chmod('a', 0)
"""


@pytest.mark.parametrize("without", ["", "pids network ipc hostname mounts"])
def test_a_folder_that_is_locked_away_is_gone_for_the_next(without: str) -> None:
    parent = Parent(PROGRAM, LIMITS, without=frozenset(without.split()))
    try:
        assert run(parent, LOCKED_AWAY).broke_off == ""
        play = run(parent, "import os\nprint(sorted(os.listdir('.')))")
        files = {"__main__": LOCKED_AWAY}
        with Student(parent, Types([]), files, {"__main__": ""}) as student:
            twice = [played(student, Session("game", ())).broke_off for _ in range(2)]
    finally:
        parent.close()
    assert play.parts == ("['given.txt']\n",)
    assert twice == ["", ""]


@pytest.mark.parametrize(
    "main",
    [
        f"open({str(ROOT / 'pyproject.toml')!r})",
        "open('/etc/passwd')",
        "open('/x', 'w')",
        "open('../x', 'w')",
        "open('large', 'w').write('x' * (3 << 20))",
        "import os\nos.symlink('/etc', 'link')",
        "import os\nos.mkfifo('pipe')",
        "import subprocess\nsubprocess.run(['ls'])",
        "import os\nfor number in range(5_000): open(f'{number}', 'w')",
        "for number in range(9): open(f'{number}', 'w').write('x' * (1 << 19))",
    ],
)
def test_what_a_program_may_not_do_is_an_error_in_it(parent: Parent, main: str) -> None:
    assert run(parent, main).broke_off.startswith("raised ")


def test_a_program_that_never_ends_is_stopped_and_what_it_printed_counts(parent: Parent) -> None:
    play = run(parent, "print('hello')\nprint(input('> '))\nwhile True: pass", "one", "two")
    assert play.parts == ("hello\n> ", "one\n")
    assert play.state is State.TIMED_OUT
    assert "too long" in play.broke_off


def test_a_program_that_ends_the_guest_loses_only_that_session(parent: Parent) -> None:
    files = {"__main__": "import os\nprint(1)\nif input() == 'die': os.abort()\nprint(2)"}
    with Student(parent, Types([]), files, {"__main__": ""}) as student:
        said = [played(student, Session("game", (line,))) for line in ("die", "live")]
    assert [one.parts for one in said] == [("1\n", ""), ("1\n", "2\n")]
    assert said[0].state is State.CRASHED


@pytest.mark.parametrize(
    "main",
    ["while True: print('x' * 1000)", "while True:\n try: input()\n except EOFError: pass"],
)
def test_a_flood_ends(parent: Parent, main: str) -> None:
    play = run(parent, main)
    assert "at once" in play.broke_off
    assert len("".join(play.parts)) <= MAX_PRINTED


def test_each_answer_may_be_long_however_many_there_are(parent: Parent) -> None:
    lines = [str(number) for number in range(100)]
    play = run(parent, "while True: print(input() * 0 + 'x' * 3_900)", *lines)
    assert [len(part) for part in play.parts] == [0, *[3_901] * 100], play.ended
    assert not play.broke_off or "EOFError" in play.broke_off


def test_the_handout_names_what_an_answer_may_have() -> None:
    handout = (ROOT / "handout" / "terminal.md").read_text(encoding="utf-8")
    assert f"at most {MAX_PRINTED:,} characters before it reads" in " ".join(handout.split())


def test_files_may_lie_in_folders_and_need_not_be_texts(parent: Parent) -> None:
    main = "print(open('games/one.txt').read(), open('odd', 'rb').read())"
    files = (("games/one.txt", "one"), ("odd", (0xFF, 0xFE)))
    with Student(parent, Types([]), {"__main__": main}, {"__main__": ""}) as student:
        play = played(student, Session("game", (), (), files))
    assert play.parts == ("one b'\\xff\\xfe'\n",)
    assert play.files == (("odd", "\ufffd\ufffd"),)


def test_a_file_that_cannot_be_compiled_is_a_trouble(parent: Parent) -> None:
    files = {"__main__": "print(1", "rules": "N = 5"}
    with Student(parent, Types([]), files, {"__main__": ""}) as student:
        student.open()
        assert list(student.troubles) == ["__main__"]


def test_a_program_may_write_where_there_are_no_namespaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    without = frozenset({"pids", "network", "ipc", "hostname", "mounts"})
    parent = Parent(PROGRAM, LIMITS, without=without)
    try:
        play = run(parent, "open('new.txt', 'w').write('x')\nopen('/tmp/x-of-a-guest', 'w')")
    finally:
        parent.close()
    assert not list(tmp_path.iterdir())
    assert ("new.txt", "x") in play.files
    assert play.broke_off.startswith("raised PermissionError")
    assert not Path("/tmp/x-of-a-guest").exists()


def test_the_terminal_game_is_a_program_with_a_bonus() -> None:
    coursework = Course(ROOT).coursework("terminal")
    assert [coursework.scheme.total, coursework.scheme.most_bonus] == [100, 20]
    assert coursework.program
    assert not coursework.supplied
    assert coursework.reference[0] == "__main__.py"


def test_a_folder_of_the_machine_that_is_called_the_same_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_SCRATCH", tmp_path)
    ours = places.scratch(own_root=False)
    assert ours != tmp_path
    ours.rmdir()
    assert places.scratch(own_root=True) == tmp_path
