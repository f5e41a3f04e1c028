"""Canvas' gradebook: the column of one assignment is filled in.

Canvas finds an assignment by the number in brackets behind its title, a student by the
column ID, then by SIS identifiers and by name. Rows that hold no student, and columns that
are marked as read-only, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..downloads.identity import Known, is_rounded, without_fraction
from ..downloads.rostered_groups import called_otherwise
from ..errors import InputError
from ..text.csv_text import Row
from ..text.numbers import format_marks, read_number
from ..text.sanitize import one_line
from .matching import Filled, absent, check_maximum, matched, replaced, scaled, written
from .people import Identity
from .results import Results
from .table_text import TableText, text_at

_NAMED = re.compile(r".*\(\d+\)\s*", re.DOTALL)
_POSTING = re.compile(r"\s*(muted|manual posting.*)?\s*", re.IGNORECASE)
_READ_ONLY = re.compile(r"read\s+only", re.IGNORECASE)


def fill_gradebook(
    table: TableText, results: Results, column: str | None, *, scale: bool
) -> Filled:
    """The gradebook with the marks of the rows that results fit.

    Raises InputError when it is not a gradebook, when the column is not clear, or when marks
    in it have another maximum.
    """
    if not _is_gradebook(table):
        raise InputError(
            f"{table.path} is not a Canvas gradebook; export one with Grades, Export, "
            "and name that file"
        )
    points = next((row for row in table.rows if "Points Possible" in text_at(row, 0)), None)
    place = _assignment(table, points, column)
    title = one_line(text_at(table.header, place))
    most = read_number(text_at(points, place)) if points else None
    if most is not None and most > 0:
        check_maximum(results, most, f"the points possible of {title}", scale=scale)
    elif scale:
        raise InputError(f"{table.path} does not say what {title} is out of, so leave out --scale")
    rows = [row for row in table.rows if not _is_no_student(row)]
    people = [_person(table, row) for row in rows]
    lines = [row.line for row in rows]
    found = matched(people, lines, results)
    comma = table.comma(tuple(range(place, len(table.header.cells))))
    findings = [*found.findings, *_refused(table), *_rounded(table, rows)]
    findings += called_otherwise(
        [
            (result.people[0].name, people[at].name)
            for at, (result, _) in found.sheets.items()
            if len(result.people) == 1 and result.people[0].name
        ]
    )
    filled: dict[str, list[Known]] = {}
    before: list[tuple[int, str]] = []
    for at, (result, sheet) in found.sheets.items():
        row = rows[at]
        if text_at(row, place).casefold() == "ex":
            findings.append(f"line {row.line}: {one_line(result.name)} is excused, and stays so")
            continue
        mark = scaled(sheet, most or Fraction(1), scale=scale)
        there = read_number(text_at(row, place))
        if there is not None and there != mark:
            before.append((row.line, text_at(row, place)))
        table.put(row, place, written(mark, comma=comma))
        filled.setdefault(result.name, []).append(people[at])
        if most and mark > most:
            findings.append(
                f"line {row.line}: {one_line(result.name)} has {format_marks(mark)} of "
                f"{format_marks(most)} points"
            )
    notes = (*replaced(before), *absent(found.without, lines))
    return Filled(table.csv.data(), filled, tuple(findings), notes)


def _refused(table: TableText) -> Iterator[str]:
    """A line if Canvas takes no file like this one, as a spreadsheet may have saved it."""
    csv = table.csv
    why = [f"it is in {csv.encoding}"] if csv.encoding != "utf-8" else []
    why += [f"its separator is {csv.delimiter!r}"] if csv.delimiter not in ",;" else []
    why += ["its first line does not name the columns"] if csv.preamble else []
    if why:
        yield (
            f"Canvas will refuse this file, since {' and '.join(why)}; save it as CSV in UTF-8 "
            "with commas, or export the gradebook again and fill that in"
        )


def _rounded(table: TableText, rows: Sequence[Row]) -> Iterator[str]:
    """A line if a spreadsheet has lost digits of the numbers by which Canvas knows students."""
    ids = {row.line: text_at(row, table.column("ID")) for row in rows}
    line, lost = next(((at, one) for at, one in ids.items() if is_rounded(one)), (0, ""))
    if lost:
        yield (
            f"line {line}: a spreadsheet has lost digits of the ID {lost}, so Canvas will not know "
            "the student; export the gradebook again and fill that in"
        )


def _is_gradebook(table: TableText) -> bool:
    heads = [csv_cell.text.strip() for csv_cell in table.header.cells]
    if len(heads) > 3 and "Student" in heads[0] and "ID" in heads[1]:
        return "Section" in heads
    return len(heads) > 4 and heads[:3] == ["LastName", "FirstName", "ID"] and "Section" in heads


def _assignment(table: TableText, points: Row | None, column: str | None) -> int:
    """The place of the assignment's column."""
    section = table.column("Section") or 0
    heads = [csv_cell.text.strip() for csv_cell in table.header.cells]
    places = [
        at
        for at, head in enumerate(heads)
        if at > section and _NAMED.fullmatch(head) and not _is_read_only(points, at)
    ]
    if column is not None:
        wanted = column.strip().casefold()
        named = [at for at in places if wanted in _names(heads[at])]
        if len(named) == 1:
            return named[0]
        what = "is the name of several columns" if named else "is not the column of an assignment"
        raise InputError(f"{column!r} {what} of {table.path} (there is: {_shown(heads, places)})")
    if len(places) != 1:
        raise InputError(
            f"{table.path} has {len(places)} columns of assignments that can be filled in; "
            f"choose one with --column (there is: {_shown(heads, places)})"
        )
    return places[0]


def _names(head: str) -> set[str]:
    """What a column may be called: as it is, without its number, and by that alone."""
    title, _, number = head.casefold().rstrip(") ").rpartition("(")
    return {head.casefold(), title.strip(), number}


def _shown(heads: list[str], places: list[int]) -> str:
    return ", ".join(one_line(heads[at]) for at in places) or "none"


def _is_read_only(points: Row | None, place: int) -> bool:
    return points is not None and bool(_READ_ONLY.search(text_at(points, place)))


def _is_no_student(row: Row) -> bool:
    texts = [csv_cell.text for csv_cell in row.cells]
    return "Points Possible" in text_at(row, 0) or all(_POSTING.fullmatch(text) for text in texts)


def _person(table: TableText, row: Row) -> Identity:
    def text(name: str) -> str:
        said = text_at(row, table.column(name))
        return said[2:-1] if said.startswith('="') and said.endswith('"') else said

    name = text("Student") or f"{text('FirstName')} {text('LastName')}".strip()
    ids = {"canvas": without_fraction(text("ID")), "login": text("SIS Login ID")}
    return Identity(name, text("SIS User ID"), "", {key: one for key, one in ids.items() if one})
