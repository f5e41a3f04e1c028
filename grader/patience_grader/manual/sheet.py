"""The marks that a person gives: as a CSV file for the whole cohort, and as a text to edit."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from stat import S_IMODE
from typing import Any

from ..errors import InputError
from ..marks.scheme import Criterion, Scheme
from ..marks.verdict import State, Verdict
from ..text.atomic import write_atomically
from ..text.csv_text import read_csv
from ..text.numbers import format_marks
from ..text.sanitize import csv_cell, one_line
from .evidence import Review

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
_SHOWN = 8
_LONGEST_COMMENT = 20_000
_DIGITS = 12
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Given:
    """What a person gave for one criterion."""

    earned: Fraction
    comment: str
    version: str = field(default="", compare=False, repr=False)
    """Which version of the submission it was given for; empty when nobody has said."""


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
            texts = (submission, student, criterion.id, criterion.title)
            for column, text in zip(_COLUMNS, texts, strict=False):
                self.put(row, column, csv_cell(text))
            self.put(row, "out_of", self.number(criterion.worth))
        return len(new)

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
        criterion = _criterion(name, known, where)
        if not submission:
            raise InputError(f"{where}: the row names no submission; fill in the column submission")
        text = sheet.get(row, "marks").strip()
        if not text:
            continue
        comment, version = _bare(sheet.get(row, "comment")), sheet.get(row, "digest").strip()
        given = Given(_earned(text, criterion, where), comment, version)
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


def write_sheet(
    path: Path,
    scheme: Scheme,
    submissions: Mapping[str, str],
    digests: Mapping[str, str] | None = None,
) -> int:
    """Adds a row for each submission and criterion that has none; how many were added.

    The submissions come with their student numbers. All that stands in the file is kept, but
    where nobody has said for which version marks are, or there are none yet, the row gets the
    version that its digest tells.
    Raises InputError when it cannot be read or written, or when the names of two
    submissions look the same.
    """
    looks = Counter(map(csv_cell, submissions))
    for name, count in looks.items():
        if count > 1:
            raise InputError(f"two submissions would both be {name!r} in {path}; rename one")
    sheet = _read(path) if path.exists() else _Sheet()
    added = sum(sheet.add(scheme, *one) for one in submissions.items())
    dated = sum(sheet.date(name, digest) for name, digest in (digests or {}).items())
    if added or dated or not path.exists():
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
        _criterion(name, known, str(path))
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
            sheet.put(row, "comment", _shielded(new.comment))
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


def as_text(
    submission: str,
    scheme: Scheme,
    given: Mapping[str, Given],
    review: Review | None,
    page: Path | None = None,
) -> str:
    """A text, in TOML, in which a person fills in marks and comments; `from_text` reads it.

    It names the `page` on which the code stands beside the evidence.
    """
    head = [
        f"Marks for {one_line(submission)}.",
        "Fill in the marks, and a comment that the student reads. Leave the marks empty",
        "if you have not decided.",
        *([f"The code and the evidence: {page}"] if page else []),
        *(["", *_evidence(review)] if review else []),
    ]
    parts = ["".join(f"# {text}".rstrip() + "\n" for text in head)]
    for criterion in scheme.manual:
        one = given.get(criterion.id)
        parts.append(
            f"[{criterion.id}]\n"
            f"# {one_line(criterion.title)}\n"
            f"# out of {format_marks(criterion.worth)}\n"
            f'marks = "{format_marks(one.earned) if one else ""}"\n'
            f'comment = """\n{_quoted(one.comment if one else "")}"""\n'
        )
    return "\n".join(parts)


def _evidence(review: Review) -> Iterator[str]:
    """What the tools found, in a few lines."""
    for trouble in review.troubles:
        yield f"Evidence is missing: {one_line(trouble)}"
    yield f"{review.documented} of {review.documentable} files, classes, functions documented"
    if review.missing:
        yield f"  without a docstring: {_few([one_line(name) for name in review.missing])}"
    yield f"{len(review.functions)} functions"
    longest = sorted(review.functions, key=lambda one: -one.lines)
    if longest:
        facts = [f"{one_line(one.name)} {one.lines} lines, {one.complexity}" for one in longest[:5]]
        yield f"  the longest, and their complexity: {'; '.join(facts)}"
    for group in review.duplicates[:_SHOWN]:
        places = [f"{one_line(one.file)} {one.first}-{one.last}" for one in group]
        yield f"repeated: {_few(places)}"
    for code, count in Counter(one.code for one in review.findings).most_common(_SHOWN):
        text = next(one.text for one in review.findings if one.code == code)
        yield f"{count} x {code}: {one_line(text)}"


def _few(names: Sequence[str]) -> str:
    more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _quoted(text: str) -> str:
    """The text as it must stand between three quotation marks."""
    text = text.encode(errors="replace").decode().replace("\\", "\\\\").replace('"""', '""\\"')
    text = _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return text[:-1] + '\\"' if text.endswith('"') else text


def from_text(text: str, scheme: Scheme) -> Mapping[str, Given]:
    """What was filled in, by criterion. What has neither marks nor comment is left out.

    Raises InputError, saying where, when it cannot be read, gives what cannot be given,
    or holds a comment without marks.
    """
    try:
        tables = tomllib.loads(text.removeprefix("\ufeff"), parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise InputError(f"the text cannot be parsed: {one_line(str(fault))}") from None
    known = {one.id: one for one in scheme.criteria}
    found = {}
    for exercise, aspects in tables.items():
        if not isinstance(aspects, dict):
            raise InputError(f"{_where(text, exercise)}: it does not belong to a criterion")
        for aspect, values in aspects.items():
            name = f"{exercise}.{aspect}"
            where = _where(text, name)
            one = _filled_in(values, _criterion(name, known, where), where)
            if one is not None:
                found[name] = one
    return found


def _where(text: str, name: str) -> str:
    """The line that opens a table, as well as it can be told."""
    opening = re.compile(rf"\s*\[?\s*{re.escape(name)}\b")
    lines = enumerate(text.splitlines(), 1)
    number = next((number for number, one in lines if opening.match(one)), None)
    return one_line(name) if number is None else f"line {number}, {one_line(name)}"


def _filled_in(values: Any, criterion: Criterion, where: str) -> Given | None:
    """What the table of a criterion says, or None when nothing is filled in."""
    if not isinstance(values, dict) or not set(values) <= {"marks", "comment"}:
        raise InputError(f"{where}: it must have marks and a comment, and nothing else")
    number, comment = values.get("marks", ""), values.get("comment", "")
    if isinstance(number, bool) or not isinstance(number, str | int):
        raise InputError(f"{where}: the marks must be a number")
    if not isinstance(comment, str):
        raise InputError(f"{where}: the comment must be a text")
    if len(comment) > _LONGEST_COMMENT:
        raise InputError(f"{where}: the comment has more than {_LONGEST_COMMENT} characters")
    if str(number).strip():
        return Given(_earned(str(number).strip(), criterion, where), comment)
    if comment.strip():
        raise InputError(f"{where}: there is a comment and no marks; fill them in")
    return None


def _criterion(name: str, known: Mapping[str, Criterion], where: str) -> Criterion:
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


def _earned(text: str, criterion: Criterion, where: str) -> Fraction:
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


def _shielded(comment: str) -> str:
    """The comment so that no spreadsheet takes it for a formula; `_bare` takes it back."""
    return f"'{comment}" if _looks_like_a_formula(comment) else comment


def _bare(comment: str) -> str:
    shielded = comment.startswith("'") and _looks_like_a_formula(comment)
    return comment[1:] if shielded else comment


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
    """Writes the file in one step. Raises InputError when that is not possible."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=sheet.delimiter, lineterminator="\r\n")
    writer.writerows([sheet.header, *(row.cells for row in sheet.rows)])
    data = text.getvalue().encode("utf-8-sig", errors="replace")
    target = path.resolve()
    try:
        mode = S_IMODE(target.stat().st_mode) if target.exists() else 0o644
        write_atomically(target, data, mode=mode)
    except OSError as fault:
        raise InputError(f"{path}: it cannot be written ({fault.strerror})") from None
