"""The results of a cohort, read back from the folder that `patience grade` wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..course.coursework import Course, Coursework
from ..downloads.model import Person
from ..errors import InputError
from ..grading.instructor_input import MANUAL_MARKS
from ..grading.record import Record, read_record
from ..grading.results import stored_sheet
from ..manual.sheet import Marks, is_for, read_marks, verdicts
from ..marks.mark_sheet import MarkSheet, award
from ..marks.visibility import Phase
from ..report.table import NOT_SUBMITTED
from ..text.csv_text import read_csv
from ..text.numbers import format_marks, read_number
from ..text.sanitize import csv_cell, one_line

_TABLE = "marks.csv"


@dataclass(frozen=True)
class Result:
    """What one submission earned, and as much of the reasons as is seen in a phase."""

    name: str
    student: str
    status: str
    sheet: MarkSheet | None
    """None when the kit stored nothing, because it failed to examine the submission."""
    fingerprint: Mapping[str, str]
    people: tuple[Person, ...] = ()
    """Who submitted it, as far as the platform or a roster told."""

    @property
    def unfinished(self) -> str:
        """Why there is no final mark; empty when there is one."""
        if self.sheet is None or self.sheet.void:
            return "the kit failed to examine it, so there is no mark; run patience grade again"
        if self.sheet.awaiting:
            return f"{format_marks(self.sheet.awaiting)} marks are still to be given by hand"
        return ""

    @property
    def ungraded(self) -> str:
        """Why no grade is exported to a platform; empty when there is one."""
        if self.sheet and self.sheet.unreadable:
            return f"it cannot be read ({one_line(self.sheet.unreadable)}); ask for another file"
        return self.unfinished


@dataclass(frozen=True)
class Results:
    """The results of a cohort."""

    coursework: Coursework
    submissions: tuple[Result, ...]

    @property
    def final(self) -> tuple[tuple[Result, MarkSheet], ...]:
        """The results with a final mark, each with its sheet."""
        return tuple(
            (one, one.sheet) for one in self.submissions if one.sheet and not one.unfinished
        )

    @property
    def ungraded(self) -> tuple[Result, ...]:
        """The results without a final mark, or of what cannot be read: no grade is exported."""
        return tuple(one for one in self.submissions if one.ungraded)


def read_results(
    folder: Path, course: Course, name: str | None, phase: Phase, manual: Path | None = None
) -> Results:
    """What `patience grade` has written to the folder, as it is seen in the phase.

    Raises InputError when the folder holds no results, when the coursework cannot be told,
    or when `marks.csv` and the sheets do not agree.
    """
    header, rows = _table(folder / _TABLE)
    coursework = course.coursework(name) if name else _coursework(header, course, folder)
    given = _given(folder, coursework, manual)
    record = read_record(folder)
    found = (
        _result(folder, row, coursework, given, phase)
        for row in rows
        if row["status"] != NOT_SUBMITTED
    )
    return Results(coursework, tuple(_resolved(one, record) for one in found))


def _resolved(one: Result, record: Record) -> Result:
    """The result with what is known of its people, and with its true name."""
    name = record.name_of(one.name)
    entry = record.submissions.get(name)
    student, sheet = one.student, one.sheet
    if name != one.name:
        student = (entry and entry.student) or name
        sheet = replace(sheet, submission=name, student=student) if sheet else None
    people = entry.people if entry else ()
    return replace(one, name=name, student=student, sheet=sheet, people=people)


def _table(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    if not path.is_file():
        raise InputError(
            f"{path.parent} holds no {_TABLE}; name the folder that patience grade wrote"
        )
    table = read_csv(path)
    header = table.header.texts
    wanted = ("submission", "student", "status", "total", "out_of")
    if missing := [column for column in wanted if column not in header]:
        raise InputError(f"{path} has no column {missing[0]}; run patience grade again")
    blank = [""] * len(header)
    rows = [row.texts for row in table.rows if not row.is_blank]
    return header, [dict(zip(header, [*row, *blank], strict=False)) for row in rows]


def _coursework(header: Sequence[str], course: Course, folder: Path) -> Coursework:
    """The coursework whose exercises are the last columns of the table."""
    fits, broken = [], []
    for slug in course.slugs:
        try:
            one = course.coursework(slug)
        except InputError as error:
            broken.append(f"; {error}")
            continue
        names = [exercise.name for exercise in one.scheme.exercises]
        if header[-len(names) :] == names:
            fits.append(one)
    if len(fits) == 1:
        return fits[0]
    known = ", ".join(course.slugs) or "none"
    raise InputError(
        f"the coursework of {folder} is not clear from its columns; name it with --coursework "
        f"(there is: {known}){''.join(broken)}"
    )


def _given(folder: Path, coursework: Coursework, manual: Path | None) -> Marks:
    path = manual or folder / MANUAL_MARKS
    if not coursework.scheme.manual or not (manual or path.exists()):
        return {}
    return read_marks(path, coursework.scheme)


def _result(
    folder: Path, row: Mapping[str, str], coursework: Coursework, given: Marks, phase: Phase
) -> Result:
    name, student, status = row["submission"], row["student"], row["status"]
    bare = name.removeprefix("'")
    place = next((one for one in (name, bare) if (folder / one / "sheet.json").is_file()), None)
    if place is None:
        if "void" not in status:
            raise InputError(
                f"{folder / bare} holds no sheet.json, though {_TABLE} has a row for it; "
                "run patience grade again"
            )
        return Result(bare, student, status, None, {})
    stored = stored_sheet(folder / place, coursework.scheme)
    full = _complete(stored.sheet, given, coursework, stored.fingerprint.get("submission", ""))
    if _numbers(full) != _numbers_in(row, coursework):
        raise InputError(
            f"{folder / place} and its row in {_TABLE} have different marks; "
            "run patience grade again, or name the same --manual-marks as there"
        )
    shown = full.as_visible(coursework.visibility, phase)
    return Result(place, full.student, status, shown, stored.fingerprint)


def _complete(sheet: MarkSheet, given: Marks, coursework: Coursework, digest: str) -> MarkSheet:
    """The sheet with the manual marks that are for the version of the submission of this digest."""
    if sheet.unreadable:
        return sheet
    its = {
        name: one
        for name, one in given.get(sheet.submission, {}).items()
        if is_for(one.version, digest)
    }
    known = {one.criterion.id: one.verdict for one in sheet.awards}
    manual = verdicts(its, coursework.scheme)
    overridden = {one.criterion.id: one.verdict for one in sheet.overridden}
    return replace(sheet, awards=award(coursework.scheme, {**known, **manual, **overridden}))


def _numbers(sheet: MarkSheet) -> list[str]:
    earned = (sheet.earned(exercise) for exercise in sheet.scheme.exercises)
    return [csv_cell(sheet.submission), *map(format_marks, (sheet.mark, sheet.out_of, *earned))]


def _numbers_in(row: Mapping[str, str], coursework: Coursework) -> list[str]:
    names = [exercise.name for exercise in coursework.scheme.exercises]
    found = [row.get(column, "") for column in ("total", "out_of", *names)]
    return [row["submission"], *map(_as_written, found)]


def _as_written(text: str) -> str:
    """A number as the kit writes it, also after a spreadsheet has stored the table anew."""
    worth = read_number(text)
    return text if worth is None else format_marks(worth)
