"""Klondike as a Gymnasium environment, for what learns to play (supplied).

It needs `pip install gymnasium`; nothing else in this package does.

    import gymnasium
    env = gymnasium.make("klondike.environment:Klondike-v0", draws=3)
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

**Actions.** `ACTIONS` lists the moves, as numbers of `fast.py`; an action is an index of it. Which
are possible stands in `info["action_mask"]` and is what `action_masks()` returns. An action that is
not possible changes nothing.

**Observation.** What an attentive player knows, and never a hidden card: a dictionary of arrays of
small numbers: 0 for no card, 1 for an unknown card, and for a card its number in `fast.py` plus 2.

| key | shape | holds |
|---|---|---|
| `columns` | 7, 19 | the columns, the card played last at the end |
| `pillars` | 4 | how many cards lie on the pillars of spades, hearts, clubs, diamonds |
| `deck` | 24 | the deck, the next card to be drawn first |
| `discard` | 24 | the discard pile, the card drawn last at the end |
| `passes` | 1 | how often the deck may still be gone through again; 0 where there is no limit |

**Reward.** 1 for the move that wins, else 0. With `card_reward=x`, also `x` for each card that goes
to its pillar, and `-x` for each that comes back.

**End.** An episode is terminated when the game is won or no move is possible. Where passes are
unlimited a lost game has no end; `make` truncates it after 1,000 steps.

**Seeds.** `reset(seed=...)` decides this and the following deals; `reset(options={"deal": 7})`
deals number 7 of `players.py`. `info["deal"]` is the number. The actions decide all the rest.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import fast, players
from .fast import COLUMNS, DISCARD, PILLARS
from .players import HIDDEN, View

Observation: TypeAlias = dict[str, Any]
Info: TypeAlias = dict[str, Any]


def _move(size: int, source: int, target: int) -> int:
    return (target >= COLUMNS) << 12 | source << 8 | 15 - size << 4 | target


_COLUMNS = range(COLUMNS, COLUMNS + 7)
_SUITS = range(PILLARS, PILLARS + 4)
ACTIONS: tuple[int, ...] = (
    *(_move(1, source, suit) for source in (DISCARD, *_COLUMNS) for suit in _SUITS),
    *(_move(1, source, target) for source in (DISCARD, *_SUITS) for target in _COLUMNS),
    *(
        _move(size, source, target)
        for source in _COLUMNS
        for size in range(13, 0, -1)
        for target in _COLUMNS
        if target != source
    ),
    fast.TURN,
)
"""The move of each action, as a number of `fast.py`, in the order of the numbers."""
_ACTION_OF = {move: action for action, move in enumerate(ACTIONS)}
_VALUES, _SUIT_LETTERS = "A23456789TJQK", "SHCD"


class KlondikeEnv(gymnasium.Env[Observation, np.int64]):
    """The game, one move a step."""

    metadata: dict[str, Any] = {  # noqa: RUF012 declared so by the base class
        "render_modes": ["ansi"],
        "render_fps": 4,
    }

    def __init__(
        self,
        draws: int = 1,
        passes: int | None = None,
        card_reward: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        """A turn draws `draws` cards; `passes` is how often one may go through the deck.

        Raises ValueError for a number that is not from 1 to 24, or to 255 for passes, and for a
        mode other than `ansi`.
        """
        if not 1 <= draws <= 24 or not (passes is None or 1 <= passes <= 255):
            raise ValueError("draws must be from 1 to 24, and passes from 1 to 255, or None")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the only render mode is ansi, not {render_mode}")
        self.render_mode = render_mode
        self._rules = players.rules_of(draws, passes)
        self._card_reward = card_reward
        self._number = 0
        self._game = players.deal(self._number, self._rules)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = spaces.Dict(
            {
                "columns": spaces.Box(0, HIDDEN + 1, (7, 19), np.uint8),
                "pillars": spaces.Box(0, 13, (4,), np.uint8),
                "deck": spaces.Box(0, HIDDEN + 1, (24,), np.uint8),
                "discard": spaces.Box(0, HIDDEN + 1, (24,), np.uint8),
                "passes": spaces.Box(0, 255, (1,), np.uint8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """The observation of a new deal, and its mask and number."""
        super().reset(seed=seed)
        chosen = (options or {}).get("deal")
        self._number = int(self.np_random.integers(2**32)) if chosen is None else int(chosen)
        self._game = players.deal(self._number, self._rules)
        return observation_of(self.view), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """What is seen after the action, its reward, whether the game is over, no, the mask."""
        before, move = _on_pillars(self.view), ACTIONS[int(action)]
        if move in players.moves_of(self._game):
            self._game = players.played(self._game, move)
        reward = self._card_reward * (_on_pillars(self.view) - before)
        reward += before < 52 and players.is_won(self._game)
        info = self._info()
        return observation_of(self.view), float(reward), not info["action_mask"].any(), False, info

    @property
    def view(self) -> View:
        """What the player knows, as players of `players.py` are told it."""
        return players.view_of(self._game)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are possible."""
        mask = np.zeros(len(ACTIONS), np.bool_)
        mask[[_ACTION_OF[move] for move in players.moves_of(self._game)]] = True
        return mask

    def _info(self) -> Info:
        """The mask as `sample` of the action space takes it, and what else is known."""
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "deal": self._number,
            "won": players.is_won(self._game),
        }

    def render(self) -> str | None:
        """The table as text in the mode `ansi`, else nothing."""
        return drawn(self.view) if self.render_mode == "ansi" else None


def _on_pillars(view: View) -> int:
    return sum(pillars_of(view.wanted))


def pillars_of(wanted: int) -> list[int]:
    """How many cards lie on each pillar, by the set of the cards that they want."""
    return [next(n for n in range(14) if wanted >> 4 * n + suit & 1) for suit in range(4)]


def observation_of(view: View) -> Observation:
    """The view as arrays."""
    again = 0 if view.rules.passes is None else view.rules.passes - 1 - view.passes
    return {
        "columns": np.array([_coded(column, 19) for column in view.columns], np.uint8),
        "pillars": np.array(pillars_of(view.wanted), np.uint8),
        "deck": np.array(_coded(view.deck, 24), np.uint8),
        "discard": np.array(_coded(view.discard, 24), np.uint8),
        "passes": np.array([again], np.uint8),
    }


def _coded(cards: bytes, places: int) -> list[int]:
    """The cards as the observation shows them, with 0 for places without a card."""
    coded = [1 if card == HIDDEN else card + 2 for card in cards]
    return coded + [0] * (places - len(coded))


def drawn(view: View) -> str:
    """The view as text: deck and discard pile, pillars, and the columns below each other."""
    tops = [4 * (count - 1) + suit for suit, count in enumerate(pillars_of(view.wanted)) if count]
    return "\n".join(
        [
            f"Deck: {len(view.deck)}",
            f"Discard: {' '.join(map(_written, view.discard))}".rstrip(),
            f"Pillars: {' '.join(map(_written, tops))}".rstrip(),
            *(f"{n}: {' '.join(map(_written, c))}".rstrip() for n, c in enumerate(view.columns)),
        ]
    )


def _written(card: int) -> str:
    return "??" if card == HIDDEN else _VALUES[card // 4] + _SUIT_LETTERS[card % 4]


gymnasium.register(
    "Klondike-v0", entry_point="klondike.environment:KlondikeEnv", max_episode_steps=1000
)
