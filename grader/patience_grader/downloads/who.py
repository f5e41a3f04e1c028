"""Which people of a roster each submission belongs to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..text.words import without_accents, words
from .identity import ambiguous, contradict, without_zeros
from .listing import folded
from .model import Delivered, Person
from .people import is_day, is_version, words_in
from .roster import Enrolled
from .rostered_groups import Groups, groups_of, members, of_groups, of_groups_perhaps, too_many
from .shared_words import apart


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
    findings: tuple[str, ...] = ()
    """What could make two of one person, or one of two, so that somebody must look at it."""


@dataclass(frozen=True)
class _Known:
    """A roster, with what is looked up in it for each submission."""

    roster: Sequence[Enrolled]
    index: _Index
    doubtful: frozenset[str]
    """What numbers are without zeros at their beginning that several people then share."""
    groups: Groups
    names: Sequence[tuple[Enrolled, Counter[str]]]
    """The words of everybody's name, of those who have several."""


def match(roster: Sequence[Enrolled], submissions: Iterable[Delivered]) -> Matched:
    """Whose the submissions are: by the platform's id, number, email, login, and last by name.

    Who or what fits two is matched with neither.
    """
    pairs = list(submissions)
    findings = [*_of_another(pairs, roster), *_rounded(roster), *_doubles(roster)]
    people: dict[str, tuple[Enrolled, ...]] = {}
    unknown, strangers = [], []
    owners: dict[int, str] = {}
    known = _known(pairs, roster)
    others = apart(pairs, roster)
    for one in pairs:
        found, nobody, odd = _whose(one, known)
        if not (found or odd) and one.key in others:
            found, nobody = [others[one.key]], []
        findings += odd
        if not found:
            unknown.append(one)
            strangers.append(f"{one.title} is not in the roster, or not told apart there")
            continue
        strangers += [f"{title} of {one.title} is not in the roster" for title in nobody]
        people[one.key] = tuple(found)
        for each in found:
            other = owners.setdefault(each.line, one.key)
            if other != one.key:
                findings.append(f"{each.title} has two submissions: {other} and {one.key}")
    missing = tuple(one for one in roster if one.line not in owners and one.person.title)
    notes = [_NAMELESS] if roster and not any(one.person.name for one in roster) else []
    notes += of_groups(pairs, people, known.groups)
    findings += of_groups_perhaps(pairs, people)
    if missing:  # one of them could be the stranger, who is then there twice
        findings += strangers
    else:
        notes += strangers
    return Matched(people, tuple(unknown), missing, tuple(notes), tuple(findings))


def _known(submissions: Sequence[Delivered], roster: Sequence[Enrolled]) -> _Known:
    names = [(one, Counter(words(folded(one.person.name)))) for one in roster]
    return _Known(
        roster,
        _indexed(roster),
        _differing_by_zeros(submissions, roster),
        groups_of(roster),
        [(one, name) for one, name in names if name.total() > 1],
    )


def _whose(one: Delivered, known: _Known) -> tuple[Sequence[Enrolled], list[str], list[str]]:
    """Whom a submission fits, who else it is of, and what somebody must look at."""
    found: list[Enrolled] = []
    nobody: list[str] = []
    findings: list[str] = []
    for person in one.people:
        fitting, by = _fitting(person, known)
        if len(fitting) == 1:
            found.append(_with_zeros(fitting[0], person.number))
        elif fitting:
            lines = " and ".join(str(each.line) for each in fitting)
            findings.append(f"{person.title}: its {by} stands in lines {lines} of the roster")
        else:
            nobody.append(person.title)
            findings += _but_for_zeros(person, known.roster, known.doubtful)
    if not found and (team := _team(one, known)):
        return team, [], findings
    if group := members(one, known.groups):
        if {each.line for each in found} <= {each.line for each in group}:
            return group, [], [*findings, *too_many(one, group)]
        findings.append(f"{one.title} is called by a group, of which {found[0].title} is not")
    return found, nobody, findings


def _team(one: Delivered, known: _Known) -> list[Enrolled]:
    """The people whose whole names are all that a folder is called by; none if it is of one."""
    folder = one.people[0].ids.get("folder", "").replace("_", " ") if len(one.people) == 1 else ""
    named = Counter(word for word in words(folded(folder)) if word not in _AND)
    inside = [each for each, name in known.names if name <= named]
    whole = sum((Counter(words(folded(each.person.name))) for each in inside), Counter())
    return inside if len(inside) > 1 and whole == named else []


def _of_another(submissions: Sequence[Delivered], roster: Sequence[Enrolled]) -> Iterator[str]:
    """A line for each kind of identifier that both have and not one of them in common."""
    for what, kind in _SUREST.items():
        submitted = {person.ids.get(kind) for one in submissions for person in one.people} - {None}
        known = {one.person.ids.get(kind) for one in roster} - {None}
        if submitted and known and submitted.isdisjoint(known):
            yield (
                f"no {what} of the download is in the roster, which is of another assignment or "
                f"section; export the roster anew, or leave out its {what}s"
            )


def _rounded(roster: Sequence[Enrolled]) -> Iterator[str]:
    """A line for each number of the roster that cannot be read."""
    for one in roster:
        if one.rounded:
            yield (
                f"line {one.line} of the roster: {one.rounded} is a number of which a spreadsheet "
                "has lost digits; format the column as text and write it in full"
            )


def _with_zeros(one: Enrolled, number: str) -> Enrolled:
    """The same with the number of the submission if that has zeros which the roster has lost."""
    known = one.person.number
    if len(number) > len(known) and without_zeros(number) == without_zeros(known) != "":
        return replace(one, person=replace(one.person, number=number))
    return one


def _differing_by_zeros(
    submissions: Sequence[Delivered], roster: Sequence[Enrolled]
) -> frozenset[str]:
    """What numbers are without zeros at their beginning that several people then share."""
    submitted = [person.number for one in submissions for person in one.people]
    return ambiguous(submitted) | ambiguous(one.person.number for one in roster)


def _but_for_zeros(
    person: Person, roster: Sequence[Enrolled], doubtful: frozenset[str]
) -> Iterator[str]:
    """A line if numbers of the roster are that of the person but for zeros at their beginning."""
    number = without_zeros(person.number)
    alike = [
        one for one in roster if number in doubtful and without_zeros(one.person.number) == number
    ]
    if alike:
        shown = " and ".join(f"{one.person.number} in line {one.line}" for one in alike)
        yield (
            f"{person.number} differs only by leading zeros from {shown} of the roster; "
            "format the column as text and write the numbers in full"
        )


def _indexed(roster: Sequence[Enrolled]) -> _Index:
    """The people of the roster by what fits them, for each of the keys."""
    index: dict[_Texts, dict[str, list[Enrolled]]] = {}
    for _, _, of_roster in _KEYS:
        found: dict[str, list[Enrolled]] = index.setdefault(of_roster, {})
        if not found:
            for one in roster:
                for text in filter(None, {*of_roster(one.person)}):
                    found.setdefault(text, []).append(one)
    return index


def _fitting(person: Person, known: _Known) -> tuple[list[Enrolled], str]:
    """The people of the roster whom the first thing that fits anybody fits, and what it is.

    Who has another identifier on the platform is somebody else, whatever fits besides; so is who
    has another number, unless that of the submission is only read out of the name of a folder.
    """
    is_read_out = person.number in person.ids.get("folder", "")
    said = replace(person, number="") if is_read_out else person
    for what, of_submission, of_roster in _KEYS:
        if is_read_out and of_submission is _number:
            continue  # with the other words of the name, below
        wanted = set(filter(None, of_submission(person)))
        if of_roster is _without_zeros:
            wanted -= known.doubtful
        fitting = known.index[of_roster]
        lines = {one.line: one for text in wanted for one in fitting.get(text, ())}
        found = [lines[line] for line in sorted(lines)]
        if what not in _SUREST:
            found = [one for one in found if not contradict(said, one.person)]
        if found and of_submission in (_words, _words_without_zeros):
            return _as_named(person, found, known)
        if found:
            return found, what
    return [], ""


def _as_named(person: Person, found: list[Enrolled], known: _Known) -> tuple[list[Enrolled], str]:
    """Whom a number in the name of a folder or file fits, unless the name there is another's.

    A short number may be that of a copy or an assignment; after a long one, nobody knows who it is.
    """
    parts = set(words_in(person.ids.get("folder", "")))
    named = [one for one, name in known.names if parts.issuperset(name)]
    if not named or any(one in named for one in found):
        return found, "number"
    if any(len(one.person.number) >= _LONG for one in found):
        return [*found, *named], "number or name"
    return named, "name"


def _id(kind: str) -> Callable[[Person], list[str]]:
    return lambda person: [folded(person.ids.get(kind, ""))]


def _email(person: Person) -> list[str]:
    """The address, which may be what a submission is called."""
    texts = (person.email, person.ids.get("login", ""), person.ids.get("folder", ""))
    return [folded(text) for text in texts if "@" in text]


def _number(person: Person) -> list[str]:
    return [folded(person.number)]


def _without_zeros(person: Person) -> list[str]:
    return [without_zeros(person.number)]


def _words_without_zeros(person: Person) -> list[str]:
    return list(map(without_zeros, _words(person)))


def _words(person: Person) -> list[str]:
    """Numbers as they stand in the name of a folder or an archive, and the whole name."""
    texts = [person.number, person.ids.get("login", ""), person.ids.get("folder", "")]
    return [folded(word) for text in texts for word in (text, *words(text))]


def _logins(person: Person) -> list[str]:
    at = person.email.partition("@")[0]
    texts = [person.ids.get("login", ""), person.ids.get("folder", ""), at]
    return [folded(text) for text in texts]


def _names(person: Person) -> list[str]:
    """The names in any order of their parts, and run together as Canvas writes them."""
    found = []
    for text in (person.name, person.ids.get("folder", "")):
        parts = words_in(text)
        found.append(" ".join(sorted(parts)))
    return found


def _names_alone(person: Person) -> list[str]:
    """The name of a folder without short numbers, a date and what says which version it is.

    None if a student number stands there, which would be that of somebody else.
    """
    parts = words_in(person.ids.get("folder", ""))
    left = [one for one in parts if not re.search(r"\d", one) and not is_version(one)]
    is_other = person.number and not is_day(person.number)
    return [] if is_other or len(left) < 2 else [" ".join(sorted(left))]


def _names_undated(person: Person) -> list[str]:
    return [] if is_day(person.number) else _names(person)


def _run_together(person: Person) -> list[str]:
    """The last name first, or as it is written, without blanks."""
    parts = words(folded(person.name))
    return ["".join(parts[place:] + parts[:place]) for place in range(len(parts))]


def _spelled(person: Person) -> list[str]:
    """What a submission is called, in letters without accents."""
    return [text for read in _BY_NAME for one in _plain(person) for text in read(one)]


def _spelled_undated(person: Person) -> list[str]:
    """What somebody of the roster is called, in letters without accents."""
    readers = (_names_undated, _run_together)
    return [text for read in readers for one in _plain(person) for text in read(one)]


def _plain(person: Person) -> Iterator[Person]:
    """The person with each name in letters without accents, which there are two ways to write."""
    pairs = map(without_accents, (person.name, person.ids.get("folder", "")))
    for name, folder in zip(*pairs, strict=True):
        yield replace(person, name=name, ids={"folder": folder})


def _git_ending(person: Person) -> list[str]:
    """All that a git user could be called in the name of a repository."""
    name = folded(person.ids.get("repository", "") or person.ids.get("git", ""))
    parts = name.split("-")
    return ["-".join(parts[place:]) for place in range(len(parts))]


_BY_NAME = (_names, _run_together, _names_alone)
_AND = frozenset("and und et y e ed en och og i a team group gruppe".split())
_LONG = 5
"""So many digits has no number of a copy or an assignment."""
_NAMELESS = (
    "the roster does not say what people are called, so they have no names; "
    "fill in a column called name, or two called first name and last name"
)
_SUREST = {"Moodle number": "moodle", "Canvas id": "canvas"}
_Texts = Callable[[Person], list[str]]
_Index = Mapping[_Texts, Mapping[str, Sequence[Enrolled]]]
_Key = tuple[str, _Texts, _Texts]
_KEYS: Sequence[_Key] = (
    ("Moodle number", _id("moodle"), _id("moodle")),
    ("Canvas id", _id("canvas"), _id("canvas")),
    ("git user", _id("git"), _id("git")),
    ("number", _number, _number),
    ("email", _email, _email),
    ("login", _logins, _logins),
    ("number", _words, _number),
    ("number", _words_without_zeros, _without_zeros),
    ("git user", _git_ending, _id("git")),
    ("name", _names, _names),
    ("name", _run_together, _run_together),
    ("name", _names_alone, _names_undated),
    ("name", _spelled, _spelled_undated),
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
