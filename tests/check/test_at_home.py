"""Public tests of a plain suite at home: what travels, what does not, and what the check finds."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from adopting import adopted, coursework_of, release_of, solution_of
from patience_grader.check.plain import PlainChecker
from patience_grader.check.result import Looked, Result
from patience_grader.course.coursework import Coursework
from patience_grader.errors import InputError
from patience_grader.marks.verdict import State
from patience_grader.release.leaks import leaks
from patience_grader.release.making import Release
from patience_grader.release.trial import try_out

SOLUTION = '''\
"""Words of a text."""
seen = []
def count_words(text):
    seen.append(text)
    return len(text.split())
def longest(text):
    if not text.split():
        raise ValueError("an empty text")
    return max(text.split(), key=len)
def mean(text):
    lengths = [len(word) for word in text.split()]
    return sum(lengths) / len(lengths) if lengths else 0.0
def shout(text):
    return text.upper()
def report(text):
    print(count_words(text), "words")
def ask():
    return input("text: ")
def save(path, text):
    path.write_text(text)
class Tally:
    def __init__(self):
        self.counts = {}
    def add(self, word):
        self.counts[word] = self.counts.get(word, 0) + 1
    def top(self):
        return max(self.counts, key=self.counts.get)
'''
TESTS = '''\
"""Words of a text."""
# a hidden comment
import pytest
import reference.textstats.stats as right
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from textstats.stats import Tally, ask, count_words, longest, mean, report, save, shout
from drawing import texts
from helping import HIDDEN_TOO, check_count, right_count

HIDDEN = {"a hidden question": 3}
FROM_THE_SOLUTION = count_words("one two three")

@settings(max_examples=40)
@given(texts())
@example("explicitly hidden words")
def test_count(text):
    """Words are counted."""
    check_count(text, len(text.split()))

def test_hidden():
    for text, count in HIDDEN.items():
        assert count_words(text) == count
    assert count_words(HIDDEN_TOO) == 3

@pytest.mark.public
def test_empty():
    """A text without words has no longest word."""
    with pytest.raises(ValueError, match="empty"):
        longest("")

@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("bb a", "bb", marks=pytest.mark.public),
        pytest.param("", "not today", marks=pytest.mark.public),
        ("hidden cccccccc", "cccccccc"),
    ],
)
def test_longest(text, word):
    if not text:
        pytest.skip(word)
    assert longest(text) == word

@settings(max_examples=40)
@given(text=texts())
def test_mean(text):
    """The mean length of words."""
    assume(text)
    assert mean(text) == pytest.approx(right.mean(text))

@settings(max_examples=10)
@given(texts())
def test_loud(text):
    assert right.count_words(shout(text)) == count_words(text)

@settings(max_examples=10)
@given(st.data())
def test_data(data):
    assert count_words(data.draw(texts())) >= 0

@pytest.mark.public
def test_known_when_collected():
    assert count_words("one two three") == FROM_THE_SOLUTION

@pytest.mark.public
def test_prints(capsys):
    report("a b")
    assert capsys.readouterr().out == "2 words\\n"

@pytest.mark.public
def test_asks(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: prompt + "!")
    assert ask() == "text: !"

@pytest.mark.public
def test_saves(tmp_path):
    save(tmp_path / "out.txt", "a")
    assert (tmp_path / "out.txt").read_text() == "a"

@pytest.mark.public
def test_round():
    assert right_count(shout("a b")) == 2

class TestTally:
    @pytest.fixture
    def tally(self):
        tally = Tally()
        tally.add("a")
        tally.add("b")
        return tally

    @pytest.mark.public
    def test_top(self, tally):
        """The most frequent word."""
        tally.add("b")
        assert tally.top() == "b"

    def test_hidden_top(self, tally):
        assert tally.top() == "a"
'''
DRAWING = """\
from hypothesis import strategies as st
def texts():
    return st.lists(st.sampled_from(["a", "bb", "ccc"]), max_size=6).map(" ".join)
"""
HELPING = """\
import reference.textstats.stats as right
from textstats.stats import count_words
HIDDEN_TOO = "quite a secret"
def right_count(text):
    return right.count_words(text)
def check_count(text, count):
    assert count_words(text) == count
"""
FILES = {
    "solution/textstats/__init__.py": "",
    "solution/textstats/stats.py": SOLUTION,
    "tests/test_stats.py": TESTS,
    "tests/drawing.py": DRAWING,
    "tests/helping.py": HELPING,
}
PUBLIC = {
    *("stats.count", "stats.empty", "stats.longest", "stats.mean", "stats.prints", "stats.asks"),
    *("stats.known_when_collected", "stats.saves", "stats.round", "tally.top"),
}


@dataclass(frozen=True)
class Released:
    coursework: Coursework
    release: Release
    solution: str

    def looked(self, text: str, *, forks: bool = True) -> Result:
        return PlainChecker(self.release.public, forks=forks).check_files({"stats.py": text})

    def lost(self, text: str, *, forks: bool = True) -> dict[str, Looked]:
        return self.lost_of({"stats.py": text}, forks=forks)

    def lost_of(self, files: Mapping[str, str], *, forks: bool = True) -> dict[str, Looked]:
        parts = PlainChecker(self.release.public, forks=forks).check_files(files).parts
        return {one.rule.id: one for part in parts for one in part.looked if not one.is_kept}

    def put(self, find: str, put: str) -> str:
        assert self.solution.count(find) == 1
        return self.solution.replace(find, put)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    root = tmp_path_factory.mktemp("course")
    done = adopted(root, "textstats", FILES)
    assert not done.left_out
    handout = root / "course" / "handout" / "textstats.md"
    text = handout.read_text("utf-8")
    handout.write_text(text.replace("public_tests = []\n", ""), "utf-8")
    coursework = coursework_of(root, "textstats")
    return Released(coursework, release_of(coursework), solution_of(coursework)["stats.py"])


def test_what_is_drawn_or_marked_public_is_public(released: Released) -> None:
    suite = released.release.public.plain
    assert suite is not None
    assert set(suite.criteria) == PUBLIC
    assert released.release.public.when_marked.startswith(
        "Marking asks these questions, and others"
    )
    reasons = {name: why.partition(" (")[0] for name, why in suite.marked_only.items()}
    assert reasons == {
        "stats.hidden": "hidden questions",
        "stats.loud": "it asks the solution about the submission's own answer",
        "stats.data": "it draws with data()",
        "tally.hidden_top": "hidden questions",
    }


def test_nothing_hidden_travels(released: Released) -> None:
    suite = released.release.public.plain
    assert suite is not None
    everything = "\n".join(suite.files.values()) + str(suite.expected)
    for hidden in ("hidden", "secret", "cccccccc", "sampled_from", "seen.append"):
        assert hidden not in everything
    assert "drawing.py" not in suite.files
    assert "not today" not in everything
    assert released.release.leaks == ()


def test_a_hidden_test_in_the_bundle_is_found(released: Released) -> None:
    packed = io.BytesIO(released.release.packed)
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("textstats-1.0/notes.txt", "    assert count_words(HIDDEN_TOO) == 3\n")
    nothing: Mapping[str, object] = {"nodes": [], "bank": [], "answers": []}
    found = leaks(packed.getvalue(), released.coursework, nothing, vars(released.release.public))
    assert any("1 lines of hidden tests" in line for line in found), found


@pytest.mark.parametrize("forks", [True, False])
def test_the_solution_passes_and_mistakes_are_found(released: Released, forks: bool) -> None:
    assert released.lost(released.solution, forks=forks) == {}
    lost = released.lost(
        released.put("return len(text.split())", "return len(text.split()) or 1"), forks=forks
    )
    assert set(lost) == {"stats.count"}
    verdict = lost["stats.count"].verdict
    assert verdict.reason == "count_words(''): 1, where the solution gives 0"
    assert verdict.evidence is not None
    shown = (verdict.evidence.called, verdict.evidence.expected, verdict.evidence.got)
    assert shown == ("count_words('')", "0", "1")
    assert verdict.evidence.snippet == "from textstats.stats import *\ncount_words('')"


@pytest.mark.parametrize(
    ("find", "put", "criterion", "state", "reason"),
    [
        (
            "if lengths else 0.0",
            "if len(lengths) > 1 else 0.0",
            "stats.mean",
            State.FAILED,
            "mean('a'): 0.0, where the solution gives 1.0",
        ),
        (
            'raise ValueError("an empty text")',
            'raise KeyError("an empty text")',
            "stats.empty",
            State.RAISED,
            "longest(''): it raised KeyError: 'an empty text'",
        ),
        (
            'return input("text: ")',
            "raise NotImplementedError",
            "stats.asks",
            State.NOT_ANSWERED,
            "it is not written yet (NotImplementedError)",
        ),
        (
            "def shout(text)",
            "def report(text): import os; os._exit(3)\ndef shout(text)",
            "stats.prints",
            State.PASSED,
            "",
        ),
        (
            'print(count_words(text), "words")',
            "import os; os._exit(0)",
            "stats.prints",
            State.CRASHED,
            "its process exited with code 0",
        ),
        (
            "path.write_text(text)",
            "\n    while True: pass",
            "stats.saves",
            State.TIMED_OUT,
            "it took too long (more than 0.25 seconds of processor time)",
        ),
        (
            "return max(self.counts, key=self.counts.get)",
            "return 'a'",
            "tally.top",
            State.FAILED,
            "tally1.top(): 'a', where the solution gives 'b'",
        ),
    ],
)
def test_how_it_ends(
    released: Released, find: str, put: str, criterion: str, state: State, reason: str
) -> None:
    lost = released.lost(released.put(find, put))
    if state is State.PASSED:
        assert criterion not in lost
        return
    assert set(lost) == {criterion}
    assert (lost[criterion].verdict.state, lost[criterion].verdict.reason) == (state, reason)


def test_what_asks_the_solution_about_another_answer_is_left_to_marking(
    released: Released,
) -> None:
    result = released.looked(released.put("return text.upper()", "return text + text"))
    assert (result.kept, result.count) == (9, 9)
    (remark,) = result.remarks
    assert remark.startswith("stats.round: only marking can check this")


def test_a_name_that_is_missing_fails_the_tests_that_use_it(released: Released) -> None:
    lost = released.lost(released.put("def mean(text)", "def average(text)"))
    assert {name: one.verdict.state for name, one in lost.items()} == {
        "stats.mean": State.NOT_ANSWERED
    }


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("def f(:", "stats.py: it raised SyntaxError: invalid syntax (line 1: def f(:)"),
        ("1 / 0", "stats.py: it raised ZeroDivisionError: division by zero (textstats/stats.py"),
        ("import os; os._exit(5)", "stats.py: its process exited with code 5"),
        ("while True: pass", "stats.py: it took too long (more than 0.25 seconds"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told(released: Released, text: str, noted: str) -> None:
    result = released.looked(text)
    assert len(result.broken) == 1
    assert result.broken[0].startswith(noted)
    assert result.kept == 0


def test_each_test_begins_as_after_importing(released: Released) -> None:
    leaky = released.put("seen.append(text)", "seen.append(text); 1 / (len(seen) < 500)")
    assert released.lost(leaky) == {}
    once = "    seen.append(text)\n    if 'three' not in text and len(seen) > 400: return -1"
    assert "stats.count" not in released.lost(released.put("    seen.append(text)", once))


def _unpacked(released: Released, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(released.release.packed)) as archive:
        archive.extractall(folder)
    (inside,) = folder.iterdir()
    return inside


def _check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-S", "check.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONUTF8": "1", "PATH": "/nowhere"},
        check=False,
    )


def test_the_bundle_needs_python_alone(released: Released, tmp_path: Path) -> None:
    folder = _unpacked(released, tmp_path)
    done = _check(folder)
    assert "Start with stats in textstats/stats.py" in done.stdout, done.stderr
    assert "Marked only, so not checked: stats.data (it draws with data())." in done.stdout
    (folder / "textstats" / "stats.py").write_text(released.solution, "utf-8")
    done = _check(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "10 of 10 public tests passed" in done.stdout
    assert "All public tests passed." in done.stdout
    compiled = {file.name.partition(".")[0] for file in folder.rglob("*.pyc")}
    assert {"child", "runner", "capture"} <= compiled
    assert not compiled & {"stats", "test_stats"}


def test_a_release_is_tried_out_first(released: Released, tmp_path: Path) -> None:
    assert try_out(released.release.packed, released.coursework).passed_by_skeleton == ()
    file = released.coursework.suites / "test_stats.py"
    before = file.read_text("utf-8")
    more = """
@pytest.mark.public
def test_count_in_file():
    import pathlib
    text = pathlib.Path(__file__).with_name("data" + ".txt").read_text()
    assert count_words(text) == 1
"""
    handout = released.coursework.handout
    table = handout.read_text("utf-8")
    row = "| `stats.count` | Words are counted. | 1 |\n"
    assert row in table
    try:
        (file.parent / "data.txt").write_text("word")
        file.write_text(before + more, "utf-8")
        handout.write_text(
            table.replace(row, f"{row}| `stats.count_in_file` | In a file. | 1 |\n")
            .replace("total = 14", "total = 15")
            .replace("**14**", "**15**")
            .replace("| **12** |", "| **13** |"),
            "utf-8",
        )
        done = subprocess.run(
            [sys.executable, "-m", "patience_grader", "release", "textstats", "--course"]
            + [str(released.coursework.root), "--out", str(tmp_path / "out.zip")],
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        file.write_text(before, "utf-8")
        handout.write_text(table, "utf-8")
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.count("\n") == 1
    assert "grader/suites/textstats/test_stats.py:" in done.stderr
    assert "the check of stats.count_in_file" in done.stderr
    assert not list(tmp_path.iterdir())


WITH_DATA = {
    "solution/stats.py": "def count(words, one):\n    return words.count(one)\n",
    "tests/conftest.py": """
from pathlib import Path
import pytest

WORDS = Path(__file__).parent / "words.txt"

@pytest.fixture
def words():
    return WORDS.read_text("utf-8").split()
""",
    "tests/test_stats.py": """
from pathlib import Path
from stats import count

def test_two(words):
    assert count(words, "\u00e4") == 2

def test_more():
    assert count((Path(__file__).parent / "data/more.csv").read_text().split(","), "b") == 1

def test_hidden():
    assert count(Path(__file__).with_name("hidden.txt").read_text().split(), "c") == 1
""",
    "tests/words.txt": "\u00e4 b \u00e4\n",
    "tests/data/more.csv": "a,b",
    "tests/data/unnamed.csv": "a,b",
    "tests/hidden.txt": "c",
}


def test_data_that_public_tests_name_is_handed_out_with_them(tmp_path: Path) -> None:
    assert adopted(tmp_path, "stats", WITH_DATA, public="stats.[tm]*").left_out == ()
    coursework = coursework_of(tmp_path, "stats")
    public = release_of(coursework).public
    assert public.data_files == ("data/more.csv", "words.txt")

    def states(text: str) -> dict[str, State]:
        checked = PlainChecker(public).check_files({"stats.py": text})
        looked = [one for part in checked.parts for one in part.looked]
        return {one.rule.id: one.verdict.state for one in looked}

    names = ("stats.two", "stats.more")
    assert states(WITH_DATA["solution/stats.py"]) == dict.fromkeys(names, State.PASSED)
    wrong = states("def count(words, one):\n    return 1\n")
    assert wrong == {"stats.two": State.FAILED, "stats.more": State.PASSED}
    handout = tmp_path / "course" / "handout" / "stats.md"
    text = handout.read_text("utf-8").replace('"stats.two"', '"test_stats.py::test_two"')
    handout.write_text(text, "utf-8")
    with pytest.raises(InputError, match=r"is not a test of the suite; its tests are .*stats\.two"):
        release_of(coursework_of(tmp_path, "stats"))


AS_MARKED = {
    "solution/notes.py": """
import logging
def note():
    logging.getLogger("notes").warning("hi")
def words(name):
    with open(name) as file:
        return file.read().split()
def plus(n):
    def added(m):
        return n + m
    return added
class Account:
    def __init__(self):
        self.owner = "Ada"
    @property
    def balance(self):
        return 100
def wide(text, *, width=5):
    return text.center(width)
""",
    "tests/test_notes.py": """
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, rule
from hypothesis.strategies import integers
from notes import Account, note, plus, wide, words

def test_note(caplog):
    note()
    assert [one.getMessage() for one in caplog.records] == ["hi"]
def test_words():
    assert words("words.txt") == ["a", "b"]
def test_plus():
    assert plus(2)(3) == 5
def test_balance():
    assert Account().balance == 100
def test_wide():
    assert wide("a", width=3) == " a "
class TestOuter:
    def test_outer(self):
        assert plus(0)(1) == 1
    class TestInner:
        def test_nested(self):
            assert plus(1)(1) == 2
class Machine(RuleBasedStateMachine):
    @rule(n=integers(0, 3))
    def adds(self, n):
        assert plus(1)(n) == n + 1
TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=2, stateful_step_count=2)
""",
    "tests/words.txt": "a b",
}


def test_a_check_runs_what_marking_runs_and_as_that_does(tmp_path: Path) -> None:
    """With logging, in a folder with the suite's data, without arguments, with own modules."""
    assert adopted(tmp_path, "notes", AS_MARKED, public="*").left_out == ()
    coursework = coursework_of(tmp_path, "notes")
    released = Released(coursework, release_of(coursework), AS_MARKED["solution/notes.py"])
    folder = _unpacked(released, tmp_path / "home")
    own = released.put("        return n + m", "        return total(n, m)")
    argued = "import sys\nif len(sys.argv) > 1:\n    sys.exit('too many arguments')\n"
    (folder / "notes.py").write_text(f"{argued}from helper import total\n{own}", "utf-8")
    (folder / "helper.py").write_text("def total(n, m):\n    return n + m\n", "utf-8")
    done = _check(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "7 of 7 public tests passed" in done.stdout
    assert "Marked only, so not checked: machine.run_test (it is a state machine)" in done.stdout
    (folder / "helper.py").write_text("def total(n, m):\n    return n - m\n", "utf-8")
    done = _check(folder)
    assert "added(3): -1, where the solution gives 5" in done.stdout
    (folder / "notes.py").write_text(f"import pytest\n{released.solution}", "utf-8")
    assert "No module named 'pytest'" in _check(folder).stdout
    wrong = released.put("return 100", "return 101").replace("center", "ljust")
    said = {f"{one.verdict.evidence}" for one in released.lost_of({"notes.py": wrong}).values()}
    assert any("account1.balance" in one for one in said), said
    assert any("wide('a', width=3)" in one for one in said), said
