"""What a player can type, and what it does to a game."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card, read_card
from .history import History
from .refusal import Refused
from .table import PILES, SLOTS, deal, move


@dataclass(frozen=True)
class Move:
    """Move a card, and what lies on it, to a pile or a foundation."""

    card: Card
    target: str


@dataclass(frozen=True)
class Deal:
    """Deal the next card of the stock."""


@dataclass(frozen=True)
class Undo:
    """Take back the last step."""


@dataclass(frozen=True)
class Save:
    """Write the table to a file."""

    file: str


@dataclass(frozen=True)
class Load:
    """Read a table from a file."""

    file: str


@dataclass(frozen=True)
class Menu:
    """Show what can be typed."""


@dataclass(frozen=True)
class Quit:
    """Leave the game."""


Action = Move | Deal | Undo
"""What needs nothing but the game itself."""

Command = Action | Save | Load | Menu | Quit

MENU = """\
You can type:
  move CARD TARGET   move a card, and what lies on it; TARGET is a pile, 1 to 7,
                     or a foundation, A to D: move H3 5, move sA B
  deal               deal the next card of the stock
  undo               take back the last step, up to five of them
  save FILE          save the game to a file
  load FILE          load a game from a file
  menu, help         show this list
  quit               leave the game"""


_SINGLE_WORDS: dict[str, Command] = {
    "deal": Deal(),
    "undo": Undo(),
    "menu": Menu(),
    "help": Menu(),
    "quit": Quit(),
}


def read_command(line: str) -> Command:
    """The command that the line spells. Capitals and extra blanks do not matter.

    Raises Refused when it spells none.
    """
    word, _, rest = " ".join(line.split()).partition(" ")
    file = line.strip()[len(word) :].strip()
    match word.lower(), rest.split():
        case "move", [card, target]:
            return Move(read_card(card), _target(target))
        case "move", _:
            raise Refused("a move is written: move CARD TARGET")
        case "save", [_, *_]:
            return Save(file)
        case "load", [_, *_]:
            return Load(file)
        case ("save" | "load") as verb, _:
            raise Refused(f"{verb} needs the name of a file: {verb} FILE")
        case _:
            return _single_word(word, rest)


def _single_word(word: str, rest: str) -> Command:
    if word.lower() not in _SINGLE_WORDS:
        raise Refused(f"{word[:20]!r} is not a command; type menu for a list")
    if rest:
        raise Refused(f"nothing can follow {word.lower()}")
    return _SINGLE_WORDS[word.lower()]


def _target(word: str) -> str:
    if len(word) != 1 or word.upper() not in PILES + SLOTS:
        raise Refused(f"{word[:20]!r} is not a target; targets are 1 to 7 and A to D")
    return word.upper()


def play(game: History, action: Action) -> History:
    """The game after the action.

    Raises Refused when the rules do not allow it.
    """
    match action:
        case Move(card, target):
            return game.then(move(game.now, card, target))
        case Deal():
            return game.then(deal(game.now))
        case Undo():
            return game.undone()
