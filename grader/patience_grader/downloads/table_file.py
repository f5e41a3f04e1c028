"""Tables that people upload: CSV in any usual encoding and with any usual delimiter."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError

MAX_BYTES = 16 << 20
MAX_ROWS = 100_000
_DELIMITERS = ",;\t|"
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True)
class Row:
    """The cells of a row, stripped, by the folded names of their columns."""

    line: int
    cells: Mapping[str, str]

    def first(self, *columns: str) -> str:
        """The first cell that is filled in among these columns; empty if none is."""
        return next((self.cells[name] for name in columns if self.cells.get(name)), "")


@dataclass(frozen=True)
class Table:
    """A table with a header."""

    name: str
    """What to call it in a message."""
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    line: int = 1
    """Where the header stands."""
    columns: frozenset[str] = field(default_factory=frozenset)
    """The names of the columns, folded."""

    def at(self, row: Row) -> str:
        """The place of a row, for a message."""
        return f"{self.name}:{row.line}"

    def require(self, *columns: str) -> None:
        """Raises InputError when a column is missing."""
        missing = [name for name in columns if name not in self.columns]
        if missing:
            raise InputError(
                f"{self.name}:{self.line}: a column is missing: {', '.join(missing)}; "
                "the first line must name the columns"
            )


def fold(name: str) -> str:
    """The name of a column as it is compared: without case and needless blanks."""
    return " ".join(name.replace("_", " ").split()).casefold()


def read_table(path: Path) -> Table:
    """The table in a file. Raises InputError, naming file and line, when it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise InputError(f"{path} cannot be read ({fault.strerror}); name a CSV file") from fault
    return table_of(data, str(path))


def table_of(data: bytes, name: str) -> Table:
    """The table in these bytes. Raises InputError, naming the line, when they are not one."""
    if len(data) > MAX_BYTES:
        raise InputError(f"{name} is larger than {MAX_BYTES >> 20} MiB; name a CSV file")
    text = _decoded(data, name)
    first = text.partition("\n")[0].strip()
    skipped = first.lower().startswith("sep=") and len(first) == 5
    delimiter = first[4] if skipped else _delimiter(text)
    lines = _lines(text, delimiter, name)
    if skipped:
        lines = lines[1:]
    if not lines:
        raise InputError(f"{name} is empty; its first line must name the columns")
    (line, header), *others = lines
    columns = [fold(cell) for cell in header]
    twice = {cell for cell in columns if cell and columns.count(cell) > 1}
    rows = []
    for number, cells in others:
        if any(cells[len(columns) :]):
            raise InputError(
                f"{name}:{number}: the row has more cells than the header; "
                "put quotation marks around a text with a delimiter in it"
            )
        pairs = zip(columns, cells, strict=False)
        rows.append(Row(number, {key: cell for key, cell in pairs if key and key not in twice}))
    known = frozenset(filter(None, columns)) - twice
    return Table(name, tuple(header), tuple(rows), line, known)


def _decoded(data: bytes, name: str) -> str:
    """The text in whichever encoding a spreadsheet writes. Raises InputError."""
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    nulls = data[:400].count(0)
    guesses = [_MARKS[mark]] if mark else ["utf-8", "cp1252"]
    if not mark and nulls * 3 > len(data[:400]):
        guesses = ["utf-16-le" if data[1:2] == b"\0" else "utf-16-be"]
    for encoding in guesses:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise InputError(f"{name} is not a text file; save the table as CSV in UTF-8")


def _delimiter(text: str) -> str:
    """The delimiter that divides the header into the most columns."""
    start = text.lstrip()[:10_000]

    def columns(delimiter: str) -> int:
        try:
            return len(next(csv.reader(io.StringIO(start, newline=""), delimiter=delimiter), []))
        except csv.Error:
            return 0

    return max(_DELIMITERS, key=columns)


def _lines(text: str, delimiter: str, name: str) -> list[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found = []
    start = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                found.append((start, stripped))
            if len(found) > MAX_ROWS:
                raise InputError(f"{name}:{start}: there are more than {MAX_ROWS} rows")
            start = reader.line_num + 1
    except csv.Error as fault:
        raise InputError(f"{name}:{start}: this is not CSV ({fault})") from None
    return found


def looks_like(header: Iterable[str], *columns: str) -> bool:
    """Whether a header names all of these columns."""
    names = {fold(cell) for cell in header}
    return all(column in names for column in columns)
