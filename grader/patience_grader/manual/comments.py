"""A comment bank: what was written about submissions, to be used again by a key."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import InputError
from ..text.atomic import write_atomically
from ..text.csv_text import Cell, Row, csv_of, read_csv
from ..text.sanitize import one_line
from .sheet import Given, bare, shielded

COMMENT_BANK = "comment-bank.csv"
"""The file, beside the manual marks."""
_COLUMNS = ("criterion", "key", "comment")
_KEY = re.compile(r"[\w.-]{1,30}")
_USED = re.compile(r"=\s*(?P<key>[\w.-]{1,30})")
_MOST_LISTED = 8


@dataclass(frozen=True)
class Comment:
    """A comment on a criterion, and what it is called; without a criterion it fits every one."""

    criterion: str
    key: str
    text: str


@dataclass(frozen=True)
class Bank:
    """The comments, in the order in which they were written."""

    comments: tuple[Comment, ...] = ()

    def of(self, criterion: str) -> tuple[Comment, ...]:
        """Those that fit a criterion."""
        return tuple(one for one in self.comments if one.criterion in {criterion, ""})

    def filled_in(self, text: str) -> str:
        """The text with the comment in place of each line `=KEY`.

        Raises InputError when there is no such key.
        """
        return "\n".join(map(self._line, text.split("\n")))

    def with_passages(self, criterion: str, text: str, before: str = "") -> Bank:
        """The bank with what is new in a comment as it was typed, a paragraph each.

        What already stood there `before`, and what the bank has, is not new.
        """
        known = {_folded(one.text) for one in self.of(criterion)} | set(
            map(_folded, _passages(before))
        )
        found = self
        for passage in _passages(text):
            if _folded(passage) not in known:
                known.add(_folded(passage))
                found = replace(
                    found, comments=(*found.comments, Comment(criterion, found._free(), passage))
                )
        return found

    def _line(self, line: str) -> str:
        match = _USED.fullmatch(line.strip())
        if match is None:
            return line
        wanted = match["key"].casefold()
        for one in self.comments:
            if one.key.casefold() == wanted:
                return one.text
        keys = ", ".join(f"={one.key}" for one in self.comments[:_MOST_LISTED]) or "none yet"
        raise InputError(f"the comment bank has no {line.strip()}; its keys are {keys}")

    def _free(self) -> str:
        """A number that is not taken."""
        numbers = [int(one.key) for one in self.comments if one.key.isdecimal()]
        return str(max(numbers, default=0) + 1)


def gathered(given: Iterable[Mapping[str, Given]]) -> Bank:
    """A bank of the comments that submissions have been given."""
    bank = Bank()
    for of_submission in given:
        for criterion, one in of_submission.items():
            bank = bank.with_passages(criterion, one.comment)
    return bank


def applied(
    bank: Bank, typed: Mapping[str, Given], before: Mapping[str, Given]
) -> tuple[Mapping[str, Given], Bank]:
    """What was given, with comments in place of their keys, and the bank with what is new in it.

    A comment that was not changed stays as it is. Raises InputError, naming the criterion, for a
    key that is not in the bank.
    """
    found: dict[str, Given] = {}
    for criterion, one in typed.items():
        known = before[criterion].comment if criterion in before else ""
        found[criterion] = one
        if one.comment != known:
            try:
                found[criterion] = replace(one, comment=bank.filled_in(one.comment))
            except InputError as fault:
                raise InputError(f"{criterion}: {fault}") from None
            bank = bank.with_passages(criterion, one.comment, known)
    return found, bank


def read_bank(path: Path) -> Bank:
    """The bank in a file. Raises InputError, naming the line, when it cannot be read."""
    table = read_csv(path)
    names = [name.strip().lower() for name in table.header.texts]
    if missing := [name for name in _COLUMNS if name not in names]:
        raise InputError(f"{path}:{table.header.line}: a column is missing: {', '.join(missing)}")
    places = [names.index(name) for name in _COLUMNS]
    found: dict[str, Comment] = {}
    for row in table.rows:
        texts = [*row.texts, *[""] * len(names)]
        criterion, key, text = (texts[place] for place in places)
        where = f"{path}:{row.line}"
        if not text.strip():
            continue
        if not _KEY.fullmatch(key := bare(key).strip()):
            raise InputError(
                f"{where}: the key is {one_line(key)!r}; write a number or a short word"
            )
        if key.casefold() in found:
            raise InputError(f"{where}: the key {key} is there twice; change one of them")
        found[key.casefold()] = Comment(criterion.strip(), key, bare(text).strip())
    return Bank(tuple(found.values()))


def add_comments(path: Path, new: Iterable[Comment]) -> None:
    """Adds comments to the file, which is made if it does not exist; the rest of it stays as it is.

    Raises InputError when it cannot be read or written.
    """
    empty = ",".join(_COLUMNS) + "\r\n"
    table = read_csv(path) if path.exists() else csv_of(b"\xef\xbb\xbf" + empty.encode(), str(path))
    last = table.rows[-1] if table.rows else table.header
    last.end = last.end or "\r\n"
    for one in new:
        parts = {"criterion": one.criterion, "key": one.key, "comment": shielded(one.text)}
        texts = [parts.get(name.strip().lower(), "") for name in table.header.texts]
        table.rows.append(Row([_cell(text, table.delimiter) for text in texts], last.end, 0))
    write_atomically(path.resolve(), table.data())


def _cell(text: str, delimiter: str) -> Cell:
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=delimiter, lineterminator="").writerow([text, ""])
    return Cell(written.getvalue().removesuffix(delimiter))


def _passages(text: str) -> list[str]:
    """The paragraphs of a comment without what is taken from the bank."""
    lines = ["" if _USED.fullmatch(line.strip()) else line.rstrip() for line in text.splitlines()]
    return [one.strip() for one in re.split(r"\n{2,}", "\n".join(lines)) if one.strip()]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
