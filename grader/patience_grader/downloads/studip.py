"""Stud.IP's zip of a folder, such as one for homework, into which all students have uploaded.

All files lie side by side, and `archive_filelist.csv` says whose each is. Its columns, in the
language of who downloads it, are name, size, first name, last name, downloads, date and path. Of
files of one name, whoever has uploaded them, all but the first are called `game[2].py` and so on.
Times are the server's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePosixPath

from ..errors import InputError, SubmissionError
from ..marks.moment import written_time
from ..text.csv_text import MAX_BYTES
from .archives import details_of, is_packed
from .listing import Listing, folded
from .model import Attempt, Delivered, Download, Person, Placed, stem
from .table_file import table_of

_LIST = "archive_filelist.csv"
_COLUMNS = 7
_AGAIN = re.compile(r"(?P<stem>.+)\[(?P<number>[2-9]|[1-9]\d+)\](?P<ending>\.\w+|)")


@dataclass(frozen=True)
class _Upload:
    """A line of the list."""

    path: str
    who: str
    when: datetime | None

    @property
    def own(self) -> str:
        """What the student called the file."""
        whole = PurePosixPath(self.path)
        match = _AGAIN.fullmatch(whole.name)
        return str(whole.with_name(match["stem"] + match["ending"])) if match else self.path

    @property
    def number(self) -> int:
        """Which file of that name it is."""
        match = _AGAIN.fullmatch(PurePosixPath(self.path).name)
        return int(match["number"]) if match else 1


def fits(listing: Listing) -> bool:
    """Whether the list lies there, and names a file that does."""
    names = {folded(one.path) for one in listing.files}
    return any(folded(one.path) in names for one in _listed(listing))


def _listed(listing: Listing) -> list[_Upload]:
    """The lines of the list; none if there is no list that can be read."""
    try:
        table = table_of(listing.loose[_LIST].read(MAX_BYTES), f"{listing.name}/{_LIST}")
    except (KeyError, InputError, SubmissionError):
        return []
    if len(table.header) != _COLUMNS:
        return []
    lines = [[*row.cells.values()] for row in table.rows if len(row.cells) == _COLUMNS]
    return [
        _Upload(path, f"{first} {last}".strip(), written_time(when))
        for _, _, first, last, _, when, path in lines
    ]


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions of all whom the list names."""
    del required
    lines = {folded(one.path): one for one in _listed(listing)}
    of: dict[str, list[_Upload]] = {}
    files: dict[str, Placed] = {}
    left_out = [replace(listing.lost(_LIST, "it is Stud.IP's list"), is_noise=True)]
    for file in listing.files:
        upload = lines.pop(folded(file.path), None)
        if upload:
            of.setdefault(upload.who, []).append(replace(upload, path=file.path))
            files[file.path] = listing.placed(file)
        elif file.path != _LIST:
            left_out.append(listing.stray(file.path, f"{_LIST} does not name it"))
    left_out += [listing.lost(name, "it holds no files") for name in listing.hollow]
    notes = [f"{path} is in {_LIST}, but not in the download" for path in sorted(lines)]
    nobodys = of.pop("", [])
    submissions = [_delivered(Person(who), some, files) for who, some in of.items()]
    submissions += [
        _delivered(Person(ids={"folder": stem(PurePosixPath(one.path).name)}), [one], files)
        for one in nobodys
    ]
    return Download("studip", tuple(submissions), tuple(left_out), tuple(notes))


def _delivered(
    person: Person, uploads: Iterable[_Upload], files: Mapping[str, Placed]
) -> Delivered:
    """All of one student; a file of a name that is there already begins a new attempt."""
    ordered = sorted(uploads, key=lambda one: (one.when or datetime.min, one.number, one.path))
    rounds: list[dict[str, _Upload]] = [{}]
    for one in ordered:
        known = rounds[-1]
        is_again = is_packed(one.own) and any(map(is_packed, known))
        if is_again or one.own in known:
            rounds.append({} if is_again else dict(known))
        rounds[-1][one.own] = one
    attempts = tuple(
        Attempt(
            str(number),
            {name: files[one.path] for name, one in some.items()},
            max((one.when for one in some.values() if one.when), default=None),
        )
        for number, some in enumerate(rounds, 1)
    )
    return Delivered(
        f"studip {person.title}",
        (person,),
        attempts,
        resubmitted=len(attempts) > 1,
        details=details_of(rounds[-1]),
    )
