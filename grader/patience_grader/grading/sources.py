"""Submissions that a run has marked, read again from where they were."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..course.coursework import Course, Coursework
from ..errors import InputError
from ..submission.upload import Upload
from .anonymous import under_pseudonyms
from .delivery import Received, Requirements, receive
from .record import Record, read_record


@dataclass(frozen=True)
class Sources:
    """A coursework, and the submissions to it that were marked."""

    coursework: Coursework
    uploads: tuple[Upload, ...]


def sources_of(
    out: Path, course: Course, names: Collection[str] = (), moved: Sequence[Path] = ()
) -> Sources:
    """The submissions whose results are in `out`, or those of these names, as they counted.

    They are read from where the last run found them, unless they have `moved`. Raises InputError
    when they are not there, or a name is unknown.
    """
    if not out.is_dir():
        raise InputError(f"{out} is not a folder; name the folder that patience grade wrote")
    record = read_record(out)
    paths = [*moved] or [Path(source) for source in record.sources]
    gone = [path for path in paths if not path.exists()]
    if gone or not paths:
        where = (
            f"the submissions are no longer at {gone[0]}"
            if gone
            else f"{out} does not say where the submissions are"
        )
        raise InputError(f"{where}; name where they are with --submissions PATH")
    required = Requirements(platform=record.platform if record.platform != "single" else "")
    delivery = receive(paths, course, record.coursework or None, required, record)
    delivery = under_pseudonyms(delivery, record, out)
    known = {one.upload.name: one for one in delivery.received}
    for name in names:
        if name not in known:
            raise InputError(
                f"there is no submission {name!r} among those that were marked; "
                "write it as in marks.csv"
            )
    chosen = [one for name, one in known.items() if not names or name in names]
    return Sources(delivery.coursework, tuple(_as_counted(one, record) for one in chosen))


def _as_counted(one: Received, record: Record) -> Upload:
    """The submission with the attempt that counted."""
    entry = record.submissions.get(one.upload.true_name)
    counted = [
        attempt for attempt in one.delivered.attempts if entry and attempt.label == entry.attempt
    ]
    return replace(one.upload, attempt=counted[0]) if counted else one.upload
