"""A mark sheet for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..marks.mark_sheet import MarkSheet
from ..marks.scheme import Exercise
from ..marks.verdict import State
from ..text.numbers import format_marks
from ..text.sanitize import one_line, sanitize
from .at_fault import first_look
from .misread import sentences
from .table import Row


def text_of(sheet: MarkSheet) -> str:
    """One line an exercise, and one for each lost criterion."""
    return "\n".join(_lines(sheet))


def _lines(sheet: MarkSheet) -> Iterator[str]:
    yield f"{one_line(sheet.submission)}: {_total(sheet)} ({sheet.status})"
    if sheet.mark != sheet.total:
        yield f"  before the late rule: {format_marks(sheet.total)}"
    for reason in sheet.settlement.reasons if sheet.settlement else ():
        yield f"  {one_line(reason)}"
    if sheet.unreadable:
        yield f"  cannot be read: {one_line(sheet.unreadable)}"
        return
    yield from _about(sheet)
    for exercise in sheet.scheme.exercises:
        earned = format_marks(sheet.earned(exercise))
        yield f"  {exercise.name:<22}{earned:>5} of {format_marks(exercise.worth)}"
        yield from told_of(sheet, exercise)


def _about(sheet: MarkSheet) -> Iterator[str]:
    """What is said of a submission that can be read, as a whole."""
    if sheet.stopped:
        yield f"  {one_line(sheet.stopped)}"
    for why in sheet.broken:
        yield f"  {one_line(why)}"
    for excerpt in sheet.excerpts:
        yield from (f"    {sanitize(line)}" for line in excerpt.split("\n"))
    for sentence in (*sentences(sheet), *first_look(sheet)):
        yield f"  {one_line(sentence)}"
    for note in sheet.notes:
        yield f"  {one_line(note)}"
    for remark in sheet.remarks:
        yield f"  instructions not followed: {one_line(remark)}"
    for flag in sheet.flags:
        yield f"  flagged: {one_line(flag)}"


def summary_line(rows: Sequence[Row]) -> str:
    """What became of a cohort, on one line."""
    counts = {
        "marked": sum(row.status == "marked" for row in rows),
        "awaiting manual marks": sum("awaiting" in row.status for row in rows),
        "instructions not followed": sum("instructions" in row.status for row in rows),
        "capped": sum("capped" in row.status for row in rows),
        "flagged": sum("flagged" in row.status for row in rows),
        "stopped": sum(row.status == "stopped" for row in rows),
        "unreadable": sum(row.status == "unreadable" for row in rows),
        "void": sum("void" in row.status for row in rows),
    }
    parts = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    mean = sum((row.mark for row in rows), Fraction(0)) / len(rows)
    return f"{len(rows)} submissions: {parts}; mean {format_marks(mean)}"


def told_of(sheet: MarkSheet, exercise: Exercise) -> Iterator[str]:
    """A line for each criterion of an exercise of which there is something to say."""
    for award in sheet.of(exercise):
        verdict = award.verdict
        if verdict.state is not State.PASSED or verdict.reason:
            why = f": {one_line(verdict.reason)}" if verdict.reason else ""
            yield f"    - {award.criterion.rule} {verdict.state}{why}"


def _total(sheet: MarkSheet) -> str:
    total = f"{format_marks(sheet.mark)} of {format_marks(sheet.out_of)}"
    if sheet.scheme.bonus:
        total += f", bonus {format_marks(sheet.bonus)} of {format_marks(sheet.scheme.most_bonus)}"
    if sheet.awaiting:
        total += f", {format_marks(sheet.awaiting)} to be marked"
    return f"{total}, band {sheet.band}" if sheet.band else total
