"""Mark sheets as reports for continuous integration."""

from __future__ import annotations

from ..ci.model import Report, Test, place_in
from ..marks.mark_sheet import Award, MarkSheet
from ..text.numbers import format_marks
from .results import Results


def report_of(sheet: MarkSheet, title: str, version: str) -> Report:
    """The report of a sheet, with as much of its reasons as the sheet shows."""
    headline = f"{format_marks(sheet.mark)} of {format_marks(sheet.out_of)} marks"
    if sheet.band:
        headline += f", band {sheet.band}"
    reasons = sheet.settlement.reasons if sheet.settlement else ()
    unreadable = (
        (f"This submission cannot be read: {sheet.unreadable}",) if sheet.unreadable else ()
    )
    return Report(
        name=sheet.submission,
        title=title,
        version=version,
        headline=headline,
        tests=tuple(map(_test, sheet.awards)),
        remarks=(*unreadable, *sheet.broken, *sheet.notes, *sheet.remarks, *reasons),
        score=sheet.mark,
        out_of=sheet.out_of,
    )


def reports_of(results: Results) -> tuple[Report, ...]:
    """The reports of all submissions of which anything is stored."""
    coursework = results.coursework
    return tuple(
        report_of(sheet, coursework.title, coursework.version)
        for sheet in (one.sheet for one in results.submissions)
        if sheet
    )


def _test(award: Award) -> Test:
    verdict, criterion = award.verdict, award.criterion
    return Test(
        id=criterion.id,
        group=criterion.exercise,
        title=criterion.rule,
        state=verdict.state,
        score=award.earned,
        worth=criterion.worth,
        reason=verdict.reason,
        evidence=verdict.evidence,
        place=place_in(verdict.evidence),
    )
