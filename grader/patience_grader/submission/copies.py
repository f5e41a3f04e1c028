"""What programs and people make of the name of a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import PurePosixPath

_BEFORE = r"(?:(?:copy of|kopie v[oa]n|copia d[ei]|cópia de|copie de) ){0,2}"
_AGAIN = r"(?: ?\(\d+\)| \d+| ?-? ?(?:copy|kopie|copia|cópia|copie)(?: ?\(?\d+\)?)?){0,2}"
_OTHERWISE = {".py", ".pyw", ".ipynb", ".txt", ".md", ".rtf", ".doc", ".docx", ".odt", ".pdf"}
"""What people save text in."""


def copy_of(name: str) -> Callable[[str], bool]:
    """Tells whether a file is called as programs call a copy of the one of this name.

    Such as `game (1).py`, `Copy of game.py`, `game - Copy.py`, `game.py.txt`, `game .py`.
    """
    path = PurePosixPath(name)
    stem, suffix = re.escape(path.stem), re.escape(path.suffix)
    more = rf"(?:{suffix}|\.txt|\.json)?" if path.suffix != ".txt" else ""
    pattern = re.compile(f"{_BEFORE}{stem}{_AGAIN} *{suffix} *{more}", re.IGNORECASE)
    return lambda other: pattern.fullmatch(unicodedata.normalize("NFC", other)) is not None


def could_be(name: str) -> Callable[[str], bool]:
    """Tells whether a person could have meant the file of this name, such as by `my_game2.py`."""
    stem = re.escape(PurePosixPath(name).stem)
    word = re.compile(rf"(?<![^\W\d_]){stem}(?![^\W\d_])", re.IGNORECASE)
    return lambda other: (
        PurePosixPath(other).suffix.lower() in _OTHERWISE and word.search(other) is not None
    )
