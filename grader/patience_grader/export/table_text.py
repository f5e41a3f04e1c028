"""A CSV file of which single cells are changed: every other byte stays as it was found.

Python's own `csv` does not store how a cell was quoted, so the text is cut up here. What
counts as a delimiter, a quotation mark and the end of a row is as in RFC 4180.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DELIMITERS = ",;\t"
_MOST_BYTES = 32 << 20


@dataclass
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

    def text(self, place: int | None) -> str:
        """The text of a cell without blanks around it; empty when the row has none there."""
        return (
            self.cells[place].text.strip() if place is not None and place < len(self.cells) else ""
        )

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return not any(cell.text.strip() for cell in self.cells)


@dataclass
class TableText:
    """A CSV file that can be written back byte for byte."""

    path: Path
    mark: bytes
    encoding: str
    delimiter: str
    header: Row
    rows: list[Row]

    def column(self, name: str) -> int | None:
        """The place of the column of this name, which is compared without case."""
        names = [cell.text.strip().casefold() for cell in self.header.cells]
        return names.index(name.casefold()) if name.casefold() in names else None

    def put(self, row: Row, place: int, text: str) -> None:
        """Writes a cell; one that says the same already stays as it is."""
        row.cells += [Cell("") for _ in range(place + 1 - len(row.cells))]
        if row.cells[place].text != text:
            special = any(sign in text for sign in (self.delimiter, '"', "\n", "\r"))
            quoted = row.cells[place].raw.startswith('"')
            bare = text.replace('"', '""')
            row.cells[place] = Cell(f'"{bare}"' if special or quoted else text)

    def comma(self, places: tuple[int | None, ...]) -> bool:
        """Whether numbers have a decimal comma, as far as these columns or the delimiter show."""
        texts = [row.text(place) for row in self.rows for place in places if place is not None]
        if any(re.fullmatch(r"-?[0-9]+,[0-9]+", text) for text in texts):
            return True
        if any(re.fullmatch(r"-?[0-9]+\.[0-9]+", text) for text in texts):
            return False
        return self.delimiter == ";"

    def data(self) -> bytes:
        """The file. A new character that its encoding does not have becomes a question mark."""
        rows = (self.header, *self.rows)
        text = "".join(
            self.delimiter.join(cell.raw for cell in row.cells) + row.end for row in rows
        )
        return self.mark + text.encode(self.encoding, "replace")


def read_table_text(path: Path) -> TableText:
    """The file, cut up into cells. Raises InputError when it is not a CSV file."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise InputError(f"{path} cannot be read: {fault.strerror}") from fault
    if len(data) > _MOST_BYTES:
        raise InputError(f"{path} is larger than {_MOST_BYTES >> 20} MiB; name a CSV file")
    mark, encoding, text = _decoded(data)
    if not text.strip() or "\0" in text:
        raise InputError(f"{path} is not a CSV file; export it again as CSV")
    first = re.sub(r'"[^"]*"', "", text).partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    rows = list(_rows(path, text, delimiter))
    return TableText(path, mark, encoding, delimiter, rows[0], rows[1:])


def _decoded(data: bytes) -> tuple[bytes, str, str]:
    """The byte order mark, the encoding and the text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return mark, encoding, data[len(mark) :].decode(encoding, "surrogatepass")
    for encoding in ("utf-8", "cp1252"):
        try:
            return b"", encoding, data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return b"", "latin-1", data.decode("latin-1")


def _rows(path: Path, text: str, delimiter: str) -> Iterator[Row]:
    cells: list[Cell] = []
    begins, line, at = 1, 1, 0
    token = re.compile(
        rf' *"(?:[^"]|"")*" *(?={re.escape(delimiter)}|\r|\n|\Z)|[^{re.escape(delimiter)}\r\n]*'
    )
    while at < len(text):
        found = token.match(text, at)
        raw = found[0] if found else ""
        if raw.lstrip(" ").startswith('"') and not _is_closed(raw):
            raise InputError(
                f"{path}:{line}: a quotation mark is not closed; export the file again"
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
