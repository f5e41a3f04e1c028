import random
import re
import sys
from collections import deque

from . import formats
from .model import FULL_DECK, Card, Illegal, Pile, Stock, Table

MENU = """
+----------------------------------------+
| What you can do                        |
|   move CARD PLACE (short: m)           |
|   deal            (short: d)           |
|   undo            (short: u)           |
|   save FILE, load FILE                 |
|   menu, help, quit                     |
+----------------------------------------+"""

SHORT = {"m": "move", "d": "deal", "u": "undo", "q": "quit"}
ARGUMENTS = {"move": 2, "deal": 0, "undo": 0, "save": 1, "load": 1, "menu": 0, "help": 0, "quit": 0}


def random_table():
    deck = FULL_DECK[:]
    random.SystemRandom().shuffle(deck)
    piles = []
    for size in range(1, 8):
        piles.append(Pile(deck[:size], size - 1))
        deck = deck[size:]
    return Table(piles, Stock(deck))


class Game:
    def __init__(self, table):
        self.table = table
        self.back = deque(maxlen=5)

    def screen(self):
        table = self.table
        stock = table.stock
        lines = []
        for number in range(7, 0, -1):
            pile = table.piles[number - 1]
            cards = ["[]"] * pile.face_up_from + [str(card) for card in pile.visible()]
            lines.append(f"| {number}:" + "".join(f"{card:>4}" for card in cards))
        lines.append("| " + "-" * 40)
        tops = " ".join(f"{n} {f.top or '[]'} " for n, f in zip("ABCD", table.foundations))
        lines.append(f"| Foundations: {tops}|")
        shown = stock.shown or ("[]" if stock.cards else "XX")
        lines.append(f"| Stock: {shown} |")
        lines = ["*" * 60, *("* " + line[2:].rstrip("|").ljust(56) + " *" for line in lines), "*" * 60]
        print("\033c" + "\n".join(lines))
        if table.won:
            print("You won, well done!")

    def do(self, line):
        word, *rest = line.split() or [""]
        word = SHORT.get(word.lower(), word.lower())
        if word not in ARGUMENTS:
            raise Illegal("see the menu for what can be typed")
        if len(rest) != ARGUMENTS[word]:
            raise Illegal(f"{word} needs {ARGUMENTS[word]} more words")
        getattr(self, "do_" + word)(*rest)

    def do_move(self, card, target):
        target = target.upper()
        if not re.fullmatch("[1-7A-D]", target):
            raise Illegal("move to 1-7 or A-D")
        place = int(target) - 1 if target.isdigit() else target
        self.back.append(self.table.move(Card.parse(card), place))

    def do_deal(self):
        self.back.append(self.table.deal())

    def do_undo(self):
        if not self.back:
            raise Illegal("no step to undo")
        self.back.pop()()

    def do_save(self, name):
        formats.save(name, self.table)

    def do_load(self, name):
        self.table = formats.load_save(name)
        self.back.clear()

    def do_menu(self):
        print(MENU)

    do_help = do_menu

    def do_quit(self):
        exit()


def main():
    try:
        table = formats.load_start(sys.argv[1]) if sys.argv[1:] else random_table()
    except Illegal as problem:
        print(f"Error: {problem}")
        return 2
    game = Game(table)
    print("Welcome.")
    game.screen()
    sys.stdout.flush()
    for line in iter(sys.stdin.readline, ""):
        try:
            game.do(line)
        except Illegal as problem:
            print(f"\033[1;31m  Error: {problem}\033[0m")
        game.screen()
        sys.stdout.flush()
        if game.table.won:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
