"""Starts the game."""

import random
import sys

from .places import Forbidden
from .storage import BadFile, SaveReader, StartReader, write
from .table import Deal, History, Move, Table

RED, BLUE, PLAIN = "\x1b[31m", "\x1b[34m", "\x1b[0m"
CLEAR = "\x1b[2J\x1b[H"


class Window:
    """What is printed: everything with colours."""

    def card(self, card):
        if not card.is_up:
            return "[]"
        return (RED if card.colour == "red" else BLUE) + card.name + PLAIN

    def table(self, table):
        stock = table.stock
        shown = stock.top()
        if shown is not None:
            shown.is_up = True
        text = self.card(shown) if shown else "[]" if stock.coming else "XX"
        print(f"{CLEAR}=== Klondike ===")
        print(f"| Stock: {text}")
        tops = [(letter, place.top()) for letter, place in table.foundations.items()]
        print("| Foundations:", *(f"{x} {self.card(top) if top else '[]'}" for x, top in tops))
        for label, pile in table.piles.items():
            print(f"| {label}:", *map(self.card, pile.cards))
        if table.is_won():
            print("You won the game!")

    def error(self, why):
        print(f"{RED}Error: {why}{PLAIN}")

    def menu(self):
        print("[move CARD TARGET] [deal] [undo] [save FILE] [load FILE] [menu] [help] [quit]")


class Session:
    """One player's session."""

    COUNTS = {"move": 2, "deal": 0, "undo": 0, "save": 1, "load": 1, "menu": 0, "help": 0, "quit": 0}

    def __init__(self, table):
        self.begin(table)
        self.window = Window()
        self.is_over = False

    def begin(self, table):
        self.table = table
        self.history = History()

    def run(self):
        self.window.table(self.table)
        while not self.is_over:
            print("What next? ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                break
            if line.strip():
                self.obey(line.split())

    def obey(self, words):
        name = words[0].lower()
        try:
            if name not in self.COUNTS:
                raise Forbidden(f"{name} is unknown")
            if len(words) != self.COUNTS[name] + 1:
                raise Forbidden(f"{name} with {self.COUNTS[name]} words")
            getattr(self, "do_" + name)(*words[1:])
        except (Forbidden, BadFile) as why:
            self.window.error(why)

    def do_move(self, card, target):
        names = {name.upper(): found for name, found in self.table.deck.items()}
        places = self.table.foundations | self.table.piles
        if card.upper() not in names:
            raise Forbidden(f"no card is called {card}")
        if target.upper() not in places:
            raise Forbidden(f"no place is called {target}")
        self.history.add(Move(self.table, names[card.upper()], places[target.upper()]))
        self.window.table(self.table)
        self.window.menu()

    def do_deal(self):
        self.history.add(Deal(self.table))
        self.window.table(self.table)
        self.window.menu()

    def do_undo(self):
        self.history.undo()
        self.window.table(self.table)
        self.window.menu()

    def do_save(self, name):
        write(self.table, name)
        self.window.table(self.table)

    def do_load(self, name):
        self.begin(SaveReader(name).read())
        self.window.table(self.table)

    def do_menu(self):
        self.window.table(self.table)
        self.window.menu()

    do_help = do_menu

    def do_quit(self):
        self.is_over = True


def shuffled():
    table = Table()
    cards = list(table.deck.values())
    random.shuffle(cards)
    for size, pile in enumerate(table.piles.values(), start=1):
        pile.cards = [cards.pop() for _ in range(size)]
        pile.turn()
    table.stock.coming = cards
    return table


try:
    first = StartReader(sys.argv[1]).read() if len(sys.argv) > 1 else shuffled()
except BadFile as why:
    Window().error(why)
    raise SystemExit(2)
Session(first).run()
