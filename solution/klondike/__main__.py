"""The text game: `python3 -m klondike` (supplied)."""

from __future__ import annotations

import io
import os
import random
import re
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import shorten
from traceback import format_exception_only, walk_tb
from typing import TypeVar

from . import deck, game
from .board import Board
from .commands import FORMS, Form, parse, play
from .errors import MoveError

PROMPT = "\nInput command >> "
WON = "Congratulations, you win!"
WORDS = (
    Form("help", "", "show this list"),
    Form("undo", "", "take back the last move, as often as you like"),
    Form("quit", "q, exit", "leave the game"),
)
EXAMPLES = """examples:
  python3 -m klondike              play a new deal
  python3 -m klondike --seed 42    play deal 42, the same every time
  python3 -m klondike --table      play with the mouse, on drawn cards"""
T = TypeVar("T")


@dataclass(frozen=True)
class Session:
    """A game so far: its boards, the newest last, and whether it is over."""

    boards: tuple[Board, ...]
    over: bool = False


def start(seed: int) -> tuple[Session, str]:
    """The session that this seed deals, and the text that opens it.

    A deck that cannot be shuffled is played as it is, and the text says so.
    Raises whatever keeps the deck from being made, dealt or shown.
    """
    cards = _checked("deck_of_52", deck.deck_of_52(), tuple, list)
    note = ""
    try:
        shuffled = deck.shuffle(random.Random(seed), deepcopy(cards))
        cards = _checked("shuffle", shuffled, tuple, list)
    except Exception as error:
        note = f"{blame(error)}\nThe deck is not shuffled.\n\n"
    session, text = _shown(Session((_checked("setup", game.setup(cards), Board),)))
    return session, note + text


def step(session: Session, line: str) -> tuple[Session, str]:
    """The session after a line was typed, and the text that answers it.

    A refused move, or a function that fails, leaves the session as it was.
    """
    try:
        match line.lower().split():
            case ["help"]:
                return session, _help()
            case ["quit" | "q" | "exit"]:
                return replace(session, over=True), "Goodbye."
            case ["undo"] if len(session.boards) == 1:
                raise MoveError("There is no move to take back.")
            case ["undo"]:
                return _shown(Session(session.boards[:-1]))
        # A copy, lest a function that changes its argument spoil the boards that undo needs.
        board = _checked("flip", play(parse(line), deepcopy(session.boards[-1])), Board)
        return _shown(Session((*session.boards, board)))
    except MoveError as refusal:
        return session, shorten(str(refusal), 120)
    except Exception as error:
        return session, blame(error)


def _help() -> str:
    rows = [("command", "short", "what it does")]
    rows += [(form.long, form.short, form.does) for form in (*FORMS, *WORDS)]
    wide, narrow = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{long:{wide}}  {short:{narrow}}  {does}" for long, short, does in rows)


def _shown(session: Session) -> tuple[Session, str]:
    text = _checked("show", game.show(session.boards[-1]), str)
    try:
        won = _checked("is_won", game.is_won(session.boards[-1]), bool, int)
    except Exception as error:
        return session, f"{text}\n\n{blame(error)}"
    return (replace(session, over=True), f"{text}\n\n{WON}") if won else (session, text)


def _checked(function: str, result: T, *kinds: type) -> T:
    if isinstance(result, kinds):
        return result
    raise TypeError(f"{function} returned {type(result).__name__}, not {kinds[0].__name__}")


def blame(error: Exception) -> str:
    """One line that names the function not done yet, or what failed and in which line."""
    what = shorten("".join(format_exception_only(error)), 120)
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        module = frame.f_globals.get("__name__")
        if module in (deck.__name__, game.__name__):
            file = module.replace(".", "/") + ".py"
            if isinstance(error, NotImplementedError):
                return f"Not done yet: {frame.f_code.co_name} ({file})"
            return f"{what} ({file}, line {line})"
    return what


def coloured(text: str) -> str:
    """The text with its red cards in red."""
    return re.sub(r"[♦♥](10|[2-9AJQK])", "\x1b[31m\\g<0>\x1b[0m", text)


def main(argv: Sequence[str]) -> int:
    """The exit code: 1 when no game can be started, and 0 however a game ends."""
    parser = ArgumentParser("python3 -m klondike", description="Play one-draw Klondike solitaire.")
    parser.epilog, parser.formatter_class = EXAMPLES, RawDescriptionHelpFormatter
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the deal to play (default: a random one)"
    )
    table = parser.add_argument_group("the table, which must be installed: see START-HERE.txt")
    table.add_argument("--table", action="store_true", help="play on drawn cards, with the mouse")
    table.add_argument("--browser", action="store_true", help="play in a browser")
    table.add_argument(
        "--port", type=int, default=8000, help="the port of the browser's page (default: 8000)"
    )
    table.add_argument(
        "--engine", type=Path, metavar="DIR", help="play with the functions in this folder"
    )
    table.add_argument("--rules", metavar="NAME", default="coursework", help="play by these rules")
    options = parser.parse_args(argv)
    if options.table or options.browser:
        return _sit_down(parser, options)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if os.name == "nt":  # older consoles show colours only after a command
        os.system("")  # noqa: S605, S607
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # where there is none, the console edits lines itself
            import readline  # noqa: F401, PLC0415 from now on `input` edits lines
    try:
        return _run(random.randrange(1_000_000) if options.seed is None else options.seed)
    except (EOFError, KeyboardInterrupt):
        _say("\nGoodbye.")
        return 0


def _sit_down(parser: ArgumentParser, options: Namespace) -> int:
    from .seat import DRAWS, PAID, PASSES, TIMED  # noqa: PLC0415 submissions are marked without it

    if options.rules not in DRAWS:
        parser.error(f"there are no rules {options.rules!r}; there are: {', '.join(DRAWS)}")
    try:
        from patience_table import start as table  # noqa: PLC0415 it need not be there
    except ImportError as missing:
        print(f"The table is not installed ({missing}). {_how_to_install()}", file=sys.stderr)
        return 1
    kit = table.Kit(
        package=__package__ or "",
        folder=Path(__file__).parent,
        required=("deck", "game"),
        supplied=("commands", "fast", "play", "rules", "strategy"),
        values=("cards", "board", "errors"),
        rules=DRAWS,
        passes=PASSES,
        timed=TIMED,
        paid=PAID,
    )
    wanted = table.NewGame(options.seed, options.rules)
    folder = options.engine or kit.folder
    if options.browser:
        return table.serve(kit, folder, wanted, options.port)
    return table.sit_down(kit, folder, wanted)


def _how_to_install() -> str:
    """What installs the table: the wheel in the folder that students get, or else a clone."""
    folder = Path(__file__).parents[1]
    for wheel in folder.glob("patience_check-*.whl"):
        return f'In {folder}: python3 -m pip install "./{wheel.name}[table]"'
    return "It comes with the zip of the coursework; in a clone: pip install -e '.[table]'"


def _run(seed: int) -> int:
    try:
        session, text = start(seed)
    except Exception as error:
        print(f"No game can be started. {blame(error)}", file=sys.stderr)
        return 1
    _say(f"Seed {seed}: play this deal again with --seed {seed}, type help for the commands.\n")
    _say(text)
    while not session.over:
        session, text = step(session, input(PROMPT))
        _say(text)
    return 0


def _say(text: str) -> None:
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        text = coloured(text)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = text.translate(str.maketrans("♠♣♦♥", "SCDH"))
    print(text)


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Ends quietly, with exit code 1, when whoever reads the output has read enough."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    with reader_may_leave():
        sys.exit(main(sys.argv[1:]))
