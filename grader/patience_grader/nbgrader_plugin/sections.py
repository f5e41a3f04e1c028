"""A handout cut into sections, and the section after which the cells of an exercise stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..marks.scheme import Exercise
from ..release.handout import Heading, Manuscript
from ..release.pictures import with_pictures

_NUMBERS = re.compile(
    r"exercises? (?P<first>[0-9]+)(?: (?:to|and) (?P<last>[0-9]+))?\b", re.IGNORECASE
)
_MARKS = "marks"
"""The section of the marks table: cells that no section is about stand before it."""


@dataclass(frozen=True)
class Section:
    """A heading with what follows it, up to the next one."""

    heading: Heading
    text: str
    """All of it, in Markdown."""


def read_sections(manuscript: Manuscript) -> list[Section]:
    """The sections of a handout, in order. Other sections can link to each of them."""
    lines = with_pictures(manuscript.text, manuscript.pictures).split("\n")
    starts = [one.line - 1 for one in manuscript.headings]
    ends = [*starts[1:], len(lines)]
    return [
        Section(heading, f'<a id="{heading.anchor}"></a>\n' + "\n".join(lines[start:end]).strip())
        for heading, start, end in zip(manuscript.headings, starts, ends, strict=True)
    ]


def place(exercise: Exercise, sections: Sequence[Section], *, is_program: bool) -> int:
    """After how many sections the cells of an exercise stand.

    That is after the section that is called like it, or has its number in the heading, with
    all sections within that one. The cells of a whole program stand together.
    """
    about = _about(exercise, sections) if not is_program or exercise.manual else None
    if about is None:
        return place_of_others(sections)
    level = sections[about].heading.level
    inside = (
        number
        for number, one in enumerate(sections)
        if number > about and one.heading.level <= level
    )
    return next(inside, len(sections))


def place_of_others(sections: Sequence[Section]) -> int:
    """After how many sections cells stand that no section is about."""
    return next(_called(_MARKS, sections), len(sections))


def _about(exercise: Exercise, sections: Sequence[Section]) -> int | None:
    for number in _called(exercise.name, sections):
        return number
    for number, section in enumerate(sections):
        found = _NUMBERS.match(section.heading.text)
        if found and exercise.number.isdigit():
            last = found["last"] or found["first"]
            if int(found["first"]) <= int(exercise.number) <= int(last):
                return number
    return None


def _called(name: str, sections: Sequence[Section]) -> Iterator[int]:
    """The sections with this name, alone or after a colon."""
    for number, section in enumerate(sections):
        if section.heading.text.lower().rpartition(": ")[2] == name:
            yield number
