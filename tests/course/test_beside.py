"""What `patience adopt` copies beside the tests, and what it leaves where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import warm
from patience_grader.course import beside

SUMS = "def plus(number):\n    return number + 1\n"
OF_SUMS = (
    "from pathlib import Path\n\nfrom sums import plus\n\n\ndef test_plus():\n"
    "    for case in sorted(Path(__file__).with_name('cases').iterdir()):\n"
    "        number = int(case.read_text())\n        assert plus(number) == number + 1\n"
)
FILES = {"solution/sums.py": SUMS, "tests/test_sums.py": OF_SUMS}


def test_many_data_files_do_not_take_the_place_of_tests(tmp_path: Path) -> None:
    _lay_out(tmp_path, {**FILES, **{f"tests/cases/{n}.txt": str(n) for n in range(250)}})
    done = _adopt(tmp_path)
    assert "adopted 1 of 1 tests" in done
    assert "not copied" not in done
    assert len(list((_suite(tmp_path) / "cases").iterdir())) == 250


def test_what_is_too_much_is_left_behind_with_a_word(tmp_path: Path) -> None:
    _lay_out(tmp_path, {**FILES, "tests/cases/1.txt": "1", "tests/large.bin": "x" * (9 << 20)})
    done = _adopt(tmp_path)
    assert "not copied: 1 data file (large.bin); beside the tests, up to 1,000 files of" in done
    assert "adopted 1 of 1 tests" in done


def test_of_too_many_the_smallest_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "MOST_DATA", 2)
    sizes = {f"tests/{n}.txt": "1" * size for n, size in enumerate((9, 5, 8, 7))}
    _lay_out(tmp_path, {**FILES, **sizes})
    tests = [tmp_path / "tests/test_sums.py"]
    found = beside.suite_files(tmp_path / "tests", tests, ())
    assert set(found.files) == {"test_sums.py", "1.txt", "3.txt"}
    assert found.left_behind == ("0.txt", "2.txt")


def test_what_tests_import_is_a_helper_whatever_its_name(tmp_path: Path) -> None:
    tests = "from test_utils import one\nfrom sums import plus\n\n\n"
    tests += "def test_plus():\n    assert plus(one()) == 2\n"
    helpers = {
        "tests/test_utils.py": "from base_test import ONE\n\n\ndef one():\n    return ONE\n",
        "tests/base_test.py": "ONE = 1\n",
        "tests/test_others.py": "import others\n",
    }
    _lay_out(tmp_path, {**FILES, "tests/test_sums.py": tests, **helpers})
    assert "adopted 1 of 1 tests" in _adopt(tmp_path)
    files = {path.name for path in _suite(tmp_path).iterdir()}
    assert files == {"test_sums.py", "test_utils.py", "base_test.py"}


@pytest.mark.parametrize("place", ["", "exercise/"])
def test_a_package_beside_the_folder_of_the_tests_goes_along(tmp_path: Path, place: str) -> None:
    tests = "from points.marks import points\nfrom sums import plus\n\n\n"
    tests += "@points(2)\ndef test_plus():\n    assert plus(1) == 2\n"
    helpers = {
        "points/__init__.py": "",
        f"{place}test/__init__.py": "",
        f"{place}test/test_sums.py": tests,
        "points/marks.py": "from scale import TIMES\n\n\ndef points(number):\n"
        "    return lambda test: test if number * TIMES else None\n",
        "scale.py": "TIMES = 3\n",
        "others.py": "",
    }
    _lay_out(tmp_path, {"solution/sums.py": SUMS, **helpers})
    assert "adopted 1 of 1 tests" in _adopt(tmp_path, tests=f"{place}test/test_sums.py")
    files = {
        path.relative_to(_suite(tmp_path)).as_posix() for path in _suite(tmp_path).rglob("*.py")
    }
    named = {path.removeprefix(place) for path in helpers if path != "others.py"}
    assert files == named


def test_hidden_folders_the_solution_and_what_students_start_from_are_not_copied(
    tmp_path: Path,
) -> None:
    tests = "from helper import ONE\nfrom sums import plus\n\n\n"
    tests += "def test_plus():\n    assert plus(ONE) == 2\n"
    beside_them = {
        "test_sums.py": tests,
        "helper.py": "ONE = 1\n",
        "sums.py": "def plus(number):\n    pass\n",
        ".meta/example.py": SUMS,
        ".docs/instructions.md": "Add.\n",
        ".gitignore": "",
    }
    _lay_out(tmp_path, {"solution/sums.py": SUMS, **beside_them})
    assert "students write: sums.py\n" in _adopt(tmp_path, tests="test_sums.py")
    assert {path.name for path in _suite(tmp_path).iterdir()} == {"test_sums.py", "helper.py"}


def test_a_solution_and_a_course_in_the_folder_of_the_tests(tmp_path: Path) -> None:
    tests = "from sums import plus\n\n\ndef test_plus():\n    assert plus(1) == 2\n"
    _lay_out(tmp_path, {"sums.py": SUMS, "test_sums.py": tests, "course/handout/x.md": ""})
    given = ("--solution", ".", "--tests", "test_sums.py", "--course", "course")
    for name in ("adding", "others"):
        done = warm.patience("adopt", name, *given, cwd=tmp_path)
        assert "students write: sums.py\n" in done.stdout
    assert [path.name for path in _suite(tmp_path, "others").iterdir()] == ["test_sums.py"]
    again = ("--solution", "course/solution/adding", "--course", "course")
    tests = "course/grader/suites/adding/test_sums.py"
    done = warm.patience("adopt", "again", *again, "--tests", tests, cwd=tmp_path)
    assert "adopted 1 of 1 tests" in done.stdout


def test_a_package_that_holds_its_tests(tmp_path: Path) -> None:
    tests = "from .sums import plus\n\n\ndef test_plus():\n    assert plus(1) == 2\n"
    _lay_out(tmp_path, {"adds/__init__.py": "", "adds/sums.py": SUMS, "adds/test_sums.py": tests})
    options = ("--solution", "adds", "--tests", "adds/test_sums.py", "--course", "course")
    done = warm.patience("adopt", "adding", *options, cwd=tmp_path)
    assert "adopted 1 of 1 tests" in done.stdout, done
    files = {path.name for path in _suite(tmp_path).rglob("*.py")}
    assert files == {"__init__.py", "test_sums.py"}


def _lay_out(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


def _adopt(root: Path, name: str = "adding", *more: str, tests: str = "tests/test_sums.py") -> str:
    """What the command says that adopts what lies in a folder."""
    course = ("--course", "course")
    given = ("--solution", "solution", "--tests", tests, *more)
    return warm.patience("adopt", name, *given, *course, cwd=root).stdout


def _suite(root: Path, name: str = "adding") -> Path:
    return root / "course" / "grader" / "suites" / name
