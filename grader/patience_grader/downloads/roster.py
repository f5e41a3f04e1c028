"""Who is in the course: a roster as platforms export it or a person writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError
from ..text.words import words
from . import headings
from .identity import is_rounded, without_fraction
from .model import Person
from .table_file import Row, Table, fold, read_table
from .worksheet import head, is_worksheet, participant

NUMBER = (*head("number"), *headings.ANY_NUMBER)
"""What a column of numbers is called, the surest first."""
_NAME = (*headings.NAME, *(name for name in head("name") if name not in headings.BARE_NAME))
EMAIL = (*headings.EMAIL, *head("email"))
"""What a column of addresses is called."""
_PARTS = (
    headings.FIRST_NAME,
    headings.BEFORE_LAST_NAME,
    headings.LAST_NAME,
    headings.SECOND_LAST_NAME,
)
"""The parts of a name in their order."""
_NOT_PEOPLE = ("points possible", "test student")
_NO_ADDRESSES = (
    "date", "points", "datum", "punkte", "fecha", "puntos", "data", "punti", "pontos", "punten",
)  # fmt: skip
"""What stands among the addresses in the rows that Google Classroom writes below its header."""
_HIS_END = "endhissheet"
"""What stands among the numbers below the people in a table of HIS."""
_OF_CANVAS = ({"id", "sis user id"}, {"id", "sis login id"}, {"id", "student", "section"})
"""What a gradebook of Canvas holds, whose `ID` is not a student's number."""
_IDENTIFIER = ("identifier", "roster identifier")
"""What GitHub Classroom calls what a teacher knows a student by."""
_COLUMNS = frozenset(
    (*NUMBER, *_NAME, *headings.BARE_NAME, *EMAIL, *headings.LOGIN, *headings.GIT, *_IDENTIFIER)
).union(*_PARTS)
"""What columns are called that say who somebody is."""
_MOST_TITLES = 10


@dataclass(frozen=True)
class Enrolled:
    """A person of the course."""

    person: Person
    line: int
    rounded: str = ""
    """A number of which a spreadsheet has lost digits, so that nobody is known by it."""
    group: str = ""

    @property
    def title(self) -> str:
        """What to call the person in a message."""
        return self.person.title or self.rounded


def read_roster(path: Path) -> tuple[Enrolled, ...]:
    """The people in a CSV file as Moodle, Canvas, GitHub Classroom or a person writes it.

    A few lines of titles may stand above the names of the columns. Raises InputError, naming the
    file and the line, when it cannot be used.
    """
    try:
        return roster_of(read_table(path))
    except InputError:
        for titles in range(1, _MOST_TITLES + 1):
            with suppress(InputError):
                table = read_table(path, titles)
                if len(_COLUMNS & table.columns) > 1:
                    return roster_of(table)
        raise


def roster_of(table: Table) -> tuple[Enrolled, ...]:
    """The people in a table, each once. Raises InputError when no column says who they are."""
    if not _COLUMNS & table.columns:
        raise InputError(
            f"{table.name}:{table.line}: no column says who the people are; name columns such as "
            "number, name, email and git user"
        )
    of_moodle = is_worksheet(table) or fold(table.header[0]) in head("identifier")
    people = [
        _enrolled(table, row, participant(table, row) if of_moodle else "")
        for row in table.rows
        if _is_person(row)
    ]
    people = [one for one in people if one.title and not _is_summary(one, people)]
    if not people:
        raise InputError(f"{table.name} names nobody; write a row for each student")
    first: dict[object, Enrolled] = {}
    for one in people:
        first.setdefault(_all_of(one), one)
    return tuple(first.values())


def _is_summary(one: Enrolled, people: Sequence[Enrolled]) -> bool:
    """Whether a row sums others up: its name says so, and it alone names nothing else."""
    if _is_identified(one) or not any(map(_is_identified, people)):
        return False
    return all(word in headings.SUMMARY or word.isdigit() for word in words(fold(one.person.name)))


def _is_identified(one: Enrolled) -> bool:
    return bool(one.person.number or one.person.email or one.person.ids or one.rounded)


def _all_of(one: Enrolled) -> tuple[object, ...]:
    """All that a row says, so that it is the same for a row that says it again."""
    person = one.person
    ids = tuple(sorted(person.ids.items()))
    return person.name, person.number, person.email, ids, one.rounded, one.group


def _enrolled(table: Table, row: Row, moodle: str) -> Enrolled:
    person, group = _person(table, row, moodle), row.first(*headings.GROUP)
    if is_rounded(person.number):
        return Enrolled(replace(person, number=""), row.line, person.number, group)
    return Enrolled(replace(person, number=without_fraction(person.number)), row.line, group=group)


def _is_person(row: Row) -> bool:
    if row.first(*EMAIL).casefold() in _NO_ADDRESSES or row.first(*NUMBER).casefold() == _HIS_END:
        return False
    return _name(row).casefold() not in _NOT_PEOPLE


def _person(table: Table, row: Row, moodle: str) -> Person:
    """Whom a row is about; `moodle` is the number of a participant."""
    email = row.first(*EMAIL)
    number, login = (  # Brightspace puts # before both
        row.first(*heads).removeprefix("#") for heads in (NUMBER, headings.LOGIN)
    )
    identifier = row.first(*_IDENTIFIER)
    if "@" in identifier:
        email = email or identifier
    elif identifier and not moodle and not number:
        number = identifier  # GitHub Classroom's roster
    if "@" in login and not email:
        email = login
    ids = {"login": login, "git": row.first(*headings.GIT), "moodle": moodle}
    if "canvas user id" in table.columns:  # Canvas's list of groups
        ids["canvas"] = row.first("canvas user id")
    elif any(table.columns >= columns for columns in _OF_CANVAS):
        ids["canvas"] = row.first("id")
    elif not number:
        number = row.first("id")
    return Person(_name(row), number, email, {kind: text for kind, text in ids.items() if text})


def _name(row: Row) -> str:
    """The whole name, from one column or from several."""
    first, before, last, second = (row.first(*part) for part in _PARTS)
    bare, name = row.first(*headings.BARE_NAME), row.first(*_NAME)
    if bare and first and not last and not _holds(bare, first):
        last = bare
    elif bare and last and not first and not _holds(bare, last):
        first = bare
    else:
        name = name or bare
    if "," in name:
        after, _, ahead = name.partition(",")
        name = f"{ahead.strip()} {after.strip()}"
    return name or " ".join(filter(None, (first, before, last, second)))


def _holds(name: str, part: str) -> bool:
    """Whether a name has this part and another one."""
    return set(part.casefold().split()) < set(re.findall(r"[^\s,]+", name.casefold()))
