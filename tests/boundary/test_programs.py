"""Programs without functions, which tests run by importing them under a patched `input`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import (
    adopted,
    coursework_of,
    lost,
    lost_by,
    marked,
    release_of,
    solution_of,
)

pytestmark = pytest.mark.slow

SOLUTION = """
name = input("Name: ")
times = int(input("How often: "))
for _ in range(times):
    print("Hello", name)
"""
TESTS = """
import importlib
import io
import sys
import unittest
from contextlib import redirect_stdout
from unittest.mock import patch


def run(*answers):
    sys.modules.pop("hello", None)
    out = io.StringIO()
    with patch("builtins.input", side_effect=answers), redirect_stdout(out):
        module = importlib.import_module("hello")
    return module, out.getvalue()


class HelloTest(unittest.TestCase):
    def test_twice(self):
        self.assertEqual(run("Ann", "2")[1], "Hello Ann\\nHello Ann\\n")

    def test_never(self):
        self.assertEqual(run("Ann", "0")[1], "")

    def test_names(self):
        self.assertEqual(run("Bob", "1")[0].name, "Bob")
        self.assertFalse(hasattr(run("Bob", "1")[0], "nothing"))


class ReloadTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with patch("builtins.input", side_effect=["A", "1"]), redirect_stdout(io.StringIO()):
            cls.module = importlib.import_module("hello")

    def test_again(self):
        with patch("builtins.input", side_effect=["B", "1"]), redirect_stdout(io.StringIO()) as out:
            importlib.reload(self.module)
        self.assertEqual(out.getvalue(), "Hello B\\n")
        self.assertEqual(self.module.name, "B")
"""
LOOPS = """
def main(name, times):
    while times:
        print(f"Hello {name}")
        times -= 1


name = input()
main(name, int(input()))
"""
ONCE = SOLUTION.replace("range(times)", "range(1)")
ASKS_MORE = SOLUTION + 'input("Again? ")\n'
MAIN = (
    "def main():\n"
    + SOLUTION.replace("\n", "\n    ")
    + "\n\nif __name__ == '__main__':\n    main()\n"
)
CLASS = """
class App:
    def ask(self, text):
        return input(text)

    def run(self):
        name, times = self.ask("Name: "), int(self.ask("How often: "))
        for _ in range(times):
            print("Hello", name)
"""
ALL = {"twice", "never", "names", "again"}


def test_they_lose_what_they_would_under_pytest(tmp_path: Path) -> None:
    files = {"solution/hello.py": SOLUTION, "tests/test_hello.py": TESTS}
    submissions = {
        "100001": SOLUTION,
        "100002": LOOPS,
        "100003": ONCE,
        "100004": ASKS_MORE,
        "100005": MAIN,
        "100006": SOLUTION.replace("name", "who"),
    }
    assert lost_by(tmp_path, "hello", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"twice", "never"},
        "100004": ALL,
        "100005": {"twice", "names", "again"},
        "100006": {"names", "again"},
    }
    tests = json.loads((tmp_path / "marks/100003/results.json").read_text("utf-8"))["tests"]
    (said,) = (one["output"] for one in tests if one["name"].endswith("twice"))
    assert "Called: importlib.import_module('hello')" in said
    assert "Expected:\nHello Ann\nHello Ann\n\nGot:\nHello Ann\n" in said
    (said,) = (one["output"] for one in tests if one["name"].endswith("never"))
    assert "Expected:\n(it prints nothing)\n" in said


def test_programs_of_a_package_that_no_statement_names(tmp_path: Path) -> None:
    calls = f"{MAIN.partition('if __name__')[0]}main()\n"
    in_class = CLASS + "\n\napp = App()\napp.run()\n"
    tests = TESTS[: TESTS.index("    def test_names")].replace('"hello"', '"solution.hello"')
    files = {"solution/hello.py": in_class, "tests/test_hello.py": tests}
    submissions = {"100001": calls, "100002": in_class, "100003": ONCE}
    assert lost_by(tmp_path, "hello", files, submissions) == {
        "100001": set(),
        "100002": set(),
        "100003": {"twice", "never"},
    }


KEPT = """
while True:
    name = input()
    if name == "A":
        break
    print(greeting + name)
    break

greeting = "Hello "
input()
"""


def test_a_program_that_is_reloaded_holds_what_it_held(tmp_path: Path) -> None:
    """One that is imported anew does not."""
    files = {"solution/hello.py": SOLUTION, "tests/test_hello.py": TESTS}
    assert lost_by(tmp_path, "hello", files, {"100001": KEPT}) == {
        "100001": {"twice", "never", "names"}
    }


def test_what_a_student_pastes_runs_the_program_again(tmp_path: Path) -> None:
    files = {"solution/hello.py": SOLUTION, "tests/test_hello.py": TESTS}
    lost_by(tmp_path, "hello", files, {"100001": SOLUTION.replace("Hello", "Hi")})
    tests = json.loads((tmp_path / "marks/100001/results.json").read_text("utf-8"))["tests"]
    (said,) = (one["output"] for one in tests if one["name"].endswith("again"))
    assert (
        "with patch('builtins.input', side_effect=['A', '1', 'B', '1']):\n"
        "    function1 = importlib.import_module('hello')\n"
        "    importlib.reload(importlib.import_module('hello'))\n"
    ) in said


FIRST_DAY = {
    "solution/hello.py": "def main():\n    for i in range(3):\n        print('Hello', i)\n\n\nmain()\n",
    "solution/greet.py": "name = input('Name? ')\nprint(f'Hello {name}')\n",
    "solution/shapes.py": "def area(a, b):\n    return a * b\n\n\nprint(area(2, 3))\n",
    "tests/test_first.py": """
import builtins
import sys
from unittest.mock import patch
import pytest

@pytest.fixture(autouse=True)
def fresh():
    for name in ("hello", "greet"):
        sys.modules.pop(name, None)

def test_lines(capsys):
    import hello
    assert capsys.readouterr().out == "Hello 0\\nHello 1\\nHello 2\\n"

def test_printed():
    with patch("builtins.print") as told:
        import hello
    told.assert_any_call("Hello", 1)

@pytest.mark.parametrize("name", ["Ada", "Bob"])
def test_greet(capsys, name):
    with patch("builtins.input", return_value=name):
        import greet
    assert f"Hello {name}" in capsys.readouterr().out
    assert greet.name == name

def test_area():
    import shapes
    assert shapes.area(4, 5) == 20
""",
}
OF_FIRST_DAY: dict[str, tuple[dict[str, str], set[str]]] = {
    "right": ({"hello.py": "print('Hello 0')\nprint('Hello', 1)\nprint('Hello 2')\n"}, set()),
    "prints texts": (
        {"hello.py": "for i in range(3):\n    print(f'Hello {i}')\n"},
        {"printed"},
    ),
    "too few": ({"hello.py": "print('Hello', 0)\nprint('Hello', 1)\n"}, {"lines"}),
    "one name": ({"greet.py": "name = input() and 'Ada'\nprint('Hello Ada')\n"}, {"greet"}),
    "nothing": (
        {"hello.py": "", "greet.py": "", "shapes.py": ""},
        {"lines", "printed", "greet", "area"},
    ),
}


def test_programs_may_be_imported_by_statements_amid_tests(tmp_path: Path) -> None:
    assert adopted(tmp_path, "first", FIRST_DAY).left_out == ()
    coursework = coursework_of(tmp_path, "first")
    assert coursework.scripts == ("greet.py", "hello.py")
    given = solution_of(coursework)
    submissions = {name: {**given, **files} for name, (files, _) in OF_FIRST_DAY.items()}
    assert lost(marked(tmp_path, "first", submissions)) == {
        name: losing for name, (_, losing) in OF_FIRST_DAY.items()
    }


BY_FILE = {
    "solution/greet.py": "def greet(name):\n    return f'Hello, {name}!'\n",
    "solution/ask.py": "name = input()\nprint('Hello', name)\n",
    "tests/test_files.py": """
import importlib.util
from pathlib import Path
from unittest.mock import patch

HERE = Path(__file__).resolve().parent


def load(name):
    spec = importlib.util.spec_from_file_location(f"student_{name}", HERE.parent / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_greet():
    assert load("greet").greet("Ada") == "Hello, Ada!"

def test_ask(capsys):
    with patch("builtins.input", return_value="Bob"):
        module = load("ask")
    assert (module.name, capsys.readouterr().out) == ("Bob", "Hello Bob\\n")
""",
}


def test_modules_may_be_imported_by_their_files(tmp_path: Path) -> None:
    assert adopted(tmp_path, "files", BY_FILE, public="files.*").left_out == ()
    coursework = coursework_of(tmp_path, "files")
    assert coursework.scripts == ("ask.py",)
    given = solution_of(coursework)
    wrong = {
        "greet": {**given, "greet.py": given["greet.py"].replace(",", "")},
        "ask": {**given, "ask.py": "name = input()\nprint('Hello Ada')\n"},
    }
    found = lost(marked(tmp_path, "files", {**wrong, "right": given}))
    assert found == {"greet": {"greet"}, "ask": {"ask"}, "right": set()}
    release_of(coursework)  # tries the check at home out, too
