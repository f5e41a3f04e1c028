"""What a worker must be like to be given submissions, and what is wrong with one that is not."""

from __future__ import annotations

import platform
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from .. import __version__
from ..course.coursework import Coursework
from ..course.fingerprint import kit_fingerprint, marking_fingerprints
from ..errors import KitError
from ..grading.cohort import mark_all
from ..grading.complete import InstructorNotes
from ..grading.results import Task, finding_in
from ..grading.runs import Earlier
from ..marks.verdict import Verdict
from ..questions.file import FILE
from ..submission.upload import at
from .messages import Facts, Result

_SHOWN = 12
_DECIDES = {
    "handout": "the handout",
    "suite": "the tests or the solution",
    "kit": "the kit",
    "packages": "packages that submissions may import",
}


@dataclass(frozen=True)
class Known:
    """A submission whose outcome is known here: how each criterion ends."""

    task: Task
    verdicts: Mapping[str, Verdict]


@dataclass(frozen=True)
class Terms:
    """What holds on this machine, and must hold on a worker's."""

    python: str
    kit: str
    missing: frozenset[str]
    """The layers that may be missing, since they are missing here."""
    decides: Mapping[str, str]
    """Fingerprints of what decides marks."""
    known: tuple[Known, ...]

    def against(self, data: bytes) -> str:
        """Why a worker with these facts gets no submissions; empty when nothing speaks against."""
        try:
            facts = msgspec.json.decode(data, type=Facts)
        except msgspec.DecodeError:
            return "it does not say what it is"
        if facts.python != self.python:
            return f"it has {facts.python}, not {self.python}"
        if facts.kit != self.kit:
            return (
                f"its kit is another one: {facts.version} ({facts.kit[:_SHOWN]}), "
                f"not {__version__} ({self.kit[:_SHOWN]})"
            )
        lacks = {name: why for name, why in facts.missing.items() if name not in self.missing}
        if lacks:
            return "it cannot lock submissions: " + "; ".join(
                f"{name}: {why}" for name, why in lacks.items()
            )
        return ""

    def against_what_decides(self, data: bytes) -> str:
        """What of a prepared coursework decides otherwise there, in words; empty if nothing."""
        found = msgspec.json.decode(data, type=dict[str, str])
        differs = [
            _DECIDES.get(name, name)
            for name in {**self.decides, **found}
            if self.decides.get(name) != found.get(name)
        ]
        return f"it has other versions of {' and '.join(differs)}" if differs else ""

    def against_outcome(self, known: Known, result: Result) -> str:
        """Where a known submission ends otherwise there, in words; empty if nowhere."""
        if why := self.against_result(known.task, result):
            return why
        there: Mapping[str, Any] = result.sheet["verdicts"]
        for name, verdict in known.verdicts.items():
            found = there.get(name, {})
            if (found.get("state"), found.get("share")) != (verdict.state, str(verdict.share)):
                return (
                    f"the selftest fails there: {name} of the {known.task.upload.name} is "
                    f"{found.get('state')}, not {verdict.state}"
                )
        return ""

    def against_result(self, task: Task, result: Result) -> str:
        """Why a result cannot be that of the task, made as it is made here; empty if it can."""
        sheet = result.sheet
        made_with = sheet.get("made_with", {})
        if made_with.get("python") != platform.python_version():
            return f"it marks with Python {made_with.get('python')}, whatever it has said"
        if made_with.get("kit") != f"patience-grader {__version__}":
            return f"it marks with {made_with.get('kit')}, whatever it has said"
        is_of_task = sheet.get("fingerprint") == dict(task.fingerprint)
        if not is_of_task or result.outcome.row.submission != task.upload.name:
            return "it has sent the result of something else"
        return ""


def terms_of(
    coursework: Coursework, tasks: Sequence[Task], out: Path, missing: Collection[str], python: str
) -> Terms:
    """What holds here. The solution and the skeleton are marked for that, as the tasks will be.

    Raises the PatienceError for which nothing can be marked here.
    """
    folders = {"solution": coursework.solution, "skeleton": coursework.skeleton}
    known = [
        replace(
            tasks[0],
            upload=at(folder, name),
            fingerprint={**tasks[0].fingerprint, "submission": name},
            said=InstructorNotes(),
            earlier=Earlier(),
        )
        for name, folder in folders.items()
        if folder.is_dir()
    ]
    return Terms(
        python,
        kit_fingerprint(),
        frozenset(missing),
        marking_fingerprints(coursework),
        _outcomes(coursework, known, (out / FILE).read_bytes()),
    )


def _outcomes(coursework: Coursework, tasks: Sequence[Task], questions: bytes) -> tuple[Known, ...]:
    with TemporaryDirectory(prefix="patience-") as name:
        folder = Path(name)
        (folder / FILE).write_bytes(questions)
        mark_all(coursework, tasks, folder, len(tasks), lambda _: None)
        found = []
        for task in tasks:
            finding = finding_in(folder / task.upload.name)
            if finding is None:
                raise KitError(f"the {task.upload.name} cannot be marked on this machine")
            found.append(Known(task, finding.verdicts))
    return tuple(found)
