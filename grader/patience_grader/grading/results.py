"""The folder of one submission's results: its mark sheet as it was found, and the reports of it.

`sheet.json` is written last and in one step. It holds what the submission earned by itself,
so that what people say later can complete it without marking it again, and so that students
can see more of it in a later phase. All that the submission has said is made plain first. The
reports, which go to the student, hold only what is seen in the phase of the task.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from .. import __version__
from ..course.coursework import Coursework
from ..course.fingerprint import reports_fingerprint
from ..errors import InputError
from ..marks.changes import Change, differences
from ..marks.late import Settlement
from ..marks.mark_sheet import MarkSheet, award
from ..marks.misread import Misread, Once
from ..marks.place import Place
from ..marks.scheme import Scheme
from ..marks.verdict import State, Verdict
from ..marks.visibility import Phase
from ..report.page import feedback_page, links_of, unchecked_of
from ..report.results_json import results_of
from ..report.table import Row, row_of
from ..submission.reading import known_student
from ..submission.upload import Upload
from ..text.atomic import make_folder, write_atomically
from ..text.sanitize import sanitize
from .complete import InstructorNotes, complete
from .exact_json import from_plain, to_plain
from .runs import Earlier, marked

SHEET, FEEDBACK, RESULTS = "sheet.json", "feedback.html", "results.json"
"""The files in the folder of a submission: what was found, and the reports of it."""
_SAID = ("remarks", "notes", "broken", "excerpts", "unreadable", "stopped", "verdicts", "misread")


@dataclass(frozen=True)
class Task:
    """A submission to be marked, and what its results go by.

    That is their fingerprint, what people say, and the phase for which reports are written.
    """

    upload: Upload
    fingerprint: Mapping[str, str]
    said: InstructorNotes = field(default_factory=InstructorNotes)
    phase: Phase = Phase.DEADLINE
    earlier: Earlier = field(default_factory=Earlier)
    """What earlier runs found, to say what changed."""


@dataclass(frozen=True)
class Outcome:
    """What became of a task: its row, and what is seen of its mark sheet as text."""

    row: Row
    text: str


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    fingerprint: dict[str, str]
    noted: str
    """What the reports were written from besides."""
    submission: str
    student: str
    remarks: tuple[str, ...]
    notes: tuple[str, ...] = ()
    broken: tuple[str, ...]
    unreadable: str
    stopped: str
    excerpts: tuple[str, ...] = ()
    cap: int | None
    verdicts: dict[str, Verdict]
    misread: Misread | None = None
    costs: Once | None = None
    """What that costs, where it does not cost in full; for readers of the results."""
    settlement: Settlement | None = None
    """What the late rule made of the complete sheet; for readers of the results."""
    changed: Change | None = None
    since: str = ""
    place: Place | None = None
    made_with: dict[str, str] = {}
    """The versions of what it was marked with, for people."""
    overridden: dict[str, Verdict] = {}
    """What a person has set in place of verdicts."""


@dataclass(frozen=True)
class Stored:
    """A mark sheet as it was stored, with the late rule's result and what was marked with what."""

    sheet: MarkSheet
    fingerprint: Mapping[str, str]
    made_with: Mapping[str, str]
    """The versions of what it was marked with, and the digest of the submission."""


@dataclass(frozen=True)
class Finding:
    """What was found out about a submission, without what people say."""

    data: bytes
    """All of it, the same for the same finding."""
    verdicts: Mapping[str, Verdict]
    fingerprint: Mapping[str, str]

    def state(self, criterion: str) -> str:
        """How a criterion ended."""
        verdict = self.verdicts.get(criterion)
        return str(verdict.state) if verdict else "not there"


@dataclass(frozen=True)
class Filed:
    """A complete sheet that an earlier run has left, and whether its reports still fit it."""

    found: MarkSheet
    """Without what people say."""
    full: MarkSheet
    is_current: bool
    made_with: Mapping[str, str]


def file_sheet(
    sheet: MarkSheet,
    task: Task,
    coursework: Coursework,
    out: Path,
    made_with: Mapping[str, str] | None = None,
) -> MarkSheet:
    """Completes the sheet, writes its reports, and stores it last; the complete sheet.

    It was `made_with` these versions, or just now.
    """
    folder = out / task.upload.name
    make_folder(folder)
    known = _sanitized(to_plain(_kept(sheet, task)))
    found = _sheet(from_plain(known, _Kept), coursework.scheme)
    full = _completed(found, task, coursework)
    overridden = {one.criterion.id: one.verdict for one in full.overridden}
    known["made_with"] = dict(made_with or _versions(coursework))
    about = {"costs": full.costs, "settlement": full.settlement}
    known |= to_plain({**about, "changed": full.changed, "place": full.place})
    known["since"] = sanitize(full.since)
    known["overridden"] = _sanitized_within(to_plain(overridden))
    known["noted"] = _noted(full, task, coursework)
    write_reports(full, task, coursework, out)
    write_atomically(folder / SHEET, json.dumps(known))
    return full


def write_reports(full: MarkSheet, task: Task, coursework: Coursework, out: Path) -> None:
    """Writes what the student receives: as much as is seen in the phase of the task."""
    folder = out / task.upload.name
    shown = full.as_visible(coursework.visibility, task.phase)
    page = feedback_page(
        shown,
        coursework.title,
        coursework.version,
        links_of(coursework),
        unchecked_of(coursework),
    )
    write_atomically(folder / FEEDBACK, page)
    write_atomically(folder / RESULTS, results_of(shown, task.fingerprint))


def filed_sheet(task: Task, coursework: Coursework, out: Path) -> Filed | None:
    """What an earlier run has left for just this task, if nothing of it is void."""
    folder = out / task.upload.name
    kept = _read(folder)
    if kept is None or kept.fingerprint != dict(task.fingerprint):
        return None
    if not (folder / RESULTS).is_file():
        return None
    student = known_student(task.upload, coursework)
    found = replace(_sheet(kept, coursework.scheme), student=student)
    if found.void:
        return None
    full = _completed(found, task, coursework)
    is_current = kept.student == student and kept.noted == _noted(full, task, coursework)
    return Filed(found, full, is_current, kept.made_with)


def why_again(task: Task, out: Path) -> tuple[str, ...]:
    """Why a submission that `filed_sheet` does not find is examined, in words.

    Empty when it was never examined before.
    """
    folder = out / task.upload.name
    if not (folder / SHEET).exists():
        return ()
    kept = _read(folder)
    if kept is None:
        return ("the stored result cannot be read",)
    reasons = differences(kept.fingerprint, task.fingerprint)
    if reasons:
        return reasons
    if any(verdict.state is State.VOID for verdict in kept.verdicts.values()):
        return ("something was void",)
    return ("the stored result is not complete",)


def stored_sheet(folder: Path, scheme: Scheme) -> Stored:
    """The sheet in a folder of results, without manual marks but with what a person overrode.

    Raises InputError when there is none, or it belongs to another scheme of marks.
    """
    file = folder / SHEET
    kept = _read(folder)
    if kept is None:
        raise InputError(f"{file} cannot be read; run patience grade again")
    examined = {one.id for one in scheme.examined}
    if not examined <= set(kept.verdicts) <= {one.id for one in scheme.criteria}:
        raise InputError(f"{file} has other criteria than the handout; run patience grade again")
    sheet = _sheet(kept, scheme)
    awards = award(scheme, {**kept.verdicts, **kept.overridden})
    sheet = replace(sheet, awards=awards, costs=kept.costs, settlement=kept.settlement)
    sheet = replace(sheet, changed=kept.changed, place=kept.place, since=kept.since)
    return Stored(sheet, kept.fingerprint, {**kept.fingerprint, **_with_digests(kept)})


def _with_digests(kept: _Kept) -> dict[str, str]:
    """The versions, each with its digest where it has one."""
    digests = {name: f" ({digest[:16]})" for name, digest in kept.fingerprint.items()}
    return {name: f"{version}{digests.get(name, '')}" for name, version in kept.made_with.items()}


def finding_in(folder: Path) -> Finding | None:
    """What is stored in a folder of results; None when there is nothing that can be read."""
    kept = _read(folder)
    if kept is None:
        return None
    plain = to_plain(kept)
    data = json.dumps({name: plain[name] for name in (*_SAID, "cap", "student")}, sort_keys=True)
    return Finding(data.encode(), kept.verdicts, kept.fingerprint)


def verdicts_in(folder: Path) -> Mapping[str, Verdict]:
    """The verdicts stored in a folder of results; none when there is nothing that can be read."""
    kept = _read(folder)
    return kept.verdicts if kept else {}


def _kept(sheet: MarkSheet, task: Task) -> _Kept:
    return _Kept(
        fingerprint=dict(task.fingerprint),
        noted="",
        submission=sheet.submission,
        student=sheet.student,
        remarks=sheet.remarks,
        notes=sheet.notes,
        broken=sheet.broken,
        excerpts=sheet.excerpts,
        unreadable=sheet.unreadable,
        stopped=sheet.stopped,
        cap=sheet.cap,
        verdicts={one.criterion.id: one.verdict for one in sheet.awards},
        misread=sheet.misread,
    )


def _sanitized(kept: dict[str, Any]) -> dict[str, Any]:
    """What is kept, with all that a submission has said as plain text."""
    return {**kept, **{name: _sanitized_within(kept[name]) for name in _SAID}}


def _sanitized_within(value: Any) -> Any:
    match value:
        case str():
            return sanitize(value)
        case dict():
            return {name: _sanitized_within(part) for name, part in value.items()}
        case list() | tuple():
            return [_sanitized_within(part) for part in value]
    return value


def _noted(full: MarkSheet, task: Task, coursework: Coursework) -> str:
    """What decides what the reports say, besides what was found."""
    stated = (
        *(coursework.title, coursework.version, coursework.visibility),
        *(coursework.scheme, coursework.late, coursework.misreading_costs),
        *(task.phase, task.said, full.changed, links_of(coursework), full.place),
    )
    return hashlib.sha256(f"{reports_fingerprint()} {stated!r}".encode()).hexdigest()


def _versions(coursework: Coursework) -> Mapping[str, str]:
    """What submissions are marked with in this process."""
    return {
        "handout": f"{coursework.slug} {coursework.version}",
        "kit": f"patience-grader {__version__}",
        "python": platform.python_version(),
    }


def _completed(found: MarkSheet, task: Task, coursework: Coursework) -> MarkSheet:
    full = complete(found, coursework, task.said)
    now = marked(row_of(full), coursework.scheme, task.fingerprint)
    return replace(full, changed=task.earlier.change_to(now))


def _read(folder: Path) -> _Kept | None:
    """What is stored there; None when nothing is, or it cannot be read."""
    try:
        return from_plain(json.loads((folder / SHEET).read_bytes()), _Kept)
    except (OSError, ValueError, ArithmeticError, RecursionError):
        return None


def _sheet(kept: _Kept, scheme: Scheme) -> MarkSheet:
    return MarkSheet(
        submission=kept.submission,
        student=kept.student,
        scheme=scheme,
        awards=award(scheme, kept.verdicts),
        remarks=kept.remarks,
        notes=kept.notes,
        broken=kept.broken,
        excerpts=kept.excerpts,
        unreadable=kept.unreadable,
        stopped=kept.stopped,
        cap=kept.cap,
        misread=kept.misread,
    )
