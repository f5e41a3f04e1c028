"""Who hands in a file that cannot be imported is not told that nothing was written."""

from __future__ import annotations

from pathlib import Path

from adopting import adopted, marked

SOLUTION = """
FACTOR = 2

def double(n):
    return 2 * n
"""
TESTS = """
from numbers_twice import FACTOR, double

def test_double():
    assert double(4) == 8
"""
CONSTANT = """

def test_factor():
    assert FACTOR == 2
"""


def test_what_a_stub_answers_for_is_said(tmp_path: Path) -> None:
    files = {"solution/numbers_twice.py": SOLUTION, "tests/test_double.py": TESTS + CONSTANT}
    adopted(tmp_path, "twice", files)
    broken = "import nowhere\n" + SOLUTION
    asks = SOLUTION + "\nprint(double(int(input())))\n"
    unwritten = "FACTOR = 2\n\ndef double(n):\n    raise NotImplementedError\n"
    wrong = SOLUTION.replace("2 * n", "n")
    texts = {"asks": asks, "broken": broken, "unwritten": unwritten, "wrong": wrong}
    handed_in = {name: {"numbers_twice.py": one} for name, one in texts.items()}
    states = marked(tmp_path, "twice", handed_in)
    assert {name: states[name]["double.factor"] for name in texts} == {
        "asks": "not answered",
        "broken": "not answered",
        "unwritten": "passed",
        "wrong": "passed",
    }
    pages = {
        name: (tmp_path / "marks" / name / "feedback.html").read_text("utf-8") for name in texts
    }
    assert "numbers_twice.py could not be imported: it raised Mod" in pages["broken"]
    assert "(line 1); that module is not there when work is marked" in pages["broken"]
    assert "it is not written yet" not in pages["broken"]
    assert "(line 7); it asks for input while it is imported: call what runs" in pages["asks"]
    results = (tmp_path / "marks" / "broken" / "results.json").read_text("utf-8")
    assert "NotImplementedError" not in results  # that is in the stub, not in the student's file
    assert "it is not written yet" in pages["unwritten"]
    assert '<p class="reason">double(4): 4, where the solution gives 8.</p>' in pages["wrong"]


def test_a_package_that_its_skeleton_breaks_is_marked_to_the_end(tmp_path: Path) -> None:
    """A table is made while the file is imported, so the package's own file fails with a stub."""
    module = (
        "def rows():\n    return [1]\n\n\nTABLE = rows()\n\n\ndef double(n):\n    return 2 * n\n"
    )
    files = {
        "solution/twice/__init__.py": "from .table import TABLE, double\n",
        "solution/twice/table.py": module,
        "tests/test_double.py": TESTS.replace("numbers_twice", "twice").replace("FACTOR, ", ""),
    }
    assert not adopted(tmp_path, "twice", files).left_out
    skeleton = (tmp_path / "course" / "skeleton" / "twice" / "table.py").read_text("utf-8")
    hangs = "while True:\n    pass\n"
    texts = {"right": module, "untouched": skeleton, "empty": "", "hangs": hangs}
    found = marked(tmp_path, "twice", {name: {"table.py": one} for name, one in texts.items()})
    assert {name: list(states.values()) for name, states in found.items()} == {
        "right": ["passed"],
        "untouched": ["not answered"],
        "empty": ["not answered"],
        "hangs": ["not answered"],
    }


BOTH = """
from pair.first import double
from pair.second import triple

def test_double():
    assert double(4) == 8

def test_triple():
    assert triple(4) == 12

def test_nothing():
    assert triple(None) is None
"""


def test_a_broken_file_costs_nothing_that_is_asked_of_another_one(tmp_path: Path) -> None:
    first = "def double(n):\n    return 2 * n\n"
    second = "def triple(n):\n    return None if n is None else 3 * n\n"
    stub = "def triple(n):\n    pass\n"
    files = {"pair/first.py": first, "pair/second.py": second, "pair/__init__.py": ""}
    given = {f"solution/{name}": text for name, text in files.items()}
    stubs = {"stub/pair/first.py": "def double(n):\n    pass\n", "stub/pair/second.py": stub}
    stubs["stub/pair/__init__.py"] = ""
    adopted(tmp_path, "pair", {**given, **stubs, "tests/test_both.py": BOTH})
    submissions = {
        "broken": {"first.py": first, "second.py": "def triple(n)\n"},
        "stub": {"first.py": first, "second.py": stub},
    }
    states = marked(tmp_path, "pair", submissions)
    assert states["broken"] == {
        "both.double": "passed",
        "both.triple": "failed",
        "both.nothing": "not answered",
    }
    assert states["stub"]["both.nothing"] == "passed"


OF_TWO_FILES = """
import subprocess
import sys
import two

def test_two():
    assert two.two() == 2
def test_three():
    done = subprocess.run([sys.executable, "three.py"], capture_output=True, text=True)
    assert done.stdout == "3\\n"
"""


def test_a_script_is_run_whatever_else_the_test_file_imports(tmp_path: Path) -> None:
    two, three = "def two():\n    return 2\n", 'if __name__ == "__main__":\n    print(3)\n'
    solution = {"solution/two.py": two, "solution/three.py": three}
    assert not adopted(tmp_path, "both", {**solution, "tests/test_both.py": OF_TWO_FILES}).left_out
    waiting = {"two.py": f"input()\n{two}", "three.py": three}
    states = marked(tmp_path, "both", {"waiting": waiting})["waiting"]
    assert states == {"both.two": "not answered", "both.three": "passed"}


def test_the_line_of_a_syntax_error_is_told_with_each_test(tmp_path: Path) -> None:
    two, three = "def two():\n    return 2\n", 'if __name__ == "__main__":\n    print(3)\n'
    solution = {"solution/two.py": two, "solution/three.py": three}
    adopted(tmp_path, "both", {**solution, "tests/test_both.py": OF_TWO_FILES})
    marked(tmp_path, "both", {"wrong": {"two.py": "\n\ndef two(:\n", "three.py": three}})
    said = (tmp_path / "marks/wrong/results.json").read_text("utf-8")
    assert "two.py could not be imported: it raised SyntaxError: invalid syntax (line 3)" in said
