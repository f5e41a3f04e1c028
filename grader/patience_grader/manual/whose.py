"""Whose marks stand in a sheet that calls a submission otherwise than it is called."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..text.sanitize import csv_cell
from .sheet import Marks, under

_NUMBER = re.compile(r"0*(?P<digits>[0-9]+?)(?:[.,]0+)?", re.ASCII)


@dataclass(frozen=True)
class Settled:
    """Marks by the names of submissions, and what a person should know of the others."""

    given: Marks
    taken: Mapping[str, str]
    """Submissions by the names that the sheet has for them, where these differ."""
    unknown: tuple[str, ...] = ()
    """A line for each name that belongs to no submission."""
    notes: tuple[str, ...] = ()
    """A line for each name that is taken as another one."""


def settled(
    given: Marks,
    path: Path,
    submissions: Collection[str],
    now: Mapping[str, str],
    versions: Mapping[str, str],
) -> Settled:
    """The marks in this file, where all `submissions` are known, some by a name before `now`.

    A spreadsheet takes a name for a number and leaves its zeros out; so a number is the
    submission whose name is the same number, if there is one only. Raises InputError when a
    submission has two marks for the same criterion.
    """
    by_number: dict[str, set[str]] = {}
    for name in submissions:
        by_number.setdefault(_number(name), set()).add(now.get(name, name))
    cells = {csv_cell(name): now.get(name, name) for name in submissions}
    taken, unknown = {}, []
    for name, marks in given.items():
        alike = sorted(by_number.get(_number(name), ())) if _number(name) else []
        known = [cells[name]] if name in cells else alike
        if len(known) == 1:
            taken[name] = known[0]
        else:
            line = min((one.line for one in marks.values()), default=0)
            unknown.append(_unknown(name, f"{path}:{line}", alike))
    taken = {name: submission for name, submission in taken.items() if name != csv_cell(submission)}
    return Settled(
        under(given, taken, versions, path), taken, tuple(unknown), tuple(_notes(path, taken))
    )


def _number(name: str) -> str:
    """The number that a name is, without the zeros around it; empty for other names."""
    match = _NUMBER.fullmatch(name.strip())
    return match["digits"] if match else ""


def _unknown(name: str, where: str, alike: Collection[str]) -> str:
    line = f"{where}: there is no submission {name!r}, so its marks are not applied; "
    if alike:
        line += f"{' and '.join(alike)} are the same number; "
    return f"{line}write it as in marks.csv"


def _notes(path: Path, taken: Mapping[str, str]) -> Iterator[str]:
    for name, submission in taken.items():
        yield f"{path}: the marks of {name!r} are taken as those of {submission}"
