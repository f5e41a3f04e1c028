"""Text that came from a hand-in, made fit to be shown as text and nothing else."""

from __future__ import annotations

import re
import unicodedata

_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]?|\][^\x07\x1b]*(\x07|\x1b\\)?|.)?")
_NEUTRAL = {"\n", "\t"}
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format, surrogate, private and unknown characters, and ends of lines that are none."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MOST = 20_000


def plain(text: str) -> str:
    """The text without terminal escapes; control and direction characters are spelled out.

    What is beyond 20,000 characters is left out, and an ellipsis says so.
    """
    shown = _ESCAPES.sub("", text[:_MOST].replace("\r\n", "\n"))
    return "".join(map(_spelled, shown)) + (" …" if len(text) > _MOST else "")


def _spelled(character: str) -> str:
    if character in _NEUTRAL or unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def line(text: str) -> str:
    """The text on one line, in which no CI service sees a command to itself."""
    return " ".join(plain(text).split()).replace("##[", "## [")


def cell(text: str) -> str:
    """One line that no spreadsheet takes for a formula."""
    shown = line(text)
    first = unicodedata.normalize("NFKC", shown[:1])
    return f"'{shown}" if first.startswith(_FORMULA) else shown
