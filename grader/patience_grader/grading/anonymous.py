"""Pseudonyms: a delivery in which nothing that a person reads says whose a submission is.

A pseudonym is drawn from the name of a submission and a random key, so nobody can compute it
from a name, and a later run gives the same one. What resolves it lies beside the folder of
results, and not in it: see `record.key_folder`.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

import msgspec

from ..course.coursework import Coursework
from ..downloads.archives import is_packed
from ..downloads.model import stem
from ..downloads.own_results import RECORD
from ..errors import InputError
from ..submission.naming import collisions
from ..submission.reading import known_student
from ..submission.veil import Veil
from ..text.atomic import make_folder, write_atomically
from ..text.csv_table import csv_table
from ..text.sanitize import csv_cell, one_line
from .delivery import Delivery, Received
from .record import Key, Record, key_folder, write_record

KEY = "key.csv"
NOTES = "notes.txt"
_LETTERS = "bcdfghjkmnpqrstvwxz"


def anonymised(
    delivery: Delivery, earlier: Record, out: Path, *, wanted: bool
) -> tuple[Delivery, Record]:
    """The delivery under pseudonyms, if they are wanted or an earlier run has given them.

    What resolves them is written first, so that a run that is stopped can be continued; the
    record that comes back holds the key. Raises InputError when the folder holds results with
    names already.
    """
    if not wanted and earlier.key is None:
        return delivery, earlier
    if earlier.key is None and any((out / name).exists() for name in (RECORD, "marks.csv")):
        raise InputError(f"{out} holds results with names; name another folder with --out")
    key = _with_names(earlier.key or Key(secrets.token_hex(32)), delivery)
    record = msgspec.structs.replace(earlier, key=key)
    pseudonyms = {name: pseudonym for pseudonym, name in key.names.items()}
    make_folder(out)
    write_record(out, record)
    _write_for_people(key_folder(out), delivery, pseudonyms)
    return _hidden(delivery, pseudonyms, out), record


def pseudonyms_for(names: Iterable[str]) -> Mapping[str, str]:
    """New pseudonyms for these submissions, by their names; nobody can compute them again."""
    secret, found = secrets.token_hex(32), dict[str, str]()
    for name in names:
        found[_pseudonym(secret, name, found)] = name
    return {name: pseudonym for pseudonym, name in found.items()}


def under_pseudonyms(delivery: Delivery, record: Record, out: Path) -> Delivery:
    """The delivery as the run showed it that left this record; nothing is written."""
    if record.key is None:
        return delivery
    key = _with_names(record.key, delivery)
    return _hidden(delivery, {name: pseudonym for pseudonym, name in key.names.items()}, out)


def _with_names(key: Key, delivery: Delivery) -> Key:
    """The key with a pseudonym for each submission; those that were given stay."""
    names = dict(key.names)
    known = set(names.values())
    for upload in delivery.uploads:
        if upload.name not in known:
            names[_pseudonym(key.secret, upload.name, names)] = upload.name
    return Key(key.secret, names)


def _pseudonym(secret: str, name: str, taken: Mapping[str, str]) -> str:
    """One that nobody has. A letter that begins it keeps spreadsheets from reading a number."""
    for count in range(len(taken) + 1):
        text = f"{name}\0{count}".encode(errors="surrogateescape")
        number = int.from_bytes(hmac.digest(bytes.fromhex(secret), text, "sha256"))
        letters = []
        for _ in range(8):
            number, place = divmod(number, len(_LETTERS))
            letters.append(_LETTERS[place])
        found = f"anon-{''.join(letters[:4])}-{''.join(letters[4:])}"
        if found not in taken:
            return found
    raise AssertionError("there are more pseudonyms than submissions")


def _write_for_people(folder: Path, delivery: Delivery, pseudonyms: Mapping[str, str]) -> None:
    """Writes whose each pseudonym is, and all that names people."""
    rows: list[Iterable[str]] = [["pseudonym", "submission", "student", "name", "email"]]
    for one in sorted(delivery.received, key=lambda one: pseudonyms[one.upload.name]):
        name, email = (
            " and ".join(filter(None, (getattr(person, what) for person in one.people)))
            for what in ("name", "email")
        )
        student = known_student(one.upload, delivery.coursework)
        cells = (pseudonyms[one.upload.name], one.upload.name, student, name, email)
        rows.append(map(csv_cell, cells))
    write_atomically(folder / KEY, csv_table(rows), mode=0o600)
    lines = "".join(f"{one_line(note)}\n" for note in _naming(delivery))
    write_atomically(folder / NOTES, lines, mode=0o600)


def _naming(delivery: Delivery) -> Iterator[str]:
    """All that a person should know of a download, with names."""
    yield from (*collisions(delivery.uploads), *delivery.findings, *delivery.notes)
    yield from delivery.attempts
    yield from (f"{one.title} submitted nothing" for one in delivery.absent)


def _hidden(delivery: Delivery, pseudonyms: Mapping[str, str], out: Path) -> Delivery:
    """The delivery in an order that says nothing, without a line that could name anybody."""
    chosen = delivery.coursework
    received = [_veiled(one, chosen, pseudonyms[one.upload.name]) for one in delivery.received]
    where = key_folder(out) / NOTES
    grave = [*collisions(delivery.uploads), *delivery.findings]
    notes = [f"what resolves the pseudonyms is in {key_folder(out)}; give it to nobody who marks"]
    if others := len(list(_naming(delivery))) - len(grave):
        notes.append(f"{_count(others, 'note')} on the download: {where}")
    return replace(
        delivery,
        received=tuple(sorted(received, key=lambda one: one.upload.name)),
        absent=(),
        roster=(),
        findings=(f"{_count(len(grave), 'finding')} in the download: {where}",) if grave else (),
        notes=tuple(notes),
        attempts=(),
    )


def _count(number: int, noun: str) -> str:
    return (
        f"{number} {noun} that may name people"
        if number == 1
        else (f"{number} {noun}s that may name people")
    )


def _veiled(one: Received, chosen: Coursework, pseudonym: str) -> Received:
    upload = one.upload
    veil = Veil(upload.name, known_student(upload, chosen), frozenset(_telling(one)))
    veiled = replace(
        upload, name=pseudonym, student=pseudonym, owner=pseudonym, remark="", doubt="", veil=veil
    )
    return replace(one, upload=veiled)


def _telling(one: Received) -> Iterator[str]:
    """All that tells whose a submission is: who it is, and what its files are called."""
    yield from (one.upload.name, one.upload.owner, one.upload.student, one.delivered.key)
    for person in (*one.people, *one.delivered.people):
        texts = (person.name, person.number, person.email, *person.ids.values())
        yield from texts
        yield person.email.partition("@")[0]
        yield from (word for word in person.name.split() if _is_telling(word))
    yield from _files([name for attempt in one.marked for name in attempt.listed])
    yield from (left.path for attempt in one.marked for left in attempt.left_out)


def _is_telling(word: str) -> bool:
    return len(word) > 2 and word[:1].isupper()


def _files(names: Sequence[str]) -> Iterator[str]:
    """The names of archives, and of folders."""
    for name in names:
        path = PurePosixPath(name)
        yield from path.parts[:-1]
        if is_packed(path.name):
            yield from (name, path.name, stem(path.name))
