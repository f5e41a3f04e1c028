"""The conversation."""

from .cards import Refused
from .files import SaveFile, Writer

MENU = """You can type:
  move CARD TARGET
  deal
  undo
  save FILE
  load FILE
  menu or help
  quit"""


class Game:
    def __init__(self, table):
        self.table = table
        self.running = True
        self.commands = {
            "move": (self.move, 2),
            "deal": (self.deal, 0),
            "undo": (self.undo, 0),
            "save": (self.save, 1),
            "load": (self.load, 1),
            "menu": (self.menu, 0),
            "help": (self.menu, 0),
            "quit": (self.quit, 0),
        }

    def play(self):
        print("Welcome. Type menu for help.")
        self.show()
        while self.running:
            try:
                line = input("> ")
            except EOFError:
                return
            words = line.split()
            if not words:
                continue
            try:
                self.carry_out(words[0].lower(), words[1:])
            except Refused as error:
                print(f"Error: {error}")

    def carry_out(self, name, words):
        if name not in self.commands:
            raise Refused(f"{name!r} is not a command")
        method, count = self.commands[name]
        if len(words) != count:
            raise Refused(f"{name} needs {count} words")
        method(*words)

    def show(self):
        print(self.table.screen())

    def move(self, card, target):
        self.table.move(card, target)
        self.show()

    def deal(self):
        self.table.deal()
        self.show()

    def undo(self):
        self.table.undo()
        self.show()

    def save(self, path):
        Writer(self.table).write(path)
        print("Saved.")

    def load(self, path):
        self.table = SaveFile(path).table()
        self.show()

    def menu(self):
        print(MENU)

    def quit(self):
        self.running = False
