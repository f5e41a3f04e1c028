"""A class for each command."""

import copy

from . import storage
from .cards import number_of
from .problems import Problem


class Action:
    words = 0
    shows = True

    def __init__(self, *words):
        if len(words) != self.words:
            raise Problem(f"This takes {self.words} words.")
        self.given = words

    def run(self, game):
        raise NotImplementedError


class Step(Action):
    """What can be undone."""

    def run(self, game):
        table = copy.deepcopy(game.table)
        self.change(table)
        game.earlier.append(game.table)
        del game.earlier[:-5]
        game.table = table

    def change(self, table):
        raise NotImplementedError


class Move(Step):
    words = 2

    def change(self, table):
        word, target = self.given
        card = number_of(word)
        if target.upper() not in [*"1234567ABCD"]:
            raise Problem("Targets are the piles 1 to 7 and the foundations A to D.")
        if card is None:
            raise Problem(f"There is no card {word}.")
        table.move(card, target.upper())


class Deal(Step):
    def change(self, table):
        table.deal()


class Undo(Action):
    def run(self, game):
        if not game.earlier:
            raise Problem("Nothing to undo.")
        game.table = game.earlier.pop()


class Save(Action):
    words = 1
    shows = False

    def run(self, game):
        storage.store(self.given[0], game.table)


class Load(Action):
    words = 1

    def run(self, game):
        game.table = storage.load_save(self.given[0])
        game.earlier.clear()


class Menu(Action):
    shows = False

    def run(self, game):
        print("Commands: " + ", ".join(f"\033[1m{name}\033[0m" for name in ACTIONS))


class Quit(Action):
    shows = False

    def run(self, game):
        game.over = True


ACTIONS = {
    "move": Move,
    "deal": Deal,
    "save": Save,
    "load": Load,
    "undo": Undo,
    "menu": Menu,
    "help": Menu,
    "quit": Quit,
}


def action_for(line):
    name, *words = line.split() or ["(nothing)"]
    if name.lower() not in ACTIONS:
        raise Problem(f"{name} is not a command.")
    return ACTIONS[name.lower()](*words)
