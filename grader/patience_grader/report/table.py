"""The cohort as a table: one row a submission, one column an exercise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..marks.late import Banded, Hourly, Rule
from ..marks.mark_sheet import MarkSheet
from ..marks.misconceptions import WrongAnswer, wrong_answers
from ..marks.scheme import Scheme
from ..marks.verdict import State
from ..text.csv_table import csv_table
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
    flags: str = ""
    """What only staff should look at, though it is marked."""
    name: str = ""
    """Of the student or students, if a roster or the platform tells it."""
    submitted: str = ""
    """When it came in; empty if nobody knows."""
    late: str = ""
    """`yes` or `no`; empty if that is not judged."""
    reason: str = ""
    """What the late rule did and why, and what is in doubt."""
    awards: tuple[Fraction, ...] = ()
    """What each criterion earned, in the handout's order."""
    states: tuple[State, ...] = ()
    """How each criterion ended."""
    overridden: int = 0
    """For how many criteria a person has set the marks in place of what was found."""
    misread: str = ""
    """The name of the misreading that explains most of what was lost."""
    by_reading: Fraction = Fraction(0)
    """What the criteria would earn if the handout meant that."""
    wrong: tuple[WrongAnswer, ...] = field(default=(), compare=False)
    """Digests of its wrong answers, by which it is compared with others."""
    regained: Fraction = Fraction(0)
    """How much of the total is there because the misreading costs once."""

    @property
    def is_void(self) -> bool:
        """Whether the kit failed to examine some of it."""
        return "void" in self.status


@dataclass(frozen=True)
class Absent:
    """Somebody of the roster who submitted nothing: a row without marks."""

    submission: str
    """The number or the name."""
    student: str
    name: str


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
        one_line(sheet.unreadable or sheet.stopped or void),
        one_line("; ".join(sheet.flags)),
        reason=one_line(" ".join(sheet.settlement.reasons if sheet.settlement else ())),
        awards=tuple(one.earned for one in sheet.awards),
        states=tuple(one.verdict.state for one in sheet.awards),
        overridden=len(sheet.overridden),
        misread=" and ".join(sheet.misread.names) if sheet.misread else "",
        by_reading=sheet.by_reading,
        wrong=_wrong(sheet),
        regained=sheet.regained,
    )


def _wrong(sheet: MarkSheet) -> tuple[WrongAnswer, ...]:
    if sheet.unreadable or sheet.stopped:
        return ()
    verdicts = {one.criterion.id: one.verdict for one in sheet.awards if not one.criterion.manual}
    return tuple(wrong_answers(verdicts))


NOT_SUBMITTED = "not submitted"
"""The status of people who submitted nothing."""


def csv_of(  # noqa: PLR0913 what the columns depend on
    rows: Iterable[Row],
    scheme: Scheme,
    late: Rule | None = None,
    absent: Sequence[Absent] = (),
    *,
    named: bool = False,
    misreadings: bool = False,
) -> str:
    """The table as CSV, with the exercises' names as the last columns' heads.

    Under a late rule, columns before those of the exercises say what the mark or the
    band was before it. With `named`, there is a column of names; with `misreadings`, columns for
    what was misread, what it would have earned, and what is regained of that.
    """
    names = [exercise.name for exercise in scheme.exercises]
    settled = {None: [], Hourly: ["before_late"], Banded: ["band", "band_before"]}
    who_is = ["submission", "student", *(["name"] if named else [])]
    head = [*who_is, "status", "total", "out_of"]
    more = [*settled[type(late) if late else None], "submitted", "late", "reason"]
    more += ["misreading", "by_reading", "regained"] if misreadings else []
    table = [[*head, *more, *names]]
    for row in rows:
        known = {
            "before_late": format_marks(row.total),
            "band": row.band,
            "band_before": row.band_before,
            "submitted": csv_cell(row.submitted),
            "late": row.late,
            "reason": csv_cell(row.reason),
            "misreading": csv_cell(row.misread),
            "by_reading": format_marks(row.by_reading) if row.misread else "",
            "regained": format_marks(row.regained) if row.misread else "",
        }
        texts = [row.submission, row.student, *([row.name] if named else [])]
        who = [*map(csv_cell, texts), row.status]
        numbers = [format_marks(row.mark), format_marks(row.out_of)]
        table.append(
            [*who, *numbers, *(known[name] for name in more), *map(format_marks, row.earned)]
        )
    for one in absent:
        texts = [one.submission, one.student, *([one.name] if named else [])]
        rest = [""] * (2 + len(more) + len(names))
        table.append([*map(csv_cell, texts), NOT_SUBMITTED, *rest])
    return csv_table(table)
