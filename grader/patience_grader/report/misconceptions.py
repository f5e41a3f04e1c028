"""What several submissions of a cohort got wrong in the same way: as CSV, and for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..marks.verdict import Evidence
from ..text.csv_table import csv_table
from ..text.sanitize import csv_cell

_HEAD = ("size", "name", "cause", "criteria", "called", "expected", "got", "submissions")
_MOST_CHARACTERS = 2_000


@dataclass(frozen=True)
class Misconception:
    """One way of going wrong, with the smallest example that shows it and its commonest answer."""

    name: str
    """Proposed from the rule that it breaks, and how."""
    cause: str
    """Which function is behind it, if one is behind several criteria."""
    criteria: tuple[str, ...]
    submissions: tuple[str, ...]
    shown: Evidence | None = None


def misconceptions_csv(found: Sequence[Misconception]) -> str:
    """A row for each, in the order of the page."""
    rows: list[Sequence[object]] = [_HEAD]
    for one in found:
        shown = (one.shown.called, one.shown.expected, one.shown.got) if one.shown else ("",) * 3
        texts = (one.name, one.cause, " ".join(one.criteria), *shown, " ".join(one.submissions))
        cells = (csv_cell(part[:_MOST_CHARACTERS]) for part in texts[:-1])
        rows.append([len(one.submissions), *cells, csv_cell(texts[-1])])
    return csv_table(rows)
