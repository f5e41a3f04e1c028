"""Further study: every possible move, and a game that plays itself.

You hand in none of this. `python3 -m klondike.study_check` checks it.
"""

from __future__ import annotations

from .board import Board
from .cards import Card, Suit, Value
from .game import can_stack, can_stack_on_pillar
from .play import Move, Pile, State, is_won, next_turn, play

PILLARS = (Pile.SPADES, Pile.HEARTS, Pile.CLUBS, Pile.DIAMONDS)
COLUMNS = tuple(Pile)[Pile.COLUMN_0 :]


def possible_moves(state: State) -> tuple[Move, ...]:
    """Every move that the rules allow, each once, in any order, also the pointless ones.

    They are the moves of one card to its pillar, those to a column, and the turn.
    """
    raise NotImplementedError


def autoplay(state: State) -> tuple[Move, ...]:
    """Moves that can be played one after the other, up to a win or until nothing useful is left.

    At the end there is no move that takes a card to its pillar or turns a hidden card. A game in
    which no card is hidden, nor in the deck or the discard pile, is won.
    """
    raise NotImplementedError
