"""What runs in Gradescope's container: marks the submission and writes `results.json`.

Where the kit fails to examine a part of a submission, no results are written: Gradescope then
reports that the autograder failed, instead of a mark that nobody earned.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from ..course.coursework import Coursework, find_course
from ..errors import KitError, PatienceError
from ..export.gradescope import results_json
from ..grading.cohort import mark_all, tasks_for
from ..grading.complete import InstructorNotes
from ..grading.results import Stored, stored_sheet
from ..grading.template import Template
from ..marks.late import Timing
from ..marks.visibility import Phase
from ..questions.drawing import settle
from ..questions.file import FILE as QUESTIONS
from ..sandbox.doctor import missing_layers
from ..submission.upload import Upload, at
from ..text.atomic import write_atomically
from ..text.sanitize import log, one_line
from .gradescope import COURSE, SETTINGS, Settings
from .metadata import FILE, Metadata, read_metadata

_WARM = "--warm"


def main(arguments: list[str]) -> int:
    """Marks what lies below the folder that is named; the exit code.

    With `--warm`, the skeleton is marked instead and nothing is written, so that what is
    computed once is computed when the image is built.
    """
    started = time.monotonic()
    root = Path(next(one for one in arguments if one != _WARM))
    try:
        settings, coursework = _packaged(root / "source")
        asked = root / "source" / COURSE / QUESTIONS
        if _WARM in arguments:
            _mark(at(coursework.skeleton, "skeleton"), coursework, asked, InstructorNotes())
            return 0
        metadata = _metadata(root, settings)
        said = InstructorNotes(timing=_timing(metadata), deadline=metadata.due)
        upload = at(root / "submission", "submission")
        said = said if settings.late == "kit" else InstructorNotes()
        stored = _mark(upload, coursework, asked, said)
        text = _results(stored, settings, coursework, metadata, time.monotonic() - started)
        write_atomically(root / "results" / "results.json", text)
    except PatienceError as fault:
        print(log(f"patience: {fault}"), file=sys.stderr)  # noqa: T201 only staff read this
        return fault.exit_code
    return 0


def _packaged(source: Path) -> tuple[Settings, Coursework]:
    settings = msgspec.convert(json.loads((source / SETTINGS).read_bytes()), Settings)
    return settings, find_course(source / COURSE).coursework(settings.coursework)


def _metadata(root: Path, settings: Settings) -> Metadata:
    """The times; they are needed only where the kit applies the late rule."""
    path = root / FILE
    return read_metadata(path) if settings.late == "kit" or path.exists() else Metadata()


def _timing(metadata: Metadata) -> Timing:
    return Timing(metadata.created, metadata.own_due)


def _mark(upload: Upload, coursework: Coursework, asked: Path, said: InstructorNotes) -> Stored:
    """The sheet of the submission, which is asked what stands in the file `asked`.

    Raises KitError when a part of it was not examined.
    """
    missing = missing_layers()
    if missing:
        named = ", ".join(missing)
        print(  # noqa: T201
            f"submissions are not completely locked on this machine; missing layers: {named}"
        )
    with TemporaryDirectory(prefix="patience-") as name:
        out = Path(name)
        questions = settle(coursework, out, asked)
        tasks = tasks_for(
            coursework, [upload], list(missing), lambda *_: said, Phase.STAFF, questions
        )
        (row,) = mark_all(coursework, tasks, out, 1, lambda _: None, Template(forked=True))
        if "void" in row.status:
            raise KitError(f"the submission is not completely marked: {one_line(row.problem)}")
        return stored_sheet(out / upload.name, coursework.scheme)


def _results(
    stored: Stored, settings: Settings, coursework: Coursework, metadata: Metadata, seconds: float
) -> str:
    sheet = stored.sheet if settings.late == "kit" else replace(stored.sheet, settlement=None)
    later = sheet.as_visible(coursework.visibility, Phase.DEADLINE)
    if metadata.is_past_due:
        return results_json(later, stored.fingerprint, seconds=seconds)
    now = sheet.as_visible(coursework.visibility, Phase.SUBMISSION)
    return results_json(now, stored.fingerprint, later, settings.later, seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
