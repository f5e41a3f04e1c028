"""Names in a line, of which there may be many."""

from __future__ import annotations

from collections.abc import Sequence


def first_of(names: Sequence[str], most: int = 5) -> str:
    """The names with commas between; of more than `most` the first ones, and how many more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
