"""What is stored beside the results of a cohort, so that a later run need not be told again.

`cohort.json` holds the deadline, the rows of times.csv, the roster, whose each submission is,
and when it came in. Besides the sheets, this is where results hold personal data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from ..downloads.model import Person
from ..downloads.when import Stated
from ..downloads.who import Enrolled
from ..errors import InputError
from ..text.atomic import write_atomically

RECORD = "cohort.json"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One submission, by the name of its row."""

    people: tuple[Person, ...] = ()
    """As the platform and the roster know them."""
    attempt: str = ""
    submitted: datetime | None = None
    late: bool | None = None
    """What the platform says."""
    digest: str = ""
    """Of the version that came in at that time."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored about a cohort besides its marks."""

    platform: str = ""
    coursework: str = ""
    sources: tuple[str, ...] = ()
    """Where the submissions were when they were marked."""
    deadline: datetime | None = None
    times: tuple[Stated, ...] = ()
    roster: tuple[Enrolled, ...] = ()
    submissions: Mapping[str, Entry] = {}
    absent: tuple[Person, ...] = ()
    """People of the roster who submitted nothing."""


def read_record(out: Path) -> Record:
    """What an earlier run has stored there; an empty record if there was none.

    Raises InputError when it cannot be read, since deadline and times would be lost.
    """
    file = out / RECORD
    try:
        return msgspec.convert(json.loads(file.read_bytes()), Record)
    except FileNotFoundError:
        return Record()
    except (OSError, ValueError, RecursionError) as fault:
        raise InputError(
            f"{file} cannot be read; delete it, and name --deadline, --times and --roster again"
        ) from fault


def write_record(out: Path, record: Record) -> None:
    """Stores the record, readable only by who runs the kit. Raises OSError."""
    data = json.dumps(msgspec.to_builtins(record), indent=1, ensure_ascii=True) + "\n"
    write_atomically(out / RECORD, data, mode=0o600)
