"""What is said of a result in a few sentences of plain text, for a comment in a worksheet."""

from __future__ import annotations

from ..marks.mark_sheet import MarkSheet
from ..text.numbers import format_marks
from ..text.sanitize import one_line

_MOST = 1_000


def comment_of(sheet: MarkSheet) -> str:
    """One line: the mark, why it is lower than earned, and the exercises that lost marks."""
    said = [f"{format_marks(sheet.mark)} of {format_marks(sheet.out_of)} marks."]
    if sheet.band:
        said.append(f"Band: {sheet.band}.")
    if sheet.settlement:
        if sheet.settlement.before != sheet.mark:
            said.append(f"Before the late rule: {format_marks(sheet.settlement.before)}.")
        said += sheet.settlement.reasons
    if sheet.unreadable:
        said.append(f"This submission cannot be read: {sheet.unreadable}.")
    said += [f"{why}." for why in sheet.broken]
    if sheet.cap is not None:
        said.append(f"A submission with such a file is capped at {sheet.cap} marks.")
    said += [f"{note}." for note in sheet.notes]
    said += [f"Submission instructions not followed: {remark}." for remark in sheet.remarks]
    if sheet.scheme.bonus:
        said.append(f"{format_marks(sheet.bonus)} of them are bonus marks.")
    if lost := _lost(sheet):
        said.append(f"Marks were lost in {lost}.")
    text = one_line(" ".join(said))
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"


def _lost(sheet: MarkSheet) -> str:
    if sheet.unreadable:
        return ""
    exercises = ((one, sheet.earned(one)) for one in sheet.scheme.exercises)
    return ", ".join(
        f"{one.name} ({format_marks(earned)} of {format_marks(one.worth)})"
        for one, earned in exercises
        if earned != one.worth
    )
