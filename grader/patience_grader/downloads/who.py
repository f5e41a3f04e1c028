"""Who is in the course: a roster, and which of its people each submission belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import InputError
from .identity import contradict
from .listing import folded
from .model import Delivered, Person
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

    @property
    def title(self) -> str:
        """What to call the person in a message."""
        return self.person.title


@dataclass(frozen=True)
class Matched:
    """The people of a roster and the submissions of a download, brought together."""

    people: Mapping[str, tuple[Enrolled, ...]]
    """Whose a submission is, by its key; without those that nobody is known for."""
    unknown: tuple[Delivered, ...] = ()
    """Submissions that nobody, or more than one person, of the roster fits."""
    missing: tuple[Enrolled, ...] = ()
    """People who submitted nothing."""
    notes: tuple[str, ...] = ()


def read_roster(path: Path) -> tuple[Enrolled, ...]:
    """The people in a CSV file as Moodle, Canvas, GitHub Classroom or a person writes it.

    Raises InputError, naming the file and the line, when it cannot be used.
    """
    return roster_of(read_table(path))


def roster_of(table: Table) -> tuple[Enrolled, ...]:
    """The people in a table. Raises InputError when no column says who they are."""
    known = {*_NUMBER, *_NAME, *_FIRST, *_LAST, *_EMAIL, *_LOGIN, *_GIT, "identifier"}
    if not known & table.columns:
        raise InputError(
            f"{table.name}:{table.line}: no column says who the people are; name columns such as "
            "number, name, email and git user"
        )
    people = [Enrolled(_person(table, row), row.line) for row in table.rows if _is_person(row)]
    people = [one for one in people if one.title]
    if not people:
        raise InputError(f"{table.name} names nobody; write a row for each student")
    return tuple(people)


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


@dataclass
class _Index:
    """The people of a roster by one of the things that tell them apart."""

    what: str
    of: Mapping[str, list[Enrolled]] = field(default_factory=dict)


def match(roster: Sequence[Enrolled], submissions: Iterable[Delivered]) -> Matched:
    """Whose the submissions are: by the platform's id, number, email, login, and last by name.

    Who or what fits two is matched with neither, and noted.
    """
    notes = list(_doubles(roster))
    people: dict[str, tuple[Enrolled, ...]] = {}
    unknown = []
    owners: dict[int, str] = {}
    for one in submissions:
        found = []
        for person in one.people:
            fitting, by = _fitting(person, roster)
            if len(fitting) == 1:
                found.append(fitting[0])
            elif fitting:
                lines = " and ".join(str(each.line) for each in fitting)
                notes.append(f"{person.title}: its {by} stands in lines {lines} of the roster")
        if not found:
            unknown.append(one)
            notes.append(f"{one.title} is not in the roster, or not told apart there")
            continue
        people[one.key] = tuple(found)
        for each in found:
            other = owners.setdefault(each.line, one.key)
            if other != one.key:
                notes.append(f"{each.title} has two submissions: {other} and {one.key}")
    missing = tuple(one for one in roster if one.line not in owners)
    return Matched(people, tuple(unknown), missing, tuple(notes))


def _fitting(person: Person, roster: Sequence[Enrolled]) -> tuple[list[Enrolled], str]:
    """The people of the roster whom the first thing that fits anybody fits, and what it is.

    Who has another identifier on the platform is somebody else, whatever fits besides; so is who
    has another number, unless that of the submission is only read out of the name of a folder.
    """
    is_read_out = person.number in person.ids.get("folder", "")
    known = replace(person, number="") if is_read_out else person
    for what, of_submission, of_roster in _KEYS:
        wanted = set(filter(None, of_submission(person)))
        found = [one for one in roster if wanted & set(filter(None, of_roster(one.person)))]
        if what not in _SUREST:
            found = [one for one in found if not contradict(known, one.person)]
        if found:
            return found, what
    return [], ""


def _id(kind: str) -> Callable[[Person], list[str]]:
    return lambda person: [folded(person.ids.get(kind, ""))]


def _email(person: Person) -> list[str]:
    return [folded(person.email)]


def _number(person: Person) -> list[str]:
    return [folded(person.number)]


def _words(person: Person) -> list[str]:
    """Numbers as they stand in the name of a folder or an archive, and the whole name."""
    texts = [person.number, person.ids.get("login", ""), person.ids.get("folder", "")]
    return [folded(word) for text in texts for word in (text, *re.findall(r"\w+", text))]


def _logins(person: Person) -> list[str]:
    at = person.email.partition("@")[0]
    texts = [person.ids.get("login", ""), person.ids.get("folder", ""), at]
    return [folded(text) for text in texts]


def _names(person: Person) -> list[str]:
    """The names in any order of their parts, and run together as Canvas writes them."""
    found = []
    for text in (person.name, person.ids.get("folder", "")):
        parts = re.findall(r"\w+", folded(text).replace("_", " "))
        found.append(" ".join(sorted(parts)))
    return found


def _run_together(person: Person) -> list[str]:
    """The last name first, or as it is written, without blanks."""
    parts = re.findall(r"\w+", folded(person.name))
    return ["".join(parts[place:] + parts[:place]) for place in range(len(parts))]


def _git_ending(person: Person) -> list[str]:
    """All that a git user could be called in the name of a repository."""
    name = folded(person.ids.get("repository", "") or person.ids.get("git", ""))
    parts = name.split("-")
    return ["-".join(parts[place:]) for place in range(len(parts))]


_SUREST = ("Moodle number", "Canvas id")
_Key = tuple[str, Callable[[Person], list[str]], Callable[[Person], list[str]]]
_KEYS: Sequence[_Key] = (
    ("Moodle number", _id("moodle"), _id("moodle")),
    ("Canvas id", _id("canvas"), _id("canvas")),
    ("git user", _id("git"), _id("git")),
    ("number", _number, _number),
    ("email", _email, _email),
    ("login", _logins, _logins),
    ("number", _words, _number),
    ("git user", _git_ending, _id("git")),
    ("name", _names, _names),
    ("name", _run_together, _run_together),
)


def _doubles(roster: Sequence[Enrolled]) -> Iterator[str]:
    """A line for each number, email and id that two people of the roster share."""
    kinds = sorted({kind for one in roster for kind in one.person.ids})
    of: list[tuple[str, Callable[[Person], str]]] = [
        ("number", lambda person: person.number),
        ("email", lambda person: person.email),
    ]
    of += [(kind, lambda person, kind=kind: person.ids.get(kind, "")) for kind in kinds]  # type: ignore[misc]
    for what, get in of:
        lines: dict[str, list[int]] = {}
        for one in roster:
            lines.setdefault(folded(get(one.person)), []).append(one.line)
        for text, where in lines.items():
            if text and len(where) > 1:
                shown = " and ".join(map(str, where))
                yield f"the {what} {text} stands in lines {shown} of the roster"
