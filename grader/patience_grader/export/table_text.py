"""A platform's CSV file of which single cells are changed: every other byte stays as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..downloads.table_file import fold
from ..text.csv_text import Cell, CsvText, Row, read_csv


@dataclass(frozen=True)
class TableText:
    """A file, and how its cells are read and changed."""

    path: Path
    csv: CsvText

    @property
    def header(self) -> Row:
        """The row that names the columns."""
        return self.csv.header

    @property
    def rows(self) -> Sequence[Row]:
        """The rows below the header."""
        return self.csv.rows

    def column(self, name: str) -> int | None:
        """The place of the column of this name, which is compared as `fold` leaves it."""
        names = list(map(fold, self.header.texts))
        return names.index(fold(name)) if fold(name) in names else None

    def put(self, row: Row, place: int, text: str) -> None:
        """Writes a cell; one that says the same already stays as it is."""
        row.cells += [Cell("") for _ in range(place + 1 - len(row.cells))]
        if row.cells[place].text != text:
            special = any(sign in text for sign in (self.csv.delimiter, '"', "\n", "\r"))
            quoted = row.cells[place].raw.startswith('"')
            bare = text.replace('"', '""')
            row.cells[place] = Cell(f'"{bare}"' if special or quoted else text)

    def level(self) -> None:
        """Gives every row but empty lines as many cells as the header has.

        Spreadsheets leave out empty cells at the end of some rows.
        """
        count = len(self.header.cells)
        for row in self.rows:
            if len(row.cells) > 1:
                row.cells[count:] = []
                row.cells += [Cell("") for _ in range(count - len(row.cells))]

    def comma(self, places: tuple[int | None, ...]) -> bool:
        """Whether numbers have a decimal comma, as far as these columns or the delimiter show."""
        texts = [text_at(row, place) for row in self.rows for place in places if place is not None]
        if any(re.fullmatch(r"-?[0-9]+,[0-9]+", text) for text in texts):
            return True
        if any(re.fullmatch(r"-?[0-9]+\.[0-9]+", text) for text in texts):
            return False
        return self.csv.delimiter == ";"


def text_at(row: Row, place: int | None) -> str:
    """The text of a cell without blanks around it; empty when the row has none there."""
    return row.cells[place].text.strip() if place is not None and place < len(row.cells) else ""


def read_table_text(path: Path) -> TableText:
    """The file, cut up into cells. Raises InputError when it is not a CSV file."""
    return TableText(path, read_csv(path))
