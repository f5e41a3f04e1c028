"""Source texts as tokens without names, layout and comments: what renaming does not change.

A lexer of our own: it takes linear time, takes whatever is not Python too, and gives the same
tokens under every version of Python.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Collection, Iterator, Mapping

from .winnow import Token

MAX_CHARACTERS = 200_000
"""So much of a submission is read."""
_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*+)
    | (?P<blank>\s++|\\\n)
    | (?P<string>[A-Za-z]{0,2}(?:'''[^\\']*+(?:(?:\\.|'(?!''))[^\\']*+)*(?:'''|\\?\Z)
        |\"\"\"[^\\"]*+(?:(?:\\.|"(?!""))[^\\"]*+)*(?:\"\"\"|\\?\Z)
        |'[^\\'\n]*+(?:\\.[^\\'\n]*+)*'?|"[^\\"\n]*+(?:\\.[^\\"\n]*+)*"?))
    | (?P<name>[^\W\d]\w*+)
    | (?P<number>\.?[0-9][\w.]*+)
    | (?P<sign>->|:=|\*\*=?|//=?|<<=?|>>=?|[-+*/%@&|^<>=!]=?|.)
    """,
    re.VERBOSE | re.DOTALL,
)
"""What follows a repeated group can always match, so nothing is tried again: Python 3.11.2
loses its place in a possessive group when a lookahead in it fails."""
_KEPT = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins)}
_OPENS = {"comment", "blank"}


def names_in(text: str) -> set[str]:
    """The names in a text, such as those that a skeleton gives."""
    found = _TOKEN.finditer(text[:MAX_CHARACTERS])
    return {one["name"] for one in found if one["name"]}


def tokens(files: Mapping[str, str], given: Collection[str] = ()) -> list[Token]:
    """The tokens of source texts, by file.

    All names are alike but Python's own, and the names of functions and attributes that were
    `given`, which nobody can change.
    """
    left = MAX_CHARACTERS
    found: list[Token] = []
    for file, text in sorted(files.items()):
        found += _tokens(file, text[:left], given)
        left = max(0, left - len(text))
    return found


def _tokens(file: str, text: str, given: Collection[str]) -> Iterator[Token]:
    line, starts = 1, True
    depth, before = 0, ""
    for match in _TOKEN.finditer(text):
        kind, shown = match.lastgroup or "sign", match[0]
        is_docstring = kind == "string" and starts and not depth
        if kind not in _OPENS and not is_docstring:
            is_fixed = before == "." or text[match.end() : match.end() + 1] == "("
            yield Token(_kind(kind, shown, given if is_fixed else ()), file, line)
            before = shown
            depth += (shown in "([{") - (shown in ")]}")
            depth = max(0, depth)
            starts = False
        line += shown.count("\n")
        starts = starts or (kind == "blank" and "\n" in shown)


def _kind(kind: str, shown: str, given: Collection[str]) -> str:
    if kind == "name":
        return shown if shown in _KEPT or shown in given else "a name"
    return {"string": "a string", "number": "a number"}.get(kind, shown)
