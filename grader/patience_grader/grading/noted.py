"""What a cohort's table and record say of each submission besides its marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from ..course.coursework import Coursework
from ..downloads.model import Person
from ..report.table import Absent, Row
from ..submission.reading import known_student
from ..submission.upload import Upload
from .delivery import Delivery, Received
from .record import Entry, Record


def with_facts(rows: Sequence[Row], delivery: Delivery) -> list[Row]:
    """The rows with names and times."""
    known = {one.upload.name: one for one in delivery.received}
    return [_with_facts(row, known[row.submission], delivery) for row in rows]


def _with_facts(row: Row, one: Received, delivery: Delivery) -> Row:
    rule = delivery.coursework.late
    timing = one.timings[one.upload.attempt.label]
    due = timing.deadline or delivery.deadline or (rule.deadline if rule else None)
    zone = ZoneInfo(rule.timezone if rule else "UTC")
    late = ""
    if rule and due and timing.submitted:
        late = "yes" if timing.submitted > _aware(due, zone) else "no"
    elif one.upload.attempt.late:
        late = "yes"
    shown = timing.submitted.astimezone(zone).isoformat(" ", "seconds") if timing.submitted else ""
    people = () if one.upload.veil else one.people
    name = " and ".join(person.name for person in people if person.name)
    doubt = f"{one.doubt[0].upper()}{one.doubt[1:]}." if one.doubt else ""
    reason = " ".join(filter(None, (row.reason, doubt)))
    return replace(row, name=name, submitted=shown, late=late, reason=reason)


def _aware(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def absent_rows(people: Sequence[Person]) -> tuple[Absent, ...]:
    """The rows of those who submitted nothing."""
    return tuple(Absent(one.number or one.title, one.number, one.name) for one in people)


def _student(upload: Upload, coursework: Coursework) -> str:
    return upload.veil.student if upload.veil else known_student(upload, coursework)


def record_of(
    delivery: Delivery, digests: Mapping[str, str], earlier: Record, sources: Sequence[Path]
) -> Record:
    """What a later run is to know of submissions that were read from these `sources`."""
    entries: Mapping[str, Entry] = {
        one.upload.true_name: Entry(
            people=one.people,
            student=_student(one.upload, delivery.coursework),
            attempt=one.upload.attempt.label,
            submitted=one.timings[one.upload.attempt.label].submitted,
            extension=one.delivered.extension,
            late=one.upload.attempt.late,
            digest=digests[one.upload.name],
        )
        for one in delivery.received
    }
    return Record(
        platform=delivery.download.platform,
        coursework=delivery.coursework.slug,
        sources=tuple(str(path.absolute()) for path in sources),
        deadline=delivery.deadline,
        times=delivery.times,
        roster=delivery.roster,
        attempt=delivery.attempt,
        submissions={**earlier.submissions, **entries},
        absent=delivery.absent,
        key=earlier.key,
    )
