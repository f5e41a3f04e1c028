"""What is said of a function whose wrong answers are behind several losses."""

from __future__ import annotations

from collections.abc import Iterator

from ..marks.at_fault import at_fault
from ..marks.mark_sheet import MarkSheet


def first_look(sheet: MarkSheet) -> Iterator[str]:
    """Sentences for the student: which function to put right first, and what it does wrong."""
    found = at_fault(sheet)
    if found is None:
        return
    count = len(found.criteria)
    how_many = f"all {count}" if count == found.of else f"{count} of the {found.of}"
    yield (
        f"Put {found.function} right first: its wrong answers are behind {how_many} criteria "
        "that were lost elsewhere."
    )
    yield f"Your {found.said}."
