"""Carries out commands."""

from . import menu, moves, parser, savefile
from .cards import from_player
from .history import History
from .screen import render
from .table import Table


class Game:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.history = History()

    def step(self, table: Table) -> str:
        self.history.remember(self.table)
        self.table = table
        return self.screen()

    def screen(self) -> str:
        if self.table.foundations.complete():
            return "You won\n" + render(self.table)
        return render(self.table)

    def do_move(self, card: str, target: str) -> str:
        return self.step(moves.move(self.table, from_player(card), parser.target(target)))

    def do_deal(self) -> str:
        return self.step(moves.deal(self.table))

    def do_undo(self) -> str:
        self.table = self.history.back()
        return self.screen()

    def do_save(self, path: str) -> str:
        savefile.save(self.table, path)
        return f"saved as {path}"

    def do_load(self, path: str) -> str:
        self.table = savefile.load(path)
        self.history.forget()
        return self.screen()

    def do_menu(self) -> str:
        return menu.TEXT

    do_help = do_menu
