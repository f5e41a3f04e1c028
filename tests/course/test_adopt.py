"""`patience adopt` says what it takes for the students', and why tests are left out."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import warm
from patience_grader.course import adopt as adopting
from patience_grader.course.adopt import Sources, adopt
from patience_grader.course.coursework import read_coursework
from patience_grader.errors import InputError
from patience_grader.marking.adopting import refusal_of
from patience_grader.marks.verdict import PASSED, State, Verdict

FILES = {
    "solution/suits.py": "SUITS = ('clubs', 'hearts')\n",
    "solution/cards.py": "from suits import SUITS\n\n\ndef number(suit):\n"
    "    return SUITS.index(suit)\n",
    "stub/suits.py": "SUITS = ('clubs', 'hearts')\n",
    "stub/cards.py": "def number(suit):\n    pass\n",
    "tests/test_cards.py": "from cards import number\n\n\ndef test_clubs():\n"
    "    assert number('clubs') == 0\n",
}
ADOPT = ("adopt", "numbering", "--solution", "solution", "--tests", "tests/test_cards.py")


@pytest.fixture
def given(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path


def test_the_modules_of_students_are_named(given: Path) -> None:
    done = warm.patience(*ADOPT, "--course", "course", cwd=given)
    assert "students write: cards.py, suits.py (if they are given some of these" in done.stdout
    done = warm.patience(*ADOPT, "--stub", "stub", "--course", "other", cwd=given)
    assert "students write: cards.py\n" in done.stdout


def test_too_slow_together() -> None:
    slow = Verdict(State.TIMED_OUT, "it took too long (more than 20 s for the whole submission)")
    assert "--stub" in refusal_of(slow)
    alone = Verdict(State.TIMED_OUT, "it took too long (more than 2 s for one question)")
    assert refusal_of(alone).startswith("the solution does not pass it as a submission")
    assert not refusal_of(PASSED)


def test_more_than_there_is_time_for(given: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        @staticmethod
        def run(command: list[str], **_: object) -> None:
            raise subprocess.TimeoutExpired(command, 1_200)

    monkeypatch.setattr(adopting, "subprocess", Endless)
    (given / "course").mkdir()
    with pytest.raises(InputError, match="more than 20 minutes"):
        adopt(
            given / "course",
            "numbering",
            Sources(given / "solution", (given / "tests/test_cards.py",)),
        )


def test_how_many_tests_students_get_is_said(given: Path) -> None:
    done = warm.patience(*ADOPT, "--course", "course", cwd=given)
    assert "students get none of them for their check at home" in done.stdout
    done = warm.patience(
        *(*ADOPT, "--public", "club*", "--public", "no*", "--course", "other"), cwd=given
    )
    assert "students get 1 of them for their check at home" in done.stdout
    done = warm.patience(*ADOPT, "--public", "heart*", "--course", "third", cwd=given)
    assert done.returncode == 2
    assert "no test fits --public 'heart*'; tests are called cards.clubs" in done.stderr
    assert not (given / "third").exists()


def test_a_solution_that_is_no_python_is_named_with_its_line(given: Path) -> None:
    _is_named_with_its_line(given, "cards.py")


def test_so_is_a_file_of_the_solution_that_nothing_imports(given: Path) -> None:
    _is_named_with_its_line(given, "left_over.py")


def _is_named_with_its_line(given: Path, name: str) -> None:
    file = given / "solution" / name
    file.write_text("def number(:\n", "utf-8")
    done = warm.patience(*ADOPT, "--course", "course", cwd=given)
    assert done.returncode == 2
    said = f"{file}:1: the solution cannot be read: SyntaxError: invalid syntax"
    assert done.stderr == f"patience: {said}\n"
    assert not (given / "course").exists()


@pytest.mark.parametrize(
    ("then", "scripts"),
    [("cards = Cards()\n", ()), ("cards = Cards()\ncards.ask()\n", ("aces.py",))],
)
def test_a_program_is_what_asks_as_soon_as_it_is_imported(
    given: Path, then: str, scripts: tuple[str, ...]
) -> None:
    code = "class Cards:\n    def __init__(self): self.ace = 1\n"
    code += (
        "    def ask(self): self.ace = int(self.answer())\n    def answer(self): return input()\n"
    )
    (given / "solution/aces.py").write_text(code + then, "utf-8")
    test = (
        "import importlib\ndef test_ace(monkeypatch):\n"
        "    monkeypatch.setattr('builtins.input', lambda: '1')\n"
        "    assert importlib.import_module('aces').cards.ace == 1\n"
    )
    (given / "tests/test_cards.py").write_text(test, "utf-8")
    adopt(
        given / "course", "numbering", Sources(given / "solution", (given / "tests/test_cards.py",))
    )
    assert read_coursework(given / "course", "numbering").scripts == scripts


def test_a_name_that_the_kit_has(given: Path) -> None:
    done = warm.patience("adopt", "cards", *ADOPT[2:], "--course", "course", cwd=given)
    assert "'cards' cannot name a coursework: the kit has it" in done.stderr


def test_long_names_that_differ_at_the_end_stay_apart(given: Path) -> None:
    long = "the_number_of_a_suit_is_its_place_" * 4
    tests = "".join(
        f"def test_{long}{end}():\n    assert number('clubs') == 0\n"
        for end in ("in_the_list_of_the_left", "in_the_list_of_the_right")
    )
    (given / "tests/test_cards.py").write_text(f"from cards import number\n{tests}", "utf-8")
    warm.patience(*ADOPT, "--course", "course", cwd=given)
    handout = (given / "course/handout/numbering.md").read_text("utf-8")
    names = re.findall(r"(?m)^\| `cards\.(\w+)`", handout)
    begin = "the_number_of_a_suit_is_its_place_the"
    assert names == [
        f"{begin}__is_its_place_in_the_list_of_the_left",
        f"{begin}__is_its_place_in_the_list_of_the_right",
    ]


SLOW = """
import time
from suits import SUITS


def number(suit):
    end = time.process_time() + 0.5
    while time.process_time() < end:
        pass
    return SUITS.index(suit)
"""


def test_a_solution_that_takes_long_gets_limits_that_leave_room(given: Path) -> None:
    (given / "solution/cards.py").write_text(SLOW, "utf-8")
    done = warm.patience(*ADOPT, "--course", "course", cwd=given)
    assert "limits: the solution takes 0.5 s in cards.clubs and 0.5 s in all, so" in done.stdout
    limits = read_coursework(given / "course", "numbering").limits
    assert limits.cpu_seconds_per_question == 3
    assert limits.cpu_seconds_per_submission == 20
    (given / "solution/cards.py").write_text(FILES["solution/cards.py"], "utf-8")
    done = warm.patience(*ADOPT, "--course", "other", cwd=given)
    assert "limits" not in done.stdout
    assert read_coursework(given / "other", "numbering").limits.cpu_seconds_per_question == 2


def test_files_that_tests_name_go_along_and_of_others_is_said_where_they_belong(
    given: Path,
) -> None:
    tests = (
        "def test_named():\n    assert number(open('solution/suit.txt').read()) == 0\n"
        "def test_made_up():\n    assert number(open('solution/' + 'other' + '.txt').read()) == 0\n"
        "def test_lost():\n    assert number(open('lost.txt').read()) == 0\n"
    )
    with (given / "tests/test_cards.py").open("a", encoding="utf-8") as file:
        file.write(tests)
    for name in ("suit", "other"):
        (given / f"solution/{name}.txt").write_text("clubs", "utf-8")
    done = warm.patience(*ADOPT, "--course", "course", cwd=given)
    assert "adopted 2 of 4 tests" in done.stdout
    place = given / "tests/solution/other.txt"
    assert f"copy {given / 'solution/other.txt'} to {place}: tests work in a copy" in done.stdout
    assert f"a copy of {given / 'tests'}: put it there as lost.txt" in done.stdout
    place.parent.mkdir()
    place.write_text("clubs", "utf-8")
    done = warm.patience(*ADOPT, "--course", "other", cwd=given)
    assert "adopted 3 of 4 tests" in done.stdout
    (given / "tests/__init__.py").touch()
    done = warm.patience(*ADOPT, "--course", "package", cwd=given)
    assert f"copy it to {given / 'tests'}, and open it by Path(__file__).with_name(" in done.stdout


def test_nobody_is_told_to_copy_a_file_that_students_write(given: Path) -> None:
    test = "def test_source():\n    assert 'eval' not in open('solution/cards.py').read()\n"
    with (given / "tests/test_cards.py").open("a", encoding="utf-8") as file:
        file.write(test)
    done = warm.patience(*ADOPT, "--course", "course", cwd=given)
    assert (
        "'solution/cards.py'); the files of students' modules do not cross: import cards,"
        in done.stdout
    )


def test_what_plain_pytest_passes_of_what_is_left_out_is_named(given: Path) -> None:
    file = given / "tests/test_cards.py"
    fails = (
        "import unittest\nimport pytest\nfrom cards import number\n\n\n"
        "def test_clubs():\n    assert number('clubs') == 0\n"
        "@pytest.mark.skip\ndef test_skipped():\n    assert number('hearts') == 1\n"
        "@pytest.mark.xfail\ndef test_known():\n    assert number('hearts') == 3\n"
        "class TestMore(unittest.TestCase):\n    @unittest.expectedFailure\n"
        "    def test_expected(self):\n        assert number('hearts') == 3\n"
        "    def test_wrong(self):\n        assert number('hearts') == 2\n"
    )
    file.write_text(fails, "utf-8")
    done = warm.patience(*ADOPT, "--course", "course", cwd=given)
    assert done.stdout.count("left out: ") == 4
    assert "plain pytest" not in done.stdout
    file.write_text(
        f"{fails}import cards\ndef test_file():\n"
        "    assert 'def number' in open(cards.__file__).read()\n",
        "utf-8",
    )
    done = warm.patience(*ADOPT, "--course", "other", cwd=given)
    assert "plain pytest passes cards.file: what is left out all the same may" in done.stdout
