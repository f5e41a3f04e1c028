"""What is stored beside the results of a cohort, so that a later run need not be told again.

`cohort.json` holds the deadline, the rows of times.csv, the roster, whose each submission is,
and when it came in. Besides the sheets, this is where results hold personal data. Where results
are anonymous, it lies in a folder beside them instead, with the key of the pseudonyms.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from ..downloads.model import Person
from ..downloads.own_results import RECORD
from ..downloads.roster import Enrolled
from ..downloads.when import Stated
from ..errors import InputError
from ..text.atomic import make_folder, write_atomically


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One submission, by the name of its row."""

    people: tuple[Person, ...] = ()
    """As the platform and the roster know them."""
    student: str = ""
    """The number, as far as anything tells it."""
    attempt: str = ""
    submitted: datetime | None = None
    extension: datetime | None = None
    """The student's own deadline, as the platform says."""
    late: bool | None = None
    """What the platform says."""
    digest: str = ""
    """Of the version that came in at that time."""
    now: str = ""
    """What the submission is called since a later download, if it is called otherwise."""


class Key(msgspec.Struct, frozen=True):
    """What resolves pseudonyms."""

    secret: str
    """Random, in hexadecimal digits: what pseudonyms are drawn from."""
    names: Mapping[str, str] = {}
    """The names of submissions by their pseudonyms."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored about a cohort besides its marks."""

    platform: str = ""
    coursework: str = ""
    sources: tuple[str, ...] = ()
    """Where the submissions were when they were marked."""
    deadline: datetime | None = None
    times: tuple[Stated, ...] = ()
    roster: tuple[Enrolled, ...] = ()
    attempt: str = ""
    """Which attempt was asked for, or is asked for where nobody says anything else."""
    submissions: Mapping[str, Entry] = {}
    absent: tuple[Person, ...] = ()
    """People of the roster who submitted nothing."""
    key: Key | None = None
    """Of anonymous results. The names of the submissions above are the true ones."""

    def name_of(self, shown: str) -> str:
        """The true name of the submission that is shown under a name."""
        return self.key.names.get(shown, shown) if self.key else shown

    def called_now(self, name: str) -> str:
        """What the submission is called now that had this name in any run."""
        entry = self.submissions.get(name)
        return entry.now if entry and entry.now else name

    def shown_as(self, name: str) -> str:
        """The name under which the results of a submission are."""
        known = self.key.names.items() if self.key else ()
        return next((pseudonym for pseudonym, true in known if true == name), name)


class _Elsewhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the record's place in anonymous results."""

    anonymous: bool


def key_folder(out: Path) -> Path:
    """Where that lies which resolves the pseudonyms of results: beside them."""
    folder = out.absolute()
    return folder.with_name(f"{folder.name}-key")


def read_record(out: Path) -> Record:
    """What an earlier run has stored there; an empty record if there was none.

    Raises InputError when it cannot be read, since deadline and times would be lost.
    """
    file = out / RECORD
    try:
        known = json.loads(file.read_bytes())
        if known == msgspec.to_builtins(_Elsewhere(anonymous=True)):
            file = key_folder(out) / RECORD
            if not file.is_file():
                raise InputError(
                    f"{out} holds anonymous results, and what resolves them is not in "
                    f"{file.parent}; put that folder back, or name another one with --out"
                )
            known = json.loads(file.read_bytes())
        return msgspec.convert(known, Record)
    except FileNotFoundError:
        return Record()
    except (OSError, ValueError, RecursionError) as fault:
        raise InputError(
            f"{file} cannot be read; delete it, and name --deadline, --times, --roster and "
            "--attempt again"
        ) from fault


def begin_record(out: Path) -> None:
    """Stores an empty record if there is none: from now on they are results, come what may."""
    if not (out / RECORD).exists():
        write_record(out, Record())


def write_record(out: Path, record: Record) -> None:
    """Stores the record, readable only by who runs the kit. Raises WriteError."""
    if record.key is None:
        write_atomically(out / RECORD, _as_json(record), mode=0o600)
        return
    folder = key_folder(out)
    make_folder(folder, mode=0o700)
    write_atomically(folder / RECORD, _as_json(record), mode=0o600)
    write_atomically(out / RECORD, _as_json(_Elsewhere(anonymous=True)), mode=0o600)


def _as_json(stored: msgspec.Struct) -> str:
    return json.dumps(msgspec.to_builtins(stored), indent=1, ensure_ascii=True) + "\n"
