"""What a console can show: symbols, and colours, or plain letters where it cannot."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TextIO

from ..text.sanitize import log

_PLAIN = str.maketrans(
    {
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "♣": "C",
        "█": "#",
        "░": ".",
        "✓": "+",
        "✗": "x",
        "☐": "[ ]",
        "…": "...",
        "·": "-",
        "→": "->",
        "│": "|",
    }
)
_OBEYS_CODES = 4
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING."""
_COLOURS = {"good": "32", "bad": "31", "soft": "2", "strong": "1"}


@dataclass(frozen=True)
class Console:
    """How texts are shown on a stream."""

    symbols: bool
    """Whether it can show card symbols and bars."""
    colours: bool

    def shown(self, text: str) -> str:
        """The text in characters that can be shown."""
        return text if self.symbols else text.translate(_PLAIN)

    def fenced(self, text: str) -> str:
        """The text as it may be printed, whatever a submission has put into it.

        Where there are colours nobody but a person reads it, and they stay: the parts of a report
        are fenced one by one.
        """
        return text if self.colours else log(text)

    def toned(self, text: str, tone: str) -> str:
        """The text in a colour: good, bad, soft or strong."""
        return f"\x1b[{_COLOURS[tone]}m{text}\x1b[0m" if self.colours else text


def console_of(stream: TextIO) -> Console:
    """What the stream can show. A character that it still cannot show becomes a `?`."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    try:
        "♠█✗".encode(encoding)
        symbols = True
    except (UnicodeEncodeError, LookupError):
        symbols = False
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
    return Console(symbols, _has_colours(stream))


def _has_colours(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        number = stream.fileno()  # IDLE's shell says that it is a terminal, but has none
    except (OSError, ValueError, AttributeError):
        return False
    return os.isatty(number) and _obeys(number)


def _obeys(number: int) -> bool:
    """Whether a terminal obeys colour codes, for which one on Windows must be asked."""
    if sys.platform != "win32":
        return True
    import ctypes  # noqa: PLC0415 what is used of it is on Windows only
    import msvcrt  # noqa: PLC0415

    kernel = ctypes.windll.kernel32
    handle = ctypes.c_void_p(msvcrt.get_osfhandle(number))
    mode = ctypes.c_uint32()
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(handle, mode.value | _OBEYS_CODES))
