"""CSV files that the kit writes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable


def csv_table(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV, the header first, each with a line feed at its end."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
