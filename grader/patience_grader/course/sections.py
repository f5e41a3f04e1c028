"""The sections of a handout, and which of them an exercise is explained in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..marks.scheme import Exercise

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_BLOCKS = MarkdownIt("commonmark", {"html": False}).enable("table").disable("inline")
"""Does not look into paragraphs, which takes longer than finding the headings."""
_BREAKS = {"softbreak", "hardbreak"}
_NUMBERED = re.compile(r"exercises? (?P<first>\d+)(?:(?: to |[-\u2013])(?P<last>\d+))?\b")


@dataclass(frozen=True)
class Section:
    """A heading of the handout: what it says, and the name of its place."""

    title: str
    anchor: str


def headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, Section]]:
    """The headings among the tokens of a text, each with the token that opens it.

    Places have the names that GitHub gives them, the same one never twice.
    """
    taken: set[str] = set()
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            section = Section(title := _text(inline), _anchor(title, taken))
            taken.add(section.anchor)
            yield token, section


def sections_in(body: str) -> tuple[Section, ...]:
    """The sections of a handout's text."""
    links: dict[str, Any] = {}
    tokens = _BLOCKS.parse(body, links)
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            inline.children = _MARKDOWN.inline.parse(inline.content, _MARKDOWN, links, [])
    return tuple(section for _, section in headings(tokens))


def sections_of(
    exercises: Sequence[Exercise], sections: Sequence[Section], stated: Mapping[str, str]
) -> Mapping[str, Section]:
    """The section of each exercise, by its name, as far as there is one.

    It is the one that is `stated` by its place; else the one whose heading is the name or the
    title of the exercise, alone or after a colon; else the one that has its number ("Exercises 2
    to 4").
    """
    found = {}
    for exercise in exercises:
        ways = (
            [one for one in sections if one.anchor == stated.get(exercise.name)],
            [one for one in sections if _names(one.title, exercise.name)],
            [one for one in sections if _names(one.title, exercise.title)],
            [one for one in sections if _numbers(one.title, exercise.number)],
        )
        if section := next((some[0] for some in ways if some), None):
            found[exercise.name] = section
    return found


def _names(title: str, name: str) -> bool:
    return _folded(title.rpartition(": ")[2]) == _folded(name)


def _folded(text: str) -> str:
    return text.casefold().replace(" ", "_")


def _numbers(title: str, number: str) -> bool:
    match = _NUMBERED.search(title.lower())
    if match is None or not number.isdecimal():
        return False
    return int(match["first"]) <= int(number) <= int(match["last"] or match["first"])


def _text(inline: Token) -> str:
    """What a reader sees of a line, without emphasis and links."""
    return "".join(
        " " if one.type in _BREAKS else one.content for one in inline.children or ()
    ).strip()


def _anchor(text: str, taken: set[str]) -> str:
    name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") or "section"
    anchor, number = name, 0
    while anchor in taken:
        number += 1
        anchor = f"{name}-{number}"
    return anchor
