"""Text that came from a submission, made fit to be shown as text and nothing else."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path

_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]?|\][^\x07\x1b]*(\x07|\x1b\\)?|.)?")
_NEUTRAL = {"\n", "\t"}
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format, surrogate, private and unknown characters, and ends of lines that are none."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MOST = 20_000


def sanitize(text: str) -> str:
    """The text without terminal escapes; control and direction characters are spelled out.

    What is beyond 20,000 characters is left out, and an ellipsis says so. Paths of this
    machine that Python writes into some of its messages are left out too.
    """
    shown = _ESCAPES.sub("", text[:_MOST].replace("\r\n", "\n"))
    for path, name in _PATHS.items():
        shown = shown.replace(f"{path}/", f"{name}/")
    return "".join(map(_spelled, shown)) + (" …" if len(text) > _MOST else "")


def _spelled(character: str) -> str:
    if character in _NEUTRAL or unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """The text on one line, in which no CI service sees a command to itself."""
    return " ".join(sanitize(text).split()).replace("##[", "## [")


def csv_cell(text: str) -> str:
    """One line that no spreadsheet takes for a formula."""
    shown = one_line(text)
    first = unicodedata.normalize("NFKC", shown[:1])
    return f"'{shown}" if first.startswith(_FORMULA) else shown


def _paths_of_the_machine() -> Mapping[str, str]:
    """Where Python and the kit lie here, the longest path first, and what is said instead."""
    package = Path(__file__).parents[1]
    library = Path(os.__file__).parent
    paths = dict.fromkeys((str(library), str(library.resolve()), sys.base_prefix), "(python)")
    paths |= {sys.prefix: "(python)", str(package): "(kit)", str(package.parents[1]): "(kit)"}
    with contextlib.suppress(RuntimeError):  # a user without a home
        paths[str(Path.home())] = "(home)"
    longest = sorted((path for path in paths if len(path) > 1), key=len, reverse=True)
    return {path: paths[path] for path in longest}


_PATHS = _paths_of_the_machine()
