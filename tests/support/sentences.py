"""The sentences of a handout: of its paragraphs and lists, and the rows of its tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

_END = re.compile(r"(?<=[.!?:])[*)]*\s+(?=[A-Z0-9(`*\[])")


def sentences_of(handout: str) -> list[str]:
    """Each sentence once, in order; headings, code and drawings are none."""
    _, _, text = handout.split("+++\n", 2)
    return list(dict.fromkeys(_sentences(text)))


def _sentences(text: str) -> Iterator[str]:
    row: list[str] = []
    before = ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "inline" and before in ("td_open", "th_open"):
            row.append(token.content)
        elif token.type == "inline" and before != "heading_open":
            yield from _END.split(" ".join(token.content.split()))
        elif token.type == "tr_close":
            yield " | ".join(row)
            row = []
        before = token.type
