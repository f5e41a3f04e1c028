"""Suites that run what students write as scripts, as the tests of a first course do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from adopting import adopted, coursework_of, earned, marked, release_of, skeleton_of
from patience_grader.boundary.commands import Command, command_of
from patience_grader.check.plain import PlainChecker
from patience_grader.marks.verdict import PASSED, State

GRADES = '''"""Reads numbers, and prints their mean."""
import sys

numbers = []
while (line := input("Number: ")) != "":
    numbers.append(float(line))
if not numbers:
    sys.exit("no numbers")
print()
print(f"Mean: {sum(numbers) / len(numbers):.1f}")
'''
GREET = """
import sys

from words import greeting

COUNT = 0

def main(names):
    global COUNT
    for name in names:
        COUNT += 1
        print(COUNT, greeting(name))
    if not names:
        print("usage: greet.py NAME...", file=sys.stderr)
        return 2
    return 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""
WORDS = """
def greeting(name):
    return f"Hello, {name}!"
"""
TESTS = """
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent / "solution"

def run(*words, **options):
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=5, **options)

@pytest.mark.parametrize("typed, mean", [("4\\n\\n", "4.0"), ("1\\n2\\n\\n", "1.5")])
def test_mean(typed, mean):
    done = run("grades.py", input=typed)
    assert done.stdout.splitlines()[-1] == f"Mean: {mean}"
    assert done.returncode == 0

def test_none():
    done = run(HERE / "grades.py", input="\\n")
    assert (done.returncode, done.stderr.strip()) == (1, "no numbers")

def test_ends():
    done = run("-u", "grades.py", input="")
    assert done.returncode != 0 and "EOFError" in done.stderr

def test_greets():
    out = subprocess.check_output(["python3", "-m", "greet", "Ada", "Bob"], text=True)
    assert out == "1 Hello, Ada!\\n2 Hello, Bob!\\n"

def test_greets_afresh():
    for name in ("Ada", "Bob"):
        assert run("greet.py", name).stdout == f"1 Hello, {name}!\\n"

def test_usage():
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run("greet.py", check=True)
    assert failed.value.returncode == 2 and "usage" in failed.value.stderr

def test_merged():
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen([sys.executable, "greet.py"], **options) as process:
        out, err = process.communicate()
    assert (out, err, process.returncode) == (b"usage: greet.py NAME...\\n", None, 2)

def test_function():
    from greet import main
    assert main([]) == 2
"""
GIVEN = {
    "solution/grades.py": GRADES,
    "solution/greet.py": GREET,
    "solution/words.py": WORDS,
    "tests/test_tools.py": TESTS,
}
RIGHT = {"grades.py": GRADES, "greet.py": GREET, "words.py": WORDS}
EVERY = {
    f"tools.{one}"
    for one in ("mean", "none", "ends", "greets", "greets_afresh", "usage", "merged", "function")
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("scripts")
    done = adopted(root, "tools", GIVEN)
    assert done.left_out == ()
    return root


def results(place: Path, name: str) -> list[dict[str, str]]:
    """What Gradescope is told of the tests of a submission."""
    text = (place / "marks" / name / "results.json").read_text("utf-8")
    found: list[dict[str, str]] = json.loads(text)["tests"]
    return found


def test_scripts_are_run_where_the_submission_is(place: Path) -> None:
    coursework = coursework_of(place, "tools")
    assert coursework.scripts == ("grades.py",)
    assert skeleton_of(coursework)["grades.py"] == (
        '"""Reads numbers, and prints their mean."""\n\n# Write your program here.\n'
    )
    versions = {
        "right": {},
        "other": {
            "grades.py": "import sys\ntotal = count = 0\nfor line in sys.stdin:\n"
            "    if line == '\\n':\n        break\n    total += float(line); count += 1\n"
            "else:\n    raise EOFError\n"
            "if count: print('\\nMean: %.1f' % (total / count))\n"
            "else: print('no numbers', file=sys.stderr); raise SystemExit(1)\n"
        },
        "rounded": {"grades.py": GRADES.replace(":.1f", ":.0f")},
        "zero": {"grades.py": GRADES.replace('sys.exit("no numbers")', "sys.exit(0)")},
        "loud": {"grades.py": "while True: print('x' * 1000)\n"},
        "endless": {"grades.py": "while True: pass\n"},
        "leaves": {"grades.py": "import os; os._exit(0)\n"},
        "curious": {"grades.py": "print(open(__file__).read())\n"},
        "broken": {"grades.py": "print(\n"},
        "kept": {"greet.py": GREET.replace("COUNT += 1", "COUNT += 2")},
        "silent": {"greet.py": GREET.replace(", file=sys.stderr", "")},
    }
    states = marked(place, "tools", {one: {**RIGHT, **new} for one, new in versions.items()})
    lost = {one: {name[6:] for name in EVERY - earned(states[one])} for one in versions}
    of_grades = {"mean", "none", "ends"}
    assert lost == {
        "right": set(),
        "other": set(),
        "rounded": {"mean"},
        "zero": {"none"},
        **dict.fromkeys(("loud", "endless", "leaves", "broken"), of_grades),
        "curious": of_grades,
        "kept": {"greets", "greets_afresh"},
        "silent": {"usage"},
    }
    assert states["endless"]["tools.mean"] == "timed out"
    reasons = {
        one: {row["name"][6:]: row["output"].split("\n")[2:3] for row in results(place, one)}
        for one in ("zero", "silent", "kept")
    }
    assert reasons["zero"]["none"] == ["failed: its exit code is 0, not 1"]
    assert reasons["silent"]["usage"] == ["failed: it prints 'usage: greet.py NAME...' too many"]
    assert reasons["kept"]["greets"] == ["failed: it prints '2 Hello, Ada!', not '1 Hello, Ada!'"]
    (said,) = (one for one in results(place, "rounded") if one["name"] == "tools.mean")
    for part in (
        "failed: it prints 'Mean: 4', not 'Mean: 4.0'\n",
        "Called: python3 grades.py\n> 4\n> \n",
        "Expected:\nNumber: Number: \nMean: 4.0\n",
        "Got:\nNumber: Number: \nMean: 4\n",
    ):
        assert part.replace('"', "'") in said["output"].replace('"', "'"), said["output"]


@pytest.mark.nightly
def test_students_check_their_scripts_at_home(tmp_path: Path) -> None:
    adopted(tmp_path, "tools", GIVEN, public="*")
    release = release_of(coursework_of(tmp_path, "tools"))
    assert release.leaks == ()

    def lost(*, forks: bool = True, **changed: str) -> dict[str, str]:
        files = {**RIGHT, **{f"{name}.py": text for name, text in changed.items()}}
        parts = PlainChecker(release.public, forks=forks).check_files(files).parts
        looked = [one for part in parts for one in part.looked]
        assert len(looked) == len(EVERY)
        return {
            one.rule.id.removeprefix("tools."): one.verdict.reason
            for one in looked
            if one.verdict.state is not State.PASSED
        }

    assert lost() == lost(forks=False) == {}
    assert lost(greet=GREET.replace("return 2", "return 0")).keys() == {
        *("usage", "merged", "function")
    }
    said = lost(grades="import sys\nif sys.stdin.read() == '\\n':\n    while True: pass\n")
    assert said.keys() == {"mean", "none", "ends"}
    assert said["none"] == "TimeoutError: grades.py took too long (more than 1 s)"


HELLO = """
name = input("Name: ")
print(f"Hello, {name}!")
letters = len(name)

def shout(text):
    return text.upper() + "!"
"""
OF_HELLO = """
import runpy

import pytest

def run(monkeypatch, typed):
    answers = iter(typed)
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    return runpy.run_path("hello.py", run_name="__main__")

@pytest.mark.parametrize("name", ["Ada", "Bob Ross"])
def test_greets(name, monkeypatch, capsys):
    run(monkeypatch, [name])
    assert capsys.readouterr().out == f"Hello, {name}!\\n"

def test_counts(monkeypatch):
    assert run(monkeypatch, ["Ada"])["letters"] == 3

def test_shouts(monkeypatch):
    assert run(monkeypatch, ["Ada"])["shout"]("a") == "A!"

def test_asks_once(monkeypatch):
    with pytest.raises(StopIteration):
        run(monkeypatch, [])
"""


@pytest.mark.slow
def test_a_file_is_run_amid_a_test(tmp_path: Path) -> None:
    given = {"solution/hello.py": HELLO, "tests/test_hello.py": OF_HELLO}
    assert adopted(tmp_path, "hello", given, public="*").left_out == ()
    public = release_of(coursework_of(tmp_path, "hello")).public
    checked = PlainChecker(public).check_files({"hello.py": HELLO.replace("Hello", "Dear")})
    wrong = [one.rule.id for part in checked.parts for one in part.looked if one.verdict != PASSED]
    assert wrong == ["hello.greets"]
    assert coursework_of(tmp_path, "hello").scripts == ("hello.py",)
    versions = {
        "right": HELLO,
        "other": "import sys\nx = input()\nsys.stdout.write('Hello, ' + x + '!\\n')\n"
        "letters = len(x)\nshout = lambda text: f'{text.upper()}!'\n",
        "polite": HELLO.replace("Hello", "Dear"),
        "no_count": HELLO.replace("letters = ", "count = "),
        "quiet": HELLO.replace('+ "!"', ""),
        "fixed": HELLO.replace('input("Name: ")', '"Ada"'),
    }
    states = marked(tmp_path, "hello", {one: {"hello.py": text} for one, text in versions.items()})
    every = {f"hello.{one}" for one in ("greets", "counts", "shouts", "asks_once")}
    assert {one: {name[6:] for name in every - earned(states[one])} for one in versions} == {
        "right": set(),
        "other": set(),
        "polite": {"greets"},
        "no_count": {"counts"},
        "quiet": {"shouts"},
        "fixed": {"greets", "asks_once"},
    }


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (["python3", "one.py", "a"], Command("one", ("a",))),
        (["/usr/bin/python3.12", "-W", "error", "-B", "./x/one.py"], Command("one", ())),
        ("python one.py 'a b'", Command("one", ("a b",))),
        (["python", "-m", "pack", "-v"], Command("pack.__main__", ("-v",))),
        (["python", "-m", "pack.two"], Command("pack.two", ())),
        (["python", "src/pack"], Command("pack.__main__", ())),
        (["python", "src/pack/two.py"], Command("pack.two", ())),
        (["python", "two.py"], None),
        (["python", "-c", "import one"], Command("", (), "import one")),
        (["python", "-c", "import two"], None),
        ("python two.py | python other.py", None),
        (["python", "other.py"], None),
        (["ls", "one.py"], None),
        ("python 'one.py", None),
        (["python"], None),
        (["python", 3], None),
        (None, None),
    ],
)
def test_what_a_command_runs(given: object, found: Command | None) -> None:
    assert command_of(given, {"one", "pack.__main__", "pack.two"}) == found


UNGUARDED = """
def double(number):
    return 2 * number

if True:
    print(double(int(input("Number: "))))
"""
GUARDED = UNGUARDED.replace("if True", 'if __name__ == "__main__"')
OF_DOUBLE = """
import os
import subprocess
import sys

import pytest

def run(typed, *words, **options):
    command = [sys.executable, "double.py", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, **options)

def test_prints():
    assert run("4").stdout == "Number: 8\\n"

def test_refuses():
    assert run("four").returncode != 0

def test_function():
    from double import double
    assert double(4) == 8

def test_import_prints_nothing():
    done = subprocess.run([sys.executable, "-c", "import double; print(double.double(1))"],
                          capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("2\\n", 0)

def test_elsewhere():
    assert run("5", cwd="../solution").stdout.endswith("10\\n")

def test_output():
    assert subprocess.getoutput("python3 double.py") .startswith("Number: Traceback")
    process: subprocess.Popen[str] = subprocess.Popen(
        ["python3", "double.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("1")
    assert process.communicate("2")[0] == "Number: 24\\n"
"""
OF_STATE = """
import subprocess
import sys

def test_starts_afresh():
    for _ in range(2):
        done = subprocess.run([sys.executable, "leave.py"], capture_output=True, text=True)
        assert done.stdout.splitlines() == ["one", "two", "fresh"]
        assert done.returncode == 0
"""
LEAVE = """
import os
print("one\\r\\ntwo")
print(os.environ.get("LEFT", "fresh"))
os.environ["LEFT"] = "stale"
os.chdir("/")
exit()
print("never")
"""
LOGS = """
import logging
import os
import sys
logging.basicConfig(stream=sys.stdout, format="%(message)s")
"""


@pytest.mark.slow
def test_a_script_is_run_as_it_was_handed_in(tmp_path: Path) -> None:
    given = {"solution/double.py": GUARDED, "tests/test_double.py": OF_DOUBLE}
    assert adopted(tmp_path, "double", given, public="*").left_out == ()
    every = {"prints", "refuses", "function", "import_prints_nothing", "elsewhere", "output"}
    versions: dict[str, dict[str, str]] = {
        "right": {"double.py": GUARDED},
        "unguarded": {"double.py": UNGUARDED},
        "missing": {"other.py": GUARDED},
        "broken": {"double.py": f"{GUARDED}("},
        "loud": {"double.py": f"while True:\n    print('x' * 1000)\n{GUARDED}"},
        "lenient": {"double.py": GUARDED.replace("int(input(", "float(input(")},
    }
    lost = {
        "right": set(),
        "unguarded": {"function", "import_prints_nothing"},
        **dict.fromkeys(("missing", "broken", "loud"), every),
        "lenient": {"prints", "elsewhere", "output"},
    }
    states = marked(tmp_path, "double", versions, code=1)  # a file is missing
    assert {one: every - {name[7:] for name in earned(states[one])} for one in versions} == lost
    said = {row["name"]: row["output"] for row in results(tmp_path, "missing")}
    assert "the submission has no file double.py" in said["double.prints"]
    checker = PlainChecker(release_of(coursework_of(tmp_path, "double")).public)
    for name, files in versions.items():
        looked = [one for part in checker.check_files(files).parts for one in part.looked]
        wrong = {one.rule.id[7:] for one in looked if one.verdict != PASSED}
        if name != "loud":
            assert (name, wrong) == (name, lost[name])


def test_what_a_shell_would_do_is_refused() -> None:
    for given in ("python3 one.py < in.txt", "echo 1 | python3 one.py", "python3 one.py 2>&1"):
        with pytest.raises(NotImplementedError, match="what a shell does with a script"):
            command_of(given, {"one"})


def test_nothing_is_left_of_a_script_that_has_ended(tmp_path: Path) -> None:
    given = {"solution/leave.py": LEAVE, "tests/test_leave.py": OF_STATE}
    assert adopted(tmp_path, "leave", given).left_out == ()
    logged = LEAVE.replace("import os\n", LOGS).replace(
        "print(os.environ", "logging.error(os.environ"
    )
    versions = {"right": LEAVE.replace("exit", "quit"), "logged": logged}
    states = marked(
        tmp_path, "leave", {name: {"leave.py": text} for name, text in versions.items()}
    )
    assert all(earned(states[name]) == {"leave.starts_afresh"} for name in versions)


ADDS = """
n = int(input())
if n < 0:
    raise ValueError("negative")
if n == 9:
    raise SystemExit(3)
print(n + 1)
"""
OF_ADDS = """
import subprocess
import sys

def run(typed):
    command = [sys.executable, "adds.py"]
    return subprocess.run(command, input=typed, capture_output=True)

def test_negative():
    assert run(b"-1").returncode == 1

def test_nine():
    assert run(b"9").returncode == 3

def test_adds():
    assert (run(b"1").stdout, run(b"1").returncode) == (b"2\\n", 0)

def test_carriage_return():
    assert run(b"1\\r\\n").returncode == 0

def test_whatever_is_raised():
    try:
        assert run(b"1").stdout == b"2\\n"
    except Exception:
        pass
"""
ODD_END = """
class E(SystemExit):
    @property
    def code(self):
        raise UnicodeDecodeError("utf-8", b"x", 0, 1, "x")

raise E
"""


def test_scripts_end_where_nothing_can_be_written(tmp_path: Path) -> None:
    given = {"solution/adds.py": ADDS, "tests/test_adds.py": OF_ADDS}
    assert adopted(tmp_path, "adds", given).left_out == ()
    versions = {
        "right": ADDS,
        "unchecked": "print(int(input()) + 1)",
        "broken": "print(int(input()) + 1",
        "odd_end": ODD_END,
    }
    states = marked(tmp_path, "adds", {one: {"adds.py": text} for one, text in versions.items()})
    every = {"negative", "nine", "adds", "carriage_return", "whatever_is_raised"}
    assert {one: every - {name[5:] for name in earned(states[one])} for one in versions} == {
        "right": set(),
        "unchecked": {"negative", "nine"},
        "broken": every,
        "odd_end": {"nine", "adds", "carriage_return"},
    }


SUMS = """
import sys
print(sum(map(int, sys.stdin.read().split())))
"""
OF_SUMS = """
import subprocess
import sys

def test_sum():
    command = [sys.executable, "sums.py"]
    for typed, total in (("1 2", "3\\n"), ("3\\n4\\n", "7\\n")):
        done = subprocess.run(command, input=typed, capture_output=True, text=True)
        assert (done.stdout, done.returncode) == (total, 0)
"""


def test_streams_and_ends_are_a_processs(tmp_path: Path) -> None:
    given = {"solution/sums.py": SUMS, "tests/test_sums.py": OF_SUMS}
    assert adopted(tmp_path, "sums", given).left_out == ()
    total = "print(sum(map(int, {}.split())))\n"
    versions = {
        "right": SUMS,
        "by_number": total.format("open(0).read()"),
        "bytes": total.format("open(0, 'rb').read()"),
        "by_name": "with open('/dev/stdin') as file: " + total.format("file.read()"),
        "exits": f"import os, sys{SUMS}sys.stdout.flush(); os._exit(0)\nprint('never')\n",
        "handler": "import atexit, sys\ntext = sys.stdin.read()\n"
        "atexit.register(print, sum(map(int, text.split())))\n",
        "two": f"import atexit{SUMS}atexit.register(print, 1)\n",
        "code": f"import os{SUMS}os._exit(3)\n",
    }
    states = marked(tmp_path, "sums", {one: {"sums.py": text} for one, text in versions.items()})
    assert [one for one in versions if not earned(states[one])] == ["two", "code"]
