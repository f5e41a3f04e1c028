import random
import sys

from .actions import action_for
from .problems import Problem
from .storage import load_start
from .table import Table


class Game:
    def __init__(self, table):
        self.table = table
        self.earlier = []
        self.over = False

    def show(self):
        if self.table.won():
            print("You won!")
        print(self.table)

    def play(self):
        self.show()
        while not self.over:
            try:
                action = action_for(input("\n(type menu for the menu) $ "))
                action.run(self)
            except Problem as problem:
                print(f"Error: {problem}")
            except EOFError:
                break
            else:
                if action.shows:
                    self.show()


def shuffled():
    cards = random.sample(range(52), 52)
    piles = [[cards.pop() for _ in range(size)] for size in range(1, 8)]
    return Table.new(piles, cards)


try:
    start = load_start(sys.argv[1]) if len(sys.argv) > 1 else shuffled()
except Problem as problem:
    sys.stderr.write(f"Error: {problem}\n")
    sys.exit(2)
Game(start).play()
