"""What each exercise counts in a gradebook, which adds up and knows no cap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ..marks.mark_sheet import MarkSheet
from ..report.misread import sentences
from ..text.numbers import format_marks


def shares(sheet: MarkSheet) -> Mapping[str, Fraction]:
    """What the exercises that no person marks count, by their names.

    Together it is what the submission earned: under a cap the first exercises use it up. What is
    regained where a misreading costs once is among them, in the first exercises that it cost.
    """
    left = sheet.sum if sheet.cap is None else Fraction(sheet.cap)
    regained = sheet.regained
    found = {}
    for exercise in sheet.scheme.exercises:
        if not exercise.manual:
            earned = sheet.earned(exercise)
            more = min(regained, sheet.by_reading_of(exercise) - earned)
            regained -= more
            found[exercise.name] = min(earned + more, left)
            left -= found[exercise.name]
    return found


def notes(sheet: MarkSheet) -> Iterator[str]:
    """Why exercises count less than their criteria, a line each."""
    if sheet.unreadable:
        yield f"this submission cannot be read: {sheet.unreadable}"
    if sheet.stopped:
        yield sheet.stopped
    yield from sheet.broken
    if sheet.regained:
        yield from sentences(sheet)
    if sheet.cap is not None:
        cap, total = format_marks(Fraction(sheet.cap)), format_marks(sheet.sum)
        more = f"; its criteria add up to {total}" if sheet.sum > sheet.total else ""
        yield f"a submission with such a file earns at most {cap} marks{more}"
