"""Moodle's "Download all submissions".

`NAME_ID_assignsubmission_PLUGIN/…`, before version 4.1 with an underscore at the end of the
folder's name, and without folders `NAME_ID_assignsubmission_PLUGIN_FILE`. The number is the
participant's in this assignment, as in the grading worksheet; NAME is a group's name for a
team, and the default group has no number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from ..errors import InputError, SubmissionError
from ..text.csv_text import MAX_BYTES
from .archives import File
from .listing import Listing, is_table, mostly
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed
from .table_file import Row, Table, fold, table_of

_NAME = re.compile(
    r"(?P<who>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?",
    re.DOTALL,
)
_TIMES = ("%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%A, %B %d, %Y, %I:%M %p")
_REASONS = {
    "onlinetext": "it is an online text, which is not marked",
    "comments": "it is a comment, which is not marked",
}


def fits(listing: Listing) -> bool:
    """Whether what lies there is named as Moodle names it."""
    return mostly(listing, _NAME.fullmatch)


@dataclass
class _Found:
    who: str
    number: str
    files: dict[str, Placed] = field(default_factory=dict)
    texts: int = 0


def read(listing: Listing, required: Collection[str]) -> Download:
    """The submissions, with what a grading worksheet beside them says. Raises InputError."""
    del required
    found: dict[str, _Found] = {}
    left_out: list[LeftOut] = []
    for file in listing.files:
        top, _, below = file.path.partition("/")
        match = _NAME.fullmatch(top)
        if match is None:
            if not is_table(file.path):
                left_out.append(listing.lost(top, "its name is not one that Moodle gives"))
            continue
        key = match["id"] or match["who"]
        one = found.setdefault(key, _Found(match["who"], match["id"] or ""))
        if match["plugin"] != "file":
            reason = _REASONS.get(match["plugin"], f"it is of the plug-in {match['plugin']}")
            left_out.append(listing.lost(file.path, reason))
            one.texts += 1
        else:
            name = below or match["file"] or top
            one.files[name] = listing.placed(file)
    tables = [File(name, source) for name, source in listing.loose.items() if is_table(name)]
    facts, noted, notes = _worksheets(listing, [*listing.beside, *tables], set(found))
    only_text = [one.who for one in found.values() if not one.files]
    notes += [f"{who} submitted an online text and no file" for who in only_text]
    submissions = [_delivered(key, one, facts) for key, one in found.items() if one.files]
    return Download("moodle", tuple(submissions), (*left_out, *noted), tuple(notes))


def _delivered(key: str, found: _Found, facts: _Facts) -> Delivered:
    row = facts.by_id.get(found.number)
    members = facts.by_team.get(fold(found.who), []) if row is None else [row]
    team = row is None and (bool(members) or not found.number)
    people = tuple(person(one, "" if team else found.who) for one in members) or (
        Person(found.who, ids={"moodle": found.number} if found.number and not team else {}),
    )
    submitted = next(filter(None, (_time(one) for one in members)), None)
    late = any("late" in one.first("status").lower() for one in members) or None
    attempt = Attempt("1", found.files, submitted, late)
    title = f"{found.who} {found.number}".strip()
    return Delivered(f"moodle {title}" if team else f"moodle {key}", people, (attempt,), team=team)


@dataclass(frozen=True)
class _Facts:
    by_id: dict[str, Row]
    by_team: dict[str, list[Row]]


def _worksheets(
    listing: Listing, tables: list[File], known: set[str]
) -> tuple[_Facts, list[LeftOut], list[str]]:
    """What the grading worksheets among the tables say of the participants in the download."""
    facts = _Facts({}, defaultdict(list))
    left_out, notes = [], []
    for file in tables:
        path = file.path if file in listing.beside else f"{listing.name}/{file.path}"
        try:
            table = table_of(file.source.read(MAX_BYTES), path)
        except (InputError, SubmissionError) as fault:
            left_out.append(LeftOut(path, f"it is a table that cannot be read ({fault})"))
            continue
        rows = {participant(table, row): row for row in table.rows}
        teams = {fold(row.first(*_TEAM)) for row in table.rows} & {fold(one) for one in known}
        if not is_worksheet(table):
            left_out.append(LeftOut(path, "it is a table, but not Moodle's grading worksheet"))
        elif known.isdisjoint(rows) and not teams and not _has_teams(table):
            left_out.append(LeftOut(path, "it is the worksheet of another assignment"))
        else:
            facts.by_id.update(rows)
            for row in table.rows:
                if row.first(*_TEAM):
                    facts.by_team[fold(row.first(*_TEAM).replace("_", " "))].append(row)
            timed = any(map(_time, table.rows))
            taken = "names and times are" if timed else "what is known of people is"
            note = f"{path}: {taken} taken from this worksheet"
            if not timed and _names_times(table):
                note += (
                    "; its times are not in English and cannot be read, so download it in English "
                    "or name them with --times"
                )
            notes.append(note)
    return facts, left_out, notes


_TEAM = ("group", "team")


def _has_teams(table: Table) -> bool:
    return any(row.first(*_TEAM) for row in table.rows)


def is_worksheet(table: Table) -> bool:
    """Whether a table is a grading worksheet: in any language, its first column says so."""
    return bool(table.rows) and all(participant(table, row) for row in table.rows)


def participant(table: Table, row: Row) -> str:
    """The number of the participant in a row of a worksheet; empty in another table."""
    match = re.fullmatch(r"\D+\s(\d+)", row.first(fold(table.header[0])))
    return match[1] if match else ""


def person(row: Row, called: str = "") -> Person:
    """Whom a row of a worksheet is about.

    In a worksheet of another language, the name is what the person is `called` in the download,
    or else what stands in the second column, and the address is known by its form.
    """
    identifier, *cells = row.cells.values() or [""]
    match = re.search(r"(\d+)$", identifier)
    address = next((cell for cell in cells if re.fullmatch(r"[^\s@]+@[^\s@]+", cell)), "")
    second = cells[0] if cells and not {"full name", "status"} & row.cells.keys() else ""
    return Person(
        row.first("full name") or called or second,
        row.first("id number"),
        row.first("email address") or address,
        {"moodle": match[1]} if match else {},
    )


def _names_times(table: Table) -> bool:
    """Whether a cell of the worksheet ends like a time of day."""
    cells = (cell for row in table.rows for cell in row.cells.values())
    return any(re.search(r"\d{4}.*\d{1,2}[:.h]\d{2}(\s?\w{2})?$", cell) for cell in cells)


def _time(row: Row) -> datetime | None:
    """When the row says that the submission was last changed, in the time zone of its reader."""
    text = " ".join(row.first("last modified (submission)").split())
    for form in _TIMES:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None
