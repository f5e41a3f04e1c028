"""How hints and `autoplay` choose a move (supplied).

The first of these that there is:

1. a card to its pillar, if no card is left that could lie on it in a column;
2. a move that turns a hidden card, preferably where most cards lie under the moved ones;
3. the top of the discard pile to a column;
4. any other card to its pillar;
5. a move after which one of these, as the next move, leaves fewer cards hidden or in the deck and
   the discard pile than now, or as many of them and more on the pillars;
6. the turn, if it leads to a position with one of these, after further turns perhaps.

If there is none, nothing useful is left. No hidden card is looked at, and nothing goes round in
circles: every one or two moves that are not turns lower the first number in 5, or else the second.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import fast
from .fast import COLUMNS, DISCARD, TURN, WON, Position
from .rules import Rules

_EVEN = sum(1 << card for card in range(0, 56, 2))
_OTHER_COLOUR = (_EVEN << 1, _EVEN)


def plan(position: Position, rules: Rules) -> list[int]:
    """The next moves: none if nothing useful is left, else turns and then one or two others.

    It does not matter whether all are played, or the first and then what is planned anew.
    """
    if position[2] == WON:
        return []
    for turns, turned in enumerate(_turned(position, rules)):
        found = _one(turned, rules) or _two(turned, rules)
        if found:
            return [TURN] * turns + found
    return []


def _turned(position: Position, rules: Rules) -> Iterator[Position]:
    """The position and those after one turn, two turns and so on, each once."""
    seen = set()
    while position not in seen:
        yield position
        seen.add(position)
        if not fast.can_turn(position, rules):
            return
        position = fast.play(position, TURN, rules)


def _one(position: Position, rules: Rules) -> list[int]:
    """The best single move, or none."""
    best, rank = TURN, 0
    for move in fast.moves(position, rules):
        new = _rank(position, move)
        if new > rank:
            best, rank = move, new
    return [best] if rank else []


def _rank(position: Position, move: int) -> int:
    columns, up, wanted, _, discard, _ = position
    size, source, target = fast.parts(move)
    if source >= COLUMNS:
        column = columns[source - COLUMNS]
        card, under = column[-size], column[:-size]
    elif source == DISCARD:
        card, under = discard[-1], b""
    else:
        return 0
    if target < COLUMNS and not wanted & (1 << (card & ~3)) - 1 & _OTHER_COLOUR[card % 2]:
        return 99
    if under and not up >> under[-1] & 1:
        return 9 + len(under)
    if target < COLUMNS:
        return 1
    return 2 if source == DISCARD else 0


def _two(position: Position, rules: Rules) -> list[int]:
    """The first two moves that are better than none."""
    now = _left(position)
    for move in fast.moves(position, rules):
        if move != TURN:
            after = fast.play(position, move, rules)
            next_one = _one(after, rules)
            if next_one and _left(fast.play(after, next_one[0], rules)) < now:
                return [move, *next_one]
    return []


def _left(position: Position) -> tuple[int, int]:
    """How many cards are hidden or in deck or discard pile, and how many on no pillar."""
    columns, up, _, deck, discard, _ = position
    left = sum(map(len, columns)) + len(deck) + len(discard)
    return left - up.bit_count(), left
