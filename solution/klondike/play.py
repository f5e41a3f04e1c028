"""A game under any rules: its states, every possible move, and playing one (supplied).

Moves are played by your own functions in `game.py`, and listed by `fast.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple, TypeVar

from . import commands, fast, game, strategy
from .board import Board
from .cards import Suit
from .errors import DeckEmpty, InvalidCount, WrongPillarOrder
from .rules import COURSEWORK, Rules, Scores


class Pile(IntEnum):
    """One of the thirteen piles."""

    DECK = 0
    DISCARD = 1
    SPADES = 2
    HEARTS = 3
    CLUBS = 4
    DIAMONDS = 5
    COLUMN_0 = 6
    COLUMN_1 = 7
    COLUMN_2 = 8
    COLUMN_3 = 9
    COLUMN_4 = 10
    COLUMN_5 = 11
    COLUMN_6 = 12

    @property
    def suit(self) -> Suit | None:
        """The suit of a pillar, else `None`."""
        return Suit.__members__.get(self.name)

    @property
    def column(self) -> int | None:
        """The number of a column, 0 to 6, else `None`."""
        return self - Pile.COLUMN_0 if self >= Pile.COLUMN_0 else None

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Move(NamedTuple):
    """That many cards from one pile to another. `str(move)` is `2 from column 3 to column 5`.

    A turn is a move from the deck to the discard pile, of as many cards as it draws. Where the
    discard pile first becomes the deck, that is part of the turn, or by other rules a move of
    its own: of all cards from the discard pile to the deck.
    """

    size: int
    source: Pile
    target: Pile

    def __str__(self) -> str:
        return f"{self.size} from {self.source} to {self.target}"


@dataclass(frozen=True)
class State:
    """A game at one moment. An earlier state is still there to go back to."""

    board: Board
    rules: Rules = COURSEWORK
    score: int = 0
    moves: int = 0
    """How many moves were made."""
    passes: int = 0
    """How often the discard pile has become the deck again."""
    emptied: bool = False
    """Whether a column has been empty after a move, as some rules score the first time."""


S = TypeVar("S", bound=State)


def start(board: Board, rules: Rules = COURSEWORK) -> State:
    """The state at the start of a game with this board, as `setup` deals it."""
    if rules.opening_draw:
        board = _drawn(board, min(rules.draws, len(board.deck)), rules)
    return State(board, rules, rules.scores.start)


def is_won(state: State) -> bool:
    """Whether all cards lie on the pillars."""
    return game.is_won(state.board)


def possible_moves(state: State) -> tuple[Move, ...]:
    """Every move that the rules allow, each once, also the pointless ones.

    First come the moves to a pillar, then those to a column, then the turn. Each group is
    in the order of the piles that the cards come from, the longest runs first, and then in the
    order of the piles that they go to.
    """
    return tuple(_as_move(one, state) for one in fast.moves(_position(state), state.rules))


def hint(state: State) -> Move | None:
    """The next move of `autoplay`, or `None` if nothing useful is left."""
    plan = strategy.plan(_position(state), state.rules)
    return _as_move(plan[0], state) if plan else None


def autoplay(state: S) -> S:
    """The state at the end, when the game is won or nothing useful is left.

    It is reached by playing one hint after another; `strategy.py` says how they are chosen.
    """
    position, rules = _position(state), state.rules
    while plan := strategy.plan(position, rules):
        for one in plan:
            state = play(state, _as_move(one, state))
            position = fast.play(position, one, rules)
    return state


def _position(state: State) -> fast.Position:
    return fast.pack(state.board, 0 if state.rules.passes is None else state.passes)


def _as_move(one: int, state: State) -> Move:
    if one == fast.TURN:
        turn = next_turn(state)
        assert turn
        return turn
    size, source, target = fast.parts(one)
    return Move(size, Pile(source), Pile(target))


def next_turn(state: State) -> Move | None:
    """The turn that is possible now, or `None`."""
    deck, discard, rules = state.board.deck, state.board.discard, state.rules
    if deck:
        return Move(min(rules.draws, len(deck)), Pile.DECK, Pile.DISCARD)
    if not discard or (rules.passes is not None and state.passes + 1 >= rules.passes):
        return None
    if rules.redeal_draws:
        return Move(min(rules.draws, len(discard)), Pile.DECK, Pile.DISCARD)
    return Move(len(discard), Pile.DISCARD, Pile.DECK)


def play(state: S, move: Move) -> S:
    """The state after the move, with uncovered cards turned.

    Raises MoveError, of the kind that your function or the turn is refused with, when it is not
    possible, and ValueError for a number that is not a pile.
    """
    move = Move(move.size, Pile(move.source), Pile(move.target))
    if Pile.DECK in move[1:]:
        return _turn(state, move)
    board = commands.play(_command(move), state.board)
    suit = move.target.suit
    if suit and board.pillars.top(suit) == state.board.pillars.top(suit):
        raise WrongPillarOrder("A pillar takes cards of its own suit only.")
    emptied = state.emptied or not all(board.columns)
    points = _points(state.rules.scores, move, state.board)
    if emptied and not state.emptied:
        points += state.rules.scores.first_empty_column
    return replace(
        state, board=board, score=state.score + points, moves=state.moves + 1, emptied=emptied
    )


def _turn(state: S, move: Move) -> S:
    possible = next_turn(state)
    if not possible:
        raise DeckEmpty("There is no card left to draw.")
    if move != possible:
        raise InvalidCount(f"The turn is {possible}, not {move}.")
    board, passes = state.board, state.passes
    if not board.deck:
        deck = board.discard[:: -1 if state.rules.turned_over else 1]
        board, passes = replace(board, deck=deck, discard=()), passes + 1
    if move.target is Pile.DISCARD:
        board = _drawn(board, move.size, state.rules)
    return replace(state, board=board, moves=state.moves + 1, passes=passes)


def _drawn(board: Board, count: int, rules: Rules) -> Board:
    if not rules.turned_over:
        deck, discard = board.deck, board.discard
        return replace(board, deck=deck[count:], discard=deck[:count] + discard)
    for _ in range(count):
        board = commands.play(commands.Draw(), board)
    return board


def _command(move: Move) -> commands.Command:
    count, source, target = move
    if target.column is not None and source.column is not None:
        return commands.Move(count, source.column, target.column)
    if count == 1 and target.column is not None:
        if source is Pile.DISCARD:
            return commands.MoveFromDiscard(target.column)
        if source.suit:
            return commands.MoveFromPillar(source.suit, target.column)
    if count == 1 and target.suit and not source.suit:
        return commands.MoveToPillar(source.column)
    raise InvalidCount(f"There is no move of {move}.")


def _points(scores: Scores, move: Move, before: Board) -> int:
    kind = f"{_kind(move.source)}_to_{_kind(move.target)}"
    points: int = getattr(scores, kind)
    if move.source.column is not None:
        under = before.columns[move.source.column][move.size :]
        points += scores.turned if under and not under[0].visible else 0
    return points


def _kind(pile: Pile) -> str:
    return "pillar" if pile.suit else "column" if pile.column is not None else "discard"
