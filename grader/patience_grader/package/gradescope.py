"""The autograder that is uploaded to Gradescope: a zip that only staff may have."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ..course.coursework import Coursework
from ..export.gradescope import Later
from ..questions.file import Questions
from .course_files import course_files
from .filled import filled

SETTINGS = "settings.json"
COURSE = "course"
_SAME_TIME = (2020, 1, 1, 0, 0, 0)
_EXECUTABLE = {"setup.sh", "run_autograder"}


@dataclass(frozen=True)
class Settings:
    """What was chosen when the autograder was packaged."""

    coursework: str
    late: str
    """Who applies the late rule: `platform` or `kit`."""
    later: Later
    """When students read what is not for the time right after submitting."""


def autograder(  # noqa: PLR0913 all that goes into it
    coursework: Coursework,
    questions: Questions,
    settings: Settings,
    wheels: Mapping[str, bytes],
    python: str,
    *,
    bundled: bool,
) -> bytes:
    """The zip, with the kit's wheel among the wheels, for this version of Python.

    With `bundled`, no package index is asked when it is set up.
    """
    packages = " ".join(coursework.pinned)
    names = {"python": python, "bundled": bundled, "coursework": coursework}
    files = {
        "setup.sh": filled("setup.sh", **names, packages=packages),
        "run_autograder": filled("run_autograder.sh", **names),
        SETTINGS: json.dumps(asdict(settings), indent=1).encode() + b"\n",
        **{f"wheels/{name}": data for name, data in wheels.items()},
        **{f"{COURSE}/{name}": data for name, data in course_files(coursework, questions).items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, _SAME_TIME)
            info.external_attr = (0o755 if name in _EXECUTABLE else 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return packed.getvalue()
