"""The boards of which is asked whether they are won."""

from dataclasses import replace

from klondike.board import Pillars
from klondike.cards import Value
from patience_grader.suite.bank import Arguments, is_public
from suites.klondike.bank.boards import won
from suites.klondike.bank.pool import pool

__all__ = ["ALONE", "NOT_YET", "WON"]

_FULL = Pillars(*[Value.KING] * 4)
_TABLE = [
    next(board for board in pool() if board.deck and not board.discard),
    next(board for board in pool() if board.discard and not board.deck),
    next(board for board in pool() if any(board.columns) and not board.deck and not board.discard),
    pool()[-1],
]
_ALMOST = [
    Pillars(*(top if place == low else Value.KING for place in range(4)))
    for low in range(4)
    for top in (Value.QUEEN, Value.ACE, None)
]
_ALMOST += [Pillars(*[top] * 4) for top in (Value.QUEEN, Value.ACE, None)]
_ALMOST += [
    Pillars(*(Value.KING if place == full else None for place in range(4))) for full in range(4)
]

WON: list[Arguments] = [(won(),)]
NOT_YET: list[Arguments] = [
    *((board,) for board in pool()[::40] if board.pillars != _FULL),
    *((replace(pool()[-1], pillars=pillars),) for pillars in _ALMOST),
    *((replace(won(), pillars=pillars),) for pillars in _ALMOST[is_public() :: 2]),
]
ALONE: list[Arguments] = [(replace(board, pillars=_FULL),) for board in _TABLE]
