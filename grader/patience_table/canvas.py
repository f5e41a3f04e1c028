"""A sheet of characters in inks, on which what is drawn can be pointed at."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from .spots import Spot


class Ink(Enum):
    """What a character belongs to, which decides its colour; of a suit, its symbol."""

    PAPER = "paper"
    SPADE = "♠"
    HEART = "♥"
    CLUB = "♣"
    DIAMOND = "♦"
    BACK = "back"
    GHOST = "ghost"
    LABEL = "label"
    FACT = "fact"
    CURSOR = "cursor"
    HINT = "hint"
    HELD = "held"
    JOY = "joy"


class Span(NamedTuple):
    """Some characters beside each other in the same ink."""

    text: str
    ink: Ink


@dataclass(frozen=True)
class Picture:
    """What was drawn, line by line, and what is to be seen at which place."""

    lines: tuple[tuple[Span, ...], ...]
    spots: dict[tuple[int, int], Spot]

    def __str__(self) -> str:
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)


@dataclass
class Canvas:
    """A sheet to draw on."""

    width: int
    height: int
    _cells: dict[tuple[int, int], tuple[str, Ink]] = field(default_factory=dict)
    _spots: dict[tuple[int, int], Spot] = field(default_factory=dict)

    def write(self, x: int, y: int, text: str, ink: Ink, spot: Spot | None = None) -> None:
        """Puts the text there, over what was there before."""
        for place, character in enumerate(text, x):
            self._cells[place, y] = (character, ink)
            if spot is not None:
                self._spots[place, y] = spot

    def picture(self) -> Picture:
        """What has been drawn, as far as it lies on the sheet."""
        blank = (" ", Ink.PAPER)
        rows = (
            [self._cells.get((x, y), blank) for x in range(self.width)] for y in range(self.height)
        )
        lines = (
            tuple(
                Span("".join(character for character, _ in cells), ink)
                for ink, cells in groupby(row, key=lambda cell: cell[1])
            )
            for row in rows
        )
        return Picture(tuple(lines), self._spots)


def message(text: str, width: int) -> Picture:
    """The text, broken into lines, as a picture."""
    lines = wrap(text, max(width, 1))
    return Picture(tuple((Span(line, Ink.FACT),) for line in lines), {})
