"""The game as the table asks for it, from another process: in boards and numbers (supplied)."""

from __future__ import annotations

import random
from typing import TypeAlias

from . import deck, game, play
from .board import Board
from .errors import DeckEmpty
from .rules import RULES, Q

Told: TypeAlias = tuple[Board, str, int, int, int, bool]
"""A state of `play`, its rules by their name."""

DRAWS = {
    name: rules.draws
    if rules.passes is None and rules.turned_over and not rules.opening_draw
    else 0
    for name, rules in RULES.items()
}
"""How many cards a turn draws by each of the rules, or 0 where no solver knows them."""
PASSES = {name: rules.passes for name, rules in RULES.items() if rules.passes is not None}
"""How often one may go through the deck, by the rules that limit it."""
TIMED = frozenset(name for name, rules in RULES.items() if rules.scores == Q.scores)
"""The rules that score as Klondike usually does on a computer, where time can cost points."""
PAID = frozenset(name for name, rules in RULES.items() if rules.scores.start < 0)
"""The rules by which a game is paid for."""


def deal(seed: int, rules: str, shuffled: bool) -> Told:
    """The state at the start of a game, which this seed shuffles."""
    cards = deck.deck_of_52()
    if shuffled:
        cards = deck.shuffle(random.Random(seed), cards)
    return _told(play.start(game.setup(cards), RULES[rules]))


def turn(told: Told) -> Told:
    """The state after turning cards of the deck, or the discard pile when it is used up."""
    state = _state(told)
    next_turn = play.next_turn(state)
    if next_turn is None:
        raise DeckEmpty("There is no card left to turn.")
    return _told(play.play(state, next_turn))


def move(told: Told, size: int, source: int, target: int) -> Told:
    """The state after moving that many cards from one pile to another."""
    return _told(play.play(_state(told), play.Move(size, play.Pile(source), play.Pile(target))))


def hint(told: Told) -> tuple[int, int, int] | None:
    """A move that helps, or `None`."""
    helps = play.hint(_state(told))
    return helps and (helps.size, int(helps.source), int(helps.target))


def is_won(told: Told) -> bool:
    """Whether the game is won."""
    return game.is_won(told[0])


def _state(told: Told) -> play.State:
    board, rules, score, moves, passes, emptied = told
    return play.State(board, RULES[rules], score, moves, passes, emptied)


def _told(state: play.State) -> Told:
    return (
        state.board,
        state.rules.name,
        state.score,
        state.moves,
        state.passes,
        state.emptied,
    )
