"""What a run changed about the marks of the run before: as CSV, and in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..marks.changes import Change
from ..text.csv_table import csv_table
from ..text.numbers import format_marks
from ..text.sanitize import csv_cell, one_line

_HEAD = (
    *("submission", "before", "after", "change"),
    *("band_before", "band_after", "criteria", "reasons"),
)
_MOST_CRITERIA = 3
_MOST_SUBMISSIONS = 3


def changes_csv(changes: Mapping[str, Change]) -> str:
    """A row for each submission that changed."""
    rows: list[Sequence[str]] = [_HEAD]
    for name, one in changes.items():
        criteria = [
            f"{part.criterion} {format_marks(part.before)} to {format_marks(part.after)}"
            f" ({part.state})"
            for part in one.criteria
        ]
        numbers = [format_marks(one.before), format_marks(one.after)]
        numbers.append(format_marks(one.after - one.before))
        bands = [csv_cell(one.band_before), csv_cell(one.band_after)]
        texts = ["; ".join(criteria), "; ".join(one.reasons)]
        rows.append([csv_cell(name), *numbers, *bands, *map(csv_cell, texts)])
    return csv_table(rows)


def changes_line(changes: Mapping[str, Change], count: int) -> str:
    """What changed, of so many submissions, on one line that names the first few."""
    parts = [
        f"{one_line(name)} {one.gained}{_criteria(one)}"
        for name, one in list(changes.items())[:_MOST_SUBMISSIONS]
    ]
    if len(changes) > _MOST_SUBMISSIONS:
        parts.append(f"and {len(changes) - _MOST_SUBMISSIONS} more")
    return f"{len(changes)} of {count} changed: {', '.join(parts)}"


def _criteria(change: Change) -> str:
    names = [f"{one.criterion} {one.state}" for one in change.criteria[:_MOST_CRITERIA]]
    if len(change.criteria) > _MOST_CRITERIA:
        names.append(f"and {len(change.criteria) - _MOST_CRITERIA} more")
    return f" ({', '.join(names)})" if names else ""
