"""What is said of a misreading that a whole submission follows."""

from __future__ import annotations

from collections.abc import Iterator

from ..marks.mark_sheet import MarkSheet
from ..marks.verdict import State
from ..text.numbers import format_marks

_NOT_LOST = {State.PASSED, State.AWAITING, State.VOID}


def sentences(sheet: MarkSheet) -> Iterator[str]:
    """Sentences for the student: what was misread, how much it explains, and what it costs."""
    misread = sheet.misread
    if misread is None:
        return
    yield from misread.sentences
    lost = sum(one.verdict.state not in _NOT_LOST for one in sheet.awards)
    right = len(misread.right)
    what = "This one cause" if len(misread.sentences) == 1 else "Together this"
    if not misread.sentences:
        what = "A misreading of the handout"
    yield f"{what} explains {right} of the {lost} criteria that were lost."
    strict, by_reading = format_marks(sheet.strict), format_marks(sheet.by_reading)
    if sheet.costs is None or not sheet.regained:
        yield (
            f"If the handout meant that, the submission would have earned {by_reading} of "
            f"{format_marks(sheet.out_of)} marks; as it is, it earned {strict}."
        )
        return
    yield (
        f"It costs {format_marks(sheet.costs.marks)} marks once, and not "
        f"{format_marks(sheet.by_reading - sheet.strict)}: so the criteria count "
        f"{format_marks(sheet.sum)} marks in place of {strict}."
    )
