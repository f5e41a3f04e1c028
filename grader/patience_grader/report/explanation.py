"""What answers an appeal: how criteria ended, the evidence, and what was marked with what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..marks.mark_sheet import Award, MarkSheet
from ..text.numbers import format_marks
from ..text.sanitize import one_line, sanitize
from .misread import sentences

_WIDE = 12


def explanation(
    sheet: MarkSheet, criteria: Sequence[Award], made_with: Mapping[str, str]
) -> Iterator[str]:
    """The lines of the text, for these of the sheet's awards."""
    yield f"{one_line(sheet.submission)}: {_of(sheet)}"
    yield from _about(sheet)
    yield ""
    for award in criteria:
        yield from _award(award)
    yield "Marked with"
    for name, text in made_with.items():
        yield f"  {name:<{_WIDE}} {one_line(text)}"


def _of(sheet: MarkSheet) -> str:
    text = f"{format_marks(sheet.mark)} of {format_marks(sheet.out_of)} marks"
    return f"{text}, band {sheet.band}" if sheet.band else text


def _about(sheet: MarkSheet) -> Iterator[str]:
    """What is said of the submission as a whole."""
    if sheet.unreadable:
        yield f"It cannot be read: {one_line(sheet.unreadable)}"
    for why in (sheet.stopped, *sheet.broken):
        if why:
            yield one_line(why)
    if sheet.cap is not None:
        yield f"It earns at most {sheet.cap}; its criteria add up to {format_marks(sheet.sum)}"
    for remark in sheet.remarks:
        yield f"Instructions not followed: {one_line(remark)}"
    for reason in sheet.settlement.reasons if sheet.settlement else ():
        yield one_line(reason)
    yield from map(one_line, sentences(sheet))
    if sheet.changed:
        yield one_line(sheet.changed.for_student)


def _award(award: Award) -> Iterator[str]:
    criterion, verdict = award.criterion, award.verdict
    earned = f"{format_marks(award.earned)} of {format_marks(criterion.worth)}"
    yield f"{criterion.id}: {verdict.state}, {earned}"
    yield f"  {'rule':<{_WIDE}} {one_line(criterion.title)}"
    if verdict.overridden:
        yield f"  {'was':<{_WIDE}} {verdict.overridden}"
    if verdict.reason:
        yield f"  {'why':<{_WIDE}} {one_line(verdict.reason)}"
    evidence = verdict.evidence
    if evidence:
        parts = {
            "asked": evidence.called,
            "on": evidence.given,
            "right is": evidence.expected,
            "answered": evidence.got,
            "first look at": evidence.cause,
            "in the code": "\n".join(evidence.trace),
            "note": evidence.note,
        }
        for name, text in parts.items():
            yield from _block(name, text)
    yield ""


def _block(name: str, text: str) -> Iterator[str]:
    """A text of several lines, each under the first."""
    lines = sanitize(text).strip("\n").split("\n") if text else []
    for number, line in enumerate(lines):
        yield f"  {'' if number else name:<{_WIDE}} {line}".rstrip()
