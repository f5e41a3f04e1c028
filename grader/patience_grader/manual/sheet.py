"""The marks that a person gives, as a CSV file for the whole cohort."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from stat import S_IMODE

from ..errors import InputError
from ..marks.scheme import Criterion, Scheme
from ..marks.verdict import State, Verdict
from ..text.atomic import write_atomically
from ..text.csv_text import read_csv
from ..text.numbers import format_marks
from ..text.sanitize import csv_cell, one_line

_COLUMNS = (
    "submission",
    "student",
    "criterion",
    "what_we_look_for",
    "out_of",
    "marks",
    "comment",
    "digest",
)
_NEEDED = ("submission", "criterion", "marks", "comment")
_NUMBER = re.compile(r"(?P<sign>-?)(?P<whole>[0-9]{1,6})([.,](?P<part>[0-9]+))?", re.ASCII)
_MOST_DECIMALS = 2
_DIGITS = 12


@dataclass(frozen=True)
class Given:
    """What a person gave for one criterion."""

    earned: Fraction
    comment: str
    version: str = field(default="", compare=False, repr=False)
    """Which version of the submission it was given for; empty when nobody has said."""
    line: int = field(default=0, compare=False, repr=False)
    """Where it stands in the file."""


def version_of(digest: str) -> str:
    """The short form of a submission's digest, which no spreadsheet takes for a number."""
    return f"v-{digest[:_DIGITS]}"


def is_for(version: str, digest: str) -> bool:
    """Whether what was said about a version is about the submission of this digest."""
    return not version or not digest or version.strip().lower() == version_of(digest)


Marks = Mapping[str, Mapping[str, Given]]
"""What was given, by submission and criterion."""


class _ByHandIn(Mapping[str, Mapping[str, Given]]):
    """What was given, found by the name of a submission or by how a sheet writes that name."""

    def __init__(self, given: Marks) -> None:
        self._given = given

    def __getitem__(self, name: str) -> Mapping[str, Given]:
        return self._given[csv_cell(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)


@dataclass
class _Row:
    """One row as it stands in the file."""

    line: int
    cells: list[str]


@dataclass
class _Sheet:
    """A file of marks: what is written back is what was read, and what was changed."""

    delimiter: str = ","
    header: list[str] = field(default_factory=lambda: list(_COLUMNS))
    rows: list[_Row] = field(default_factory=list)

    def get(self, row: _Row, column: str) -> str:
        """The text of a cell; empty when the row is too short or has no such column."""
        place = self._place(column)
        return row.cells[place] if place is not None and place < len(row.cells) else ""

    def put(self, row: _Row, column: str, text: str) -> None:
        """Writes a cell, if there is such a column."""
        place = self._place(column)
        if place is not None:
            row.cells += [""] * (place + 1 - len(row.cells))
            row.cells[place] = text

    def key(self, row: _Row) -> tuple[str, str]:
        """The submission and the criterion that a row is about."""
        return csv_cell(self.get(row, "submission")), self.get(row, "criterion").strip()

    def number(self, worth: Fraction) -> str:
        """A number of marks, as the spreadsheet that wrote the file reads it."""
        return format_marks(worth).replace(".", "," if self.delimiter == ";" else ".")

    def add(self, scheme: Scheme, submission: str, student: str) -> int:
        """Adds the rows of a submission that are not there; how many."""
        there = {self.key(row) for row in self.rows}
        new = [one for one in scheme.manual if (csv_cell(submission), one.id) not in there]
        for criterion in new:
            row = _Row(0, [""] * len(self.header))
            self.rows.append(row)
            texts = (submission, student, criterion.id, criterion.rule)
            for column, text in zip(_COLUMNS, texts, strict=False):
                self.put(row, column, csv_cell(text))
            self.put(row, "out_of", self.number(criterion.worth))
        return len(new)

    def rename(self, taken: Mapping[str, str], versions: Mapping[str, str]) -> int:
        """Writes submissions and versions in the place of their other names; how many rows changed.

        Rows without marks and comment make way for those that take their names.
        """
        lines, keys = set(), set()
        for row in self.rows:
            name, criterion = self.key(row)
            if name in taken:
                self.put(row, "submission", csv_cell(taken[name]))
                noted = self.get(row, "digest").strip()
                self.put(row, "digest", versions.get(noted, noted))
                lines.add(row.line)
                keys.add((csv_cell(taken[name]), criterion))
        self.rows[:] = [
            row
            for row in self.rows
            if row.line in lines or self.key(row) not in keys or self._is_filled_in(row)
        ]
        return len(lines)

    def date(self, submission: str, digest: str) -> int:
        """Notes the version in the rows of a submission that are open to it; how many changed."""
        if self._place("digest") is None:
            self.header.append("digest")
        changed = 0
        for row in self.rows:
            noted, version = self.get(row, "digest").strip(), version_of(digest)
            is_open = not noted or not self.get(row, "marks").strip()
            if self.key(row)[0] == csv_cell(submission) and is_open and noted != version:
                self.put(row, "digest", version)
                changed += 1
        return changed

    def _is_filled_in(self, row: _Row) -> bool:
        return any(self.get(row, column).strip() for column in ("marks", "comment"))

    def _place(self, column: str) -> int | None:
        names = [name.strip().lower() for name in self.header]
        return names.index(column) if column in names else None


def read_marks(path: Path, scheme: Scheme) -> Marks:
    """What was given, by submission and criterion. What has no marks yet is left out.

    A submission is found by its name, whatever a cell had to make of it. Raises InputError,
    naming the file and the line, when it cannot be read or gives what cannot be given.
    """
    sheet = _read(path)
    known = {one.id: one for one in scheme.criteria}
    found: dict[str, dict[str, Given]] = {}
    for row in sheet.rows:
        where = f"{path}:{row.line}"
        if not any(text.strip() for text in row.cells):
            continue
        submission, name = sheet.key(row)
        criterion = manual_criterion(name, known, where)
        if not submission:
            raise InputError(f"{where}: the row names no submission; fill in the column submission")
        text = sheet.get(row, "marks").strip()
        if not text:
            continue
        comment, version = bare(sheet.get(row, "comment")), sheet.get(row, "digest").strip()
        given = Given(marks_for(text, criterion, where), comment, version, row.line)
        of_submission = found.setdefault(submission, {})
        before = of_submission.setdefault(name, given)
        if before.earned != given.earned:
            raise InputError(
                f"{where}: {submission} has {format_marks(before.earned)} for {name} in another "
                "row, "
                f"and {format_marks(given.earned)} here; delete one of them"
            )
        if not before.comment:
            of_submission[name] = given
    return _ByHandIn(found)


def under(given: Marks, taken: Mapping[str, str], versions: Mapping[str, str], path: Path) -> Marks:
    """The marks by the names of the submissions that the file's names are `taken` as.

    They are for the same versions, which may be called otherwise. Raises InputError when two
    rows then have other marks for the same criterion.
    """
    found: dict[str, dict[str, Given]] = {}
    for name, marks in given.items():
        submission = csv_cell(taken.get(name, name))
        of_submission = found.setdefault(submission, {})
        for criterion, one in marks.items():
            version = versions.get(one.version, one.version)
            before = of_submission.setdefault(criterion, replace(one, version=version))
            if before.earned != one.earned:
                raise InputError(
                    f"{path}:{one.line}: {submission} has {format_marks(before.earned)} for "
                    f"{criterion} in line {before.line}, and {format_marks(one.earned)} here, as "
                    f"{name}; delete one of them"
                )
    return _ByHandIn(found)


def write_sheet(  # noqa: PLR0913, PLR0917 what rows are about, and what they were about before
    path: Path,
    scheme: Scheme,
    submissions: Mapping[str, str],
    digests: Mapping[str, str] | None = None,
    taken: Mapping[str, str] | None = None,
    versions: Mapping[str, str] | None = None,
) -> int:
    """Adds a row for each submission and criterion that has none; how many were added.

    Names that are `taken` as those of submissions are written as these first, and so are
    versions.

    The submissions come with their student numbers. All that stands in the file is kept, but
    where nobody has said for which version marks are, or there are none yet, the row gets the
    version that its digest tells.
    Raises InputError when it cannot be read or written, or when the names of two
    submissions look the same.
    """
    looks = Counter(" ".join(csv_cell(one).split()) for one in submissions)
    for name, count in looks.items():
        if count > 1:
            raise InputError(f"two submissions would both be {name!r} in {path}; rename one")
    sheet = _read(path) if path.exists() else _Sheet()
    renamed = sheet.rename(taken or {}, versions or {})
    added = sum(sheet.add(scheme, *one) for one in submissions.items())
    dated = sum(sheet.date(name, digest) for name, digest in (digests or {}).items())
    if added or dated or renamed or not path.exists():
        _write(path, sheet)
    return added


def put(  # noqa: PLR0913, PLR0917 whose marks, and where
    path: Path,
    scheme: Scheme,
    submission: str,
    student: str,
    given: Mapping[str, Given],
    digest: str = "",
) -> None:
    """Writes what was given to one submission into the file, which is made if it does not exist.

    What is given anew is for the version of this digest, or else for whatever comes next.

    Raises InputError as `write_sheet` does, and for what no person marks.
    """
    known = {one.id: one for one in scheme.criteria}
    for name in given:
        manual_criterion(name, known, str(path))
    sheet = _read(path) if path.exists() else _Sheet()
    sheet.add(scheme, submission, student)
    if digest:
        sheet.date(submission, digest)
    for row in sheet.rows:
        name, criterion = sheet.key(row)
        if name != csv_cell(submission) or criterion not in given:
            continue
        new = given[criterion]
        marked_before = sheet.get(row, "marks").strip()
        if digest or marked_before != sheet.number(new.earned):
            sheet.put(row, "digest", version_of(digest) if digest else "")
        sheet.put(row, "marks", sheet.number(new.earned))
        if new.comment or marked_before:
            sheet.put(row, "comment", shielded(new.comment))
    _write(path, sheet)


def remove(path: Path, submission: str) -> int:
    """Removes the rows of a submission; how many there were. Raises InputError."""
    sheet = _read(path)
    kept = [row for row in sheet.rows if sheet.key(row)[0] != csv_cell(submission)]
    count = len(sheet.rows) - len(kept)
    if count:
        sheet.rows[:] = kept
        _write(path, sheet)
    return count


def verdicts(given: Mapping[str, Given], scheme: Scheme) -> Mapping[str, Verdict]:
    """How the criteria end that were marked, by their ids."""
    return {one.id: _verdict(given[one.id], one) for one in scheme.manual if one.id in given}


def _verdict(given: Given, criterion: Criterion) -> Verdict:
    reason = " ".join(given.comment.split()) or "marked by a person"
    share = given.earned / criterion.worth
    if not share:
        return Verdict(State.FAILED, reason)
    if share == 1:
        return Verdict(State.PASSED, reason)
    return Verdict(State.PARTIAL, reason, share=share)


def manual_criterion(name: str, known: Mapping[str, Criterion], where: str) -> Criterion:
    """The criterion of this name. Raises InputError when a person cannot mark it."""
    criterion = known.get(name)
    if criterion is None:
        named = [one.id for one in known.values() if one.manual]
        raise InputError(
            f"{where}: there is no criterion {one_line(name)!r}; "
            f"the manual criteria are {', '.join(named)}"
        )
    if not criterion.manual:
        raise InputError(f"{where}: {name} is not marked by hand; leave it out")
    return criterion


def marks_for(text: str, criterion: Criterion, where: str) -> Fraction:
    """The number of marks. Raises InputError when it cannot be given for the criterion."""
    match = _NUMBER.fullmatch(text)
    most = format_marks(criterion.worth)
    if not match:
        raise InputError(
            f"{where}: the marks are {one_line(text)[:40]!r}; write a number from 0 to {most}"
        )
    part = (match["part"] or "").rstrip("0")
    if len(part) > _MOST_DECIMALS:
        raise InputError(f"{where}: the marks are {text[:40]}; write at most two decimals")
    earned = Fraction(f"{match['whole']}.{part or 0}")
    if match["sign"] and earned:
        raise InputError(f"{where}: the marks are {text}; write a number that is not negative")
    if earned == Fraction(most):
        return criterion.worth
    if earned > criterion.worth:
        raise InputError(f"{where}: the marks are {text}; {criterion.id} is out of {most}")
    return earned


def _looks_like_a_formula(text: str) -> bool:
    return csv_cell(text.lstrip("' \t\r\n")[:1]).startswith("'")


def shielded(comment: str) -> str:
    """The comment so that no spreadsheet takes it for a formula; `bare` takes it back."""
    return f"'{comment}" if _looks_like_a_formula(comment) else comment


def bare(comment: str) -> str:
    is_shielded = comment.startswith("'") and _looks_like_a_formula(comment)
    return comment[1:] if is_shielded else comment


def _read(path: Path) -> _Sheet:
    """The file as it stands. Raises InputError when it is not a sheet of marks."""
    csv = read_csv(path)
    rows = [_Row(row.line, [] if row.is_blank else row.texts) for row in csv.rows]
    sheet = _Sheet(csv.delimiter, csv.header.texts, rows)
    names = [name.strip().lower() for name in sheet.header]
    missing = [name for name in _NEEDED if name not in names]
    if missing:
        raise InputError(f"{path}:{csv.header.line}: a column is missing: {', '.join(missing)}")
    twice = [name for name in _COLUMNS if names.count(name) > 1]
    if twice:
        raise InputError(f"{path}:{csv.header.line}: a column is duplicated: {', '.join(twice)}")
    return sheet


def _write(path: Path, sheet: _Sheet) -> None:
    """Writes the file in one step. Raises WriteError."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=sheet.delimiter, lineterminator="\r\n")
    writer.writerows([sheet.header, *(row.cells for row in sheet.rows)])
    data = text.getvalue().encode("utf-8-sig", errors="replace")
    target = path.resolve()
    mode = S_IMODE(target.stat().st_mode) if target.exists() else 0o644
    write_atomically(target, data, mode=mode)
