"""The rules that differ from one Klondike to another (supplied).

What is not said here is the same everywhere: the rules of the handout.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Scores:
    """The points for a move, by what it does. Points for `turned` come on top of the others."""

    start: int = 0
    """What a game begins with."""
    discard_to_pillar: int = 0
    discard_to_column: int = 0
    column_to_pillar: int = 0
    column_to_column: int = 0
    pillar_to_column: int = 0
    turned: int = 0
    """For a hidden card that a move uncovers."""
    first_empty_column: int = 0
    """For the first move of a game after which a column is empty."""


@dataclass(frozen=True)
class Rules:
    """How cards are drawn, and what moves score."""

    name: str
    draws: int = 1
    """How many cards a turn draws; the last one drawn can be played."""
    passes: int | None = None
    """How often one may go through the deck, or `None` for as often as one likes."""
    turned_over: bool = True
    """Whether cards are turned over one by one as they are drawn, and the discard pile as a whole
    when it becomes the deck. If not, they are moved as they lie: the top card of one pile ends
    on top of the other."""
    redeal_draws: bool = True
    """Whether the turn in which the discard pile becomes the deck also draws."""
    opening_draw: bool = False
    """Whether the deal already draws for the first time."""
    scores: Scores = Scores()


COURSEWORK = Rules("coursework")
"""The rules of the handout: one card at a time, without end and without a score."""

DRAW_THREE = Rules("draw three", draws=3)
"""The rules of the handout, but for three cards at a time."""

BRICK = Rules(
    "brick",
    draws=3,
    redeal_draws=False,
    scores=Scores(
        discard_to_pillar=10,
        discard_to_column=5,
        column_to_pillar=15,
        column_to_column=5,
        pillar_to_column=-15,
    ),
)
"""The rules of the terminal game in Haskell at https://github.com/ambuc/solitaire."""

Q = Rules(
    "q",
    draws=3,
    turned_over=False,
    opening_draw=True,
    scores=Scores(
        discard_to_pillar=10,
        discard_to_column=5,
        column_to_pillar=10,
        pillar_to_column=-15,
        turned=5,
    ),
)
"""The rules that the text of "Play Klondike" states, a case study in q at https://code.kx.com/q/."""

Q_PRINTED = Rules(
    "q printed",
    draws=3,
    turned_over=False,
    opening_draw=True,
    scores=Scores(
        discard_to_pillar=10,
        discard_to_column=10,
        column_to_pillar=10,
        pillar_to_column=-15,
        turned=5,
        first_empty_column=5,
    ),
)
"""The same, with the scores that its code prints: it also takes a card that comes from the discard
pile, and the first empty column, for a card that was turned."""

VEGAS = Rules(
    "vegas",
    passes=1,
    scores=Scores(start=-52, discard_to_pillar=5, column_to_pillar=5, pillar_to_column=-5),
)
"""One card at a time and once through the deck. A deck costs 52, a card on its pillar pays 5."""

RULES: Mapping[str, Rules] = MappingProxyType(
    {rules.name: rules for rules in (COURSEWORK, DRAW_THREE, BRICK, Q, Q_PRINTED, VEGAS)}
)
"""All of them, by name."""
