"""Ways that win: from a deal by the solver, and back to such a way by a short search."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import count

from .moves import TURN, Move
from .playing import after, allowed
from .position import Position
from .spots import PILES, PILLARS, WASTE
from .winnable import Ending, has_solver, solve

_MOST_NEAR, _MOST_SEARCHED = 1_500, 5_000
_SUIT_LETTERS = "SHCD"
_MOVE = re.compile(r"([W1-7SHCD])([1-7SHCD])(?:-(\d+))?")


class Chance(Enum):
    """Whether a game can be won, by a player who sees all cards."""

    WINNABLE = "It can still be won."
    LOST = "It cannot be won any more."
    NONE = "This deal cannot be won."
    UNKNOWN = ""


@dataclass(frozen=True)
class Advice:
    """What is known about a position, and the next move of a way that wins."""

    chance: Chance
    move: Move | None = None


@dataclass(frozen=True)
class Way:
    """The positions from which the next move of the way is known, and what is known of the deal."""

    chance: Chance
    moves: Mapping[Position, Move] = field(default_factory=dict)


class Guide:
    """Knows ways that win, for deals by rules with that many cards to a turn."""

    def __init__(self, draws: int) -> None:
        self._draws = draws
        self._way = lru_cache(8)(self._solved)
        self._back = lru_cache(64)(self._searched)

    def advice(self, deal: Position, now: Position) -> Advice:
        """What is known about the position of the game that was dealt."""
        if not self._draws:
            return Advice(Chance.UNKNOWN)
        way = self._way(deal)
        if way.chance is Chance.NONE:
            return Advice(Chance.NONE)
        if now in way.moves:
            return Advice(Chance.WINNABLE, way.moves[now])
        back = self._back(deal, now)
        return Advice(back.chance, back.moves.get(now))

    def wins(self, deal: Position, position: Position) -> bool:
        """Whether the position is on the solver's way from the deal."""
        return bool(self._draws) and position in self._way(deal).moves

    def _solved(self, deal: Position) -> Way:
        """The way from the deal to the end, if the solver knows one."""
        if not has_solver():
            return Way(Chance.UNKNOWN)
        ending, words = solve(deal, self._draws)
        if ending is Ending.IMPOSSIBLE:
            return Way(Chance.NONE)
        moves, end = _followed(deal, _parsed(words), self._draws)
        return Way(Chance.WINNABLE, moves) if end.is_complete else Way(Chance.UNKNOWN)

    def _searched(self, deal: Position, now: Position) -> Way:
        """The way from the position to the end, by itself or back to the solver's way."""
        known = self._way(deal).moves
        path = _path(now, known, self._draws)
        if path is None:
            return Way(Chance.UNKNOWN)
        if not path:
            return Way(Chance.LOST)
        moves, _ = _followed(now, path, self._draws)
        return Way(Chance.WINNABLE, moves)


def _parsed(words: Sequence[str]) -> Iterator[Move]:
    """The moves of the solver, which names turning a card over and the waste too."""
    piles = {"W": WASTE, **{f"{number}": pile for number, pile in enumerate(PILES, 1)}}
    piles |= dict(zip(_SUIT_LETTERS, PILLARS, strict=True))
    for word in words:
        if word.startswith("DR"):
            yield from [TURN] * int(word[2:])
        elif move := _MOVE.fullmatch(word):
            source, target, size = move.groups()
            yield Move(int(size or 1), piles[source], piles[target])


def _followed(
    position: Position, moves: Sequence[Move] | Iterator[Move], draws: int
) -> tuple[dict[Position, Move], Position]:
    """The move at each position on the way, and the position at its end."""
    way: dict[Position, Move] = {}
    for move in moves:
        way[position] = move
        pillars, columns = position.pillars, position.columns
        if move == TURN and not position.stock:  # the waste may be turned over without drawing
            way.setdefault(Position(position.waste[::-1], (), pillars, columns), move)
        if not position.waste:  # after a pass, the stock is used up instead
            way.setdefault(Position((), position.stock[::-1], pillars, columns), move)
        position = after(position, move, draws)
    return way, position


def _path(start: Position, known: Mapping[Position, Move], draws: int) -> list[Move] | None:
    """Moves to a position that is known or won, none if there are none, `None` if unknown.

    Only some positions are searched: the nearest ones, turns of the stock not counted, and then
    the most promising ones.
    """
    near = _search(start, known, draws, lambda _, moves: moves, _MOST_NEAR)
    if near is not None:
        return near
    return _search(start, known, draws, lambda position, _: _promise(position), _MOST_SEARCHED)


def _search(
    start: Position,
    known: Mapping[Position, Move],
    draws: int,
    order: Callable[[Position, int], int],
    most: int,
) -> list[Move] | None:
    """Moves as `_path` gives them; the order is of positions and how many moves led there."""
    came: dict[Position, tuple[Position, Move] | None] = {start: None}
    newest = count(0, -1)
    waiting = [(order(start, 0), next(newest), 0, start)]
    for _ in range(most):
        if not waiting:
            return []
        *_, moves, position = heapq.heappop(waiting)
        for move in allowed(position):
            then = after(position, move, draws)
            if then in came:
                continue
            came[then] = (position, move)
            if then in known or then.is_complete:
                return _steps(came, then)
            made = moves + (move != TURN)
            heapq.heappush(waiting, (order(then, made), next(newest), made, then))
    return None


def _steps(came: Mapping[Position, tuple[Position, Move] | None], position: Position) -> list[Move]:
    steps = []
    while before := came[position]:
        position, move = before
        steps.append(move)
    return steps[::-1]


def _promise(position: Position) -> int:
    """Fewer is better: cards that lie face down weigh most, then those not on a pillar."""
    hidden = sum(not lying.visible for column in position.columns for lying in column)
    return 5 * hidden - sum(position.pillars)
