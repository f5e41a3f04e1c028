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
_BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x1D159, 0x2800, 0x3164, 0xFFA0, 0xFFFC}
_BLANK_RANGES = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0000, 0xE0FFF))
"""Letters, marks and signs that nobody sees, beside those that are `_HIDDEN` (among them all that
Unicode calls default ignorable): fillers, the empty Braille pattern, selectors of variants."""
_SPACES = {"Zs", "Zl", "Zp"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MOST = 20_000
_COMMAND = re.compile(r"(##(?=\w*\[)|section_(?:start|end)(?=:)|(?<!\S):(?=:[a-z]))", re.IGNORECASE)


def sanitize(text: str) -> str:
    """The text without terminal escapes; control and direction characters are spelled out.

    What is beyond 20,000 characters is left out, and an ellipsis says so. Paths of this
    machine that Python writes into some of its messages are left out too.
    """
    if text.isascii() and text.isprintable() and "/" not in text and len(text) <= _MOST:
        return text
    shown = _ESCAPES.sub("", text[:_MOST].replace("\r\n", "\n"))
    if "/" in shown:
        for path, name in _PATHS.items():
            shown = shown.replace(f"{path}/", f"{name}/")
    return shown.translate(_SPELLINGS) + (" …" if len(text) > _MOST else "")


def log(text: str) -> str:
    """The text as it may be printed, with its lines and all paths. Whoever prints, prints this."""
    return _without_commands(_ESCAPES.sub("", text).translate(_SPELLINGS))


def is_blank(character: str) -> bool:
    """Whether nobody sees the character, or sees a space."""
    return _is_hidden(character) or unicodedata.category(character) in _SPACES


def _is_hidden(character: str) -> bool:
    code = ord(character)
    return (
        unicodedata.category(character) in _HIDDEN
        or code in _BLANK
        or any(first <= code <= last for first, last in _BLANK_RANGES)
    )


class _Spellings(dict[int, str]):
    """What is written for each character, found out when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character not in _NEUTRAL and _is_hidden(character):
            character = f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
        self[code] = character
        return character


_SPELLINGS = _Spellings()


_BREAK = re.compile(r" *[^\S ]\s*")
"""White space with something else than blanks in it."""


def one_line(text: str) -> str:
    """The text on one line, in which no CI service sees a command to itself; blanks stay blanks."""
    return _without_commands(_BREAK.sub(" ", sanitize(text)).strip())


def _without_commands(text: str) -> str:
    """A blank breaks what a CI service would take for a command to itself.

    GitHub, Azure and TeamCity look for `##[`, `##vso[` and `##teamcity[` anywhere in a line,
    GitHub and Forgejo for `::` at its beginning, GitLab for `section_start:`.
    """
    return _COMMAND.sub(r"\1 ", text)


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
