"""Moodle's offline grading worksheet, and the zip of feedback files that Moodle takes.

Moodle's importer finds its columns by their names in the teacher's language, a participant by
the number at the end of the first column, and skips rows without a word; here each of them is
reported. Its comments are HTML.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..downloads.identity import Known
from ..downloads.model import Person
from ..downloads.worksheet import DRAFT, HEADS, NO, as_folder
from ..errors import InputError
from ..marks.mark_sheet import MarkSheet
from ..report.page import feedback_page, links_of, unchecked_of
from ..text.csv_text import Row
from ..text.numbers import format_marks, read_number
from ..text.sanitize import one_line
from .comment import comment_of
from .matching import Filled, absent, check_maximum, matched, replaced, scaled, shortened, written
from .people import Identity
from .results import Results
from .table_text import TableText, text_at

_SAME_TIME = (2020, 1, 1, 0, 0, 0)
_NEVER = {"", "-"}
_UNDATED = (
    "another grade or comment was there without its time, as after an earlier export; if that was "
    "uploaded, Moodle will skip this one: download the worksheet again and fill that in, or tick "
    "'allow updating records that have been modified more recently' when you upload"
)


@dataclass(frozen=True)
class _Columns:
    identifier: int
    grade: int
    most: int
    """What grades are out of, or the scale that they are from."""
    comments: int | None
    modified: int | None
    submitted: int | None
    status: int | None
    changeable: int | None
    name: int | None
    numbers: tuple[int, ...]
    """There can be one for the student number besides Moodle's own, which may be empty."""
    email: int | None
    team: int | None
    is_scale: bool
    is_foreign: bool
    """Whether the language is not known, so that a column may be there under another name."""


def fill_worksheet(
    table: TableText, results: Results, column: str | None, comments: str | None, *, scale: bool
) -> Filled:
    """The worksheet with the grades and comments of the rows that results fit.

    `column` and `comments` name the two columns where the worksheet is of no language that is
    known. A team that nobody is known of has the members that the worksheet names. Raises
    InputError when it is not a worksheet, or grades in it have another maximum.
    """
    columns = _columns(table, column, comments)
    rows = [row for row in table.rows if not row.is_blank]
    people = [_person(row, columns) for row in rows]
    lines = [row.line for row in rows]
    found = matched(people, lines, _with_members(results, rows, columns))
    comma = table.comma((columns.grade, columns.most))
    findings = list(found.findings)
    filled: dict[str, list[Known]] = {}
    same: list[int] = []
    undated: list[int] = []
    before: list[tuple[int, str]] = []
    for at, (result, sheet) in found.sheets.items():
        row = rows[at]
        most = _most(row, columns, results, scale=scale)
        grade = written(scaled(sheet, most, scale=scale), comma=comma) if most else sheet.band
        comment = html.escape(comment_of(sheet), quote=False)
        where = f"line {row.line}: Moodle will skip {one_line(result.name)}"
        findings += [f"{where}: {why}" for why in _skipped(row, columns, sheet, grade)]
        is_same = _is_same(text_at(row, columns.grade), grade)
        if _is_undated(row, columns) and not (is_same and _says(row, columns, comment)):
            undated.append(row.line)
        if is_same:
            same.append(row.line)
        else:
            if text_at(row, columns.grade) not in _NEVER:
                before.append((row.line, text_at(row, columns.grade)))
            table.put(row, columns.grade, grade)
        if columns.comments is not None:
            table.put(row, columns.comments, comment)
        filled.setdefault(result.name, []).append(people[at])
    if undated:
        findings.append(f"line {shortened(undated)}: {_UNDATED}")
    waiting = [at for at in found.without if _is_submitted(rows[at], columns)]
    if waiting:
        findings.append(_without_result([rows[at] for at in waiting], columns))
    others = [at for at in found.without if at not in waiting]
    notes = [*_notes(table, columns), *replaced(before), *absent(others, lines)]
    table.level()  # Moodle refuses a file with rows of several lengths
    if table.csv.preamble:
        findings.append(
            "Moodle will refuse this file, since its first line does not name the columns; delete "
            "what stands before them"
        )
    if same:
        notes.append(f"the worksheet has these grades already, on line {shortened(same)}")
    return Filled(table.csv.data(), filled, tuple(findings), tuple(notes))


def feedback_zip(results: Results, people: Mapping[str, Sequence[Known]]) -> bytes:
    """The feedback pages in the folders from which Moodle's upload tells whose they are.

    Each member of a team gets a folder.
    """
    packed = io.BytesIO()
    coursework = results.coursework
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for result, sheet in results.final:
            page = feedback_page(
                sheet,
                coursework.title,
                coursework.version,
                links_of(coursework),
                unchecked_of(coursework),
            )
            for person in people.get(result.name, ()):
                if not person.ids.get("moodle"):
                    continue
                name = re.sub(r'[_/\\:*?"<>|\x00-\x1f]', " ", person.name).strip(" .")
                folder = f"{name or 'Participant'}_{person.ids['moodle']}_assignfeedback_file"
                info = zipfile.ZipInfo(f"{folder}/feedback.html", _SAME_TIME)
                info.external_attr = 0o644 << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, page)
    return packed.getvalue()


def _columns(table: TableText, column: str | None, comments: str | None) -> _Columns:
    identifier = _known(table, "identifier") or 0
    grade = _named(table, column, "grade", "--column")
    if grade is None or grade + 1 >= len(table.header.cells):
        raise InputError(
            f"{table.path} is not a grading worksheet in a language that is known here: it has no "
            "column Grade; name its columns with --column and --comments "
            f"(there is: {_heads(table)})"
        )
    if not any(_number(text_at(row, identifier)) for row in table.rows):
        raise InputError(
            f"{table.path} has no participants' numbers in its first column; "
            "download the grading worksheet from the assignment again"
        )
    return _Columns(
        identifier,
        grade,
        grade + 1,
        _named(table, comments, "comments", "--comments"),
        _known(table, "graded"),
        _known(table, "submitted"),
        _known(table, "status"),
        _known(table, "changeable"),
        _known(table, "name"),
        tuple(_places(table, "number")),
        _known(table, "email"),
        _known(table, "team"),
        is_scale=_is_scale(table, grade + 1),
        is_foreign=_known(table, "grade") is None,
    )


def _is_scale(table: TableText, place: int) -> bool:
    texts = [text_at(row, place) for row in table.rows if not row.is_blank]
    return bool(texts) and all(read_number(text) is None for text in texts)


def _known(table: TableText, what: str) -> int | None:
    """The place of a column by what it is called in any language that is known."""
    return next(iter(_places(table, what)), None)


def _places(table: TableText, what: str) -> list[int]:
    places = map(table.column, HEADS[what])
    return [place for place in places if place is not None]


def _named(table: TableText, wanted: str | None, what: str, option: str) -> int | None:
    place = table.column(wanted) if wanted else _known(table, what)
    if wanted and place is None:
        raise InputError(
            f"{table.path} has no column {wanted!r}, as {option} says (there is: {_heads(table)})"
        )
    return place


def _heads(table: TableText) -> str:
    return ", ".join(one_line(csv_cell.text.strip()) for csv_cell in table.header.cells)


def _number(identifier: str) -> str:
    found = re.search(r"([0-9]+)\s*$", identifier)
    return found[1] if found else ""


def _person(row: Row, columns: _Columns) -> Identity:
    number = _number(text_at(row, columns.identifier))
    return Identity(
        text_at(row, columns.name),
        next(filter(None, (text_at(row, place) for place in columns.numbers)), ""),
        text_at(row, columns.email),
        {"moodle": number} if number else {},
    )


def _with_members(results: Results, rows: Sequence[Row], columns: _Columns) -> Results:
    """The results, those of teams with the people of the rows that name the team.

    The number that a download gives a team is the group's, which a participant may have, too.
    """
    teams: dict[str, list[Person]] = {}
    for row in rows:
        if team := as_folder(text_at(row, columns.team)):
            ids = {"moodle": _number(text_at(row, columns.identifier))}
            teams.setdefault(team, []).append(Person(text_at(row, columns.name), ids=ids))
    known = [
        replace(one, people=tuple(teams[as_folder(one.people[0].name)]))
        if len(one.people) == 1 and as_folder(one.people[0].name) in teams
        else one
        for one in results.submissions
    ]
    return replace(results, submissions=tuple(known))


def _most(row: Row, columns: _Columns, results: Results, *, scale: bool) -> Fraction | None:
    """The maximum grade; None where bands are exported, on a scale.

    Raises InputError when marks cannot be exported as they are.
    """
    if columns.is_scale:
        if results.coursework.late is None or not any(one.band for _, one in results.final):
            raise InputError(
                f"the worksheet grades on a scale ({one_line(text_at(row, columns.most))}), but "
                f"{results.coursework.slug} has no bands; set the assignment to points"
            )
        return None
    most = read_number(text_at(row, columns.most))
    if most is None or most <= 0:
        raise InputError(
            f"line {row.line} of the worksheet has no maximum grade; download it again"
        )
    check_maximum(results, most, "the worksheet's maximum grade", scale=scale)
    return most


def _is_submitted(row: Row, columns: _Columns) -> bool:
    """Whether a row says that something was handed in, by its time: it is in any language."""
    is_draft = text_at(row, columns.status).casefold().startswith(DRAFT)
    return text_at(row, columns.submitted) not in _NEVER and not is_draft


def _without_result(rows: Sequence[Row], columns: _Columns) -> str:
    """A line for rows of what was submitted and never marked."""
    named = (one_line(text_at(row, columns.name)) or "nobody named" for row in rows)
    shown = ", ".join(f"{name} (line {row.line})" for name, row in zip(named, rows, strict=True))
    count = "1 row was" if len(rows) == 1 else f"{len(rows)} rows were"
    return (
        f"{count} submitted and {'has' if len(rows) == 1 else 'have'} no result: {shown}; look for "
        "an online text, an empty folder, or work that came in after the download"
    )


def _is_same(before: str, grade: str) -> bool:
    value = read_number(grade)
    return before == grade or (value is not None and read_number(before) == value)


def _is_undated(row: Row, columns: _Columns) -> bool:
    """Whether a row has a grade that did not come from Moodle, which says when it was given."""
    has_grade = text_at(row, columns.grade) not in _NEVER
    return has_grade and columns.modified is not None and text_at(row, columns.modified) in _NEVER


def _says(row: Row, columns: _Columns, comment: str) -> bool:
    """Whether a row has the comment, if the worksheet has a column for it."""
    return columns.comments is None or text_at(row, columns.comments) == comment


def _skipped(row: Row, columns: _Columns, sheet: MarkSheet, grade: str) -> Iterator[str]:
    """Why Moodle's importer will not take the grade of a row."""
    value, most = read_number(grade), read_number(text_at(row, columns.most))
    if not _number(text_at(row, columns.identifier)):
        yield "the row has no participant's number"
    if text_at(row, columns.changeable).casefold() in NO:
        yield "its grade is locked; unlock it in the gradebook"
    if value is not None and most is not None and not 0 <= value <= most:
        yield f"{format_marks(value)} is not between 0 and {format_marks(most)}"
    if columns.modified is None and not columns.is_foreign:
        yield "the worksheet has no column Last modified (grade)"
    scale = [one.strip() for one in text_at(row, columns.most).split(",")]
    if columns.is_scale and sheet.band not in scale:
        yield f"{sheet.band} is not on the scale"


def _notes(table: TableText, columns: _Columns) -> Iterator[str]:
    if columns.comments is None:
        yield "the worksheet has no column Feedback comments, so no comment is exported"
    if columns.is_foreign:
        yield (
            "the worksheet is in a language that is not known here, so rows that Moodle will skip, "
            "such as locked ones, are not named"
        )
    if table.csv.encoding != "utf-8":
        yield f"the worksheet is encoded in {table.csv.encoding}; choose that when you upload"
    if table.csv.delimiter != ",":
        yield f"the worksheet's separator is {table.csv.delimiter!r}; choose it when you upload"
