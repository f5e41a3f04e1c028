"""Format strings: a suite that formats a submission's text would look up what that names.

`"{0.__init__.__globals__}".format(point)` reads what the process holds that decides marks. A text
is told by its replacement fields alone: what is done with it later cannot be seen.
"""

from __future__ import annotations

import re
import string
from typing import Any

FORMAT = "a format string that looks into what it is filled with"
"""What is wrong with an answer that holds such a text."""
_INSIDE = r"[.\[](?:_|patience_|(?:gi|cr|ag|tb)_frame|f_(?:back|globals|builtins|locals))"
"""Attributes of the kit's objects, and those that lead to what a generator or a frame holds."""
_HIDDEN = re.compile(_INSIDE)
_IN_PART = re.compile(rf"(?<!\{{)\{{[^{{}}:!]*{_INSIDE}")
"""A field in text that is not a format string by itself: a suite may put something around it."""
_MOST_NESTED = 2
"""Python formats a field within the format of another, and none within that."""


def looks_inside(text: str, nested: int = 0) -> bool:
    """Whether a replacement field of the text names something hidden of what it is filled with."""
    if "{" not in text or nested > _MOST_NESTED:
        return False
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return _IN_PART.search(text) is not None
    return any(
        _HIDDEN.search(name) is not None or looks_inside(inner or "", nested + 1)
        for _, name, inner, _ in fields
        if name is not None
    )


def looks_inside_anew(said: Any, right: Any) -> bool:
    """Whether such a text stands in what a submission has said, and none in what is right."""
    return _holds_one(said) and not _holds_one(right)


def _holds_one(said: Any) -> bool:
    waiting = [said]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if looks_inside(one):
                return True
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            waiting += one.values()
    return False
