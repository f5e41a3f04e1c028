"""The results as a table with a column for each criterion."""

from __future__ import annotations

from ..marks.verdict import State
from ..text.csv_table import csv_table
from ..text.numbers import format_marks
from ..text.sanitize import csv_cell
from .results import Results

_UNKNOWN = {State.VOID, State.AWAITING}
_HEAD = ("submission", "student", "status", "mark", "before_late", "out_of", "band")


def criteria_csv(results: Results) -> str:
    """The table as CSV. A criterion without marks (void, or still to be marked) is empty."""
    rows = [[*_HEAD, *(one.id for one in results.coursework.scheme.criteria)]]
    for one in results.submissions:
        who = [csv_cell(one.name), csv_cell(one.student), one.status]
        if one.sheet is None:
            rows.append(who)
            continue
        sheet = one.sheet
        mark = "" if one.unfinished else format_marks(sheet.mark)
        numbers = [mark, format_marks(sheet.total), format_marks(sheet.out_of), sheet.band]
        earned = [
            "" if award.verdict.state in _UNKNOWN else format_marks(award.earned)
            for award in sheet.awards
        ]
        rows.append([*who, *numbers, *earned])
    return csv_table(rows)
