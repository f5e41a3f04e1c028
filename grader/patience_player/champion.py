"""The champion: a player that guesses what lies face down, many times, and plays each guess out."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Protocol

import numpy as np

from . import kernel
from .kernel import Policy, Settings, Table

HIDDEN = 52
"""What stands in a view for a card that is not known."""
_DISCARD, _PILLARS, _COLUMNS, _TURN = 1, 2, 6, 2 << 12
"""The numbers of piles and of the turn, as in `fast.py` of the coursework."""

BUDGET = 60_000
"""Playouts for a game, which it never uses up: on a machine of 2026, a fifth of a second."""
MOST_NODES = 1_000_000

POLICIES = MappingProxyType(
    {
        1: Policy(4.32, 2.18, 6.73, 2.8, 6.33, 2.89, 0.52, 0.11, 2.53, 8.45, 3.01, 2.4, 3.5),
        3: Policy(1.72, 0.59, 3.19, 7.19, 6.05, 1.2, 7.24, 1.2, 0.87, 1.39, 6.35, 2.04, 1.85),
    }
)
"""By how many cards a turn draws. Found by random changes that won more of some 10,000 deals."""
SETTINGS = Settings(
    exploration=2.0,
    temperature=2.0,
    urgency=0.1,
    steps=150,
    least=200.0,
    decisions=10.0,
    each_hidden=3.0,
)


class Rules(Protocol):
    """What the champion asks of the rules."""

    @property
    def draws(self) -> int:
        """How many cards a turn draws."""

    @property
    def passes(self) -> int | None:
        """How often one may go through the deck."""


class View(Protocol):
    """What the champion is told: `View` of the coursework's `players.py`."""

    @property
    def columns(self) -> tuple[bytes, ...]:
        """Each with the card played last at its end."""

    @property
    def wanted(self) -> int:
        """The set of the cards that the pillars want next."""

    @property
    def deck(self) -> bytes:
        """The next card to be drawn first."""

    @property
    def discard(self) -> bytes:
        """The card drawn last at its end."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""


class Champion:
    """A player for games with unlimited passes.

    It first goes through the deck once, which costs nothing and shows every card of it. From then
    on only what lies face down in the columns is unknown. It chooses by a tree search whose nodes
    are what can be seen, so that no decision rests on a card that would not be known by then. Each
    playout deals the unseen cards at random to the places that lie face down.

    The budget is how many playouts it may make in a game, not a time: the same seed and the same
    views give the same moves on every machine.
    """

    def __init__(self, seed: int, budget: int | None = None) -> None:
        self._left = BUDGET if budget is None else budget
        self._seed = np.array([seed % 2**64], np.uint64)
        self._tree = kernel.new_tree(min(max(self._left, 10_000), MOST_NODES))
        self._been: list[np.uint64] = []
        self._goal: int | None = None

    def choose(self, view: View, moves: Sequence[int]) -> int | None:
        """One of the moves, or `None` when it finds none that is of use.

        Raises ValueError if passes are limited.
        """
        if view.rules.passes is not None:
            raise ValueError("The champion plays with unlimited passes only.")
        if not moves or HIDDEN in view.deck:
            return _TURN if moves else None
        table = table_of(view)
        if self._goal is None:
            self._goal = self._decided(table)
            if self._goal is None:
                return None
        move = kernel.located(table, self._goal)
        if move >> 8 & 15 == kernel.FROM_TALON and view.discard[-1:] != bytes([self._goal >> 2]):
            return _TURN
        self._goal = None
        return _number(table, move)

    def _decided(self, table: Table) -> int | None:
        """The code of the next move other than turning the stock."""
        move = kernel.harmless(table)
        if move < 0:
            key = kernel.key_of(table)
            if key in self._been:
                return None
            self._been.append(key)
            move = self._found(table)
        return None if move < 0 else move & 255

    def _found(self, table: Table) -> int:
        """What the search recommends, or -1."""
        draws, used = int(table[kernel.DRAWS]), self._tree.used
        policy = POLICIES[1 if draws == 1 else 3]
        settings = SETTINGS
        parts = settings.decisions + settings.each_hidden * int(table[kernel.ALL_DOWN])
        before = int(used[2])
        move = kernel.search(
            self._tree,
            table,
            np.array(self._been, np.uint64),
            self._seed,
            (policy, settings),
            int(max(settings.least, self._left / parts)),
        )
        self._left -= int(used[2]) - before
        return int(move)


def table_of(view: View) -> Table:
    """The view as the search has it, with -1 for what lies face down."""
    table = np.zeros(kernel.LENGTH, np.int8)
    for number, column in enumerate(view.columns):
        start, down = kernel.ROOM * number, column.count(HIDDEN)
        table[start : start + len(column)] = [-1 if card == HIDDEN else card for card in column]
        table[kernel.SIZES + number], table[kernel.DOWN + number] = len(column), down
        table[kernel.ALL_DOWN] += down
    for suit in range(4):
        up = next(count for count in range(14) if view.wanted >> 4 * count + suit & 1)
        table[kernel.PILLARS + suit] = up
    talon, at, draws = view.discard + view.deck, len(view.discard), view.rules.draws
    table[kernel.TALON : kernel.TALON + len(talon)] = list(talon)
    table[kernel.LEFT], table[kernel.DRAWS] = len(talon), draws
    table[kernel.DRAWN] = 0 if at == len(talon) or at % draws == 0 else at
    return table


def _number(table: Table, move: int) -> int:
    """The number that the coursework's `fast.py` has for the move."""
    source, target, place = move >> 8 & 15, move >> 12 & 15, move >> 16
    suit, size, to_column = move >> 2 & 3, 1, target < kernel.TO_PILLAR
    if source < kernel.FROM_TALON:
        size = int(table[kernel.SIZES + source]) - place
    pile = {kernel.FROM_TALON: _DISCARD, kernel.FROM_PILLAR: _PILLARS + suit}
    onto = _COLUMNS + target if to_column else _PILLARS + suit
    return to_column << 12 | pile.get(source, _COLUMNS + source) << 8 | 15 - size << 4 | onto
