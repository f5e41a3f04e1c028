"""A mark sheet for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ..marksheet import MarkSheet
from ..verdict import State
from .numbers import marks
from .safe import line


def text_of(sheet: MarkSheet) -> str:
    """One line an exercise, and one for each lost criterion."""
    return "\n".join(_lines(sheet))


def _lines(sheet: MarkSheet) -> Iterator[str]:
    total = f"{marks(sheet.total)} of {marks(sheet.out_of)}"
    if sheet.scheme.bonus:
        total += f", bonus {marks(sheet.bonus)} of {marks(sheet.scheme.most_bonus)}"
    yield f"{line(sheet.submission)}: {total} ({sheet.status})"
    if sheet.unreadable:
        yield f"  cannot be read: {line(sheet.unreadable)}"
        return
    for why in sheet.broken:
        yield f"  {line(why)}"
    for remark in sheet.remarks:
        yield f"  not as asked: {line(remark)}"
    for exercise in sheet.scheme.exercises:
        earned = marks(sheet.earned(exercise))
        yield f"  {exercise.name:<22}{earned:>5} of {marks(exercise.worth)}"
        for award in sheet.of(exercise):
            verdict = award.verdict
            if verdict.state is not State.PASSED:
                yield f"    - {award.criterion.title} {verdict.state}: {line(verdict.reason)}"
