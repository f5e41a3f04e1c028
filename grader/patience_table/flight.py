"""A card that is seen moving from one pile to another."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from .canvas import Picture
from .drawing import Flying, Scene, draw
from .moves import Move
from .playing import lifted
from .position import Position
from .sizes import size_for
from .spots import PILES, STOCK, Spot

_STEPS = 5


class Flight(NamedTuple):
    """A move, where its cards were seen before it, and how far they have come."""

    move: Move
    start: tuple[int, int]
    step: int = 1

    @property
    def next(self) -> Flight | None:
        """The flight one step further, `None` when the cards have arrived."""
        return self._replace(step=self.step + 1) if self.step < _STEPS else None


def begun(before: Position, after: Position, shown: Picture, height: int) -> Flight | None:
    """The flight from one position to the other, `None` where no card is to be seen moving.

    `shown` is the picture of the position before, with whole cards of that height.
    """
    move = _moved(before, after)
    depth = move.size - 1 if move and move.source in PILES else 0
    start = _corner(shown, Spot(move.source, depth), height) if move else None
    return Flight(move, start) if move and start else None


def in_flight(flight: Flight, scene: Scene, width: int, height: int) -> Picture:
    """The picture of the scene, with the cards on their way. What is clicked has arrived."""
    move, (x, y), step = flight
    arrived = draw(scene, width, height)
    depth = move.size - 1 if move.target in PILES else 0
    end = _corner(arrived, Spot(move.target, depth), size_for(width, height).card_height)
    if end is None:
        return arrived
    position, cards = lifted(scene.position, move.target, move.size)
    at = (x + (end[0] - x) * step // (_STEPS + 1), y + (end[1] - y) * step // (_STEPS + 1))
    flying = Flying(tuple(one.card for one in reversed(cards)), at)
    going = draw(replace(scene, position=position, cursor=None, flying=flying), width, height)
    return Picture(going.lines, arrived.spots)


def _moved(before: Position, after: Position) -> Move | None:
    """The one move of face-up cards that leads from one position to the other, if there is one."""
    changes = [
        (pile, now - then)
        for pile, (then, now) in enumerate(zip(_counts(before), _counts(after), strict=True))
        if now != then
    ]
    if len(changes) != 2:
        return None
    (source, less), (target, more) = sorted(changes, key=lambda change: change[1])
    if less != -more or target == STOCK:
        return None
    if source == STOCK:
        return Move(1, source, target)
    _, cards = lifted(after, target, more)
    same = lifted(before, source, more)[1] == cards and len(cards) == more
    return Move(more, source, target) if same and all(one.visible for one in cards) else None


def _counts(position: Position) -> tuple[int, ...]:
    """How many cards lie on each pile."""
    columns = map(len, position.columns)
    return (len(position.stock), len(position.waste), *position.pillars, *columns)


def _corner(picture: Picture, spot: Spot, height: int) -> tuple[int, int] | None:
    """Where the card at the spot is drawn, `None` where it is not."""
    places = [at for at, here in picture.spots.items() if here == spot]
    if not places:
        return None
    rows = [y for _, y in places]
    top = min(rows) if spot.pile in PILES else max(rows) - height + 1
    return min(x for x, _ in places), top
