"""What a click means: the moves that are tried for it, one after the other."""

from __future__ import annotations

from typing import NamedTuple

from .position import SUITS, Card, Position
from .spots import PILES, PILLARS, STOCK, WASTE, Spot, card_at, words


class Refusal(Exception):
    """Nothing is moved; the text says why."""


class Move(NamedTuple):
    """That many cards from one pile to another; a turn of the stock has no size."""

    size: int
    source: int
    target: int

    def __str__(self) -> str:
        if self == TURN:
            return "turning the stock"
        many = f"{self.size} cards" if self.size > 1 else "a card"
        return f"moving {many} from {words(self.source)} to {words(self.target)}"


TURN = Move(0, STOCK, WASTE)


def named(move: Move, position: Position) -> str:
    """The move with the name of its card, in the words of a hint."""
    if move == TURN:
        return "turning the stock"
    card = card_at(Spot(move.source, move.size - 1 if move.source in PILES else 0), position)
    return f"{card} from {words(move.source)} to {words(move.target)}"


def moves_from(spot: Spot, position: Position) -> tuple[Move, ...]:
    """The moves of what lies at the spot, the one to be tried first first.

    Raises Refusal when nothing there can be moved.
    """
    if spot.pile == STOCK:
        return (TURN,)
    card = card_at(spot, position)
    if card is None:
        raise Refusal(_nothing_at(spot, position))
    targets = [pile for pile in PILES if pile != spot.pile]
    if spot.pile not in PILLARS and not spot.depth:
        targets.insert(0, PILLARS[SUITS.index(card.suit)])
    moves = [Move(spot.depth + 1, spot.pile, pile) for pile in targets]
    return tuple(move for move in moves if not _is_idle(move, position))


def moves_between(spot: Spot, target: int, position: Position) -> tuple[Move, ...]:
    """The one move of what lies at the spot to the pile.

    Raises Refusal when there is nothing to be moved, or no cards can go there.
    """
    if card_at(spot, position) is None:
        raise Refusal(_nothing_at(spot, position))
    if target in {STOCK, WASTE, spot.pile}:
        raise Refusal(f"Cards do not go from {words(spot.pile)} to {words(target)}.")
    return (Move(spot.depth + 1, spot.pile, target),)


def _nothing_at(spot: Spot, position: Position) -> str:
    if spot.pile in PILES and position.columns[PILES.index(spot.pile)]:
        return "That card lies face down."
    return f"There is no card in {words(spot.pile)}."


def _is_idle(move: Move, position: Position) -> bool:
    """Whether the move takes a whole column to an empty one."""
    if move.source not in PILES or move.target not in PILES:
        return False
    source, target = (position.columns[PILES.index(pile)] for pile in move[1:])
    return len(source) == move.size and not target


def to_pillars(position: Position) -> tuple[Move, ...]:
    """The moves of single cards to their pillars."""
    spots = [Spot(pile) for pile in (WASTE, *PILES)]
    cards = [(spot, card_at(spot, position)) for spot in spots]
    return tuple(
        Move(1, spot.pile, PILLARS[SUITS.index(card.suit)]) for spot, card in cards if card
    )


def safe_to_pillars(position: Position) -> tuple[Move, ...]:
    """Those that cost nothing: no card of the other colour can ever need the card to lie on."""
    tops = dict(zip(SUITS, position.pillars, strict=True))

    def is_safe(move: Move) -> bool:
        card = card_at(Spot(move.source), position)
        if card is None or tops[card.suit] != card.value - 1:
            return False
        others = (top for suit, top in tops.items() if Card(suit, 1).is_red != card.is_red)
        return card.value <= 2 or min(others) >= card.value - 1

    return tuple(filter(is_safe, to_pillars(position)))
