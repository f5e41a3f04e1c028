"""Examines submissions again, beside their results, and compares what comes out."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ..course.coursework import Course
from ..marks.changes import differences
from ..questions.drawing import settle
from ..questions.file import FILE as QUESTIONS
from .cohort import tasks_for
from .engine import Engine
from .results import Finding, finding_in
from .sources import sources_of


@dataclass(frozen=True)
class Verified:
    """What became of one submission when it was examined again."""

    name: str
    differs: tuple[str, ...] = ()
    """What came out otherwise, a line each; empty when all is the same, byte by byte."""
    reasons: tuple[str, ...] = ()
    """What has changed since the stored result was found."""


def verify(  # noqa: PLR0913, PLR0917 what is examined, where, and with what
    out: Path,
    course: Course,
    names: Collection[str],
    moved: Sequence[Path],
    missing: Sequence[str],
    examining: Engine,
    done: Callable[[], None],
) -> list[Verified]:
    """Examines the submissions of these names again, or all; nothing in `out` is written.

    The submissions are read from where the last run found them, unless they have `moved`. Raises
    InputError when they are not there, or a name is unknown.
    """
    sources = sources_of(out, course, names, moved)
    coursework = sources.coursework
    with TemporaryDirectory(prefix="patience-verify-") as name:
        beside = Path(name)
        if (out / QUESTIONS).is_file():
            shutil.copyfile(out / QUESTIONS, beside / QUESTIONS)
        questions = settle(coursework, beside)
        tasks = tasks_for(coursework, sources.uploads, missing, questions=questions)
        examining.mark_all(coursework, tasks, beside, lambda _: done())
        found = [
            _compared(
                task.upload.name,
                finding_in(out / task.upload.name),
                finding_in(beside / task.upload.name),
            )
            for task in tasks
        ]
    return sorted(found, key=lambda one: one.name)


def _compared(name: str, before: Finding | None, after: Finding | None) -> Verified:
    if before is None or after is None:
        which, why = (
            ("stored", "it was not marked, or was removed; run patience grade")
            if before is None
            else ("new", "the kit failed to examine it; please report this")
        )
        return Verified(name, (f"there is no {which} result that can be read",), (why,))
    if before.data == after.data:
        return Verified(name)
    both = {**before.verdicts, **after.verdicts}
    differs = [
        f"{criterion} was {before.state(criterion)} and is {after.state(criterion)}"
        for criterion in both
        if before.state(criterion) != after.state(criterion)
    ]
    alike = [
        f"{criterion} is {after.state(criterion)} again, with other evidence"
        for criterion in both
        if before.state(criterion) == after.state(criterion)
        and before.verdicts.get(criterion) != after.verdicts.get(criterion)
    ]
    lines = (*differs, *alike) or ("what is said of the submission as a whole is different",)
    return Verified(name, lines, differences(before.fingerprint, after.fingerprint))
