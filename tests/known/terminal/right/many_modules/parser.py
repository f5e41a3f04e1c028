"""From a line to a command."""

from typing import NamedTuple

from .errors import GameError

COUNTS = {"move": 2, "deal": 0, "save": 1, "load": 1, "undo": 0, "menu": 0, "help": 0, "quit": 0}


class Command(NamedTuple):
    word: str
    arguments: list[str]


def parse(line: str) -> Command:
    word, *arguments = line.split()
    word = word.casefold()
    if word not in COUNTS:
        raise GameError(f"there is no command {word}")
    if len(arguments) != COUNTS[word]:
        raise GameError(f"{word} takes {COUNTS[word]} words, not {len(arguments)}")
    return Command(word, arguments)


def target(word: str) -> str:
    if word.upper() in list("1234567ABCD"):
        return word.upper()
    raise GameError(f"there is no target {word}")
