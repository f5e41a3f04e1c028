"""The folder of one submission's results: its mark sheet as it was found, and the reports of it.

`sheet.json` is written last and in one step. It holds what the submission earned by itself,
so that what people say later can complete it without marking it again, and so that students
can see more of it in a later phase. All that the submission has said is made plain first. The
reports, which go to the student, hold only what is seen in the phase of the task.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from ..course.coursework import Coursework
from ..course.fingerprint import reports_fingerprint
from ..errors import InputError
from ..marks.late import Settlement
from ..marks.mark_sheet import MarkSheet, award
from ..marks.scheme import Scheme
from ..marks.verdict import Verdict
from ..marks.visibility import Phase
from ..report.page import feedback_page
from ..report.results_json import results_of
from ..report.table import Row
from ..submission.upload import Upload
from ..text.atomic import write_atomically
from ..text.sanitize import sanitize
from .complete import InstructorNotes, complete

_SHEET = "sheet.json"
_SAID = ("remarks", "broken", "unreadable", "stopped", "verdicts")


@dataclass(frozen=True)
class Task:
    """A submission to be marked, and what its results go by.

    That is their fingerprint, what people say, and the phase for which reports are written.
    """

    upload: Upload
    fingerprint: Mapping[str, str]
    said: InstructorNotes = field(default_factory=InstructorNotes)
    phase: Phase = Phase.DEADLINE


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
    broken: tuple[str, ...]
    unreadable: str
    stopped: str
    cap: int | None
    verdicts: dict[str, Verdict]
    settlement: Settlement | None = None
    """What the late rule made of the complete sheet; for readers of the results."""


@dataclass(frozen=True)
class Stored:
    """A mark sheet as it was stored, with the late rule's result and what was marked with what."""

    sheet: MarkSheet
    fingerprint: Mapping[str, str]


def file_sheet(sheet: MarkSheet, task: Task, coursework: Coursework, out: Path) -> MarkSheet:
    """Completes the sheet, writes its reports and keeps it; the complete sheet."""
    folder = out / task.upload.name
    folder.mkdir(parents=True, exist_ok=True)
    known = _plainly(msgspec.to_builtins(_kept(sheet, task, coursework), enc_hook=_as_text))
    plain_sheet = _sheet(msgspec.convert(known, _Kept, dec_hook=_from_text), coursework.scheme)
    full = complete(plain_sheet, coursework, task.said)
    known["settlement"] = msgspec.to_builtins(full.settlement, enc_hook=_as_text)
    shown = full.as_visible(coursework.visibility, task.phase)
    page = feedback_page(shown, coursework.title, coursework.version)
    (folder / "feedback.html").write_text(page, encoding="utf-8")
    write_atomically(folder / "results.json", results_of(shown, task.fingerprint))
    write_atomically(folder / _SHEET, json.dumps(known))
    return full


def filed_sheet(task: Task, coursework: Coursework, out: Path) -> MarkSheet | None:
    """The complete sheet that an earlier run has left for just this task, if nothing is void.

    When people say something else by now, students see more or less, or reports look
    otherwise, they are written anew.
    """
    folder = out / task.upload.name
    try:
        known = json.loads((folder / _SHEET).read_bytes())
        kept = msgspec.convert(known, _Kept, dec_hook=_from_text)
    except (OSError, ValueError, ArithmeticError, RecursionError):
        return None
    if kept.fingerprint != dict(task.fingerprint) or not (folder / "results.json").is_file():
        return None
    sheet = _sheet(kept, coursework.scheme)
    if sheet.void:
        return None
    if kept.noted != _told(task, coursework):
        return file_sheet(sheet, task, coursework, out)
    return complete(sheet, coursework, task.said)


def stored_sheet(folder: Path, scheme: Scheme) -> Stored:
    """The sheet in a folder of results, without the marks that a person gave.

    Raises InputError when there is none, or it belongs to another scheme of marks.
    """
    file = folder / _SHEET
    try:
        kept = msgspec.convert(json.loads(file.read_bytes()), _Kept, dec_hook=_from_text)
    except (OSError, ValueError, ArithmeticError, RecursionError) as fault:
        raise InputError(f"{file} cannot be read; run patience grade again") from fault
    examined = {one.id for one in scheme.examined}
    if not examined <= set(kept.verdicts) <= {one.id for one in scheme.criteria}:
        raise InputError(f"{file} has other criteria than the handout; run patience grade again")
    sheet = replace(_sheet(kept, scheme), settlement=kept.settlement)
    return Stored(sheet, kept.fingerprint)


def _kept(sheet: MarkSheet, task: Task, coursework: Coursework) -> _Kept:
    return _Kept(
        fingerprint=dict(task.fingerprint),
        noted=_told(task, coursework),
        submission=sheet.submission,
        student=sheet.student,
        remarks=sheet.remarks,
        broken=sheet.broken,
        unreadable=sheet.unreadable,
        stopped=sheet.stopped,
        cap=sheet.cap,
        verdicts={one.criterion.id: one.verdict for one in sheet.awards},
    )


def _plainly(kept: dict[str, Any]) -> dict[str, Any]:
    """What is kept, with all that a submission has said as plain text."""
    return {**kept, **{name: _plain_within(kept[name]) for name in _SAID}}


def _plain_within(value: Any) -> Any:
    match value:
        case str():
            return sanitize(value)
        case dict():
            return {name: _plain_within(part) for name, part in value.items()}
        case list() | tuple():
            return [_plain_within(part) for part in value]
    return value


def _told(task: Task, coursework: Coursework) -> str:
    return f"{reports_fingerprint()} {task.phase} {coursework.visibility!r} {task.said!r}"


def _sheet(kept: _Kept, scheme: Scheme) -> MarkSheet:
    return MarkSheet(
        submission=kept.submission,
        student=kept.student,
        scheme=scheme,
        awards=award(scheme, kept.verdicts),
        remarks=kept.remarks,
        broken=kept.broken,
        unreadable=kept.unreadable,
        stopped=kept.stopped,
        cap=kept.cap,
    )


def _as_text(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError


def _from_text(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError
