"""What is installed, and what the rest of the repository promises."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from patience_grader.course.coursework import Course

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "grader" / "patience_grader"
GUEST = PACKAGE / "sandbox" / "guest"


PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built with what is installed: no test needs a package index."""
    out = tmp_path_factory.mktemp("wheel")
    build = ["wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(out)]
    subprocess.run([*PIP, *build, str(ROOT)], check=True, capture_output=True)
    (path,) = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def wheel(packed: Path) -> list[str]:
    """The names in the wheel."""
    with zipfile.ZipFile(packed) as archive:
        return archive.namelist()


def test_the_wheel_holds_three_packages_and_no_solution(wheel: list[str]) -> None:
    tops = {name.partition("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "patience_grader",
        "patience_player",
        "patience_table",
    }
    assert not [name for name in wheel if "klondike" in name or "/bank/" in _ours(name)]


def _ours(name: str) -> str:
    """The name, but for the starter of a coursework, which has a bank that is nobody's."""
    return "" if "/starter/" in name else name


def test_the_wheel_holds_all_of_the_package(wheel: list[str]) -> None:
    wanted = {
        f"patience_grader/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and not {"__pycache__", ".hypothesis"} & set(path.parts)
    }
    assert wanted <= set(wheel)


def test_the_top_of_the_repository_holds_what_was_agreed() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    tops = {line.partition("/")[0] for line in listed.stdout.splitlines()}
    agreed = {"pyproject.toml", "README.md", "skeleton", "solution", "grader", "handout", "tests"}
    assert {top for top in tops if not top.startswith(".")} == agreed


def test_the_licence_is_stated() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT"
    assert "MIT" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_constraints_fix_every_library_that_marking_may_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {name: one for name, one in project["optional-dependencies"].items() if name != "dev"}
    needed = [*project["dependencies"], *(one for extra in extras.values() for one in extra)]
    lines = (ROOT / "grader" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    fixed = {canonicalize_name(line.partition("==")[0]): line for line in lines if "==" in line}
    for requirement in map(Requirement, needed):
        name, _, version = fixed[canonicalize_name(requirement.name)].partition("==")
        assert requirement.specifier.contains(version), name


def _imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def test_what_runs_beside_student_code_needs_the_standard_library_alone() -> None:
    for path in GUEST.glob("*.py"):
        outside = {
            name for name in _imports(path) if name.partition(".")[0] not in sys.stdlib_module_names
        }
        beside = {other.stem for other in GUEST.glob("*.py")}
        guest = "patience_grader.sandbox.guest"
        assert outside <= {*beside, guest, *(f"{guest}.{name}" for name in beside)}, path.name


def test_no_module_of_the_grader_knows_a_coursework() -> None:
    slugs = [one.slug for one in Course(ROOT).outlines().outlines]
    named = re.compile(
        rf"""(?:["'/]|import |from )(?:{"|".join(slugs)})\b|klondike""", re.IGNORECASE
    )
    for path in PACKAGE.rglob("*"):
        if path.suffix in {".py", ".html"}:
            found = named.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.name}: {found}"


OF_THE_COURSE = {
    PACKAGE / "boundary" / name
    for name in ("reference.py", "rebinding.py", "own_code.py", "value_text.py")
}
"""They execute the course's own solution and its suites, or see to it that no other code is."""
OF_THE_COMMAND = PACKAGE / "cluster" / "messages.py"
"""It sends what is to be examined from the command to workers that trust it, not back."""


def test_values_cross_without_pickle_eval_or_exec_on_the_trusted_side() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.parent != GUEST and path not in OF_THE_COURSE:
            text = path.read_text(encoding="utf-8")
            words = ["pickle", "eval(", "exec(", "dill"][path == OF_THE_COMMAND :]
            assert not [word for word in words if word in text], path


@pytest.mark.slow
def test_an_installed_wheel_marks_in_a_course_folder(packed: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    install = ["install", "--no-deps", "--no-index", "--target", str(site)]
    subprocess.run([*PIP, *install, str(packed)], check=True, capture_output=True)
    assert {path.name for path in site.iterdir() if "dist-info" not in path.name} == {
        "patience_grader",
        "patience_player",
        "patience_table",
        "bin",
    }
    upload = ROOT / "tests" / "cohort" / "reference-solution-66"
    grade = [sys.executable, "-m", "patience_grader", "grade", str(upload), "--out", str(tmp_path)]
    path = os.pathsep.join([str(site), *(one for one in sys.path if one.endswith("packages"))])
    done = subprocess.run(
        grade,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "66 of 66" in done.stdout) == (0, True), done.stderr
