"""Which game is dealt: by its number, at random, or one that can be won."""

from __future__ import annotations

import random
from typing import NamedTuple

from .engine import Kit, Trouble
from .sitting import Outcome, Player, begin
from .winnable import is_winnable

_MOST_DEALS = 20


class NewGame(NamedTuple):
    """Which game is wanted."""

    seed: int | None
    """The deal; None for any."""
    rules: str
    winnable: bool = False
    """Whether it must be known that it can be won."""


def deal(player: Player, kit: Kit, wanted: NewGame, chance: random.Random) -> Outcome:
    """The game that is wanted. Raises Trouble or Refusal when there is none."""
    if not wanted.winnable:
        return begin(player, _seed(wanted, chance), wanted.rules)
    draws = kit.rules[wanted.rules]
    if not draws:
        raise Trouble(f"The solver does not know the rules '{wanted.rules}'.")
    for _ in range(_MOST_DEALS):
        outcome = begin(player, _seed(wanted, chance), wanted.rules)
        if is_winnable(outcome.sitting.now.position, draws):
            return outcome
    raise Trouble(f"None of {_MOST_DEALS} deals is known to be winnable.")


def _seed(wanted: NewGame, chance: random.Random) -> int:
    return chance.randrange(1_000_000) if wanted.seed is None else wanted.seed
