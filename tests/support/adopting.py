"""Adopts suites and marks submissions with them, for the tests beside it."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from patience_grader.course import adopt as adopting
from patience_grader.course.adopt import Adopted, Sources, adopt
from patience_grader.course.coursework import Course, Coursework
from patience_grader.release import edition
from patience_grader.release.making import Release, make_release
from warm import StartedModules, patience

States = dict[str, str]
_LIMITS = {"cpu_seconds_per_question": 0.25, "cpu_seconds_per_submission": 5.0}


def adopted(root: Path, name: str, files: Mapping[str, str], **more: str) -> Adopted:
    """What comes of adopting these files: `solution/…`, `tests/…` and perhaps `stub/…`."""
    given = root / "given"
    for path, text in files.items():
        (given / path).parent.mkdir(parents=True, exist_ok=True)
        (given / path).write_text(text, encoding="utf-8")
    return adopt_folder(root / "course", name, given, **more)


def _is_test(path: Path) -> bool:
    return "test" in path.name and path.name != "conftest.py"


def adopt_folder(
    course: Path, name: str, given: Path, public: str = "", title: str = ""
) -> Adopted:
    """What comes of adopting what lies in a folder."""
    course.mkdir(exist_ok=True)
    found = (given / "tests").rglob("*.py")
    tests = sorted(path for path in found if _is_test(path))
    stub = given / "stub"
    patterns = (public,) if public else ()
    stub_given = stub if stub.is_dir() else None
    sources = Sources(given / "solution", tuple(tests), stub_given, patterns, title)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adopting, "subprocess", StartedModules)
        done = adopt(course, name, sources)
    _lower_limits(course / "handout" / f"{name}.md")
    return done


def release_of(coursework: Coursework) -> Release:
    """The bundle for students of a coursework that was adopted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edition, "subprocess", StartedModules)
        return make_release(coursework)


def _lower_limits(handout: Path) -> None:
    """Lets what hangs be stopped soon; every test asks for little."""
    text = handout.read_text("utf-8")
    for limit, seconds in _LIMITS.items():
        text, count = re.subn(rf"(?m)^({limit}) = .*$", rf"\g<1> = {seconds}", text)
        assert count == 1
    handout.write_text(text, "utf-8")


def solution_of(coursework: Coursework) -> dict[str, str]:
    """The asked files of the solution."""
    return {one: (coursework.solution / one).read_text("utf-8") for one in coursework.required}


def skeleton_of(coursework: Coursework) -> dict[str, str]:
    """The asked files of the skeleton."""
    return {one: (coursework.skeleton / one).read_text("utf-8") for one in coursework.required}


def marked(
    root: Path, name: str, submissions: Mapping[str, Mapping[str, str]], code: int = 0
) -> dict[str, States]:
    """The state of every criterion of every submission, marked by the command."""
    folder = root / "submissions"
    folder.mkdir()
    for number, files in submissions.items():
        with zipfile.ZipFile(folder / f"{number}.zip", "w") as archive:
            for file, text in files.items():
                archive.writestr(file, text)
    out = root / "marks"
    options = ["--jobs", "1", "--coursework", name, "--out", str(out)]
    done = patience("grade", str(folder), *options, cwd=root / "course")
    assert done.returncode == code, done.stderr
    return {number: _states(out / number / "results.json") for number in submissions}


def _states(results: Path) -> States:
    tests = json.loads(results.read_text("utf-8"))["tests"]
    return {test["name"]: test["tags"][-1] for test in tests}


def earned(states: States) -> set[str]:
    """The criteria that are passed."""
    return {name for name, state in states.items() if state == "passed"}


def lost(states: Mapping[str, States]) -> dict[str, set[str]]:
    """The aspects of the criteria that each submission has not passed."""
    return {
        name: {one.partition(".")[2] for one, state in found.items() if state != "passed"}
        for name, found in states.items()
    }


def lost_by(
    root: Path, name: str, files: Mapping[str, str], submissions: Mapping[str, str], **more: str
) -> dict[str, set[str]]:
    """The aspects that submissions of one file lose, of a suite no test of which is left out."""
    assert adopted(root, name, files, **more).left_out == ()
    (file,) = (one.partition("/")[2] for one in files if one.startswith("solution/"))
    return lost(marked(root, name, {one: {file: text} for one, text in submissions.items()}))


def altered(text: str, mistakes: Mapping[str, tuple[str, str, set[str]]]) -> dict[str, str]:
    """The text with each of some mistakes: what is replaced, by what, and what that loses."""
    for right, _, _ in mistakes.values():
        assert right in text, right
    return {name: text.replace(right, wrong) for name, (right, wrong, _) in mistakes.items()}


def coursework_of(root: Path, name: str) -> Coursework:
    """The coursework that was adopted."""
    return Course(root / "course").coursework(name)
