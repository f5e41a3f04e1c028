"""Which row of a worksheet belongs to which result.

`match` compares what is known of both, the surest first: a platform's own identifier, then
the student number, the email address, and the name. What has matched is out of the question for
anything less sure, and two that have different identifiers or numbers never match by less. A row
that fits two results, or a result that fits two rows, is not matched at all: a person has to look
at it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..downloads.identity import Known, contradict, without_zeros
from ..text.words import words

_TYPED = str.maketrans("’‘ʼ`´‐‑–", "'" * 5 + "-" * 3)
"""Apostrophes and hyphens as programs print them, and as people type them."""
NAMED = "named"
"""The kind of identifier that a submission is called by: a number, perhaps."""
_MOODLE = re.compile(r"(?P<name>.*?)_(?P<id>[0-9]+)_assign(submission|feedback)_\w+?_?(\..*)?")
_CANVAS = re.compile(r"(?P<name>[^_]+)_(?:LATE_)?(?P<id>[0-9]+)_(?P<submission>[0-9]+)(_.*)?")


@dataclass(frozen=True)
class Identity:
    """What a row or the name of a submission says of a person."""

    name: str = ""
    number: str = ""
    email: str = ""
    ids: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Matching:
    """Which result belongs to which row, by their places, and what fits nothing or too much."""

    pairs: Mapping[int, int]
    unknown_rows: tuple[int, ...]
    unknown_results: tuple[int, ...]
    doubtful: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """Rows and results that fit one another in more than one way."""


def identity_of(submission: str, student: str) -> Identity:
    """What the name of a submission says, as the platforms name their downloads."""
    if found := _MOODLE.fullmatch(submission):
        number = "" if found["id"] in student else student
        return Identity(found["name"], number, ids={"moodle": found["id"]})
    if found := _CANVAS.fullmatch(submission):
        last = submission.rpartition("_")[2].partition(".")[0]
        return Identity("", student if student != submission else last, ids={"canvas": found["id"]})
    number = student or submission
    return Identity("" if any(sign.isdigit() for sign in number) else number, number)


def match(rows: Sequence[Known], results: Sequence[Known]) -> Matching:
    """Matches each row with at most one result, and each result with at most one row."""
    pairs: dict[int, int] = {}
    doubtful: list[tuple[int, int]] = []
    free_rows, free_results = dict(enumerate(rows)), dict(enumerate(results))
    for keys in _TIERS:
        edges = _edges(keys, free_rows, free_results)
        if keys in (_number, _number_without_zeros):
            edges += _named_otherwise(edges, free_rows, free_results)
        of_row, of_result = (Counter(edge[side] for edge in edges) for side in (0, 1))
        for row, one in edges:
            if of_row[row] == 1 and of_result[one] == 1:
                pairs[row] = one
            else:
                doubtful.append((row, one))
            free_rows.pop(row, None)
            free_results.pop(one, None)
    return Matching(pairs, tuple(free_rows), tuple(free_results), tuple(_groups(doubtful)))


def _edges(
    keys: _Keys, rows: Mapping[int, Known], results: Mapping[int, Known]
) -> list[tuple[int, int]]:
    """The rows and results that share one of these keys and could be of the same person."""
    found: dict[object, list[int]] = {}
    for at, one in results.items():
        for key in keys(one):
            found.setdefault(key, []).append(at)
    pairs = {
        (row, at) for row, each in rows.items() for key in keys(each) for at in found.get(key, ())
    }
    is_surest = keys is _platform
    return sorted(
        (row, at) for row, at in pairs if is_surest or not contradict(rows[row], results[at])
    )


def _named_otherwise(
    edges: Sequence[tuple[int, int]], rows: Mapping[int, Known], results: Mapping[int, Known]
) -> list[tuple[int, int]]:
    """The rows of those whom a folder names, where its number is somebody else's."""
    called = {row: frozenset(_parts(one.name)) for row, one in rows.items()}
    found = []
    for row, at in edges:
        parts = frozenset(_parts(results[at].ids.get("folder", "")))
        if len([one for one in parts if one.isalpha()]) < 2 or parts >= called[row]:
            continue
        found += [(one, at) for one, name in called.items() if len(name) > 1 and name <= parts]
    return found


def _platform(one: Known) -> set[tuple[str, str]]:
    return {(kind, one.ids[kind]) for kind in ("moodle", "canvas") if one.ids.get(kind)}


def _number(one: Known) -> set[str]:
    """The student number, which is often the login or the first part of an address too."""
    login = one.ids.get("login", "")
    mail = (login.partition("@")[0], one.email.partition("@")[0])
    texts = (one.number, login, *mail, one.ids.get(NAMED, ""))
    return {text.strip().casefold() for text in texts if any(map(str.isdigit, text))}


def _number_without_zeros(one: Known) -> set[str]:
    return set(map(without_zeros, _number(one)))


def _email(one: Known) -> set[str]:
    texts = (one.email, one.ids.get("login", ""), one.ids.get(NAMED, ""))
    return {text.strip().casefold() for text in texts if "@" in text}


def _name(one: Known) -> set[tuple[str, ...]]:
    """The words of a name in any order, so that "Lovelace, Ada" is "Ada Lovelace"."""
    found = tuple(sorted(_parts(one.name)))
    return {found} if found else set()


def _parts(name: str) -> Sequence[str]:
    """The words of a name, in one form."""
    plain = unicodedata.normalize("NFKC", name.translate(_TYPED)).casefold()
    return words(plain.replace("_", " "), also="'-")


_Keys = Callable[[Known], set[tuple[str, str]] | set[str] | set[tuple[str, ...]]]
_TIERS: tuple[_Keys, ...] = (
    _platform,
    _number,
    _number_without_zeros,
    _email,
    _name,
)


def _groups(
    edges: Sequence[tuple[int, int]],
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The rows and results that hang together."""
    groups: list[tuple[set[int], set[int]]] = []
    for row, one in edges:
        joined = [group for group in groups if row in group[0] or one in group[1]]
        groups = [group for group in groups if group not in joined]
        rows = {row}.union(*(group[0] for group in joined))
        results = {one}.union(*(group[1] for group in joined))
        groups.append((rows, results))
    return [(tuple(sorted(rows)), tuple(sorted(results))) for rows, results in groups]
