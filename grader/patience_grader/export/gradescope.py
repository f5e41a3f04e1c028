"""Gradescope's `results.json`, for students to read.

A test has the criterion's title as its name, and what may be read at once as its output.
What may be read only later is a row of its own, without a score, which Gradescope hides
until the due date or until marks are published.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from ..marks.mark_sheet import MarkSheet
from ..marks.verdict import State
from ..report.results_json import results_of
from ..text.csv_table import csv_table
from ..text.numbers import format_marks
from ..text.sanitize import csv_cell, one_line
from .results import Result, Results

_OF_SCORE = {"score", "max_score", "status"}


class Later(StrEnum):
    """When Gradescope shows the rows that are not for now."""

    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"
    NEVER = "hidden"


def results_json(
    now: MarkSheet,
    fingerprint: Mapping[str, str],
    later: MarkSheet | None = None,
    when: Later = Later.AFTER_DUE_DATE,
    seconds: float | None = None,
) -> str:
    """The text of `results.json`.

    `now` and `later` are the same sheet as it is seen in two phases. What the later one says
    beyond the first one is added for then.
    """
    said = json.loads(results_of(now, fingerprint))
    tests = [_named(test, now) for test in said["tests"]]
    if later is not None:
        full = json.loads(results_of(later, fingerprint))["tests"]
        tests += [
            _for_then(_named(test, later), when)
            for test, shown in zip(full, said["tests"], strict=True)
            if test["output"] != shown["output"]
        ]
    said["tests"] = tests
    if seconds is not None:
        said["execution_time"] = round(seconds, 2)
    return json.dumps(said, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def scores_csv(results: Results) -> str:
    """The scores as a table with the columns that Gradescope's own export begins with.

    Each member of a team has a row, by which other tables find them.
    """
    rows = [["Submission", "SID", "Total Score", "Max Points", "Status"]]
    for one in results.submissions:
        name = csv_cell(one.name)
        score = format_marks(one.sheet.mark) if one.sheet and not one.unfinished else ""
        out_of = format_marks(results.coursework.scheme.total)
        status = "Graded" if score else one_line(one.unfinished)
        rows += [[name, csv_cell(sid), score, out_of, status] for sid in _numbers(one)]
    return csv_table(rows)


def _numbers(one: Result) -> list[str]:
    """The numbers of all members of a team, if all are known; else what the table of marks has."""
    numbers = [each.number for each in one.people]
    return numbers if len(numbers) > 1 and all(numbers) else [one.student]


def _named(test: Mapping[str, Any], sheet: MarkSheet) -> dict[str, Any]:
    """The test under a name that a student understands.

    What a person has still to mark has no score: that is given on the platform.
    """
    awaiting = {one.criterion.id for one in sheet.awards if one.verdict.state is State.AWAITING}
    criterion = next(one for one in sheet.scheme.criteria if one.id == test["name"])
    exercise = next(one for one in sheet.scheme.exercises if criterion in one.criteria)
    number = exercise.number.rstrip(".")
    place = exercise.criteria.index(criterion) + 1
    title = one_line(criterion.rule.replace("`", "").replace("*", ""))
    named = {**test, "name": f"{exercise.name}: {title}"}
    if number.isdigit():
        named["number"] = f"{number}.{place}"
    named["extra_data"] = {"criterion": criterion.id}
    if criterion.id in awaiting:
        return {key: named[key] for key in named if key not in _OF_SCORE}
    return named


def _for_then(test: dict[str, Any], when: Later) -> dict[str, Any]:
    kept: dict[str, Any] = {
        key: test[key] for key in ("number", "output", "tags", "extra_data") if key in test
    }
    return {**kept, "name": f"{test['name']} (in full)", "visibility": when.value}
