"""The workflows for GitHub and GitLab, their steps run as a runner runs them."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml
from markdown_it import MarkdownIt
from packing import git
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.package.classroom import (
    SERVICES,
    Released,
    Repositories,
    released,
    repositories,
)
from patience_grader.package.course_files import course_files
from patience_grader.questions.drawing import draw
from patience_grader.questions.secret import PUBLIC, read_secret, secret_file
from sample import COHORT, ROOT
from small_course import EXERCISES, TOTAL, small_course

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
WHEEL = ("patience_grader-0-py3-none-any.whl", b"wheel")


@pytest.fixture(scope="module", params=sorted(SERVICES))
def service(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def coursework(tmp_path_factory: pytest.TempPathFactory) -> Coursework:
    return read_coursework(small_course(tmp_path_factory.mktemp("course") / "c"), "klondike")


@pytest.fixture(scope="module")
def bundled(coursework: Coursework) -> Released:
    return released(coursework)


@pytest.fixture(scope="module")
def made(service: str, coursework: Coursework, bundled: Released) -> Repositories:
    questions = draw(coursework, read_secret(coursework.root))
    return repositories(service, coursework, questions, bundled.packed, WHEEL, PYTHON)


def workflow(files_of: Mapping[str, bytes], service: str, which: int) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(files_of[SERVICES[service][which]])
    return found


def test_nothing_hidden_is_in_the_students_repository(
    made: Repositories, coursework: Coursework, bundled: Released
) -> None:
    assert bundled.leaks == ()
    hidden = set(course_files(coursework, draw(coursework, read_secret(coursework.root))))
    assert "grader/suites/klondike/bank/__init__.py" in hidden
    assert not [one for one in made.students if "bank/" in one or one.startswith("course/")]
    assert not [one for one in made.students if one.endswith("questions.json")]
    assert {"check.py", ".gitignore", "klondike/game.py"} <= set(made.students)
    for name in ("game.py", "deck.py"):
        skeleton = (coursework.skeleton / name).read_bytes()
        assert made.students[f"klondike/{name}"] == skeleton


def test_staff_have_all_that_marks(made: Repositories) -> None:
    assert f"wheels/{WHEEL[0]}" in made.staff
    assert "course/solution/klondike/game.py" in made.staff


def test_staff_ask_the_questions_of_the_course_and_have_no_secret(
    made: Repositories, coursework: Coursework
) -> None:
    secret = secret_file(coursework.root).read_bytes().strip()
    assert not [name for name, data in made.staff.items() if secret in data or "secret" in name]
    asked = json.loads(made.staff["course/questions.json"])
    assert asked["secret"] == read_secret(coursework.root).name != PUBLIC.name


def test_the_workflows_are_as_the_platforms_schemas_ask(made: Repositories, service: str) -> None:
    check_jsonschema = pytest.importorskip("check_jsonschema", reason="it brings the schemas")
    jsonschema = pytest.importorskip("jsonschema", reason="slow to import, and needed here alone")
    name = {"github": "github-workflows", "gitlab": "gitlab-ci"}[service]
    folder = files(check_jsonschema) / "builtin_schemas" / "vendor"
    schema = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    for which, files_of in enumerate((made.students, made.staff)):
        said = workflow(files_of, service, which)
        if True in said:  # YAML 1.1 reads "on" as a truth value
            said["on"] = said.pop(True)
        jsonschema.validate(said, schema)


def steps(said: Mapping[Any, Any], service: str) -> list[str]:
    """The scripts of the students' job."""
    if service == "gitlab":
        return list(said["check"]["script"])
    return [one["run"] for one in said["jobs"]["check"]["steps"] if "run" in one]


@pytest.fixture
def repository(made: Repositories, tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    for name, data in made.students.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def run(root: Path, service: str, made: Repositories) -> subprocess.CompletedProcess[str]:
    """Runs the steps with a shell as the runner calls it, and none of this environment."""
    script = "\n".join(steps(workflow(made.students, service, 0), service))
    there = root.parent / "bin"
    there.mkdir(exist_ok=True)
    python = there / "python3"
    if not python.exists():
        python.symlink_to(Path(sys.executable).resolve())
    environment = {
        "PATH": f"{there}:/usr/bin:/bin",
        "HOME": str(root.parent),
        "GITHUB_STEP_SUMMARY": str(root.parent / "summary.md"),
        "GITHUB_OUTPUT": str(root.parent / "output"),
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def submit(name: str, root: Path) -> None:
    (found,) = (COHORT / name).glob("*.zip")
    with zipfile.ZipFile(found) as archive:
        archive.extractall(root / "klondike")


def rules(coursework: Coursework) -> int:
    return len(coursework.scheme.criteria)


def test_a_broken_rule_is_shown_at_the_student_s_line(
    repository: Path, service: str, made: Repositories, coursework: Coursework
) -> None:
    submit("pillars-take-any-higher-card-58", repository)
    done = run(repository, service, made)
    assert done.returncode == 1, done.stderr
    source = (repository / "klondike" / "game.py").read_text().splitlines()
    defined = {
        text.split("(")[0].removeprefix("def "): at
        for at, text in enumerate(source, 1)
        if text.startswith("def ")
    }
    if service == "gitlab":
        entries = json.loads((repository / "gl-code-quality-report.json").read_text())
        (one,) = (each for each in entries if each["check_name"] == "can_stack_on_pillar.only_ace")
        place = {"path": "klondike/game.py", "lines": {"begin": defined["can_stack_on_pillar"]}}
        assert one["location"] == place
        tree = ET.fromstring((repository / "patience-junit.xml").read_bytes())
        assert int(tree[0].get("failures", "")) == len(tree.findall(".//failure")) > 0
        return
    line = f"file=klondike/game.py,line={defined['can_stack_on_pillar']}"
    noted = [one for one in done.stdout.splitlines() if one.startswith("::error ")]
    assert [one for one in noted if line in one]
    first, *_ = done.stdout.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert f"::{token}::" in done.stdout.splitlines()
    summary = (repository.parent / "summary.md").read_text(encoding="utf-8")
    page = MarkdownIt("gfm-like", {"linkify": False}).render(summary)
    assert f"of {rules(coursework)} public tests passed" in page
    assert "can_stack_on_pillar(" in page
    output = (repository.parent / "output").read_text().removeprefix("result=")
    said = json.loads(base64.b64decode(output))
    assert said["max_score"] == rules(coursework)
    assert said["status"] == "fail"


def test_the_solution_passes_and_the_skeleton_is_to_do(
    repository: Path, service: str, made: Repositories, coursework: Coursework
) -> None:
    if service == "gitlab":
        done = run(repository, service, made)
        assert done.returncode == 1
        assert len(json.loads((repository / "gl-code-quality-report.json").read_text())) == rules(
            coursework
        )
        return
    done = run(repository, service, made)
    assert done.returncode == 1
    assert "::error" not in done.stdout
    assert "⬜" in (repository.parent / "summary.md").read_text(encoding="utf-8")
    submit("reference-solution-66", repository)
    done = run(repository, service, made)
    assert done.returncode == 0, done.stdout
    assert "::error" not in done.stdout


def test_a_file_that_cannot_be_imported_is_shown_where_it_breaks(
    repository: Path, service: str, made: Repositories
) -> None:
    submit("syntax-error-in-game-10", repository)
    done = run(repository, service, made)
    assert done.returncode == 1
    source = (repository / "klondike" / "game.py").read_text().splitlines()
    broken = next(at for at, text in enumerate(source, 1) if text == "def flip(board")
    if service == "github":
        assert f"file=klondike/game.py,line={broken}," in done.stdout
    else:
        entries = json.loads((repository / "gl-code-quality-report.json").read_text())
        assert {"path": "klondike/game.py", "lines": {"begin": broken}} in [
            one["location"] for one in entries
        ]


@pytest.mark.slow
def test_staff_mark_clones_with_their_workflow(
    made: Repositories, service: str, tmp_path: Path
) -> None:
    """The scripts that mark and export run over clones; cloning itself needs the platform."""
    said = workflow(made.staff, service, 1)
    if service == "github":
        scripts = {one["name"]: one["run"] for one in said["jobs"]["mark"]["steps"] if "run" in one}
        script = f"{scripts['Mark']}\n{scripts['Export']}"
        clones = tmp_path / "submissions" / "klondike-submissions"
    else:
        script = "\n".join([said["mark"]["script"][-1], *said["mark"]["after_script"]])
        clones = tmp_path / "submissions"
    for name, data in made.staff.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    for name in ("reference-solution-66", "pillars-take-any-higher-card-58"):
        clone = clones / f"klondike-{name}"
        shutil.copytree(ROOT / "skeleton" / "klondike", clone / "klondike")
        submit(name, clone)
        git(clone, "init", "-q")
        git(clone, "add", "-A")
        git(clone, "commit", "-qm", "work")
    (tmp_path / "bin").mkdir()
    patience = tmp_path / "bin" / "patience"
    patience.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m patience_grader "$@"\n')
    patience.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script.replace("--require-sandbox", "")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=250,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "guessable" not in done.stderr
    asked = json.loads((tmp_path / "marks" / "questions.json").read_bytes())
    assert asked == json.loads(made.staff["course/questions.json"])
    table = (tmp_path / "marks" / "criteria.csv").read_text().splitlines()
    assert [one.split(",")[3] == str(TOTAL) for one in table[1:]] == [False, True]
    assert len({one.partition(".")[0] for one in table[0].split(",")[7:]}) == len(EXERCISES)
    assert len(ET.fromstring((tmp_path / "marks" / "junit.xml").read_bytes())) == 2
