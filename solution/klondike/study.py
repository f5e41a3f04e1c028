"""Further study: every possible move, and a game that plays itself.

You hand in none of this. `python3 -m klondike.study_check` checks it.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    turn = next_turn(state)
    turns = (turn,) if turn else ()
    return (*_to_pillars(state.board), *_to_columns(state.board), *turns)


def _to_pillars(board: Board) -> Iterator[Move]:
    tops = [(Pile.DISCARD, card) for card in board.discard[:1]]
    columns = zip(COLUMNS, board.columns, strict=True)
    tops += [(pile, column[0].card) for pile, column in columns if column]
    for pile, card in tops:
        if can_stack_on_pillar(card, board.pillars.top(card.suit)):
            yield Move(1, pile, Pile[card.suit.name])


def _to_columns(board: Board) -> Iterator[Move]:
    for size, source, card in _movable(board):
        for target, column in zip(COLUMNS, board.columns, strict=True):
            if can_stack(card, column[0].card) if column else card.value == Value.KING:
                yield Move(size, source, target)


def _movable(board: Board) -> Iterator[tuple[int, Pile, Card]]:
    """Every card that may go to a column, after how many cards go with it and from where."""
    for card in board.discard[:1]:
        yield 1, Pile.DISCARD, card
    for pile in PILLARS:
        suit = Suit[pile.name]
        top = board.pillars.top(suit)
        if top:
            yield 1, pile, Card(suit, top)
    for pile, column in zip(COLUMNS, board.columns, strict=True):
        for size in range(sum(placed.visible for placed in column), 0, -1):
            yield size, pile, column[size - 1].card


def autoplay(state: State) -> tuple[Move, ...]:
    """Moves that can be played one after the other, up to a win or until nothing useful is left.

    At the end there is no move that takes a card to its pillar or turns a hidden card. A game in
    which no card is hidden, nor in the deck or the discard pile, is won.
    """
    played: list[Move] = []
    turns: list[Move] = []
    while not is_won(state) and len(turns) <= _enough(state.board):
        useful = [move for move in possible_moves(state) if _is_useful(move, state.board)]
        best = useful[0] if useful else next_turn(state)
        if not best:
            break
        turns.append(best)
        state = play(state, best)
        if useful:
            played += turns
            turns = []
    return tuple(played)


def _is_useful(move: Move, board: Board) -> bool:
    if move.source.column is not None and move.target.column is not None:
        under = board.columns[move.source.column][move.size :]
        return bool(under) and not under[0].visible
    return Pile.DECK not in move[1:] and not move.source.suit


def _enough(board: Board) -> int:
    """So many turns show every card of the deck and the discard pile that can be reached."""
    return 2 * (len(board.deck) + len(board.discard)) + 2
