"""The places of the table that can be pointed at, and how the arrow keys go about them."""

from __future__ import annotations

from typing import NamedTuple

from .position import COLUMNS, SUITS, Card, Position

STOCK, WASTE = 0, 1
PILLARS = tuple(range(2, 2 + len(SUITS)))
PILES = tuple(range(PILLARS[-1] + 1, PILLARS[-1] + 1 + COLUMNS))
"""The columns. All piles are numbered, first the stock, then the waste and the pillars."""
_PLACES = COLUMNS + 2


class Spot(NamedTuple):
    """A card to point at, or the empty place of a pile."""

    pile: int
    depth: int = 0
    """How many cards lie on it."""


def column(number: int, depth: int = 0) -> Spot:
    """A card of the column, which are counted from 0."""
    return Spot(PILES[number], depth)


def pillar(suit: str) -> Spot:
    """The pillar of the suit."""
    return Spot(PILLARS[SUITS.index(suit)])


def words(pile: int) -> str:
    """What the pile is called."""
    if pile in PILES:
        return f"column {PILES.index(pile) + 1}"
    if pile in PILLARS:
        return f"the pillar of {SUITS[PILLARS.index(pile)]}"
    return "the stock" if pile == STOCK else "the waste"


def card_at(spot: Spot, position: Position) -> Card | None:
    """The face-up card that lies there, if there is one."""
    if spot.pile in PILES:
        cards = position.columns[PILES.index(spot.pile)]
        lies = spot.depth < len(cards) and cards[spot.depth].visible
        return cards[spot.depth].card if lies else None
    if spot.pile in PILLARS:
        number = PILLARS.index(spot.pile)
        top = position.pillars[number]
        return Card(SUITS[number], top) if top else None
    return position.waste[0] if spot.pile == WASTE and position.waste else None


def kept(spot: Spot, position: Position) -> Spot:
    """The spot, or the nearest face-up card of its column."""
    if spot.pile not in PILES:
        return spot
    visible = [one.visible for one in position.columns[PILES.index(spot.pile)]]
    reach = visible.index(False) if False in visible else len(visible)
    return spot._replace(depth=max(0, min(spot.depth, reach - 1)))


def step(spot: Spot, across: int, down: int, position: Position) -> Spot:
    """The spot that an arrow key leads to, which goes right or left, or down or up."""
    if across:
        return kept(_beside(spot.pile, across), position)
    if spot.pile in PILES:
        return kept(spot._replace(depth=max(spot.depth - down, 0)), position)
    row = PILLARS if spot.pile in PILLARS else (STOCK, WASTE)
    return Spot(row[min(max(row.index(spot.pile) + down, 0), len(row) - 1)])


def _beside(pile: int, across: int) -> Spot:
    """The next place to the right or left: stock and waste, the columns, the pillars."""
    at = PILES.index(pile) + 1 if pile in PILES else (_PLACES - 1) * (pile in PILLARS)
    places = (STOCK, *PILES, PILLARS[0])
    return Spot(places[(at + across) % _PLACES])
