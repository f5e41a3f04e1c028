"""How large the cards are drawn, and where the piles lie then."""

from __future__ import annotations

from typing import NamedTuple

from .position import COLUMNS

_LEAST_HEIGHT = 22
_FACTS_WIDTH = 19


class Size(NamedTuple):
    """The measures of a card and what follows from them, in characters and lines."""

    card_width: int
    card_height: int
    face_rows: int
    """What is seen of a face-up card that another one covers."""
    back_rows: int
    """The same of a face-down card."""
    height: int
    """The least height of a sheet for such cards."""

    @property
    def inner(self) -> int:
        """The width of a card between its borders."""
        return self.card_width - 2

    @property
    def pitch(self) -> int:
        """From one column to the next."""
        return self.card_width + 1

    @property
    def columns_at(self) -> int:
        """Where the first column begins."""
        return self.card_width + 4

    @property
    def pillars_at(self) -> int:
        """Where the pillars begin."""
        return self.columns_at + COLUMNS * self.pitch + 2

    @property
    def facts_at(self) -> int:
        """Where the facts begin."""
        return self.pillars_at + self.card_width + 3

    @property
    def width(self) -> int:
        """The least width of a sheet for such cards."""
        return self.facts_at + _FACTS_WIDTH


SMALLEST = Size(5, 3, 2, 1, _LEAST_HEIGHT)
_SIZES = (
    Size(15, 9, 3, 2, 54),
    Size(11, 7, 2, 1, 42),
    Size(9, 5, 2, 1, 32),
    Size(7, 4, 2, 1, 27),
)


def size_for(width: int, height: int) -> Size:
    """The largest cards for a sheet of that size."""
    fitting = (size for size in _SIZES if size.width <= width and size.height <= height)
    return next(fitting, SMALLEST)
