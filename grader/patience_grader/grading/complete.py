"""What people say about a submission, and the mark sheet that it completes.

What a submission did is found out once. A person's marks, times and extensions may come
later, and come again; they complete the same sheet anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from ..course.coursework import Coursework
from ..manual.overrides import Override, overriding
from ..manual.sheet import Given, verdicts
from ..marks.late import Timing, settle
from ..marks.mark_sheet import Award, MarkSheet, award
from ..marks.place import Place


@dataclass(frozen=True)
class InstructorNotes:
    """What people have said about one submission."""

    given: Mapping[str, Given] = field(default_factory=dict)
    """A person's marks, by criterion."""
    timing: Timing = field(default_factory=Timing)
    deadline: datetime | None = None
    """The deadline for everybody, unless the handout's own counts."""
    overrides: Mapping[str, Override] = field(default_factory=dict)
    """What a person set in place of what was found, by criterion."""
    since: str = ""
    """What the attempt changed about the one before it, for the student."""
    place: Place | None = None
    """Where the mark stood in the cohort when it was last marked."""


def complete(sheet: MarkSheet, coursework: Coursework, said: InstructorNotes) -> MarkSheet:
    """The sheet with the person's marks, what a misreading costs, and settled by the late rule."""
    sheet = replace(sheet, costs=coursework.misreading_costs)
    given = verdicts(said.given, coursework.scheme)
    known = {one.criterion.id: one.verdict for one in sheet.awards}
    place = said.place if coursework.show_place else None
    sheet = replace(sheet, place=place, since=said.since)
    if not sheet.unreadable:
        sheet = replace(sheet, awards=award(coursework.scheme, {**known, **given}))
    if said.overrides:
        sheet = replace(sheet, awards=tuple(_overridden(one, said) for one in sheet.awards))
    if coursework.late is None:
        return sheet
    settlement = settle(
        coursework.late,
        sheet.total,
        sheet.out_of,
        adheres=not sheet.remarks,
        timing=said.timing,
        deadline=said.deadline,
    )
    return replace(sheet, settlement=settlement)


def _overridden(award: Award, said: InstructorNotes) -> Award:
    override = said.overrides.get(award.criterion.id)
    if override is None:
        return award
    return replace(award, verdict=overriding(override, award.criterion, award.verdict))
