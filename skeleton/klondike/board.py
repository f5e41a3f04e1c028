"""The board: columns, pillars, deck and discard pile (supplied)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from .cards import Card, Deck, Suit, Value


class Placed(NamedTuple):
    """A card in a column, and whether it lies face up."""

    card: Card
    visible: bool


Column = tuple[Placed, ...]
"""A column; index 0 is the most recently played card, drawn at the bottom."""


@dataclass(frozen=True)
class Pillars:
    """The value on top of each pillar, `None` where a pillar is empty."""

    spades: Value | None = None
    clubs: Value | None = None
    diamonds: Value | None = None
    hearts: Value | None = None

    def top(self, suit: Suit) -> Value | None:
        """The value on top of the pillar of this suit, or `None`."""
        top: Value | None = getattr(self, suit.name.lower())
        return top

    def raised(self, suit: Suit) -> Pillars:
        """The pillars with one more card on the pillar of this suit."""
        top = self.top(suit)
        return replace(self, **{suit.name.lower(): Value(top + 1 if top else 1)})

    def lowered(self, suit: Suit) -> Pillars:
        """The pillars with one card less on the pillar of this suit."""
        top = self.top(suit)
        if top is None:
            raise ValueError(f"the pillar of {suit.name.lower()} is empty")
        return replace(self, **{suit.name.lower(): Value(top - 1) if top > 1 else None})


EMPTY_PILLARS = Pillars()
"""Four empty pillars."""


@dataclass(frozen=True)
class Board:
    """Everything on the table. Index 0 of `deck` and of `discard` is the top card."""

    deck: Deck
    discard: Deck
    pillars: Pillars
    columns: tuple[Column, ...]
