"""Reads lines until there are none."""

from .errors import GameError
from .game import Game
from .parser import parse


def run(game: Game) -> None:
    print(game.screen())
    while True:
        try:
            line = input()
        except EOFError:
            return
        if not line.strip():
            continue
        try:
            command = parse(line)
            if command.word == "quit":
                return
            print(getattr(game, "do_" + command.word)(*command.arguments))
        except GameError as error:
            print("Error:", error)
