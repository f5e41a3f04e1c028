"""The declaration of own work: its form, and whether a submission has it filled in."""

from __future__ import annotations

import re
from typing import Final, Literal

OwnWork = Literal["", "asked", "required"]
"""Whether there is a declaration, and whether one that is missing is a departure when marked."""
REQUIRED: Final = "required"
FORM = "own-work.txt"
"""The file of the declaration, in the bundle and in a submission."""
_FIELDS = ("Name", "Student number", "Date", "Help that I used")
_TEXT = """\
Own work: {title}, version {version}

I declare that what I submit is my own work. Where I have used the work or the help of others, or of
a program that writes code, I name it below.

Name:

Student number:

Date:

Help that I used:
(write "none" if there was none, in place of this line)
"""
_HINT = _TEXT.rstrip().rpartition("\n")[2]


def form_of(title: str, version: str) -> str:
    """The form, to be filled in."""
    return _TEXT.format(title=title, version=version)


def why_not_filled_in(text: str) -> str:
    """What is missing in a form; empty when it is filled in."""
    names = "|".join(map(re.escape, _FIELDS))
    parts = re.split(rf"(?mi)^[ \t]*({names})[ \t]*:", text.replace(_HINT, ""))
    said = {name.casefold(): answer for name, answer in zip(parts[1::2], parts[2::2], strict=True)}
    empty = [one for one in _FIELDS if not said.get(one.casefold(), "").strip()]
    return f"{FORM} is not filled in: {', '.join(empty)}" if empty else ""
