"""Fingerprints of what decides a mark besides the submission, and of what writes reports."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from .coursework import Coursework
from .front_matter import read_handout
from .packages import find_packages

_KIT = Path(__file__).parents[1]
_DECIDE_MARKS = (
    *("errors.py", "text", "marks", "sandbox", "course"),
    *("submission", "suite", "boundary", "questions", "marking"),
)
"""The rooms that a mark depends on: a change in any other marks nothing anew."""
_WRITE_REPORTS = ("text", "marks", "report")
_DECIDE_NO_VERDICT = {
    *("title", "version", "total", "bonus", "manual", "late", "visibility"),
    *("handout_url", "sections", "show_place", "misreading_costs", "about"),
    "documents",
}
"""Keys of the front matter that may change without anything being examined again."""


_SOURCES = {".py", ".json"}
"""Of what suites and solutions are made."""


def marking_fingerprints(coursework: Coursework) -> Mapping[str, str]:
    """Fingerprints of what decides how criteria end: handout, suite with its solution, and kit.

    The versions of the packages that submissions may import are a fourth, if there are any.

    What a criterion is worth, who sees what of it, bands and the late rule decide nothing about
    that, and neither does the prose of the handout.
    """
    found = {
        "handout": _digest((), _deciding(coursework)),
        "suite": _digest((*_files(coursework.suites), *_files(coursework.solution))),
        "kit": _kit_that_decides(),
    }
    if coursework.packages:
        versions = find_packages(coursework.packages, coursework.slug).versions
        found["packages"] = _digest((), json.dumps(dict(versions), sort_keys=True).encode())
    return found


def marking_fingerprint(coursework: Coursework) -> str:
    """A fingerprint of everything that decides how criteria end besides the submission."""
    return _digest((), json.dumps(marking_fingerprints(coursework)).encode())


def suites_fingerprint(coursework: Coursework) -> str:
    """A fingerprint of what decides which questions are drawn, besides the secret.

    These are the suites, the solution, and what the handout says to the suites.
    """
    said = json.dumps([coursework.version, coursework.suite], default=str, sort_keys=True)
    files = [*_files(coursework.suites), *_files(coursework.solution)]
    return _digest([one for one in files if one.suffix in _SOURCES], said.encode())


def _deciding(coursework: Coursework) -> bytes:
    """What a handout says that decides how criteria end."""
    table = read_handout(coursework.handout).table
    stated = {name: part for name, part in table.items() if name not in _DECIDE_NO_VERDICT}
    examined = sorted(one.id for one in coursework.scheme.examined)
    return json.dumps([stated, examined], default=str, sort_keys=True).encode()


@cache
def _kit_that_decides() -> str:
    return _digest(_rooms(_DECIDE_MARKS))


@cache
def reports_fingerprint() -> str:
    """A fingerprint of what writes the reports of a mark sheet."""
    return _digest(_rooms(_WRITE_REPORTS))


def kit_fingerprint() -> str:
    """A fingerprint of the whole kit."""
    return _digest(_files(_KIT))


def files_fingerprint(files: Iterable[Path]) -> str:
    """A fingerprint of files, by their names and what they hold."""
    return _digest(files)


def _rooms(names: Iterable[str]) -> list[Path]:
    places = (_KIT / name for name in names)
    return [file for place in places for file in (_files(place) if place.is_dir() else [place])]


def _files(folder: Path) -> list[Path]:
    """The files below a folder, but what Python makes of them; their order is the same anywhere."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one != "__pycache__")
        found += [Path(place, one) for one in sorted(names) if "." in one]
    return [file for file in found if file.suffix != ".pyc" and file.is_file()]


def _digest(files: Iterable[Path], more: bytes = b"") -> str:
    known = hashlib.sha256(more)
    for file in files:
        known.update(file.name.encode() + b"\0" + file.read_bytes())
    return known.hexdigest()
