"""Games: how a suite plays against functions that hand a state on from move to move.

A call in a game comes back with a pair. Its first part crosses and is what the suite
sees; the pair as a whole stays in the guest, where the next call in the same game gets
it as its first argument. So whatever a submission keeps as its state never crosses, and
what the suite keeps to itself is never in the guest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..sandbox.answers import Answer, Crashed, InvalidReply, TimedOut, Unreceived
from ..sandbox.batch import Batch
from ..sandbox.student import Student
from ..sandbox.talk import Turn

__all__ = ["Game", "Move", "play"]


@dataclass(frozen=True)
class Move:
    """A call in a game."""

    call: int
    """Its number in the batch of all calls that games are made of."""
    goes_on: bool
    """Whether its first argument is the pair that the last call came back with."""
    seed: int
    """How `random` is seeded for it, so that a game is the same whatever is played beside it."""
    twice: bool = False
    """Whether the call is made twice with the same values; the game goes on from the second."""


class Game(Protocol):
    """One game against a submission."""

    def move(self) -> Move | None:
        """The next call; None when the game is over."""

    def receive(self, answer: Answer, seconds: float) -> None:
        """Takes what came back, and the processor time it took.

        The answer to a call that gave a pair is `(True, its first part)`, that to
        another call `(False, what came back)`.
        """


def play(student: Student, games: Sequence[Game], calls: Batch) -> list[Game]:
    """Plays the games in turn, a move in each, until all are over; those that were cut off.

    The move that ends the guest is heard in its own game. The games beside it are cut
    off, since their state has gone with the guest; they can only be begun anew.
    """
    while running := [
        (number, game, move) for number, game in enumerate(games) if (move := game.move())
    ]:
        turns = [
            Turn(number, move.goes_on, move.seed, move.call, move.twice)
            for number, _, move in running
        ]
        said = student.turn(calls, turns)
        for (_, game, _), (answer, seconds) in zip(running, said, strict=False):
            if not isinstance(answer, Unreceived):
                game.receive(answer, seconds)
            if isinstance(answer, TimedOut | Crashed | InvalidReply):
                return [other for other in games if other is not game and other.move()]
    return []
