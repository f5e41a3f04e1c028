"""The code and the boards of a handout, cut so that they fit on paper."""

from __future__ import annotations

from collections.abc import Iterator

COLUMNS = 98
"""The most columns that a line has on paper."""
_WHOLE = 14
"""A listing of so few lines is never cut."""
_FEW = 5
"""What is cut off has no fewer lines."""
_LONGEST = 60
"""The most lines that fit on one page."""
_PROMPTS = {"python": (">>> ",), "console": ("> ", "$ ")}
"""What is typed begins so, in the listings of these languages."""
_MORE = "  ↪ "


def name_of(info: str) -> str:
    """The name of the file whose text is shown, if the opening fence names one."""
    return info.partition(" ")[2].strip()


def pieces(text: str, info: str = "") -> list[list[str]]:
    """The lines of a listing in pieces, each of which belongs on one page.

    A session may be cut where something is typed, so that a board is never cut. Only
    what is longer than a page is cut anywhere.
    """
    lines = text.expandtabs().removesuffix("\n").split("\n")
    prompts = _PROMPTS.get(info.partition(" ")[0], ())
    cut: list[list[str]] = [[]]
    for number, line in enumerate(lines):
        piece = cut[-1]
        few = min(len(piece), len(lines) - number) < _FEW
        typed = len(lines) > _WHOLE and not few and line.startswith(prompts)
        if typed or len(piece) >= _LONGEST:
            cut.append([])
        cut[-1].extend(_folded(line))
    return cut


def _folded(line: str) -> Iterator[str]:
    """The line, broken after a word where it is too long, with a sign where it goes on."""
    while len(line) > COLUMNS:
        at = line.rfind(" ", COLUMNS // 2, COLUMNS) + 1 or COLUMNS
        yield line[:at].rstrip()
        line = _MORE + line[at:].lstrip()
    yield line
