"""The results as a table with a column for each criterion."""

from __future__ import annotations

import csv
import io

from ..marks.verdict import State
from ..text.numbers import marks
from ..text.sanitize import cell
from .results import Results

_UNKNOWN = {State.VOID, State.TO_MARK}
_HEAD = ("submission", "student", "status", "mark", "before_late", "out_of", "band")


def criteria_csv(results: Results) -> str:
    """The table as CSV. A criterion without marks (void, or still to be marked) is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_HEAD, *(one.id for one in results.coursework.scheme.criteria)])
    for one in results.submissions:
        who = [cell(one.name), cell(one.student), one.status]
        if one.sheet is None:
            writer.writerow(who)
            continue
        sheet = one.sheet
        mark = "" if one.unfinished else marks(sheet.mark)
        numbers = [mark, marks(sheet.total), marks(sheet.out_of), sheet.band]
        earned = [
            "" if award.verdict.state in _UNKNOWN else marks(award.earned) for award in sheet.awards
        ]
        writer.writerow([*who, *numbers, *earned])
    return text.getvalue()
