import random
import sys
from pathlib import Path

from .rules import ALL, Game, State, deal, fail, move, won
from .text import loaded, saved, screen, start

MENU = """(1) move <card> <target>   e.g. move d10 3 or move sa b
(2) deal
(3) undo
(4) save <file>
(5) load <file>
(6) menu or help
(7) quit"""


def fresh():
    deck = random.sample(ALL, 52)
    return State(tuple((tuple(deck.pop() for _ in range(n + 1)), n) for n in range(7)), rest=tuple(deck))


def step(game, state):
    return Game(state, (game.before + (game.now,))[-5:])


def back(game):
    return Game(game.before[-1], game.before[:-1]) if game.before else fail("you are at the beginning")


def read(name):
    return Path(name).read_text(encoding="utf-8")


def save(game, name):
    Path(name).write_text(saved(game.now), encoding="utf-8")
    return game


COMMANDS = {
    "move": (2, lambda game, card, target: step(game, move(card, target, game.now))),
    "deal": (0, lambda game: step(game, deal(game.now))),
    "undo": (0, back),
    "save": (1, save),
    "load": (1, lambda game, name: Game(loaded(read(name)))),
    "menu": (0, lambda game: print(MENU) or game),
    "help": (0, lambda game: print(MENU) or game),
    "quit": (0, lambda game: None),
}


def obey(game, line):
    word, *rest = line.split() or [""]
    count, function = COMMANDS.get(word.lower()) or fail("no such command")
    if len(rest) != count:
        fail(f"{word} takes {count} words")
    return function(game, *rest)


def loop(game):
    while game:
        print(screen(game.now))
        if won(game.now):
            print("You won after all!")
        try:
            line = input("Your move, please: ")
        except EOFError:
            return
        print()
        try:
            game = obey(game, line)
        except (ValueError, OSError) as problem:
            print(f"Error: {problem}")


def main(arguments):
    try:
        game = Game(start(read(arguments[0])) if arguments else fresh())
    except (ValueError, OSError) as problem:
        print(f"Error: {problem}", file=sys.stderr)
        return 2
    loop(game)
    return 0


sys.exit(main(sys.argv[1:]))
