"""CSV files that people supply: in any usual encoding, with any usual delimiter.

Python's own `csv` does not store how a cell was quoted and refuses long cells, so the text is
cut up here: whoever changes single cells writes all others back byte for byte. What counts as
a delimiter, a quotation mark and the end of a row is as in RFC 4180.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError

MAX_BYTES = 32 << 20
MAX_ROWS = 100_000
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WORKBOOKS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")
_DELIMITERS = ",;\t|"
_END = r"(?:\r\n|\n|\r)"
_LINE = rf"[^\r\n]+{_END}"
_QUOTED = re.compile(r'"[^"]*+"')


@dataclass(frozen=True)
class Cell:
    """A cell as it stands in the file."""

    raw: str

    @property
    def text(self) -> str:
        """What it says."""
        bare = self.raw.strip(" ") if self.raw.strip(" ").startswith('"') else self.raw
        if len(bare) > 1 and bare[0] == bare[-1] == '"':
            return bare[1:-1].replace('""', '"')
        return bare


@dataclass
class Row:
    """A row: its cells, how it ends, and the line of the file at which it begins."""

    cells: list[Cell]
    end: str
    line: int

    @property
    def texts(self) -> list[str]:
        """What the cells say."""
        return [cell.text for cell in self.cells]

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return not any(cell.text.strip() for cell in self.cells)


@dataclass
class CsvText:
    """A CSV file with a header, which can be written back byte for byte."""

    name: str
    """What to call it in a message."""
    mark: bytes
    encoding: str
    delimiter: str
    preamble: str
    """What stands before the header: blank lines, titles, or a spreadsheet's `sep=;`."""
    header: Row
    rows: list[Row]

    def data(self) -> bytes:
        """The file. A new character that its encoding does not have becomes a question mark."""
        text = self.preamble + "".join(
            self.delimiter.join(cell.raw for cell in row.cells) + row.end
            for row in (self.header, *self.rows)
        )
        return self.mark + text.encode(self.encoding, "replace")


def read_csv(path: Path, titles: int = 0) -> CsvText:
    """The file, cut up into cells, without so many lines before the header that say something.

    Raises InputError, naming file and line.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise InputError(f"{path} cannot be read ({fault.strerror}); name a CSV file") from fault
    return csv_of(data, str(path), titles)


def csv_of(data: bytes, name: str, titles: int = 0) -> CsvText:
    """These bytes, cut up into cells. Raises InputError, naming the line, when they are not CSV."""
    if len(data) > MAX_BYTES:
        raise InputError(f"{name} is larger than {MAX_BYTES >> 20} MiB; name a CSV file")
    mark, encoding, text = _decoded(data, name)
    start = re.match(r"(\s*\n)?", text)
    preamble = start[0] if start else ""
    separator = re.compile(r"sep=(.)[ \t]*(\r\n|\n|\r)", re.IGNORECASE).match(text, len(preamble))
    preamble += separator[0] if separator else ""
    above = re.compile(rf"(?:{_LINE}(?:[ \t]*{_END})*){{{titles}}}").match(text, len(preamble))
    preamble += above[0] if above else ""
    rest = text[len(preamble) :]
    if not rest.strip():
        raise InputError(f"{name} is empty; its first line must name the columns")
    delimiter = separator[1] if separator else _delimiter(rest)
    rows: list[Row] = []
    for row in _rows(name, rest, delimiter, 1 + len(preamble.splitlines())):
        if rows and any(cell.text.strip() for cell in row.cells[len(rows[0].cells) :]):
            raise InputError(
                f"{name}:{row.line}: the row has more cells than the header; "
                "put quotation marks around a text with a delimiter in it"
            )
        rows.append(row)
        if len(rows) > MAX_ROWS:
            raise InputError(f"{name}:{row.line}: there are more than {MAX_ROWS} rows")
    return CsvText(name, mark, encoding, delimiter, preamble, rows[0], rows[1:])


def _decoded(data: bytes, name: str) -> tuple[bytes, str, str]:
    """The byte order mark, the encoding, and the text. Raises InputError."""
    if data.startswith(_WORKBOOKS):
        raise InputError(f"{name} is a spreadsheet's own file; save the table as CSV in UTF-8")
    mark, *guesses = next(
        ((mark, encoding) for mark, encoding in _MARKS if data.startswith(mark)),
        (b"", "utf-8", "cp1252"),
    )
    if not mark and data[:400].count(0) * 3 > len(data[:400]):
        guesses = ["utf-16-le" if data[1:2] == b"\0" else "utf-16-be"]
    for encoding in guesses:
        try:
            text = data[len(mark) :].decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return mark, encoding, text
    raise InputError(f"{name} is not a text file; save the table as CSV in UTF-8")


def _delimiter(text: str) -> str:
    """The delimiter that divides the header into the most columns."""
    first = _QUOTED.sub('""', text[:100_000]).lstrip("\r\n").splitlines()[0]
    return max(_DELIMITERS, key=first.count)


def _rows(name: str, text: str, delimiter: str, line: int) -> Iterator[Row]:
    """The rows, of which the first begins at the line. Raises InputError."""
    cells: list[Cell] = []
    begins, at = line, 0
    special = re.escape(delimiter)
    token = re.compile(rf' *"(?:[^"]|"")*+" *(?={special}|\r|\n|\Z)|[^{special}\r\n]*')
    while at < len(text):
        found = token.match(text, at)
        raw = found[0] if found else ""
        if raw.lstrip(" ").startswith('"') and not _is_closed(raw):
            raise InputError(
                f"{name}:{line}: a quotation mark is not closed; "
                "close it, or write a quotation mark inside a text twice"
            )
        cells.append(Cell(raw))
        line += raw.count("\n")
        at += len(raw)
        end = next((one for one in ("\r\n", "\n", "\r") if text.startswith(one, at)), "")
        if end or at == len(text):
            yield Row(cells, end, begins)
            line += 1
            cells, begins, at = [], line, at + len(end)
        else:
            at += 1
            if at == len(text):
                yield Row([*cells, Cell("")], "", begins)


def _is_closed(raw: str) -> bool:
    bare = raw.strip(" ")
    return len(bare) > 1 and bare.endswith('"') and bare.count('"') % 2 == 0
