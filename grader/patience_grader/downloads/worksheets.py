"""The grading worksheets beside a download of Moodle's, of which there is one for each section.

Two that have the same participants, such as an older and a newer one, must agree in all that
counts: nobody could say which of them is right.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from ..errors import InputError, SubmissionError
from ..text.csv_text import MAX_BYTES
from ..text.listed import first_of
from .archives import File
from .listing import Listing
from .model import LeftOut
from .table_file import Row, Table, table_of
from .worksheet import (
    as_folder,
    due,
    extension,
    head,
    is_hidden,
    is_worksheet,
    names_times,
    number,
    participant,
    person,
    submitted,
    team,
)

_LONGEST = 100
"""More characters than a site puts before a name."""
_PERSON = re.compile(r"\D+ \D+")
"""A name of two words, which most people have, and few teams without a number."""
_COUNTING: Mapping[str, tuple[str, Callable[[Row], object]]] = {
    "the time of submission": ("submitted", submitted),
    "the extension": ("status", extension),
    "the due date": ("status", due),
    "the team": ("team", team),
    "the number": ("number", number),
}
"""What counts, with the column that it stands in."""


@dataclass
class Worksheets:
    """What the worksheets say, and what a person should know about them."""

    by_id: dict[str, Row] = field(default_factory=dict)
    """The row of each participant who is not in a team."""
    by_team: dict[str, list[Row]] = field(default_factory=dict)
    """The rows of each team's members, by its name as of a folder."""
    consulted: list[str] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    prefix: str = ""
    """What the site puts before every name in the download."""
    usual_due: datetime | None = None
    """The due date of most participants, where overrides give some of them another one."""

    def until(self, row: Row) -> datetime | None:
        """Until when somebody has more time than others, by an extension or an override."""
        return extension(row) or (due(row) if self.differs(row) > 0 else None)

    def differs(self, row: Row) -> int:
        """Whether the own due date is later than the usual one, 1, or earlier, -1; 0 if neither."""
        own = due(row)
        if own is None or self.usual_due is None:
            return 0
        return (own > self.usual_due) - (own < self.usual_due)

    def of(self, number: str, who: str) -> list[Row]:
        """The rows of those who submitted it."""
        row = self.by_id.get(number)
        return self.by_team.get(as_folder(who), []) if row is None else [row]


@dataclass(frozen=True)
class _Sheet:
    path: str
    table: Table
    of_teams: bool

    @property
    def rows(self) -> dict[str, Row]:
        return {participant(self.table, row): row for row in self.table.rows}


def read_worksheets(
    listing: Listing, tables: Collection[File], numbers: Collection[str], called: Collection[str]
) -> Worksheets:
    """What the worksheets among the tables say of the participants in the download.

    `numbers` are those of its folders, and `called` the names. The numbers in the folders of teams
    are the groups', which participants may have, too. Raises InputError when two contradict each
    other.
    """
    found = Worksheets()
    sheets: list[_Sheet] = []
    read = _tables(listing, tables, found)
    found.prefix = _prefix(called, {name for table in read.values() for name in _names(table)})
    names = {as_folder(one.removeprefix(found.prefix)) for one in called}
    for path, table in read.items():
        sheet = _Sheet(path, table, not names.isdisjoint(map(team, table.rows)))
        if not is_worksheet(table):
            why = "it is a table, but not Moodle's grading worksheet"
            found.left_out.append(LeftOut(path, why))
        elif not sheet.of_teams and set(numbers).isdisjoint(sheet.rows):
            found.left_out.append(LeftOut(path, "it is the worksheet of another assignment"))
        else:
            for other in sheets:
                _check(other, sheet, numbers, names)
            sheets.append(sheet)
            found.notes.append(_note(sheet, sheets[:-1]))
    found.consulted += [sheet.path for sheet in sheets]
    found.usual_due = _usual(due(row) for sheet in sheets for row in sheet.table.rows)
    found.by_id |= _together(sheet for sheet in sheets if not sheet.of_teams)
    for row in _together(sheet for sheet in sheets if sheet.of_teams).values():
        found.by_team.setdefault(team(row), []).append(row)
    return found


def _usual(dates: Iterable[datetime | None]) -> datetime | None:
    """The commonest of the dates, and of several the earliest; None if there is none."""
    counts = Counter(one for one in dates if one is not None)
    return min(counts, key=lambda one: (-counts[one], one), default=None)


def _tables(listing: Listing, tables: Collection[File], found: Worksheets) -> dict[str, Table]:
    """The tables by their whole paths, without those that cannot be read."""
    read = {}
    for file in tables:
        path = file.path if file in listing.beside else f"{listing.name}/{file.path}"
        try:
            read[path] = table_of(file.source.read(MAX_BYTES), path)
        except (InputError, SubmissionError) as fault:
            found.left_out.append(LeftOut(path, f"it is a table that cannot be read ({fault})"))
    return read


def _names(table: Table) -> set[str]:
    """The names of the people and the teams in a table, as of folders."""
    people = {as_folder(row.first(*head("name"))) for row in table.rows}
    return {*people, *map(team, table.rows)} - {""}


def _prefix(called: Collection[str], known: Collection[str]) -> str:
    """What a site puts before every name, such as `CS101-`; empty if it puts nothing there.

    Without it, a name is one that the worksheets know. If they know none, most names must be of
    people, and what stands before them must have a digit.
    """

    def rest(length: int) -> list[str]:
        return [one[length:] for one in called]

    if not set(known).isdisjoint(map(as_folder, called)):
        return ""
    common = os.path.commonprefix([*called])[:_LONGEST]  # noqa: RUF071 names, not paths
    for end in re.finditer(r"[-_] ?", common):
        if not set(known).isdisjoint(map(as_folder, rest(end.end()))):
            return common[: end.end()]
    code = re.match(r".*\d[^-_]*[-_] ?", common)
    if code is None or len(called) < 2:
        return ""
    people = [one for one in rest(code.end()) if _PERSON.fullmatch(one) or is_hidden(one)]
    return code[0] if len(people) * 2 > len(called) else ""


def _check(one: _Sheet, other: _Sheet, numbers: Collection[str], names: Collection[str]) -> None:
    """Raises InputError when two worksheets contradict each other in what counts here."""
    mine, theirs = one.rows, other.rows
    at_odds: dict[str, None] = {}
    people: list[str] = []
    for key in mine.keys() & theirs.keys():
        pair = mine[key], theirs[key]
        teams = {*map(team, pair)}
        if teams.isdisjoint(names) and (one.of_teams or other.of_teams or key not in numbers):
            continue
        differing = [
            what
            for what, (column, read) in _COUNTING.items()
            if all(_has(sheet.table, column) for sheet in (one, other))
            and read(pair[0]) != read(pair[1])
        ]
        if differing:
            at_odds |= dict.fromkeys(differing)
            people.append(person(pair[0]).title)
    if people:
        people.sort()
        raise InputError(
            f"the worksheets {one.path} and {other.path} contradict each other in "
            f"{' and '.join(at_odds)} of {first_of(people)}; remove the older one"
        )


def _has(table: Table, column: str) -> bool:
    return not table.columns.isdisjoint(head(column))


def _together(sheets: Iterable[_Sheet]) -> dict[str, Row]:
    """The row of each participant, with what only a later worksheet says of the same one."""
    found: dict[str, Row] = {}
    for sheet in sheets:
        for key, row in sheet.rows.items():
            known = found.setdefault(key, row)
            more = {name: cell for name, cell in row.cells.items() if not known.cells.get(name)}
            found[key] = replace(known, cells={**known.cells, **more})
    return found


def _note(sheet: _Sheet, earlier: Collection[_Sheet]) -> str:
    """What is taken from a worksheet."""
    for other in earlier:
        if sheet.of_teams == other.of_teams and _said(sheet).items() <= _said(other).items():
            return f"{sheet.path}: it says nothing that {other.path} does not say"
    timed = any(map(submitted, sheet.table.rows))
    taken = "names and times are" if timed else "what is known of people is"
    note = f"{sheet.path}: {taken} taken from this worksheet"
    if not timed and names_times(sheet.table):
        note += (
            "; its times are in a language that is not known here, or do not say which number is "
            "the day, so download it in English or name them with --times"
        )
    return note


def _said(sheet: _Sheet) -> Mapping[str, tuple[object, ...]]:
    """What a worksheet says of each participant."""
    return {
        key: (*(read(row) for _, read in _COUNTING.values()), person(row).name, person(row).email)
        for key, row in sheet.rows.items()
    }
