"""What a player can type, and what it does to the board (supplied)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import game
from .board import Board
from .cards import Suit
from .errors import InvalidCommand, InvalidStack


@dataclass(frozen=True)
class Draw:
    """Draw a card from the deck."""


@dataclass(frozen=True)
class Move:
    """Move some cards from one column to another."""

    count: int
    source: int
    target: int


@dataclass(frozen=True)
class MoveStack:
    """Move all visible cards of a column to another."""

    source: int
    target: int


@dataclass(frozen=True)
class MoveFromDiscard:
    """Move the top card of the discard pile to a column."""

    target: int


@dataclass(frozen=True)
class MoveToPillar:
    """Move a card to its pillar, from a column or (`None`) from the discard pile."""

    source: int | None


@dataclass(frozen=True)
class MoveFromPillar:
    """Move the top card of a pillar to a column."""

    suit: Suit
    target: int


@dataclass(frozen=True)
class Solve:
    """Move all cards to the pillars that can go there from the columns."""


Command = Draw | Move | MoveStack | MoveFromDiscard | MoveToPillar | MoveFromPillar | Solve


@dataclass(frozen=True)
class Form:
    """One line of the command table: how a command is written and what it does."""

    long: str
    short: str
    does: str


FORMS = (
    Form("draw", "d", "draw a card from the deck"),
    Form("move N from S to T", "mv N S T", "move N cards from column S to column T"),
    Form("movest S T", "", "move all visible cards of column S to column T"),
    Form("movefd S", "", "move the top card of the discard pile to column S"),
    Form("movetp discard", "movetp d", "move the top card of the discard pile to its pillar"),
    Form("movetp S", "", "move a card from column S to its pillar"),
    Form("movefp SUIT S", "", "move the top card of a suit's pillar to column S"),
    Form("solve", "", "move to the pillars whatever can go there from the columns"),
)
"""The commands of the handout's table, in its order."""


def parse(line: str) -> Command:
    """The command that the line spells. Capitals and extra blanks do not matter.

    Raises InvalidCommand when the line is none of the forms in `FORMS`.
    """
    match line.lower().split():
        case ["draw" | "d"]:
            return Draw()
        case ["move", count, "from", source, "to", target] | ["mv", count, source, target]:
            return Move(_number(count), _number(source), _number(target))
        case ["movest", source, target]:
            return MoveStack(_number(source), _number(target))
        case ["movefd", target]:
            return MoveFromDiscard(_number(target))
        case ["movetp", "discard" | "d"]:
            return MoveToPillar(None)
        case ["movetp", source]:
            return MoveToPillar(_number(source))
        case ["movefp", suit, target]:
            return MoveFromPillar(_suit(suit), _number(target))
        case ["solve"]:
            return Solve()
        case _:
            raise InvalidCommand


def _number(word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,4}", word):
        raise InvalidCommand(f"{word!r} is not a number.")
    return int(word)


def _suit(word: str) -> Suit:
    if word.upper() not in Suit.__members__:
        raise InvalidCommand("The suits are spades, clubs, hearts and diamonds.")
    return Suit[word.upper()]


def play(command: Command, board: Board) -> Board:
    """The board after the command, with the last card of every column turned face up.

    Raises InvalidStack for a column number outside 0 to 6, whatever error the called
    function raises, and TypeError when it returns no board.
    """
    after = _play(command, board)
    if not isinstance(after, Board):
        raise TypeError(f"{type(command).__name__}: {type(after).__name__} returned, not a Board")
    return game.flip(after)


def _play(command: Command, board: Board) -> Board:
    match command:
        case Draw():
            return game.draw(board)
        case Move(count, source, target):
            return game.move(count, _column(source), _column(target), board)
        case MoveStack(source, target):
            return game.move_stack(_column(source), _column(target), board)
        case MoveFromDiscard(target):
            return game.move_from_discard(_column(target), board)
        case MoveToPillar(source):
            return game.move_to_pillar(None if source is None else _column(source), board)
        case MoveFromPillar(suit, target):
            return game.move_from_pillar(suit, _column(target), board)
        case Solve():
            return game.solve(board)


def _column(number: int) -> int:
    if not 0 <= number <= 6:
        raise InvalidStack
    return number
