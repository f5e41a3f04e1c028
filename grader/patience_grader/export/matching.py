"""Matching the rows of a file with results, and reporting what could not be matched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..downloads.identity import Known
from ..errors import InputError
from ..marks.mark_sheet import MarkSheet
from ..text.listed import first_of
from ..text.numbers import format_marks
from ..text.sanitize import one_line
from .people import NAMED, Identity, identity_of, match
from .results import Result, Results


@dataclass(frozen=True)
class Filled:
    """A file that was filled in, and what a person should know about it."""

    data: bytes
    people: Mapping[str, Sequence[Known]]
    """Whose rows each result has filled in, by the name of the result: several of a team."""
    findings: tuple[str, ...]
    """What a person has to look at, one line each."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Matched:
    """The results by the places of the rows that they belong to, and what has no place."""

    sheets: Mapping[int, tuple[Result, MarkSheet]]
    findings: tuple[str, ...]
    without: tuple[int, ...]
    """The rows that no result fits."""


def matched(people: Sequence[Known], lines: Sequence[int], results: Results) -> Matched:
    """Finds the row of every result. `lines` are those of the file at which the rows stand."""
    submissions = results.submissions
    members = [(place, each) for place, one in enumerate(submissions) for each in _members(one)]
    found = match(people, [each for _, each in members])
    pairs = {row: submissions[members[one][0]] for row, one in found.pairs.items()}
    sheets = {row: (one, one.sheet) for row, one in pairs.items() if one.sheet and not one.ungraded}
    ungraded = [
        f"line {lines[row]}: {one_line(one.name)} is not exported: {one.ungraded}"
        for row, one in pairs.items()
        if one.ungraded
    ]
    unknown = [
        f"{_title(submissions[members[one][0]], members[one][1])} is not exported: "
        "no row of the file fits it"
        for one in found.unknown_results
    ]
    doubtful = [
        f"{_names(submissions, [members[one][0] for one in some])} and {_lines(lines, rows)} "
        "fit in more than one way, so none of them is exported; fill in by hand"
        for rows, some in found.doubtful
    ]
    return Matched(sheets, (*ungraded, *unknown, *doubtful), found.unknown_rows)


def _members(one: Result) -> list[Identity]:
    """Who submitted it: as its name says, or everybody whom the platform or a roster named."""
    if len(one.people) > 1:
        return [Identity(each.name, each.number, each.email, each.ids) for each in one.people]
    named = identity_of(one.name, one.student)
    if not one.people:
        return [named]
    (each,) = one.people
    ids = {**named.ids, **each.ids, NAMED: named.number}
    return [Identity(each.name or named.name, each.number, each.email, ids)]


def _title(one: Result, member: Identity) -> str:
    who = member.name or member.number
    return one_line(f"{one.name} ({who})" if len(one.people) > 1 else one.name)


def _names(submissions: Sequence[Result], some: Sequence[int]) -> str:
    return ", ".join(one_line(submissions[one].name) for one in some)


def _lines(lines: Sequence[int], rows: Sequence[int]) -> str:
    numbers = ", ".join(str(lines[row]) for row in rows)
    return f"line {numbers}" if len(rows) == 1 else f"lines {numbers}"


def scaled(sheet: MarkSheet, most: Fraction, *, scale: bool) -> Fraction:
    """The mark out of the platform's maximum."""
    return sheet.mark * most / sheet.out_of if scale else sheet.mark


def check_maximum(results: Results, most: Fraction, what: str, *, scale: bool) -> None:
    """Raises InputError when marks would be written under another maximum than their own."""
    out_of = results.coursework.scheme.total
    if most != out_of and not scale:
        raise InputError(
            f"{what} is {format_marks(most)}, but {results.coursework.slug} is marked out of "
            f"{format_marks(out_of)}; change it on the platform, or convert the marks with --scale"
        )


def written(worth: Fraction, *, comma: bool) -> str:
    """The number as the file writes numbers."""
    return format_marks(worth).replace(".", ",") if comma else format_marks(worth)


def shortened(lines: Sequence[int], most: int = 12) -> str:
    """Line numbers, the first of many."""
    shown = ", ".join(map(str, lines[:most]))
    return f"{shown} and {len(lines) - most} more" if len(lines) > most else shown


def replaced(before: Sequence[tuple[int, str]]) -> Iterator[str]:
    """A note of the lines at which another grade stood, with these grades."""
    if before:
        count = "1 row has" if len(before) == 1 else f"{len(before)} rows have"
        shown = first_of([f"line {line} ({one_line(text)})" for line, text in before], 12)
        yield f"{count} another grade than before: {shown}"


def absent(rows: Sequence[int], lines: Sequence[int]) -> Iterator[str]:
    """A note of the rows that no result fits: they stay as they are."""
    if rows:
        where = shortened([lines[row] for row in rows])
        yield (
            f"1 row has no result, and stays as it is (line {where})"
            if len(rows) == 1
            else f"{len(rows)} rows have no result, and stay as they are (lines {where})"
        )
