"""A game at the table, and what comes of each thing a player can do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from .engine import Standing, Trouble
from .history import History
from .moves import (
    TURN,
    Move,
    Refusal,
    moves_between,
    moves_from,
    named,
    safe_to_pillars,
    to_pillars,
)
from .spots import PILES, Spot, card_at
from .ways import Chance, Guide


class Player(Protocol):
    """Whoever knows the rules."""

    def deal(self, seed: int, rules: str) -> tuple[Standing, str]:
        """The game that the seed deals, and what is to be said about it."""

    def play(self, standing: Standing, moves: Sequence[Move]) -> tuple[Standing, str]:
        """The game after the first of the moves that is allowed, and a remark."""

    def hint(self, standing: Standing) -> Move | None:
        """A move that helps."""


@dataclass(frozen=True)
class TableGame:
    """A game, what it was dealt from, and what can be undone and redone."""

    history: History[Standing]
    name: str
    """The seed, or the file that it was loaded from."""
    counts: bool = True
    """Whether it is to be counted: it was dealt, and has not been won before."""

    @property
    def now(self) -> Standing:
        """The game as it stands."""
        return self.history.now

    @property
    def is_unfinished(self) -> bool:
        """Whether something was played, and the game is not won."""
        return not self.now.won and bool(self.history.past or self.history.future)

    def restarted(self) -> TableGame:
        """The sitting with the game as it was first."""
        return replace(self, history=History(self.history.first))

    def undone(self) -> TableGame:
        """The sitting before the last step."""
        return replace(self, history=self.history.undone())

    def redone(self) -> TableGame:
        """The sitting with the last step that was undone."""
        return replace(self, history=self.history.redone())


class Outcome(NamedTuple):
    """The sitting after something was done, and what is said to the player."""

    sitting: TableGame
    remark: str = ""


def begin(player: Player, seed: int, rules: str) -> Outcome:
    """A new game. Raises Trouble or Refusal when there is none."""
    standing, remark = player.deal(seed, rules)
    return Outcome(TableGame(History(standing), f"{seed}"), remark)


def click(player: Player, sitting: TableGame, spot: Spot) -> Outcome:
    """What comes of a click: the card there goes to the first place that takes it."""
    position = sitting.now.position
    try:
        moves = moves_from(spot, position)
        return _played(player, sitting, moves)
    except Trouble as trouble:
        return Outcome(sitting, str(trouble))
    except Refusal as refusal:
        card = card_at(spot, position)
        return Outcome(sitting, f"There is no place for {card}." if card else str(refusal))


def put(player: Player, sitting: TableGame, spot: Spot, target: int) -> Outcome:
    """What comes of putting the card at the spot on the pile."""
    try:
        moves = moves_between(spot, target, sitting.now.position)
        return _played(player, sitting, moves)
    except (Trouble, Refusal) as reason:
        return Outcome(sitting, str(reason))


def _played(player: Player, sitting: TableGame, moves: Sequence[Move]) -> Outcome:
    standing, remark = player.play(sitting.now, moves)
    return Outcome(replace(sitting, history=sitting.history.then(standing)), remark)


def send_up(player: Player, sitting: TableGame) -> Outcome:
    """The sitting after all cards that can go went to the pillars, in one step."""
    standing, remark = sitting.now, ""
    while not standing.won:
        try:
            standing, remark = player.play(standing, to_pillars(standing.position))
        except Refusal:
            break
        except Trouble as trouble:
            remark = str(trouble)
            break
    if standing == sitting.now:
        return Outcome(sitting, remark or "No card can go to a pillar.")
    return Outcome(replace(sitting, history=sitting.history.then(standing)), remark)


def with_safe_cards_up(player: Player, before: TableGame, outcome: Outcome) -> Outcome:
    """The outcome with the cards on their pillars that no other can need, in the same step."""
    sitting = outcome.sitting
    if sitting.history is before.history:
        return outcome
    standing = sitting.now
    while not standing.won and (moves := safe_to_pillars(standing.position)):
        try:
            standing, _ = player.play(standing, moves)
        except (Trouble, Refusal):
            break
    return Outcome(replace(sitting, history=replace(sitting.history, now=standing)), outcome.remark)


class Hint(NamedTuple):
    """Where to look, what is said, and the move that is meant."""

    spots: tuple[Spot, ...]
    remark: str
    move: Move | None = None


def hint(player: Player, sitting: TableGame, guide: Guide) -> Hint:
    """A hint: the next move of a way that wins if one is known, else what the player thinks."""
    known = guide.advice(sitting.history.first.position, sitting.now.position)
    try:
        move = known.move or player.hint(sitting.now)
    except (Trouble, Refusal) as reason:
        return Hint((), str(reason))
    said = known.chance.value
    if known.chance is not Chance.WINNABLE and (steps := _steps_back(sitting, guide)):
        said = f"{said} Undo {steps} of your moves and it can be won.".strip()
    if move is None:
        return Hint((), said or "No move helps any more.")
    remark = f"{said} Try {named(move, sitting.now.position)}: press p.".strip()
    return Hint(_spots(move), remark, move)


def _steps_back(sitting: TableGame, guide: Guide) -> int:
    """How many steps lead back to a way that wins, 0 where none is known to."""
    deal = sitting.history.first.position
    steps = enumerate(reversed(sitting.history.past), 1)
    return next((number for number, one in steps if guide.wins(deal, one.position)), 0)


def _spots(move: Move) -> tuple[Spot, ...]:
    if move == TURN:
        return (Spot(move.source),)
    depth = move.size - 1 if move.source in PILES else 0
    return (Spot(move.source, depth), Spot(move.target))


def follow(player: Player, sitting: TableGame, guide: Guide) -> Outcome:
    """What comes of playing the hint."""
    shown = hint(player, sitting, guide)
    if shown.move is None:
        return Outcome(sitting, shown.remark)
    try:
        after, remark = _played(player, sitting, (shown.move,))
    except (Trouble, Refusal) as reason:
        return Outcome(sitting, str(reason))
    return Outcome(after, remark or f"Played {named(shown.move, sitting.now.position)}.")
