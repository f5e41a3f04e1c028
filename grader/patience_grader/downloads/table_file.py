"""Tables that people supply, their columns found by names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..text.csv_text import CsvText, csv_of, read_csv

_AS_TEXT = re.compile(r'="([^"]*)"')


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


def fold(name: str) -> str:
    """The name of a column as it is compared: in one form, without case and needless blanks."""
    plain = unicodedata.normalize("NFKC", name).replace("_", " ").replace("’", "'")
    return " ".join(plain.split()).casefold()


def read_table(path: Path, titles: int = 0) -> Table:
    """The table in a file, below so many lines of titles.

    Raises InputError, naming file and line, when it cannot be read.
    """
    return _table(read_csv(path, titles))


def table_of(data: bytes, name: str) -> Table:
    """The table in these bytes. Raises InputError, naming the line, when they are not one."""
    return _table(csv_of(data, name))


def _table(csv: CsvText) -> Table:
    header = [_said(text) for text in csv.header.texts]
    columns = [fold(text) for text in header]
    twice = {name for name in columns if name and columns.count(name) > 1}
    rows = []
    for row in csv.rows:
        if row.is_blank:
            continue
        pairs = zip(columns, row.texts, strict=False)
        cells = {name: _said(text) for name, text in pairs if name and name not in twice}
        rows.append(Row(row.line, cells))
    known = frozenset(filter(None, columns)) - twice
    return Table(csv.name, tuple(header), tuple(rows), csv.header.line, known)


def _said(text: str) -> str:
    """What a cell says, without what keeps a spreadsheet from taking it for a number: `="0012"`."""
    bare = text.strip()
    match = _AS_TEXT.fullmatch(bare)
    return match[1].strip() if match else bare
