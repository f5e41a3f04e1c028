"""Workflows for GitHub and GitLab: the public check for students, the marking for staff.

Students can edit the workflow in their repository and read what lies beside it. So theirs
runs the released check, with public questions alone; marking runs in a repository of the staff.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass

from ..course.coursework import Coursework
from ..errors import InputError
from ..questions.file import Questions
from ..release.making import make_release
from .course_files import course_files
from .filled import filled

SERVICES: Mapping[str, tuple[str, str]] = {
    "github": (".github/workflows/check.yml", ".github/workflows/mark.yml"),
    "gitlab": (".gitlab-ci.yml", ".gitlab-ci.yml"),
}
"""Where the workflows of students and of staff lie."""


_IGNORED = b"__pycache__/\n.check/\n.venv/\npatience-junit.xml\ngl-code-quality-report.json\n"


@dataclass(frozen=True)
class Released:
    """The bundle for students, and what it would give away, a line each."""

    packed: bytes
    leaks: tuple[str, ...]


@dataclass(frozen=True)
class Repositories:
    """The files of two repositories, by their paths."""

    students: Mapping[str, bytes]
    staff: Mapping[str, bytes]


def released(coursework: Coursework) -> Released:
    """The bundle as `patience release` makes it, searched for what students must not have.

    Raises KitError when a part cannot be made, and InputError when there is no check in it.
    """
    made = make_release(coursework)
    if not made.has_check:
        raise InputError(f"no test of {coursework.slug} is public, so there is no check to run")
    return Released(made.packed, made.leaks)


def repositories(  # noqa: PLR0913, PLR0917 all that goes into them
    service: str,
    coursework: Coursework,
    questions: Questions,
    packed: bytes,
    wheel: tuple[str, bytes],
    python: str,
) -> Repositories:
    """What students and staff of a course need on this service, with the released bundle."""
    check, mark = SERVICES[service]
    packages = " ".join(coursework.pinned)
    names = {"coursework": coursework, "python": python, "packages": packages}
    students = {
        **_unpacked(packed),
        ".gitignore": _IGNORED,
        check: filled(f"{service}-check.yml", **names),
    }
    staff = {
        mark: filled(f"{service}-mark.yml", **names),
        f"wheels/{wheel[0]}": wheel[1],
        **{f"course/{name}": data for name, data in course_files(coursework, questions).items()},
    }
    if service == "gitlab":
        staff["repositories.txt"] = b""
    return Repositories(students, staff)


def _unpacked(packed: bytes) -> Mapping[str, bytes]:
    """The files of the bundle without the folder around them."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
