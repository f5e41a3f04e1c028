"""A mark sheet as Gradescope's `results.json`.

Fields as in Gradescope's autograder specification; `extra_data` holds what a later
run needs to go on where this one stopped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..marksheet import Award, MarkSheet
from ..verdict import State
from .numbers import marks
from .safe import plain
from .table import Row, row_of


def results_of(sheet: MarkSheet, fingerprint: Mapping[str, str]) -> str:
    """The text of `results.json`. The fingerprint says what was marked with what."""
    row = row_of(sheet)
    document = {
        "score": _number(sheet.total),
        "output": "\n".join(map(plain, _remarks(sheet))),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "tests": [_test(award) for award in sheet.awards],
        "extra_data": {"patience": {**fingerprint, "row": _row(row)}},
    }
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def row_in(text: str, fingerprint: Mapping[str, str]) -> Row | None:
    """The row in an earlier `results.json`, if the fingerprint is the same and nothing is void."""
    try:
        kept: Any = json.loads(text)["extra_data"]["patience"]
        row = kept.pop("row")
        if kept != dict(fingerprint) or "void" in row["status"]:
            return None
        return Row(
            row["submission"],
            row["student"],
            row["status"],
            Fraction(row["total"]),
            Fraction(row["out_of"]),
            tuple(map(Fraction, row["earned"])),
            row["problem"],
        )
    except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return None


def _row(row: Row) -> dict[str, object]:
    return {
        "submission": row.submission,
        "student": row.student,
        "status": row.status,
        "total": str(row.total),
        "out_of": str(row.out_of),
        "earned": [str(worth) for worth in row.earned],
        "problem": row.problem,
    }


def _remarks(sheet: MarkSheet) -> list[str]:
    lines = [f"{marks(sheet.total)} of {marks(sheet.out_of)} marks"]
    if sheet.scheme.bonus:
        most = marks(sheet.scheme.most_bonus)
        lines.append(f"{marks(sheet.bonus)} of {most} bonus marks are among them.")
    if sheet.unreadable:
        lines.append(f"This hand-in cannot be read: {sheet.unreadable}.")
    lines += [f"{why}." for why in sheet.broken]
    if sheet.cap is not None:
        lines.append(f"A hand-in with such a file is capped at {sheet.cap} marks.")
    lines += [f"Not as the submission instructions ask: {remark}." for remark in sheet.remarks]
    return lines


def _test(award: Award) -> dict[str, object]:
    criterion, verdict = award.criterion, award.verdict
    passed = verdict.state is State.PASSED
    return {
        "name": criterion.id,
        "score": _number(award.earned),
        "max_score": _number(criterion.worth),
        "status": "passed" if passed else "failed",
        "output": criterion.title if passed else plain(_output(award)),
        "tags": [criterion.exercise, str(verdict.state)],
    }


def _output(award: Award) -> str:
    verdict = award.verdict
    if verdict.state is State.VOID:
        return "This could not be examined, which is not your fault; the staff have been told."
    parts = [f"Rule: {award.criterion.title}", f"{verdict.state}: {verdict.reason}"]
    if evidence := verdict.evidence:
        parts += [f"Called: {evidence.called}", evidence.given]
        parts += [f"Expected:\n{evidence.expected}", f"Got:\n{evidence.got}"]
        parts += [f"Look here first: your {evidence.cause}." if evidence.cause else ""]
        parts += [*evidence.trace, evidence.note]
        parts += [f"To see it again, {evidence.repeat}:\n{evidence.snippet}"]
    return "\n\n".join(part for part in parts if part)


def _number(worth: Fraction) -> float | int:
    return int(worth) if worth.denominator == 1 else float(marks(worth))
