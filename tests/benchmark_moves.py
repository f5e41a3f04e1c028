"""How fast moves are found and played, and how often autoplay wins. Prints a table.

`--quick` takes fewer runs and deals. Times are processor time. The plain functions and the fast
engine play the same random games in turn within each run; a ratio is the median of the runs'
ratios. Before anything is timed, the sequences of moves of `tests/vectors/perft.json` are counted
to depth 5.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import TypeVar

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/support", "solution", "grader")]

from klondike import fast, strategy, study  # noqa: E402
from klondike.play import State, autoplay, hint, play, possible_moves, start  # noqa: E402
from klondike.rules import COURSEWORK, DRAW_THREE, Rules  # noqa: E402
from moves_reader import board_of, dealt, engine_rules, random_positions  # noqa: E402
from vectors_reader import VECTORS, engine_board  # noqa: E402

STEPS = 200
PATIENCE = 1000
T = TypeVar("T")


def plain_game(deal: State) -> int:
    """The steps of a random game that the plain functions play."""
    rng, state = Random(1), deal
    for step in range(STEPS):
        moves = study.possible_moves(state)
        if not moves:
            return step
        state = play(state, moves[int(rng.random() * len(moves))])
    return STEPS


def fast_game(deal: tuple[fast.Position, Rules]) -> int:
    """The steps of the same game on the fast engine."""
    rng, (position, rules) = Random(1), deal
    for step in range(STEPS):
        moves = fast.moves(position, rules)
        if not moves:
            return step
        position = fast.play(position, moves[int(rng.random() * len(moves))], rules)
    return STEPS


def speed(game: Callable[[T], int], deals: Sequence[T]) -> float:
    """Steps a second."""
    before = process_time()
    steps = sum(map(game, deals))
    return steps / (process_time() - before)


def leaves(position: fast.Position, rules: Rules, depth: int) -> int:
    """How many sequences of that many possible moves there are."""
    if position[2] == fast.WON:
        return 0
    moves = fast.moves(position, rules)
    if depth == 1:
        return len(moves)
    return sum(leaves(fast.play(position, move, rules), rules, depth - 1) for move in moves)


def line(what: str, figures: Sequence[float], unit: str, places: int = 0) -> None:
    """Prints a row of the table: the median, and the least and the most."""
    median, least, most = statistics.median(figures), min(figures), max(figures)
    noted = [f"{figure:,.{places}f}" for figure in (median, least, most)]
    print(f"{what:44}{noted[0]:>10} {unit:10} ({noted[1]} to {noted[2]})")


def count_sequences() -> None:
    """Compares the counts of an engine."""
    positions = json.loads((VECTORS / "perft.json").read_text(encoding="utf-8"))["positions"]
    before, found = process_time(), 0
    for noted in positions:
        position = fast.pack(engine_board(noted["board"]))
        for depth, wanted in enumerate(noted["leaves"], 1):
            counted = leaves(position, engine_rules(noted["draw"]), depth)
            if counted != wanted:
                raise SystemExit(f"{noted['id']}, depth {depth}: {counted}, not {wanted}")
            found += counted
    seconds = process_time() - before
    print(f"{len(positions)} boards to depth 5: all {found:,} sequences, in {seconds:.1f} s")


def compare(rules: Rules, runs: int) -> None:
    """Random games by both engines."""
    plain, quick = [], []
    for run in range(runs):
        deals = [start(dealt(seed), rules) for seed in range(40 * run, 40 * run + 40)]
        plain.append(speed(plain_game, deals[:2]))
        quick.append(speed(fast_game, [(fast.pack(deal.board), rules) for deal in deals]))
    line(f"{rules.name}: list and play, plain", plain, "steps/s")
    line(f"{rules.name}: list and play, fast", quick, "steps/s")
    line("  ratio", [one / other for one, other in zip(quick, plain, strict=True)], "times", 1)


def calls(rules: Rules, runs: int) -> None:
    """The functions that take a state."""
    states = [State(board_of(p), rules) for p in random_positions(1, rules, STEPS)][::10]
    for function in (study.possible_moves, possible_moves, hint):
        times = [microseconds(function, states) for _ in range(runs)]
        line(f"{rules.name}: {function.__module__[9:]}.{function.__name__}", times, "µs a call")
    deals = [start(dealt(seed), rules) for seed in range(10)]
    times = [microseconds(autoplay, deals) / 1000 for _ in range(runs)]
    line(f"{rules.name}: play.autoplay", times, "ms a game", 1)


def microseconds(function: Callable[[State], object], states: Sequence[State]) -> float:
    """The time of a call."""
    before = process_time()
    for state in states:
        function(state)
    return (process_time() - before) / len(states) * 1e6


def wins(
    name: str, player: Callable[[int, Rules], tuple[int, int]], rules: Rules, deals: int
) -> None:
    """How often a player wins, with the bounds of a 95 % interval (Wilson's)."""
    before = process_time()
    ends = [player(seed, rules) for seed in range(deals)]
    seconds = process_time() - before
    won = sum(wanted == fast.WON for wanted, _ in ends)
    rate, z = won / deals, 1.96
    middle = (rate + z * z / 2 / deals) / (1 + z * z / deals)
    half = z / (1 + z * z / deals) * math.sqrt(rate * (1 - rate) / deals + (z / 2 / deals) ** 2)
    moves = statistics.mean([steps for wanted, steps in ends if wanted == fast.WON] or [0])
    print(
        f"{rules.name}, {name}: wins {won:,} of {deals:,} deals, {rate:.2%} "
        f"({middle - half:.2%} to {middle + half:.2%}), "
        f"{moves:.0f} moves a win, {1000 * seconds / deals:.1f} ms a deal"
    )


def autoplayed(seed: int, rules: Rules) -> tuple[int, int]:
    """What the pillars want at the end of a deal, and how many moves were made."""
    position, steps = fast.pack(dealt(seed)), 0
    while plan := strategy.plan(position, rules):
        for move in plan:
            position = fast.play(position, move, rules)
        steps += len(plan)
    return position[2], steps


def naive(seed: int, rules: Rules) -> tuple[int, int]:
    """The same for a player who makes any possible move, for so long as `PATIENCE`."""
    rng, position = Random(seed), fast.pack(dealt(seed))
    for step in range(PATIENCE):
        moves = fast.moves(position, rules)
        if not moves or position[2] == fast.WON:
            return position[2], step
        position = fast.play(position, moves[int(rng.random() * len(moves))], rules)
    return position[2], PATIENCE


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs and deals")
    quick = parser.parse_args().quick
    runs, deals = (3, 300) if quick else (15, 10_000)
    count_sequences()
    for rules in (COURSEWORK, DRAW_THREE):
        compare(rules, runs)
        calls(rules, runs)
    for rules in (COURSEWORK, DRAW_THREE):
        wins("autoplay", autoplayed, rules, deals)
        wins("naive", naive, rules, deals // 10)


if __name__ == "__main__":
    main()
