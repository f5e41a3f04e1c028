from __future__ import annotations

from collections import deque

from .errors import KlondikeError
from .files import SaveReader, write
from .table import DealStep, MoveStep, Step, Table


class Shell:
    USAGE = {
        "move": "CARD TARGET",
        "deal": "",
        "undo": "",
        "save": "FILE",
        "load": "FILE",
        "menu": "",
        "help": "",
        "quit": "",
    }

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: deque[Step] = deque(maxlen=5)
        self.open = True

    def run(self) -> None:
        self.show()
        while self.open:
            try:
                line = input("klondike> ")
            except EOFError:
                self.open = False
                print()
                break
            try:
                self.answer(line.split())
            except KlondikeError as error:
                print(f"Error: {error}")
        print("Good bye")

    def answer(self, words: list[str]) -> None:
        if not words:
            raise KlondikeError("type a command, for example menu")
        verb = words[0].lower()
        if verb not in self.USAGE:
            raise KlondikeError(f"what is {words[0]}?")
        if len(words) - 1 != len(self.USAGE[verb].split()):
            raise KlondikeError(f"usage: {verb} {self.USAGE[verb]}")
        getattr(self, "do_" + verb)(*words[1:])

    def do_move(self, card, target):
        self.steps.append(MoveStep(self.table, card, target))
        self.show()

    def do_deal(self):
        self.steps.append(DealStep(self.table))
        self.show()

    def do_undo(self):
        if not self.steps:
            raise KlondikeError("no steps to take back")
        self.steps.pop().undo()
        self.show()

    def do_save(self, name):
        write(name, self.table)
        print("saved")

    def do_load(self, name):
        self.table = SaveReader(name).table()
        self.steps.clear()
        self.show()

    def do_menu(self):
        print("Commands:")
        for verb, words in self.USAGE.items():
            print(f" - {verb} {words}")

    do_help = do_menu

    def do_quit(self):
        self.open = False

    def show(self) -> None:
        table = self.table
        stock = table.stock
        shown = "XX" if not stock.cards else "[]" if stock.pointer < 0 else str(stock.cards[stock.pointer])
        print("=" * 40)
        print("Stock:", shown)
        print("Foundations:", "  ".join(f"{n} {(f.content or ['[]'])[-1]}" for n, f in table.foundations.items()))
        print("=" * 40)
        for name, pile in table.piles.items():
            print(f"{name}:", *["[]" for _ in pile.down], *pile.up)
        print("=" * 40)
        if table.is_won():
            print("You won this game. Type quit to leave.")
