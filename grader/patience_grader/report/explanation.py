"""What answers an appeal: how criteria ended, the evidence, and what was marked with what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..marks.asked import Asked, Questions
from ..marks.mark_sheet import Award, MarkSheet
from ..text.numbers import format_marks
from ..text.sanitize import one_line, sanitize
from .misread import sentences

_WIDE = 12
_FIRST_LINES, _LAST_LINES = 20, 30
_LONGEST = 200
_SHORT = 60


def explanation(
    sheet: MarkSheet,
    criteria: Sequence[Award],
    made_with: Mapping[str, str],
    questions: Mapping[str, Questions],
    notes: Sequence[str] = (),
) -> Iterator[str]:
    """The lines of the text, for these of the sheet's awards and what was asked for them."""
    yield f"{one_line(sheet.submission)}: {_of(sheet)}"
    yield from _about(sheet)
    yield ""
    for award in criteria:
        yield from _award(award)
        if award.criterion.id in questions:
            yield from _questions(questions[award.criterion.id])
        yield ""
    for note in notes:
        yield one_line(note)
    yield from ("",) if notes else ()
    yield "Marked with"
    for name, text in made_with.items():
        yield f"  {name.replace('_', ' '):<{_WIDE}} {one_line(text)}"


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
    yield from map(one_line, sheet.notes)
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
    yield f"  {'rule':<{_WIDE}} {one_line(criterion.rule)}"
    if verdict.overridden:
        yield f"  {'was':<{_WIDE}} {verdict.overridden}"
    if verdict.reason:
        yield f"  {'why':<{_WIDE}} {one_line(verdict.reason)}"
    evidence = verdict.evidence
    if evidence:
        parts = {
            "asked": evidence.called,
            "given": evidence.given,
            "right is": evidence.expected,
            "answered": evidence.got,
            "first look at": evidence.cause,
            "in the code": "\n".join(evidence.trace),
            "note": evidence.note,
        }
        for name, text in parts.items():
            yield from _block(name, text)


def _questions(questions: Questions) -> Iterator[str]:
    """What was asked and answered, a few lines each; how much of it is left out."""
    counts = [f"{questions.count} asked"]
    counts += [f"{questions.right} right"] if questions.right else []
    counts += [f"{questions.wrong} wrong"] if questions.wrong else []
    if questions.asked_for:
        counts.append(f"the same as for {questions.asked_for}")
    yield f"  {'questions':<{_WIDE}} {', '.join(counts)}"
    for number, one in questions.shown:
        yield from _question(number, one)
    if more := questions.count - len(questions.shown):
        yield f"  {'':<{_WIDE}} {more} more {'is' if more == 1 else 'are'} left out (see --most)"
    if questions.further:
        yield f"  {'':<{_WIDE}} {questions.further} further calls looked for a smaller example"


def _question(number: int, asked: Asked) -> Iterator[str]:
    judged = {True: "right", False: "wrong", None: ""}[asked.is_right]
    first, *rest = _lines(asked.called) or [""]
    got = _lines(asked.got)
    is_short = asked.is_right is True and len(got) == 1 and len(got[0]) <= _SHORT
    yield f"  {number:>5} {judged:<6} {first}{f'  ->  {got[0]}' if is_short else ''}".rstrip()
    yield from (f"      {'':<{_WIDE}} {line}".rstrip() for line in rest)
    if asked.is_right is not True:
        parts = {"given": asked.given, "right is": asked.expected, "answered": asked.got}
        for name, text in parts.items():
            yield from (f"    {line}" if line else "" for line in _block(name, text))


def _lines(text: str) -> list[str]:
    """The lines of a text that may be long, within bounds."""
    lines = [line[:_LONGEST] for line in sanitize(text).strip("\n").split("\n")] if text else []
    more = len(lines) - _FIRST_LINES - _LAST_LINES
    if more <= 1:
        return lines
    return [*lines[:_FIRST_LINES], f"({more} lines left out)", *lines[-_LAST_LINES:]]


def _block(name: str, text: str) -> Iterator[str]:
    """A text of several lines, each under the first."""
    for number, line in enumerate(_lines(text)):
        yield f"  {'' if number else name:<{_WIDE}} {line}".rstrip()
