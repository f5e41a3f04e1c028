"""How often players win whole games, and how fast they play. Prints a table.

`--quick` takes fewer deals. The deals are the first ones of `klondike.players`. The share that can
be won at all, with all cards seen, is the solver's (pyksolve): the first figure of its line counts
the deals that it won, and the last one those that it did not prove to be lost within `--states`
positions. Times are processor time, of the whole game. Published: 82 % can be won at draw three
(Blake and Gent 2024), and a player that cannot see hidden cards wins more than 35 % (Bjarnason,
Fern and Tadepalli 2009).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("solution", "grader")]

from klondike import match, players  # noqa: E402
from klondike.players import Autoplay, Maker, RandomPlayer, rules_of  # noqa: E402
from patience_player import Champion  # noqa: E402
from pyksolve import solver  # noqa: E402

_SOLVERS_SUITS = "4312"
"""The solver's numbers of spades, hearts, clubs and diamonds."""


def compare(name: str, maker: Maker, draws: int, deals: int, budget: int | None) -> None:
    """Prints how a player does."""
    rules = rules_of(draws)
    match.play_game(maker, 0, rules, 1)
    results = [match.play_game(maker, number, rules, budget) for number in range(deals)]
    print(f"draw {draws}, {name}: {match.summary(results)}", flush=True)


def solve(number: int, draws: int, states: int) -> str:
    """The solver's word for how the deal ends, if all cards are seen."""
    columns, _, _, deck, _, _ = players.deal(number, rules_of(draws)).position
    rows = [columns[column][row] for row in range(7) for column in range(row, 7)]
    game = solver.Solitaire()
    game.load_solitaire(
        "".join(f"{card // 4 + 1:02}{_SOLVERS_SUITS[card % 4]}" for card in (*rows, *deck))
    )
    game.reset_game(draws)
    return str(game.solve_fast(0, 0, states).name)


def bound(draws: int, deals: int, states: int) -> None:
    """Prints how many deals can be won at all."""
    before = process_time()
    ends = Counter(solve(number, draws, states) for number in range(deals))
    seconds = process_time() - before
    won = sum(count for name, count in ends.items() if name.startswith("Solved"))
    open_ = deals - won - ends["Impossible"]
    least, most = match.interval(won, deals)[0], match.interval(won + open_, deals)[1]
    print(
        f"draw {draws}, solver with all cards seen: won {won:,} of {deals:,} deals, "
        f"{won / deals:.1%} to {(won + open_) / deals:.1%} (95 % interval {least:.1%} to "
        f"{most:.1%}), {open_:,} open, {seconds / deals:.2f} s a deal",
        flush=True,
    )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer deals")
    parser.add_argument("--deals", type=int, help="how many deals")
    parser.add_argument("--states", type=int, default=50_000, help="positions that are searched")
    parser.add_argument("--solver-only", action="store_true", help="no player")
    options = parser.parse_args()
    deals = options.deals or (2 if options.quick else 1000)
    for draws in (3, 1):
        if not options.solver_only:
            compare("random", RandomPlayer, draws, min(deals, 100), None)
            compare("autoplay", Autoplay, draws, deals, None)
            compare("champion", Champion, draws, deals, 2_000 if options.quick else None)
        bound(draws, deals, options.states)


if __name__ == "__main__":
    main()
