"""Moodle's "Download all submissions".

`NAME_ID_assignsubmission_PLUGIN/…`, before version 4.1 with an underscore at the end of the
folder's name, and without folders `NAME_ID_assignsubmission_PLUGIN_FILE`. The number is the
participant's in this assignment, as in the grading worksheet; NAME is a group's name for a
team, and the default group has no number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ..errors import InputError, SubmissionError
from ..text.csv_text import MAX_BYTES
from .archives import File
from .listing import EMPTY, Listing, is_table, mostly
from .model import Attempt, Delivered, Download, LeftOut, Person, Placed
from .table_file import Row, fold, table_of
from .worksheet import (
    extension,
    is_draft,
    is_hidden,
    is_late,
    is_worksheet,
    names_times,
    participant,
    person,
)
from .worksheet import submitted as time_of
from .worksheet import team as team_of

_NAME = re.compile(
    r"(?P<who>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?",
    re.DOTALL,
)
_FEW = 5
_INSTEAD = {"onlinetext": "an online text", "comments": "a comment"}
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
    instead: str = ""
    """What there is besides files."""

    @property
    def called(self) -> str:
        """The name; with the number where Moodle hides names and calls everybody the same."""
        hidden = self.number and is_hidden(self.who)
        return f"{self.who} {self.number}" if hidden else self.who


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
            one.instead = _INSTEAD.get(match["plugin"], one.instead or "something else")
        else:
            name = below or match["file"] or top
            one.files[name] = listing.placed(file)
    left_out += [listing.lost(top, EMPTY) for top in listing.hollow if _key(top) not in found]
    tables = [File(name, source) for name, source in listing.loose.items() if is_table(name)]
    facts, noted, notes = _worksheets(listing, [*listing.beside, *tables], found.values())
    without = tuple(
        f"{one.called} submitted {one.instead} and no file"
        for one in found.values()
        if not one.files
    )
    submissions = [_delivered(key, one, facts) for key, one in found.items() if one.files]
    notes += _states(found.values(), facts)
    left_out += noted
    return Download(
        "moodle",
        tuple(submissions),
        tuple(left_out),
        tuple(notes),
        tuple(facts.consulted),
        without,
    )


def _key(top: str) -> str:
    """Whose a folder is; empty if Moodle gives no such name."""
    match = _NAME.fullmatch(top)
    return (match["id"] or match["who"]) if match else ""


def _delivered(key: str, found: _Found, facts: _Facts) -> Delivered:
    members = facts.of(found)
    team = found.number not in facts.by_id and (bool(members) or not found.number)
    people = tuple(person(one, "" if team else found.called) for one in members) or (
        Person(found.called, ids={"moodle": found.number} if found.number and not team else {}),
    )
    submitted = next(filter(None, map(time_of, members)), None)
    late = any(map(is_late, members)) or None
    attempt = Attempt("1", found.files, submitted, late)
    title = f"{found.who} {found.number}".strip()
    until = max(filter(None, map(extension, members)), default=None)
    known = f"moodle {title}" if team else f"moodle {key}"
    return Delivered(known, people, (attempt,), team=team, extension=until)


def _states(found: Iterable[_Found], facts: _Facts) -> Iterator[str]:
    """What the worksheet says of submissions and would go unnoticed."""
    extended = []
    for one in found:
        members = facts.of(one)
        if any(map(is_draft, members)):
            yield f"{one.called}: the worksheet says that it is a draft, which was not handed in"
        if any(map(extension, members)):
            extended.append(one.called)
    if extended:
        more = f" and {len(extended) - _FEW} more" if len(extended) > _FEW else ""
        yield f"the worksheet grants extensions to {', '.join(extended[:_FEW])}{more}"


@dataclass(frozen=True)
class _Facts:
    by_id: dict[str, Row]
    by_team: dict[str, list[Row]]
    consulted: list[str]

    def of(self, found: _Found) -> list[Row]:
        """The rows of who submitted it."""
        row = self.by_id.get(found.number)
        return self.by_team.get(fold(found.who), []) if row is None else [row]


def _worksheets(
    listing: Listing, tables: list[File], known: Collection[_Found]
) -> tuple[_Facts, list[LeftOut], list[str]]:
    """What the grading worksheets among the tables say of the participants in the download.

    The numbers in the folders of teams are the groups', which participants may have, too.
    """
    facts = _Facts({}, defaultdict(list), [])
    left_out, notes = [], []
    numbers, names = {one.number for one in known}, {fold(one.who) for one in known}
    for file in tables:
        path = file.path if file in listing.beside else f"{listing.name}/{file.path}"
        try:
            table = table_of(file.source.read(MAX_BYTES), path)
        except (InputError, SubmissionError) as fault:
            left_out.append(LeftOut(path, f"it is a table that cannot be read ({fault})"))
            continue
        rows = {participant(table, row): row for row in table.rows}
        teams = names & set(map(team_of, table.rows))
        if not is_worksheet(table):
            left_out.append(LeftOut(path, "it is a table, but not Moodle's grading worksheet"))
            continue
        if numbers.isdisjoint(rows) and not teams:
            left_out.append(LeftOut(path, "it is the worksheet of another assignment"))
            continue
        if teams:
            for row in table.rows:
                facts.by_team[team_of(row)].append(row)
        else:
            facts.by_id.update(rows)
        facts.consulted.append(path)
        timed = any(map(time_of, table.rows))
        taken = "names and times are" if timed else "what is known of people is"
        note = f"{path}: {taken} taken from this worksheet"
        if not timed and names_times(table):
            note += (
                "; its times are in a language that is not known here, so download it in English "
                "or name them with --times"
            )
        notes.append(note)
    return facts, left_out, notes
