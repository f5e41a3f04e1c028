"""The cohort as a table: one row a hand-in, one column an exercise."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..marksheet import MarkSheet
from ..scheme import Scheme
from .numbers import marks
from .safe import cell, line


@dataclass(frozen=True)
class Row:
    """What one hand-in earned, without the evidence."""

    submission: str
    student: str
    status: str
    total: Fraction
    out_of: Fraction
    earned: tuple[Fraction, ...]
    """What each exercise earned, in the handout's order."""
    problem: str = ""
    """What a person must look at: why it is void or cannot be read."""


def row_of(sheet: MarkSheet) -> Row:
    """The row of a mark sheet."""
    void = "; ".join(f"{one.criterion.id}: {one.verdict.reason}" for one in sheet.void[:3])
    return Row(
        sheet.submission,
        line(sheet.student),
        sheet.status,
        sheet.total,
        sheet.out_of,
        tuple(sheet.earned(exercise) for exercise in sheet.scheme.exercises),
        line(sheet.unreadable or void),
    )


def csv_of(rows: Iterable[Row], scheme: Scheme) -> str:
    """The table as CSV, with the exercises' names as the last columns' heads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [exercise.name for exercise in scheme.exercises]
    writer.writerow(["submission", "student", "status", "total", "out_of", *names])
    for row in rows:
        numbers = [marks(worth) for worth in (row.total, row.out_of, *row.earned)]
        writer.writerow([cell(row.submission), cell(row.student), row.status, *numbers])
    return text.getvalue()
