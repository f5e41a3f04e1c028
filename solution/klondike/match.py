"""How often a player wins: `python3 -m klondike.match autoplay --draw 3 --games 1000` (supplied).

A player is `random`, `autoplay`, `champion` (which needs `pip install -e '.[player]'` in a clone of
the kit), or one of your own: `my_module:MyPlayer`; `players.py` says what a player is.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import math
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from .players import Maker, deal, is_won, moves_of, played, rules_of, view_of
from .rules import Rules

PLAYERS = {
    "random": "klondike.players:RandomPlayer",
    "autoplay": "klondike.players:Autoplay",
    "champion": "patience_player:Champion",
}
MOST_MOVES = 2000
"""A game that is not won in so many moves is lost. Turns count."""


class Result(NamedTuple):
    """How a game ended."""

    deal: int
    won: bool
    moves: int
    seconds: float
    """Processor time."""


class Refused(Exception):
    """What was asked for cannot be done. The text says why."""


def play_game(maker: Maker, number: int, rules: Rules, budget: int | None = None) -> Result:
    """The end of one game, from the deal with this number, which is the player's seed too.

    Raises ValueError if the player chooses a move that is not possible.
    """
    before = process_time()
    player, game, steps = maker(number, budget), deal(number, rules), 0
    while steps < MOST_MOVES and (moves := moves_of(game)):
        move = player.choose(view_of(game), moves)
        if move is None:
            break
        if move not in moves:
            raise ValueError(f"deal {number}, after {steps} moves: {move} is not a possible move")
        game, steps = played(game, move), steps + 1
    return Result(number, is_won(game), steps, process_time() - before)


def interval(won: int, games: int) -> tuple[float, float]:
    """The bounds of the share won, with 95 % confidence (Wilson's)."""
    rate, z = won / games, 1.96
    middle = (rate + z * z / 2 / games) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + (z / 2 / games) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(results: Sequence[Result]) -> str:
    """The figures of a match, in two lines."""
    won = [one for one in results if one.won]
    least, most = interval(len(won), len(results))
    times = [one.seconds for one in results]
    length = f", {statistics.mean(one.moves for one in won):.0f} moves a win" if won else ""
    return (
        f"won {len(won):,} of {len(results):,} deals, {len(won) / len(results):.1%} "
        f"(95 % interval {least:.1%} to {most:.1%}){length}\n"
        f"processor time a game: mean {statistics.mean(times):.3f} s, median "
        f"{statistics.median(times):.3f} s, most {max(times):.3f} s"
    )


def find_player(name: str) -> Maker:
    """The player with this name, or `module:Class`. Raises Refused if there is none."""
    module, _, attribute = PLAYERS.get(name, name).partition(":")
    try:
        found: Maker = getattr(importlib.import_module(module), attribute)
    except ImportError as missing:
        needs = "it comes with the kit; in a clone of that: pip install -e '.[player]'"
        needs = needs if name == "champion" else "see --help"
        raise Refused(f"The player {name} cannot be loaded ({missing}): {needs}.") from None
    except (AttributeError, ValueError):
        raise Refused(
            f"The player {name} cannot be found: give its module and class, module:Class."
        ) from None
    return found


def kept(path: Path, kind: Sequence[object]) -> Iterator[Result]:
    """The results of this kind of match in the file, but for lines that are not whole."""
    wanted = [str(one) for one in kind]
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            if row[: len(wanted)] == wanted and len(row) == len(wanted) + 5 and row[-1] == "end":
                number, won, moves, seconds = row[len(wanted) : -1]
                yield Result(int(number), won == "1", int(moves), float(seconds))


def results_of(options: argparse.Namespace) -> Iterable[Result]:
    """Every result of the match, from the file or played now. Raises Refused.

    A game of no account goes first, as some players get ready while they play for the first time.
    """
    maker, rules = find_player(options.player), rules_of(options.draw, options.passes)
    kind = (options.player, options.draw, options.passes or "", options.budget or "")
    path: Path | None = options.out
    done = {one.deal: one for one in kept(path, kind)} if path and path.exists() else {}
    play_game(maker, options.first, rules, 1)
    for number in range(options.first, options.first + options.games):
        if number not in done:
            result = play_game(maker, number, rules, options.budget)
            if path:
                with path.open("a", encoding="utf-8", newline="") as file:
                    row = (*kind, number, int(result.won), result.moves, f"{result.seconds:.4f}")
                    csv.writer(file).writerow((*row, "end"))
            done[number] = result
        yield done[number]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m klondike.match", description="Let a player play, and count its wins."
    )
    parser.add_argument("player", help="random, autoplay, champion, or module:Class")
    parser.add_argument("--draw", type=int, default=1, metavar="N", help="cards a turn draws")
    parser.add_argument("--passes", type=int, metavar="N", help="passes through the deck")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many deals")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first deal's number")
    parser.add_argument("--budget", type=int, metavar="N", help="what a player may think a game")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the results, and take up a match again"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays the match and prints its figures: 0, or 2 if it cannot be played."""
    options = _parser().parse_args(arguments)
    bounded = (options.draw, options.games, options.passes, options.budget)
    if min(one for one in bounded if one is not None) < 1 or options.first < 0:
        print("All numbers must be 1 or more, and --first 0 or more.", file=sys.stderr)
        return 2
    try:
        results = list(results_of(options))
    except (Refused, OSError) as refused:
        print(refused, file=sys.stderr)
        return 2
    passes = f", {options.passes} passes" if options.passes else ", unlimited passes"
    print(f"{options.player}, draw {options.draw}{passes}: {summary(results)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
