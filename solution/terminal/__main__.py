"""The game in a terminal: `python3 -m terminal [--deal N | START]`."""

from __future__ import annotations

import io
import os
import random
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress

from .cards import DECK
from .commands import MENU, Action, Load, Menu, Quit, Save, play, read_command
from .files import read_text, write_text
from .history import History
from .refusal import Refused
from .saves import read_save, read_start, write_save
from .screen import coloured, draw
from .table import PILES, Table, set_up

PROMPT = "> "
DEALS = 1_000_000
"""So many deals have a number that is drawn."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells expect it."""


def main(argv: Sequence[str]) -> int:
    """The exit code: 0 when the game ends, 2 for a start that cannot be used, 130 for Ctrl-C."""
    parser = ArgumentParser("python3 -m terminal", description="Play Klondike in a terminal.")
    parser.add_argument(
        "start", nargs="?", metavar="START", help="a start file (default: a random deal)"
    )
    parser.add_argument(
        "--deal", type=int, metavar="N", help="the number of a random deal, to play it again"
    )
    parser.epilog, parser.formatter_class = MENU, RawDescriptionHelpFormatter
    options = parser.parse_args(argv)
    start, number = options.start, options.deal
    if start is not None and number is not None:
        parser.error("a start file has no number: leave out --deal or START")
    if start is None and number is None:
        number = random.randrange(DEALS)
    _prepare_streams()
    try:
        table = shuffled(number) if start is None else load_start(start)
    except Refused as refusal:
        print(f"Error: {refusal}", file=sys.stderr)
        return 2
    try:
        if start is None:
            say(f"Deal {number}: play it again with --deal {number}.")
        run(History(table))
        sys.stdout.flush()
        return 0
    except KeyboardInterrupt:
        print("\nGoodbye.")
        return INTERRUPTED
    except BrokenPipeError:  # nobody reads on, so there is nobody to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def shuffled(number: int | None = None) -> Table:
    """The table that a shuffled deck is dealt to, the same one for the same number."""
    deck = tuple(random.Random(number).sample(DECK, len(DECK)))
    piles = []
    for size in range(1, len(PILES) + 1):
        pile, deck = deck[:size], deck[size:]
        piles.append(pile)
    return set_up(tuple(piles), deck)


def load_start(name: str) -> Table:
    """The table that the start file of this name sets up.

    Raises Refused, naming the file, when it cannot be used.
    """
    text = read_text(name)
    try:
        return read_start(text)
    except Refused as refusal:
        raise Refused(f"{name}: {refusal}") from None


def run(game: History) -> None:
    """Plays until the player quits or the input ends."""
    say("Type menu to see what you can type.\n")
    say(draw(game.now))
    while True:
        try:
            line = input(PROMPT)
        except EOFError:
            say("\nGoodbye.")
            return
        if not sys.stdin.isatty():  # nobody saw what was typed
            print(line)
        if not line.strip():
            continue
        try:
            command = read_command(line)
            if isinstance(command, Quit):
                say("Goodbye.")
                return
            game, text = answer(game, command)
        except Refused as refusal:
            text = f"Error: {refusal}"
        say(text)


def answer(game: History, command: Action | Save | Load | Menu) -> tuple[History, str]:
    """The game after the command, and the text that answers it.

    Raises Refused when it cannot be carried out; the game is then as it was.
    """
    match command:
        case Menu():
            return game, MENU
        case Save(file):
            write_text(file, write_save(game.now))
            return game, f"Saved to {file}.\n{draw(game.now)}"
        case Load(file):
            game = History(read_save(read_text(file)))
        case _:
            game = play(game, command)
    return game, draw(game.now)


def say(text: str) -> None:
    """Prints the text, in colours where they can be seen."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    print(text if plain or not sys.stdout.isatty() else coloured(text))


def _prepare_streams() -> None:
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    if os.name == "nt":  # older consoles show colours only after a command
        os.system("")  # noqa: S605, S607
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # where there is none, the console edits lines itself
            import readline  # noqa: F401, PLC0415 from now on `input` edits lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
