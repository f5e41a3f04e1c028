"""The game: reads commands and shows the table."""

from __future__ import annotations

import random
import sys

from .cards import BY_TYPED, DECK
from .files import BadFile, read_save, read_start, save
from .table import LETTERS, Illegal, Table, dealt, laid_out, moved

LIMIT = 5
EMPTY = "[]"
HELP = {
    "move": "move CARD TARGET: to a pile 1-7 or a foundation A-D",
    "deal": "deal: the next card of the stock",
    "undo": "undo: take back a step",
    "save": "save FILE",
    "load": "load FILE",
    "menu": "menu, help: all commands",
    "help": "",
    "quit": "quit: the end",
}
WORDS = {"move": 2, "save": 1, "load": 1}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def screen(table: Table) -> str:
    """The nine lines, the foundations last, in a frame."""
    lines = []
    for number, pile in enumerate(table.piles, 1):
        cards = ["[]"] * len(pile.hidden) + [str(card) for card in pile.shown]
        lines.append(f"{number}: " + "".join(f"{card:>4}" for card in cards))
    stock = str(table.dealt[-1]) if table.dealt else "[]" if table.coming else "XX"
    lines.append(f"Stock:   {stock}")
    tops = "".join(f"  {a} {str(top or EMPTY):<4}" for a, top in zip(LETTERS, table.tops, strict=True))
    lines.append("Foundations: " + tops)
    width = max(map(len, lines))
    bar = "+" + "-" * (width + 2) + "+"
    return "\n".join([bar, *(f"| {line:<{width}} |" for line in lines), bar])


def show(table: Table) -> None:
    if table.is_won:
        say("You won, congratulations.")
    say(screen(table))


def step(table: Table, words: list[str]) -> Table:
    """The table after a command that is a step."""
    if words == ["deal"]:
        return dealt(table)
    card = BY_TYPED.get(words[1].lower())
    if card is None:
        raise Illegal(f"{words[1]} is no card")
    target = words[2].upper()
    if len(target) != 1 or target not in LETTERS + "1234567":
        raise Illegal(f"{words[2]} is no target")
    return moved(table, card, target)


def play(table: Table) -> None:
    """One game, until the player leaves."""
    past: tuple[Table, ...] = ()
    show(table)
    while True:
        sys.stdout.write("\nyour turn: ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        words = line.split()
        if not line:
            return
        if not words:
            say("Error: type a command")
            continue
        words[0] = words[0].lower()
        if words[0] not in HELP:
            say(f"Error: I do not know {words[0]}")
        elif len(words) - 1 != WORDS.get(words[0], 0):
            say(f"Error: {words[0]} takes {WORDS.get(words[0], 0)} words")
        elif words[0] == "quit":
            return
        elif words[0] in ("menu", "help"):
            say("\n".join(filter(None, HELP.values())))
        else:
            try:
                table, past = after(table, past, words)
            except (Illegal, BadFile) as why:
                say(f"Error: {why}")
            show(table)


def after(
    table: Table, past: tuple[Table, ...], words: list[str]
) -> tuple[Table, tuple[Table, ...]]:
    """The table and the tables before it, after a command."""
    match words:
        case ["save", name]:
            save(table, name)
            return table, past
        case ["load", name]:
            return read_save(name), ()
        case ["undo"]:
            if not past:
                raise Illegal("nothing can be undone")
            return past[-1], past[:-1]
        case _:
            return step(table, words), (*past, table)[-LIMIT:]


def main(arguments: list[str]) -> int:
    if arguments:
        try:
            table = read_start(arguments[0])
        except BadFile as why:
            print(f"Error: {why}", file=sys.stderr)
            return 2
    else:
        table = laid_out(random.sample(DECK, len(DECK)))
    play(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
