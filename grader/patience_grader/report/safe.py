"""Text that came from a hand-in, made fit to be shown as text and nothing else."""

from __future__ import annotations

import re
import unicodedata

_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]?|\][^\x07\x1b]*(\x07|\x1b\\)?|.)?")
_NEUTRAL = {"\n", "\t"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MOST = 20_000


def plain(text: str) -> str:
    """The text without terminal escapes; control and direction characters are spelled out."""
    text = _ESCAPES.sub("", text[:_MOST].replace("\r\n", "\n"))
    return "".join(map(_spelled, text))


def _spelled(character: str) -> str:
    if character in _NEUTRAL or unicodedata.category(character) not in {
        "Cc",
        "Cf",
        "Cs",
        "Co",
        "Cn",
    }:
        return character
    return f"\\u{ord(character):04x}"


def line(text: str) -> str:
    """The text on one line."""
    return " ".join(plain(text).split())


def cell(text: str) -> str:
    """One line that no spreadsheet takes for a formula."""
    shown = line(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
