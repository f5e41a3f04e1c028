"""The marked edition of a question bank, made once on a machine and kept as a record.

Most of what an examiner does before the first submission is choosing questions, and they are the
same every time. Only the constants are kept: the book of answers is always the bank's own,
since it answers questions that nobody has asked before.
"""

from __future__ import annotations

import importlib
import json
import sys

from ..course.coursework import Coursework
from .cache import place_of, read_cached, store_cached
from .snapshot import RecordedModule, RecordReader, RecordWriter, exported

_KIND = "marked"


def take_cached_bank(coursework: Coursework) -> bool:
    """Puts the constants that are kept where the suites import them; whether there were any.

    What the book of answers has imported stays as it is.
    """
    try:
        kept = json.loads(read_cached(place_of(_KIND, coursework)))
        reader, modules = RecordReader(kept["nodes"]), dict(kept["bank"])
    except (ValueError, KeyError, TypeError):
        return False
    package = _package(coursework)
    importlib.import_module(package)
    for name, constants in modules.items():
        full = f"{package}.{name}"
        sys.modules.setdefault(full, RecordedModule(full, constants, reader))
    return True


def cache_bank(coursework: Coursework) -> None:
    """Keeps the constants of the bank that the suites have imported, if all can be written down."""
    writer = RecordWriter()
    try:
        bank = {
            name: {constant: writer.write(value) for constant, value in values.items()}
            for name, values in exported(_package(coursework))
        }
    except TypeError:
        return
    text = json.dumps({"nodes": writer.nodes, "bank": bank}, separators=(",", ":"))
    store_cached(place_of(_KIND, coursework), text)


def _package(coursework: Coursework) -> str:
    return f"suites.{coursework.slug}.bank"
