"""A mark sheet as Gradescope's `results.json`.

Fields as in Gradescope's autograder specification; `extra_data` says what was marked
with what.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction

from ..marks.mark_sheet import Award, MarkSheet
from ..marks.verdict import Evidence, State
from ..text.numbers import format_marks
from ..text.sanitize import sanitize
from .at_fault import first_look
from .drawing import drawn
from .misread import sentences


def results_of(sheet: MarkSheet, fingerprint: Mapping[str, str]) -> str:
    """The text of `results.json`. The fingerprint says what was marked with what."""
    document = {
        "score": _number(sheet.mark),
        "output": "\n".join(map(sanitize, _remarks(sheet))),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "tests": [_test(award) for award in sheet.awards],
        "extra_data": {"patience": {**fingerprint}},
    }
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def _remarks(sheet: MarkSheet) -> list[str]:
    lines = [f"{format_marks(sheet.mark)} of {format_marks(sheet.out_of)} marks"]
    if sheet.awaiting:
        lines.append(f"{format_marks(sheet.awaiting)} marks are still to be given by hand.")
    if sheet.settlement:
        if sheet.settlement.before != sheet.mark:
            lines.append(f"Before the late rule: {format_marks(sheet.settlement.before)} marks.")
        if sheet.band:
            before = sheet.settlement.band_before
            lines.append(f"Band: {sheet.band}" + (f", from {before}" * (before != sheet.band)))
        lines += sheet.settlement.reasons
    if sheet.scheme.bonus:
        most = format_marks(sheet.scheme.most_bonus)
        lines.append(f"{format_marks(sheet.bonus)} of {most} bonus marks are among them.")
    lines += _misread(sheet)
    if sheet.changed:
        lines.append(sheet.changed.for_student)
    if sheet.unreadable:
        lines.append(f"This submission cannot be read: {sheet.unreadable}.")
    lines += [f"{why}." for why in (sheet.stopped, *sheet.broken) if why]
    lines += sheet.excerpts
    if sheet.cap is not None:
        lines.append(f"A submission with such a file is capped at {sheet.cap} marks.")
    lines += [f"{note}." for note in sheet.notes]
    lines += [f"Submission instructions not followed: {remark}." for remark in sheet.remarks]
    return lines


def _misread(sheet: MarkSheet) -> Iterator[str]:
    yield from (*sentences(sheet), *first_look(sheet))
    shown = sheet.misread.shown if sheet.misread else None
    if shown:
        parts = [shown.called, shown.given]
        parts += [f"As the handout has it:\n{shown.handout}"]
        parts += [f"As your submission reads it:\n{shown.reading}"]
        yield from filter(None, parts)


def _test(award: Award) -> dict[str, object]:
    criterion, verdict = award.criterion, award.verdict
    passed = verdict.state is State.PASSED
    return {
        "name": criterion.id,
        "score": _number(award.earned),
        "max_score": _number(criterion.worth),
        "status": "passed" if passed else "failed",
        "output": sanitize(_passed(award) if passed else _output(award)),
        "tags": [criterion.exercise, str(verdict.state)],
    }


def _passed(award: Award) -> str:
    parts = [award.criterion.rule, award.verdict.reason]
    if award.verdict.picture:
        parts.append(drawn(award.verdict.picture))
    return "\n\n".join(part for part in parts if part)


def _output(award: Award) -> str:
    verdict = award.verdict
    if verdict.state is State.AWAITING:
        return f"Rule: {award.criterion.rule}\n\n{verdict.reason}"
    if verdict.state is State.VOID:
        return "This could not be examined, which is not your fault; the instructors will see this."
    reason = f": {verdict.reason}" if verdict.reason else ""
    parts = [f"Rule: {award.criterion.rule}", f"{verdict.state}{reason}"]
    if verdict.evidence:
        parts += _evidence(verdict.evidence, in_full=bool(reason))
    if verdict.picture:
        parts.append(drawn(verdict.picture))
    return "\n\n".join(part for part in parts if part)


def _evidence(evidence: Evidence, *, in_full: bool) -> Iterator[str]:
    """The parts of the evidence; what is empty is left out unless all of it is seen."""
    yield f"Called: {evidence.called}"
    yield evidence.given
    if evidence.expected or in_full:
        yield f"Expected:\n{evidence.expected}"
    if evidence.got or in_full:
        yield f"Got:\n{evidence.got}"
    if evidence.cause:
        yield f"Look here first: your {evidence.cause}."
    yield from (*evidence.trace, evidence.note)
    if evidence.snippet:
        yield f"To see it again, {evidence.repeat}:\n{evidence.snippet}"


def _number(worth: Fraction) -> float | int:
    return int(worth) if worth.denominator == 1 else float(format_marks(worth))
