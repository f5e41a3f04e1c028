"""Who is in the course: a roster as platforms export it or a person writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError
from .identity import is_rounded, without_fraction
from .model import Person
from .table_file import Row, Table, read_table
from .worksheet import head, participant

_NUMBER = (
    "id number", "student number", "number", "matriculation number", "matriculation", "sid",
    "sis user id", "student id", "idnumber", "org defined id", "user id",
    *head("number"),
)  # fmt: skip
_NAME = ("full name", "fullname", "name", "student", "student name", "display name", *head("name"))
_FIRST = ("first name", "firstname", "given name", "forename")
_LAST = ("last name", "lastname", "surname", "family name")
_EMAIL = ("email address", "email", "e-mail", "e-mail address", "mail", *head("email"))
_LOGIN = ("username", "user name", "login", "login id", "sis login id", "unikey", "netid")
_GIT = ("github username", "git user", "git username", "github user", "github", "git", "gitlab")
_NOT_PEOPLE = ("points possible", "student, test", "test student")


@dataclass(frozen=True)
class Enrolled:
    """A person of the course."""

    person: Person
    line: int
    rounded: str = ""
    """A number of which a spreadsheet has lost digits, so that nobody is known by it."""

    @property
    def title(self) -> str:
        """What to call the person in a message."""
        return self.person.title or self.rounded


def read_roster(path: Path) -> tuple[Enrolled, ...]:
    """The people in a CSV file as Moodle, Canvas, GitHub Classroom or a person writes it.

    Raises InputError, naming the file and the line, when it cannot be used.
    """
    return roster_of(read_table(path))


def roster_of(table: Table) -> tuple[Enrolled, ...]:
    """The people in a table, each once. Raises InputError when no column says who they are."""
    known = {*_NUMBER, *_NAME, *_FIRST, *_LAST, *_EMAIL, *_LOGIN, *_GIT, "identifier"}
    if not known & table.columns:
        raise InputError(
            f"{table.name}:{table.line}: no column says who the people are; name columns such as "
            "number, name, email and git user"
        )
    people = [_enrolled(table, row) for row in table.rows if _is_person(row)]
    people = [one for one in people if one.title]
    if not people:
        raise InputError(f"{table.name} names nobody; write a row for each student")
    first: dict[object, Enrolled] = {}
    for one in people:
        first.setdefault(_all_of(one), one)
    return tuple(first.values())


def _all_of(one: Enrolled) -> tuple[object, ...]:
    """All that a row says, so that it is the same for a row that says it again."""
    person = one.person
    ids = tuple(sorted(person.ids.items()))
    return person.name, person.number, person.email, ids, one.rounded


def _enrolled(table: Table, row: Row) -> Enrolled:
    person = _person(table, row)
    if is_rounded(person.number):
        return Enrolled(replace(person, number=""), row.line, person.number)
    return Enrolled(replace(person, number=without_fraction(person.number)), row.line)


def _is_person(row: Row) -> bool:
    return row.first("student", *_NAME).strip().casefold() not in _NOT_PEOPLE


def _person(table: Table, row: Row) -> Person:
    """Whom a row is about."""
    name = row.first(*_NAME)
    if "," in name:
        last, _, first = name.partition(",")
        name = f"{first.strip()} {last.strip()}"
    name = name or f"{row.first(*_FIRST)} {row.first(*_LAST)}".strip()
    number, email, login = row.first(*_NUMBER), row.first(*_EMAIL), row.first(*_LOGIN)
    identifier = row.first("identifier")
    moodle = participant(table, row)
    if identifier and not moodle and not number:
        number = identifier  # GitHub Classroom's roster
    if "@" in login and not email:
        email = login
    ids = {"login": login, "git": row.first(*_GIT), "moodle": moodle}
    if table.columns >= {"student", "id"}:
        ids["canvas"] = row.first("id")
    elif not number:
        number = row.first("id")
    return Person(name, number, email, {kind: text for kind, text in ids.items() if text})
