"""A mark sheet for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ..marks.mark_sheet import MarkSheet
from ..marks.scheme import Exercise
from ..marks.verdict import State
from ..text.numbers import marks
from ..text.sanitize import line


def text_of(sheet: MarkSheet) -> str:
    """One line an exercise, and one for each lost criterion."""
    return "\n".join(_lines(sheet))


def _lines(sheet: MarkSheet) -> Iterator[str]:
    yield f"{line(sheet.submission)}: {_total(sheet)} ({sheet.status})"
    if sheet.mark != sheet.total:
        yield f"  before the rule for late work: {marks(sheet.total)}"
    for reason in sheet.settlement.reasons if sheet.settlement else ():
        yield f"  {line(reason)}"
    if sheet.unreadable:
        yield f"  cannot be read: {line(sheet.unreadable)}"
        return
    if sheet.stopped:
        yield f"  {line(sheet.stopped)}"
    for why in sheet.broken:
        yield f"  {line(why)}"
    for remark in sheet.remarks:
        yield f"  not as asked: {line(remark)}"
    for flag in sheet.flags:
        yield f"  flagged: {line(flag)}"
    for exercise in sheet.scheme.exercises:
        earned = marks(sheet.earned(exercise))
        yield f"  {exercise.name:<22}{earned:>5} of {marks(exercise.worth)}"
        yield from told_of(sheet, exercise)


def told_of(sheet: MarkSheet, exercise: Exercise) -> Iterator[str]:
    """A line for each criterion of an exercise of which there is something to say."""
    for award in sheet.of(exercise):
        verdict = award.verdict
        if verdict.state is not State.PASSED or verdict.reason:
            why = f": {line(verdict.reason)}" if verdict.reason else ""
            yield f"    - {award.criterion.title} {verdict.state}{why}"


def _total(sheet: MarkSheet) -> str:
    total = f"{marks(sheet.mark)} of {marks(sheet.out_of)}"
    if sheet.scheme.bonus:
        total += f", bonus {marks(sheet.bonus)} of {marks(sheet.scheme.most_bonus)}"
    if sheet.to_mark:
        total += f", {marks(sheet.to_mark)} to be marked"
    return f"{total}, band {sheet.band}" if sheet.band else total
