"""The sentences of a handout, without its examples and without the rows of its marks table."""

from __future__ import annotations

import re

_EXAMPLE = re.compile(r"(?ms)^```.*?^```$")
_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*[-*] |\| |#)")
_END = re.compile(r"(?<=[.?!])\)?\s+(?=[A-Z`*(\[])")
_MARKED = re.compile(r"`\w+\.\w+` \||^\| \*\*\d `|\*\*(?:total|bonus)\*\*|^\| [^`]*\|---")


def sentences(handout: str) -> list[str]:
    """The sentences of a handout, in order; each row of a table is one."""
    _, _, body = handout.split("+++\n", 2)
    found: list[str] = []
    for block in _BLOCK.split(_EXAMPLE.sub("", body)):
        text = " ".join(block.split()).removeprefix("- ")
        if not text or text.startswith("#") or _MARKED.search(text):
            continue
        found += [text] if text.startswith("|") else _END.split(text)
    return found
