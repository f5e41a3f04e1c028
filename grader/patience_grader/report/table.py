"""The cohort as a table: one row a submission, one column an exercise."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..marks.late import Banded, Hourly, Rule
from ..marks.mark_sheet import MarkSheet
from ..marks.scheme import Scheme
from ..text.numbers import format_marks
from ..text.sanitize import csv_cell, one_line


@dataclass(frozen=True)
class Row:
    """What one submission earned, without the evidence."""

    submission: str
    student: str
    status: str
    mark: Fraction
    """After the late rule."""
    total: Fraction
    """Before it."""
    out_of: Fraction
    awaiting: Fraction
    """How much of it a person has still to mark."""
    band: str
    band_before: str
    earned: tuple[Fraction, ...]
    """What each exercise earned, in the handout's order."""
    problem: str = ""
    """What a person must look at: why it is void or cannot be read."""


def row_of(sheet: MarkSheet) -> Row:
    """The row of a mark sheet."""
    void = "; ".join(f"{one.criterion.id}: {one.verdict.reason}" for one in sheet.void[:3])
    return Row(
        sheet.submission,
        one_line(sheet.student),
        sheet.status,
        sheet.mark,
        sheet.total,
        sheet.out_of,
        sheet.awaiting,
        sheet.band,
        sheet.settlement.band_before if sheet.settlement else "",
        tuple(sheet.earned(exercise) for exercise in sheet.scheme.exercises),
        one_line(sheet.unreadable or void),
    )


def csv_of(rows: Iterable[Row], scheme: Scheme, late: Rule | None = None) -> str:
    """The table as CSV, with the exercises' names as the last columns' heads.

    Under a late rule, columns before those of the exercises say what the mark or the
    band was before it.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [exercise.name for exercise in scheme.exercises]
    settled = {None: [], Hourly: ["before_late"], Banded: ["band", "band_before"]}
    head = ["submission", "student", "status", "total", "out_of"]
    more = settled[type(late) if late else None]
    writer.writerow([*head, *more, *names])
    for row in rows:
        known = {
            "before_late": format_marks(row.total),
            "band": row.band,
            "band_before": row.band_before,
        }
        who = [csv_cell(row.submission), csv_cell(row.student), row.status]
        numbers = [format_marks(row.mark), format_marks(row.out_of)]
        writer.writerow(
            [*who, *numbers, *(known[name] for name in more), *map(format_marks, row.earned)]
        )
    return text.getvalue()
