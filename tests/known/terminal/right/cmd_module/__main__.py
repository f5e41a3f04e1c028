import cmd
import sys

from .model import DECK, Model, Problem
from .store import read_save, read_start, write_save


class Shell(cmd.Cmd):
    intro = "Klondike. Type help or menu."
    prompt = "klondike$ "

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.past = []

    def preloop(self):
        self.screen()

    def onecmd(self, line):
        if line == "EOF":
            print()
            return True
        words = line.split()
        try:
            if not words:
                return False
            action = getattr(self, "do_" + words[0].lower(), None)
            if action is None:
                raise Problem("unknown command " + words[0])
            if action.__code__.co_argcount != len(words):
                raise Problem("wrong number of words after " + words[0])
            return action(*words[1:])
        except Problem as problem:
            print("Error: %s" % problem)
            return False

    def step(self, action, *words):
        before = self.model.snapshot()
        action(*words)
        self.past.append(before)
        del self.past[:-5]
        self.screen()

    def do_move(self, card, target):
        names = [c for c in DECK if c.lower() == card.lower()]
        if not names:
            raise Problem("no card: " + card)
        if len(target) != 1 or target.lower() not in "1234567abcd":
            raise Problem("no target: " + target)
        self.step(self.model.move, names[0], target.upper())

    def do_deal(self):
        self.step(self.model.deal)

    def do_undo(self):
        if not self.past:
            raise Problem("you have not done anything")
        self.model.restore(self.past.pop())
        self.screen()

    def do_save(self, path):
        write_save(self.model, path)
        print("OK")

    def do_load(self, path):
        self.model = read_save(path)
        self.past = []
        self.screen()

    def do_menu(self):
        self.print_topics("Commands", "move card target;deal;undo;save file;load file;menu;help;quit".split(";"), 0, 60)
        print("EOF (or Ctrl-D) is the same as quit.")

    def do_help(self):
        self.do_menu()

    def do_quit(self):
        return True

    def screen(self):
        model = self.model
        out = self.stdout
        out.write("\n")
        for i in range(7):
            cards = ["[]"] * len(model.closed[i]) + model.opened[i]
            out.write(("%d: " % (i + 1) + "".join(c.rjust(4) for c in cards)).rstrip() + "\n")
        out.write("Stock: %s\n" % (model.waste[-1] if model.waste else "[]" if model.stock else "XX"))
        tops = [f[-1] if f else "[]" for f in model.foundations]
        out.write("Foundations: A %s, B %s, C %s, D %s\n" % tuple(tops))
        if model.won():
            out.write("You won.\n")


if __name__ == "__main__":
    try:
        start = read_start(sys.argv[1]) if len(sys.argv) > 1 else Model.shuffled()
    except Problem as problem:
        print("Error: %s" % problem)
        sys.exit(2)
    Shell(start).cmdloop()
