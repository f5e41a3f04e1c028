"""What is made once on a machine and kept in the user's cache.

Nothing depends on it: where there is no cache, or not what is wanted, it is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import sys
from pathlib import Path

from platformdirs import user_cache_path

from ..course.coursework import Coursework
from ..course.fingerprint import files_fingerprint, marking_fingerprint
from ..errors import WriteError
from ..text.atomic import write_atomically

_MOST = 24
"""So many of a kind are kept: those used last."""


def place_of(kind: str, coursework: Coursework, *more: str) -> Path | None:
    """Where a thing is kept that is made from a coursework; None where there is no cache.

    `more` names what it is made from besides the coursework and the rooms of the kit that a mark
    depends on. Another of these, another Python or another set of libraries has another place. No
    other user of the machine can read it.
    """
    made_with = (
        marking_fingerprint(coursework),
        files_fingerprint([coursework.handout]),
        platform.python_version(),
        *_libraries(),
        *more,
    )
    known = hashlib.sha256("\0".join(made_with).encode()).hexdigest()
    try:
        folder = user_cache_path("patience", ensure_exists=True) / kind
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder / f"{coursework.slug}-{known}.json"


def _libraries() -> list[str]:
    """The installed distributions, each with its version."""
    folders = [Path(entry) for entry in sys.path if entry.endswith("-packages")]
    return sorted(found.name for folder in folders for found in folder.glob("*.dist-info"))


def read_cached(place: Path | None) -> str:
    """What is kept there; empty when nothing is."""
    if place is None:
        return ""
    try:
        text = place.read_text(encoding="utf-8")
        os.utime(place)
    except (OSError, UnicodeDecodeError):
        return ""
    return text


def store_cached(place: Path | None, text: str) -> None:
    """Keeps the text there, and no longer what has not been used for longest.

    Of several processes that keep the same, the last one's is kept.
    """
    if place is None:
        return
    with contextlib.suppress(OSError, WriteError):
        write_atomically(place, text, mode=0o600)
        others = sorted(place.parent.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in others[_MOST:]:
            old.unlink()
