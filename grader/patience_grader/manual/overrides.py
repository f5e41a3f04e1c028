"""Marks that a person sets in place of what was found: `overrides.csv` in the results folder."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from ..downloads.table_file import Row, fold, read_table
from ..errors import InputError
from ..marks.moment import written_day
from ..marks.scheme import Criterion, Scheme
from ..marks.verdict import State, Verdict
from ..text.atomic import write_atomically
from ..text.csv_table import csv_table
from ..text.numbers import format_marks
from ..text.sanitize import csv_cell, one_line

OVERRIDES = "overrides.csv"
"""The file, in the folder of all results."""
_COLUMNS = ("submission", "criterion", "marks", "reason", "by", "when")
_LONGEST = 2_000
_MOST_DIGITS = 20


@dataclass(frozen=True)
class Override:
    """What a person set for one criterion of one submission."""

    earned: Fraction
    reason: str
    by: str
    when: str
    version: str = field(default="", compare=False, repr=False)
    """Which version of the submission it was set for; empty when nobody has said."""

    @property
    def key(self) -> str:
        """What it is remembered by: a changed row is another override."""
        said = f"{self.earned}\0{self.reason}\0{self.by}\0{self.when}"
        return hashlib.sha256(said.encode(errors="replace")).hexdigest()[:16]


Overrides = Mapping[str, Mapping[str, Override]]
"""By submission and criterion."""


def read_overrides(path: Path, scheme: Scheme, submissions: Collection[str]) -> Overrides:
    """What a person set; empty when there is no such file.

    Raises InputError, naming the file and the row, when it cannot be read, or a row names an
    unknown submission or criterion, has marks out of range, lacks a reason, a name or a date, or
    is about the same criterion as another one.
    """
    if not path.exists():
        return {}
    table = read_table(path)
    if missing := [name for name in _COLUMNS if name not in table.columns]:
        raise InputError(f"{path}:{table.line}: a column is missing: {', '.join(missing)}")
    names = {csv_cell(name): name for name in submissions}
    criteria = {one.id: one for one in scheme.criteria}
    found: dict[str, dict[str, Override]] = {}
    lines: dict[tuple[str, str], int] = {}
    for row in table.rows:
        where = table.at(row)
        name = names.get(csv_cell(row.cells.get("submission", "")))
        if name is None:
            stated = one_line(row.cells.get("submission", ""))
            raise InputError(
                f"{where}: there is no submission {stated!r}; write it as in marks.csv"
            )
        criterion = _criterion(row, criteria, where)
        before = lines.setdefault((name, criterion.id), row.line)
        if before != row.line:
            raise InputError(
                f"{where}: {criterion.id} of {name} is already in row {before}; delete one of them"
            )
        found.setdefault(name, {})[criterion.id] = _override(row, criterion, where)
    return found


def under(overrides: Overrides, now: Mapping[str, str], versions: Mapping[str, str]) -> Overrides:
    """The overrides by what submissions and their versions are called now.

    What is written so already stays.
    """
    found: dict[str, dict[str, Override]] = {}
    for name in sorted(overrides, key=lambda name: name in now):
        for criterion, one in overrides[name].items():
            version = versions.get(one.version, one.version)
            of_submission = found.setdefault(now.get(name, name), {})
            of_submission.setdefault(criterion, replace(one, version=version))
    return found


def remembered(overrides: Overrides, versions: Mapping[str, Mapping[str, str]]) -> Overrides:
    """The overrides, each without a version of its own with the one remembered by its key."""
    return {
        name: {
            criterion: replace(one, version=one.version or versions.get(name, {}).get(one.key, ""))
            for criterion, one in some.items()
        }
        for name, some in overrides.items()
    }


def overriding(override: Override, criterion: Criterion, found: Verdict) -> Verdict:
    """The verdict that an override puts in the place of what was found."""
    share = override.earned / criterion.worth
    state = State.PARTIAL if 0 < share < 1 else State.PASSED if share else State.FAILED
    reason = (
        f"set to {format_marks(override.earned)} of {format_marks(criterion.worth)} by "
        f"{one_line(override.by)} on {override.when}: {one_line(override.reason)}"
    )
    return Verdict(
        state,
        reason,
        share=share if state is State.PARTIAL else Fraction(0),
        flag=found.flag,
        overridden=str(found.state),
    )


def remove_overrides(path: Path, submission: str) -> int:
    """Removes the rows of a submission; how many there were. Raises InputError."""
    table = read_table(path)
    wanted = csv_cell(submission)
    kept = [row for row in table.rows if csv_cell(row.cells.get("submission", "")) != wanted]
    count = len(table.rows) - len(kept)
    if count:
        rows = [[row.cells.get(fold(one), "") for one in table.header] for row in kept]
        write_atomically(path, csv_table([table.header, *rows]))
    return count


def _criterion(row: Row, criteria: Mapping[str, Criterion], where: str) -> Criterion:
    name = row.cells.get("criterion", "")
    if name not in criteria:
        raise InputError(
            f"{where}: there is no criterion {one_line(name)!r}; write one of the handout's marks "
            "table"
        )
    return criteria[name]


def _override(row: Row, criterion: Criterion, where: str) -> Override:
    texts = {name: row.cells.get(name, "") for name in ("reason", "by", "when")}
    for name, text in texts.items():
        if not text:
            raise InputError(f"{where}: the column {name} is empty; fill it in")
        if len(text) > _LONGEST:
            raise InputError(f"{where}: the column {name} has more than {_LONGEST} characters")
    when = written_day(texts["when"])
    if not when:
        raise InputError(
            f"{where}: {one_line(texts['when'])!r} is not a date; write it as 2026-12-10"
        )
    texts["when"] = when
    version = row.cells.get("digest", "")
    return Override(_earned(row.cells.get("marks", ""), criterion, where), **texts, version=version)


def _earned(text: str, criterion: Criterion, where: str) -> Fraction:
    """The marks. Raises InputError unless they are from 0 to the criterion's worth."""
    most = format_marks(criterion.worth)
    bare = text.replace(",", ".")
    is_number = bare.replace(".", "", 1).isdecimal() and bare.isascii()
    if not is_number or len(bare) > _MOST_DIGITS or bare.endswith("."):
        raise InputError(
            f"{where}: the marks are {one_line(text)!r}; write a number from 0 to {most}"
        )
    earned = criterion.worth if bare == most else Fraction(bare)
    if earned > criterion.worth:
        raise InputError(f"{where}: the marks are {text}; {criterion.id} is out of {most}")
    return earned
