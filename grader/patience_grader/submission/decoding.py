"""The text of Python files, in the encodings that people use and in no other.

Python knows a hundred codecs, some of which take hours over a short text; a submission may
name any of them. So the declared encoding is looked up in a list, and nowhere else.
"""

from __future__ import annotations

import codecs
import io
import json
import re
import tokenize
from collections.abc import Iterator
from functools import cache

_DECLARES = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_SAYS_NOTHING = re.compile(rb"[ \t\f]*(?:#.*)?")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_FAMILIES = {
    "utf-8": "utf-8 utf8 u8 utf cp65001 utf-8-sig",
    "latin-1": "latin-1 latin1 latin l1 iso-8859-1 iso8859-1 8859 cp819 iso-latin-1",
    "cp1252": "cp1252 windows-1252 1252",
    "ascii": "ascii us-ascii 646",
}
_CODECS = {name: codec for codec, names in _FAMILIES.items() for name in names.split()}
_VARIANT = re.compile(r"(utf-8|latin-1|iso-8859-1|iso-latin-1)-.*")
"""What editors declare, such as `utf-8-unix`."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_OTHER_KINDS = {
    b"version https://git-lfs.": "it is a pointer of Git LFS and not the file that it points to",
    b"<!doctype html": "it is a web page under another name",
    b"<html": "it is a web page under another name",
    b"pk\3\4": "it is a zip or an office document under another name",
    b"%pdf-": "it is a PDF under another name",
    b"{\\rtf": "it is a document in RTF under another name",
}
"""What else is submitted as a Python file, by how it begins in lower case."""
_MOST_BEGINNING = 100
_ESCAPED = re.compile("[\udc80-\udcff]")
"""A byte that is not UTF-8, as the error handler `surrogateescape` has it."""
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


class DecodingError(Exception):
    """A file is not text, or is text in an encoding that is not accepted."""


def decode(data: bytes) -> str:
    """The text of a Python file, with plain line ends. Raises DecodingError.

    What Python imports is accepted: where it does not read the bytes of comments, neither does
    this, and those that are not UTF-8 are replaced.
    """
    if other := other_kind(data):
        raise DecodingError(other)
    codec = _codec_of(data)
    content = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode(codec)
    except UnicodeError as error:
        escaped = _plain_ends(content.decode(errors="surrogateescape"))
        if codec != "utf-8" or not _skips_comments(data) or not _is_in_comments(escaped):
            raise DecodingError(f"it is not text that Python can read ({error})") from error
        return _ESCAPED.sub(_UNREADABLE, escaped)
    return _plain_ends(text)


def other_kind(data: bytes) -> str:
    """What it is if it cannot be meant as Python, whatever it is called; empty otherwise."""
    text = data.removeprefix(codecs.BOM_UTF8).lstrip()
    start = text[:_MOST_BEGINNING].lower()
    for beginning, what in _OTHER_KINDS.items():
        if start.startswith(beginning):
            return what
    return "it is a notebook under another name" if _is_notebook(text) else ""


def _is_notebook(text: bytes) -> bool:
    if not text.startswith(b"{") or b'"cells"' not in text:
        return False
    try:
        return "nbformat" in json.loads(text)
    except (ValueError, RecursionError):
        return False


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _skips_comments(data: bytes) -> bool:
    """Whether this Python imports a file that begins like this one and has any comment."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    declared = _declared(data.removeprefix(mark))
    return _imports(mark + (f"# coding: {declared}\n".encode() if declared else b"") + b"# \xe9\n")


@cache
def _imports(source: bytes) -> bool:
    try:
        compile(source, "", "exec")
    except SyntaxError:
        return False
    return True


def _is_in_comments(text: str) -> bool:
    """Whether all bytes that are not UTF-8 are in comments."""
    try:
        commented = sum(len(_ESCAPED.findall(one)) for one in _comments(text))
    except (tokenize.TokenError, SyntaxError):
        return False
    return commented == len(_ESCAPED.findall(text))


def _comments(text: str) -> Iterator[str]:
    """The comments of a Python file. Raises TokenError or SyntaxError where it is none."""
    lines = text.split("\n")
    readable = io.StringIO(_ESCAPED.sub("?", text))
    for token in tokenize.generate_tokens(readable.readline):
        if token.type == tokenize.COMMENT:
            (row, start), (_, end) = token.start, token.end
            yield lines[row - 1][start:end]


def _codec_of(data: bytes) -> str:
    """The codec that a file declares by its first bytes or lines; UTF-8 if it declares none."""
    if data.startswith(_UTF_16):
        return "utf-16"
    declared = _declared(data.removeprefix(codecs.BOM_UTF8))
    if declared is None:
        return "utf-8"
    name = declared.lower().replace("_", "-")
    if variant := _VARIANT.fullmatch(name):
        name = variant[1]
    codec = _CODECS.get(name)
    if codec is None:
        shown = declared[:40]
        raise DecodingError(
            f"it is not text that Python can read: the encoding {shown} is not accepted; "
            "save it as UTF-8"
        )
    if data.startswith(codecs.BOM_UTF8) and codec != "utf-8":
        raise DecodingError(
            f"it is not text that Python can read: it declares {name} but begins as UTF-8 does; "
            "save it as UTF-8"
        )
    return codec


def _declared(data: bytes) -> str | None:
    """The encoding that one of the first two lines declares, as Python looks for it."""
    for line in _LINE_END.split(data, maxsplit=2)[:2]:
        if found := _DECLARES.match(line):
            return found[1].decode("ascii", "replace")
        if not _SAYS_NOTHING.fullmatch(line):
            return None
    return None
