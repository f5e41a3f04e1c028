"""What ends how, which tests are refused, and the two mistakes that were the reason for all this."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from adopting import adopted, coursework_of, earned, marked, skeleton_of, solution_of
from patience_grader.course import adopt as adopting
from patience_grader.course.adopt import Sources, adopt
from patience_grader.errors import InputError
from warm import StartedModules

SOLUTION = "def count(text):\n    return len(text.split())\n\n\nLIMIT = 3\n"


def test_importing_the_solution_by_name_examines_the_submission(tmp_path: Path) -> None:
    tests = "from counting import count\n\n\ndef test_two():\n    assert count('a b') == 2\n"
    adopted(tmp_path, "words", {"solution/counting.py": SOLUTION, "tests/test_count.py": tests})
    wrong = {"counting.py": "def count(text):\n    return 7\n"}
    states = marked(tmp_path, "words", {"wrong": wrong, "right": {"counting.py": SOLUTION}})
    assert states["wrong"] == {"count.two": "failed"}
    assert states["right"] == {"count.two": "passed"}


def test_what_lies_below_the_tests_and_is_no_part_of_them_is_not_copied_to_them(
    tmp_path: Path,
) -> None:
    for path, text in {
        "test_count.py": "from counting import count\n\n\ndef test_two():\n    assert count('a b') == 2\n",
        "solution/counting.py": SOLUTION,
        "stub/counting.py": "def count(text):\n    pass\n",
        "texts/short.txt": "a b",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    course = tmp_path / "course"
    course.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adopting, "subprocess", StartedModules)
        adopt(
            course,
            "words",
            Sources(tmp_path / "solution", (tmp_path / "test_count.py",), tmp_path / "stub"),
        )
    suite = course / "grader" / "suites" / "words"
    files = {one.relative_to(suite).as_posix() for one in suite.rglob("*") if one.is_file()}
    assert files == {"test_count.py", "texts/short.txt"}


FLAKY = """
import sys

from counting import each


def ran():
    sys.ran = getattr(sys, "ran", 0) + 1
    return sys.ran


def test_each():
    seen = []
    each(seen.append, "ab")
    assert ran() == 1
    assert seen == ["a", "b"]
"""
EACH = "def each(function, items):\n    for item in items:\n        function(item)\n"


def test_the_suites_own_fault_is_void_and_a_students_loss_is_not(tmp_path: Path) -> None:
    sound = FLAKY.replace("    assert ran() == 1\n", "")
    adopted(tmp_path, "calls", {"solution/counting.py": EACH, "tests/test_each.py": sound})
    (tmp_path / "course/grader/suites/calls/test_each.py").write_text(FLAKY, "utf-8")
    backwards = EACH.replace("in items", "in reversed(items)")
    submissions = {"right": {"counting.py": EACH}, "wrong": {"counting.py": backwards}}
    states = marked(tmp_path, "calls", submissions, code=3)
    assert states["right"] == {"each.each": "void"}
    assert states["wrong"] == {"each.each": "void"}  # the solution does not pass it any more


REFUSED = {
    "the solution does not pass it (": "def test_a():\n    assert count('a') == 9\n",
    "no examples can be drawn for it": "from hypothesis import given, strategies as st\n\n\n"
    "@given(st.integers(2, 1))\ndef test_a(n):\n    assert count('a' * n) == 1\n",
    "it fails before it asks anything": "def test_a():\n    assert count(TEXTS[0]) == 1\n",
    "TypeError: to replace super in counting does not cross": "def test_a():\n"
    "    from unittest.mock import patch\n    with patch('counting.super', create=True):\n"
    "        assert count('a') == 1\n",
    "(NotImplementedError: to trace what students' code does does not cross)": "def test_a():\n"
    "    import bdb\n    class Calls(bdb.Bdb):\n        def user_call(self, frame, _):\n"
    "            raise RecursionError\n    Calls().set_trace()\n    try:\n        count('a')\n"
    "        assert False\n    except RecursionError:\n        pass\n",
    "(NotImplementedError: what a shell does with a script": "def test_a():\n    import os\n"
    "    assert count('a') == 1\n    assert os.system('echo a | python3 counting.py') == 0\n",
    "(a value too large): 200,000 numbers": "def test_a():\n    assert count(list(range(300_000)))\n",
    "it asks nothing": "def test_a():\n    assert 1 + 1 == 2\n",
}


@pytest.mark.parametrize("reason", REFUSED)
def test_a_test_that_can_examine_nobody_is_left_out(tmp_path: Path, reason: str) -> None:
    good = "\n\ndef test_good():\n    assert count('a') == 1\n"
    tests = "from counting import count\n\n\n" + REFUSED[reason] + good
    done = adopted(tmp_path, "words", {"solution/counting.py": SOLUTION, "tests/test_c.py": tests})
    assert done.criteria == 1
    (line,) = done.left_out
    assert re.match(r"test_c\.py:[47]: c\.a: ", line)
    assert reason in line


def test_nothing_is_written_when_nothing_can_be_adopted(tmp_path: Path) -> None:
    files = {"solution/counting.py": SOLUTION, "tests/test_c.py": "import nothing_like_it\n"}
    with pytest.raises(InputError, match=r"test_c\.py.*nothing_like_it"):
        adopted(tmp_path, "words", files)
    assert list((tmp_path / "course").iterdir()) == []


@pytest.mark.parametrize(
    "broken",
    ["from counting import (count\n", "\nfrom counting import cuont\n", "import helper\n"],
)
def test_a_suite_that_cannot_be_read_is_refused_with_its_line(tmp_path: Path, broken: str) -> None:
    files = {
        "solution/counting.py": SOLUTION,
        "tests/test_c.py": "import pytest\n" + broken,
        "tests/helper.py": "\n\nX = 1 / 0\n",
    }
    place = "helper.py:3" if "helper" in broken else f"test_c.py:{1 + len(broken.splitlines())}"
    with pytest.raises(InputError, match=f"^grader/suites/words/{place}: the suite cannot be read"):
        adopted(tmp_path, "words", files)


SOON = """
import sys
from patience_grader.boundary import bounds
from patience_grader.marking import adopting, collected_suite
bounds._LOOK_SECONDS = 0.2
collected_suite._SPARE_SECONDS = -59.5
adopting.main()
"""


@pytest.mark.parametrize("endless", ["while count('') == 0", "while not threading.Event().wait()"])
def test_a_drawn_test_that_does_not_end_is_refused(tmp_path: Path, endless: str) -> None:
    tests = (
        "import threading\n"
        "from counting import count\nfrom hypothesis import given, strategies as st\n\n\n"
        "@given(st.integers())\ndef test_a(n):\n    while count(''):\n        pass\n"
    )
    files = {"solution/counting.py": SOLUTION, "tests/test_c.py": tests}
    adopted(tmp_path, "words", files)
    suite = tmp_path / "course/grader/suites/words/test_c.py"
    suite.write_text(tests.replace("while count('')", endless), "utf-8")
    assert refused(SOON, tmp_path) == "it does not end within 0.5 s"


def refused(script: str, folder: Path) -> str:
    """Why the first test of the course in this folder is refused when the script adopts it."""
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder / "course"), "words"],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    refusal: str = json.loads(done.stdout)["tests"][0]["refusal"]
    return refusal


ALL_AT_ONCE = """
import sys
from patience_grader.boundary import asking
from patience_grader.marking import adopting
asking._MOST_WAITED = 0.1
adopting.main()
"""


def test_a_solution_that_waits_for_a_thread_of_the_tests_that_waits_for_it_is_refused(
    tmp_path: Path,
) -> None:
    tests = (
        "from concurrent.futures import ThreadPoolExecutor\nfrom pooled import submit\n\n\n"
        "def test_a():\n    assert submit(None) == 5\n"
    )
    solution = "def submit(pool):\n    return pool.submit(lambda: 5).result() if pool else 5\n"
    adopted(tmp_path, "words", {"solution/pooled.py": solution, "tests/test_c.py": tests})
    suite = tmp_path / "course/grader/suites/words/test_c.py"
    pooled = "with ThreadPoolExecutor(1) as pool:\n        assert submit(pool)"
    suite.write_text(tests.replace("assert submit(None)", pooled), "utf-8")
    refusal = "a call waits for a thread of the test that calls the same code"
    assert refused(ALL_AT_ONCE, tmp_path) == refusal


def test_a_solution_that_reads_when_it_is_imported_is_told(tmp_path: Path) -> None:
    files = {
        "solution/average.py": "LIMIT = 1\nnumber = input('Number? ')\n",
        "tests/test_a.py": "import average\n\n\ndef test_limit():\n    assert average.LIMIT == 1\n",
    }
    with pytest.raises(
        InputError, match=r"average\.py:2: the solution cannot be imported \(EOF"
    ) as e:
        adopted(tmp_path, "sums", files)
    assert 'runpy.run_path("average.py", run_name="__main__")' in str(e.value)
    assert list((tmp_path / "course").iterdir()) == []


def test_the_tests_stay_byte_for_byte(tmp_path: Path) -> None:
    tests = "from counting import count\r\n\r\ndef test_é():\r\n    assert count('é') == 1\r\n"
    files = {"solution/counting.py": SOLUTION, "tests/test_c.py": "x"}
    given = tmp_path / "given/tests"
    given.mkdir(parents=True)
    adopted_from = {**files}
    del adopted_from["tests/test_c.py"]
    (given / "test_c.py").write_bytes(tests.encode())
    adopted(tmp_path, "words", adopted_from)
    kept = tmp_path / "course/grader/suites/words/test_c.py"
    assert kept.read_bytes() == tests.encode()


def test_a_row_without_a_test_and_a_test_without_a_row(tmp_path: Path) -> None:
    tests = "from counting import count\n\n\ndef test_two():\n    assert count('a b') == 2\n"
    adopted(tmp_path, "words", {"solution/counting.py": SOLUTION, "tests/test_count.py": tests})
    handout = tmp_path / "course/handout/words.md"
    text = handout.read_text("utf-8")
    handout.write_text(text.replace("`count.two`", "`count.three`"), "utf-8")
    with pytest.raises(AssertionError, match=r"words\.md:\d+: no test in .* examines count\.three"):
        marked(tmp_path, "words", {"a": {"counting.py": SOLUTION}})


def test_constants_are_those_of_the_submission(tmp_path: Path) -> None:
    tests = (
        "from counting import LIMIT, count\n\n\ndef test_limit():\n    assert LIMIT == 3\n\n\n"
        "def test_count():\n    assert count('') == 0\n"
    )
    adopted(tmp_path, "words", {"solution/counting.py": SOLUTION, "tests/test_count.py": tests})
    other = {"counting.py": SOLUTION.replace("LIMIT = 3", "LIMIT = 4")}
    lacking = {"counting.py": SOLUTION.replace("LIMIT = 3", "")}
    states = marked(tmp_path, "words", {"other": other, "lacking": lacking})
    for name in ("other", "lacking"):
        assert states[name]["count.limit"] != "passed"
        assert states[name]["count.count"] == "passed"


def test_a_fault_in_one_test_costs_no_other(tmp_path: Path) -> None:
    tests = "from counting import count\n\n\n" + "\n\n".join(
        f"def test_{n}():\n    assert count('{' '.join('a' * n)}') == {n}\n" for n in range(1, 6)
    )
    adopted(tmp_path, "words", {"solution/counting.py": SOLUTION, "tests/test_count.py": tests})
    dies = "import os\ndef count(text):\n    n = len(text.split())\n    os._exit(3) if n == 2 else 0\n    return n\n"
    hangs = "def count(text):\n    n = len(text.split())\n    while n == 4: pass\n    return n\n"
    states = marked(
        tmp_path, "words", {"dies": {"counting.py": dies}, "hangs": {"counting.py": hangs}}
    )
    assert earned(states["dies"]) == {"count.1", "count.3", "count.4", "count.5"}
    assert earned(states["hangs"]) == {"count.1", "count.2", "count.3", "count.5"}
    assert states["hangs"]["count.4"] == "timed out"


METADATA = "Metadata-Version: 2.1\nName: installed-kit\nVersion: 1\n"
ENTRY_POINT = "[pytest11]\npatience = patience_grader.marking.desk\n"


@pytest.mark.slow
def test_the_desk_runs_a_suite_on_the_solution_and_on_a_submission(tmp_path: Path) -> None:
    tests = (
        "from counting import count as counted\nfrom hypothesis import given, strategies as st\n\n\n"
        "def test_two(tmp_path, count):\n    assert count('a b') == 2\n\n\n"
        "def test_none(count):\n    assert count('') == 0\n\n\n"
        "@given(st.text('a ', max_size=5))\n"
        "def test_drawn(text):\n    assert counted(text) == len(text.split())\n"
    )
    fixture = (
        "import counting, pytest\n\n\n@pytest.fixture\ndef count():\n    return counting.count\n"
    )
    files = {"tests/test_count.py": tests, "tests/conftest.py": fixture}
    adopted(tmp_path, "words", {"solution/counting.py": SOLUTION, **files})
    suites = tmp_path / "course/grader/suites/words"
    wrong = tmp_path / "2600001A"
    wrong.mkdir()
    (wrong / "counting.py").write_text("def count(text):\n    return 0\n", "utf-8")
    installed = tmp_path / "site"
    (installed / "installed_kit-1.dist-info").mkdir(parents=True)
    (installed / "installed_kit-1.dist-info/METADATA").write_text(METADATA, "utf-8")
    (installed / "installed_kit-1.dist-info/entry_points.txt").write_text(ENTRY_POINT, "utf-8")
    no_others = [
        f"-pno:{one}" for one in "cacheprovider xdist xdist.looponfail anyio pytest_cov".split()
    ]
    plain = [sys.executable, "-m", "pytest", "-q", *no_others, str(suites)]
    command = [*plain, "-p", "patience_grader.marking.desk"]
    code, said = _pytest(command, tmp_path, installed)
    assert (code, _last(said)) == (0, "3 passed")
    on_wrong = [*plain, "--submission", str(wrong)]
    code, said = _pytest(on_wrong, tmp_path, installed)
    assert (code, _last(said)) == (1, "2 failed, 1 passed")
    assert "Failing test case: test_drawn" in said
    assert "Explanation:" not in said
    only = [*command, "--submission", str(wrong), "-k", "none"]
    assert _pytest(only, tmp_path, installed)[0] == 0
    for no_submission in (wrong / "counting.py", tmp_path / "nowhere"):
        code, said = _pytest([*command, "--submission", str(no_submission)], tmp_path, installed)
        assert (code, _last(said)) == (2, "no tests ran")


def _pytest(command: list[str], where: Path, installed: Path) -> tuple[int, str]:
    path = os.pathsep.join(map(str, (installed, *sys.path)))
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=where,
        env={**os.environ, "PYTHONPATH": path},
    )
    return done.returncode, done.stdout


def _last(said: str) -> str:
    return said.strip().splitlines()[-1].split(" in ")[0]


def test_a_derived_skeleton_and_the_stub(tmp_path: Path) -> None:
    tests = "from counting import count\n\n\ndef test_two():\n    assert count('a b') == 2\n"
    files = {
        "solution/counting.py": SOLUTION,
        "tests/test_count.py": tests,
        "stub/counting.py": "def count(text):\n    ...\n",
    }
    adopted(tmp_path, "words", files, public="*two*", title="Counting | words")
    coursework = coursework_of(tmp_path, "words")
    assert skeleton_of(coursework) == {"counting.py": files["stub/counting.py"]}
    assert solution_of(coursework) == {"counting.py": SOLUTION}
    assert coursework.public_tests == ("count.two",)
    assert coursework.title == "Counting | words"


def test_an_iterable_may_stand_for_a_list_where_it_is_only_gone_through(tmp_path: Path) -> None:
    tests = (
        "from counting import evens\n\n\ndef test_sorted():\n    assert sorted(evens(5)) == [0, 2, 4]\n\n\n"
        "def test_equal():\n    assert evens(5) == [0, 2, 4]\n\n\n"
        "def test_there():\n    assert evens(5) is not None\n\n\n"
        "def test_total():\n    assert sum(evens(5)) == 6\n"
    )
    solution = "def evens(n):\n    return [x for x in range(n) if x % 2 == 0]\n"
    adopted(tmp_path, "evens", {"solution/counting.py": solution, "tests/test_evens.py": tests})
    lazy = solution.replace("[", "(").replace("]", ")")
    liar = "class L:\n    def __iter__(self): return iter((L(), L()))\n    def __lt__(self, o): return True\n    __radd__ = __add__ = lambda s, o: 6\n    def __eq__(self, o): return True\ndef evens(n): return L()\n"
    states = marked(
        tmp_path, "evens", {"lazy": {"counting.py": lazy}, "liar": {"counting.py": liar}}
    )
    assert earned(states["lazy"]) == {"evens.sorted", "evens.total"}
    assert earned(states["liar"]) == set()


DOOR = """
class Door:
    def __init__(self, inner): self.inner = inner
    def __enter__(self): return self.inner.__enter__()
    def __exit__(self, kind, error, trace): return self.inner.__exit__(kind, error, trace)
"""
OF_DOORS = """
from unittest.mock import MagicMock
from doors import Door

def leave(kind, error, trace): return False
def test_leave():
    inner = MagicMock()
    inner.__exit__.side_effect = leave
    with Door(inner):
        pass
    inner.__exit__.assert_called_once_with(None, None, None)
"""


def test_a_mock_is_left_as_with_leaves_it(tmp_path: Path) -> None:
    done = adopted(tmp_path, "rooms", {"solution/doors.py": DOOR, "tests/test_doors.py": OF_DOORS})
    assert done.left_out == ()
    stays = DOOR.replace("return self.inner.__exit__(kind, error, trace)", "pass")
    submissions = {"right": {"doors.py": DOOR}, "stays": {"doors.py": stays}}
    states = marked(tmp_path, "rooms", submissions)
    assert {name: earned(one) for name, one in states.items()} == {
        "right": {"doors.leave"},
        "stays": set(),
    }
