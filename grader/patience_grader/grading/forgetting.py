"""Removes a student from a folder of results.

Personal data lie there in these places and in no other: the folder of each submission (sheet,
pages, results), that of each further attempt in `attempts/`, and the rows of `marks.csv`,
`changes.csv`, `misconceptions.csv`, `index.html`, `similar.html`, `manual-marks.csv`,
`overrides.csv`, `runs.json`, which holds what earlier runs found, and `cohort.json`, which holds
times, roster and identities. Of anonymous results, `cohort.json` lies in the folder of the key
beside them, with `key.csv` and `notes.txt`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import msgspec

from ..downloads.identity import known_as, without_zeros
from ..downloads.listing import folded
from ..downloads.model import Person, stem
from ..errors import InputError
from ..manual.overrides import OVERRIDES, remove_overrides
from ..manual.sheet import remove
from ..text.atomic import write_atomically
from ..text.csv_table import csv_table
from ..text.csv_text import read_csv
from ..text.sanitize import csv_cell, one_line
from .anonymous import KEY, NOTES
from .best import ATTEMPTS
from .cohort import CHANGES, MISCONCEPTIONS
from .instructor_input import MANUAL_MARKS
from .record import Key, Record, key_folder, read_record, write_record
from .runs import RUNS, read_runs, without, write_runs

_TABLE = "marks.csv"
_PAGES = {
    "index.html": "patience grade",
    MISCONCEPTIONS: "patience grade",
    "similar.html": "patience similar",
}


def _told(name: str, people: Iterable[Person]) -> str:
    """A submission, with what else the people are known by whose it is."""
    texts = [text for one in people for text in (one.number, one.email, *one.ids.values())]
    known = dict.fromkeys(one_line(text) for text in texts if text and folded(text) != folded(name))
    return f"{name}: {' or '.join(known)}" if known else name


def forget(out: Path, student: str) -> list[str]:
    """Removes everything about a student, or a submission; what was removed, a line each.

    Raises InputError when nobody is called so, when several are, or for one member of a team.
    """
    if not (out / _TABLE).is_file():
        raise InputError(f"{out} holds no {_TABLE}; name the folder that patience grade wrote")
    record = read_record(out)
    wanted = folded(student)
    header, rows = _rows(out / _TABLE)
    places = [header.index(one) for one in ("submission", "student", "name") if one in header]
    shown = {row[0] for row in rows if wanted in {folded(row[place]) for place in places}}
    names = set(map(record.name_of, shown))
    names |= {
        name
        for name, entry in record.submissions.items()
        if wanted in {folded(name), folded(entry.student)}
        or any(wanted in known_as(one) for one in entry.people)
    }
    names = set(map(record.called_now, names))
    enrolled = [one for one in record.roster if wanted in known_as(one.person)]
    if not names and not enrolled:
        raise InputError(f"nobody in {out} is called {student!r}; name a submission or a number")
    if len(names) > 1 or len(enrolled) > 1:
        known = record.submissions
        told = [_told(one, known[one].people if one in known else ()) for one in sorted(names)]
        several = ", ".join(told or [_told(one.title, [one.person]) for one in enrolled])
        raise InputError(
            f"{student!r} fits several in {out} ({several}); name one by what only it is known by"
        )
    name = next(iter(names), "")
    entry = record.submissions.get(name)
    pseudonym = record.shown_as(name)
    if entry and len(entry.people) > 1 and wanted not in {folded(name), folded(pseudonym)}:
        raise InputError(
            f"{name} is the work of several; name that submission to remove it for all of them"
        )
    people = [*(entry.people if entry else ()), *(one.person for one in enrolled)]
    before = [one for one, known in record.submissions.items() if known.now and known.now == name]
    called = {folded(one) for one in (name, *before)}
    identities = {wanted, *called}.union(*map(known_as, people)) - {""}
    removed: list[str] = []
    for one in (*before, name):
        record = read_record(out)
        removed += _folders(out, record.shown_as(one))
        removed += _keys(out, record.shown_as(one), record)
        removed += _tables(out, one, identities, record)
    return removed


def _folders(out: Path, name: str) -> Iterable[str]:
    if not name:
        return
    for folder in (out / name, *sorted((out / ATTEMPTS).glob("*/"))):
        place = folder if folder.parent == out else folder / name
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
            yield f"{place} is removed"


def _tables(out: Path, name: str, identities: set[str], record: Record) -> Iterable[str]:
    shown = record.shown_as(name)
    for table in (_TABLE, CHANGES):
        if not (out / table).exists():
            continue
        header, rows = _rows(out / table)
        kept = [
            row for row in rows if row[0] != csv_cell(shown) and folded(row[0]) not in identities
        ]
        if len(kept) < len(rows):
            write_atomically(out / table, csv_table([header, *kept]))
            yield f"a row of {table} is removed"
    if (out / OVERRIDES).exists() and (count := remove_overrides(out / OVERRIDES, shown)):
        yield _removed(count, OVERRIDES)
    if shown in (runs := read_runs(out)).marked:
        write_runs(out, without(runs, shown))
        yield f"what earlier runs found is removed from {RUNS}"
    if (out / MANUAL_MARKS).exists() and (count := remove(out / MANUAL_MARKS, shown)):
        yield _removed(count, MANUAL_MARKS)
    fewer = msgspec.structs.replace(
        record,
        submissions={key: one for key, one in record.submissions.items() if key != name},
        times=tuple(
            one
            for one in record.times
            if folded(one.who) not in identities
            and without_zeros(stem(one.who)) not in set(map(without_zeros, identities))
        ),
        roster=tuple(one for one in record.roster if not known_as(one.person) & identities),
        sources=tuple(
            one for one in record.sources if folded(stem(Path(one).name)) not in identities
        ),
        absent=tuple(one for one in record.absent if not known_as(one) & identities),
        key=_key_without(name, record.key),
    )
    if fewer != record:
        write_record(out, fewer)
        yield "times, roster and identity in cohort.json are removed"
    for page, command in _PAGES.items():
        if (out / page).exists():
            (out / page).unlink()
            yield f"{page} is removed; {command} writes it anew"


def _removed(count: int, table: str) -> str:
    return f"1 row of {table} is removed" if count == 1 else f"{count} rows of {table} are removed"


def _key_without(name: str, key: Key | None) -> Key | None:
    if key is None:
        return None
    return Key(key.secret, {shown: true for shown, true in key.names.items() if true != name})


def _keys(out: Path, pseudonym: str, record: Record) -> Iterable[str]:
    """Removes what people read of whose a pseudonym is."""
    if record.key is None:
        return
    folder = key_folder(out)
    if (folder / KEY).exists():
        header, rows = _rows(folder / KEY)
        kept = [row for row in rows if row[0] != pseudonym]
        write_atomically(folder / KEY, csv_table([header, *kept]), mode=0o600)
        yield f"a row of {folder / KEY} is removed"
    if (folder / NOTES).exists():
        (folder / NOTES).unlink()
        yield f"{folder / NOTES} is removed; patience grade writes it anew"


def _rows(path: Path) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of the table. Raises InputError."""
    table = read_csv(path)
    width = len(table.header.cells)
    rows = [row.texts for row in table.rows if not row.is_blank]
    return table.header.texts, [[*row, *[""] * (width - len(row))] for row in rows]
