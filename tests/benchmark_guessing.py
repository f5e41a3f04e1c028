"""How well and how fast the guessing game is played. Prints tables; `--quick` plays less.

Four players meet the same targets: a naive one that goes through all hands in order, one
that makes any guess that is still possible, one that makes the possible guess with the
most entropy, and the solution. The naive player's numbers are known without playing: its
n-th guess is the n-th hand. Feedback comes from the tests' own answerer.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb, log2
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "solution")]

from guessing import guesser  # noqa: E402
from guessing.cards import ALL_CARDS, Card, Feedback, Guess, State  # noqa: E402
from guessing.guesser import feedback, initial_guess, next_guess  # noqa: E402
from guessing_oracle import First, Next, guesses_for, noted  # noqa: E402
from guessing_short import FEWEST, short_course  # noqa: E402

Target = tuple[Card, ...]
FIRST = {2: "5C JD", 3: "5C 8C TD", 4: "5C 9C 8D JD"}
LOOKED_AT = 60
"""The entropy player compares at most so many of the possible guesses."""


class Result(NamedTuple):
    """What one player did with some targets."""

    guesses: list[int]
    seconds: list[float]


def first_of(size: int) -> tuple[Guess, State]:
    """A good first guess, and all answers."""
    return [Card.parse(word) for word in FIRST[size].split()], initial_guess(size)[1]


def random_next(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """Any of the answers that are left; the same one in the same situation."""
    left = guesser._left(last[1], last[0], said)
    count = len(left[0])
    place = random.Random(count).randrange(count)
    return [ALL_CARDS[column[place]] for column in left], left


def random_first(size: int) -> tuple[Guess, State]:
    """Any hand, the same one every time."""
    return random.Random(size).sample(ALL_CARDS, size), initial_guess(size)[1]


def entropy_next(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """Of some of the answers that are left, the one whose feedback tells most."""
    left = guesser._left(last[1], last[0], said)
    hands = list(zip(*left, strict=True))
    known: dict[tuple[int, int, int], int] = {}

    def left_to_tell(hand: tuple[int, ...]) -> float:
        sizes = Counter(guesser._replies(left, guesser._terms(hand), known)).values()
        return sum(size * log2(size) for size in sizes)

    best = min(hands[:: 1 + len(hands) // LOOKED_AT], key=left_to_tell)
    return [ALL_CARDS[number] for number in best], left


def naive(targets: Sequence[Target], size: int) -> Result:
    """What the naive player needs: a target's number in the order of all hands."""
    numbers = {hand: number for number, hand in enumerate(combinations(ALL_CARDS, size), 1)}
    return Result([numbers[tuple(sorted(target))] for target in targets], [0.0])


def played(targets: Sequence[Target], first: First, following: Next) -> Result:
    """What a player needs, target by target."""
    result = Result([], [])
    for target in targets:
        start = time.process_time()
        result.guesses.append(len(guesses_for(target, first, following)))
        result.seconds.append(time.process_time() - start)
    return result


def row(name: str, result: Result) -> None:
    """Prints what a player did."""
    guesses, seconds = result
    middle, most = statistics.median(seconds), max(seconds)
    print(
        f"  {name:20}{sum(guesses):>9}{statistics.fmean(guesses):>12.4f}{max(guesses):>8}"
        f"{middle:>12.4f}{most:>9.4f}   {histogram(guesses)}"
    )


def histogram(guesses: Sequence[int]) -> str:
    """How often each number of guesses was needed, when there are few different ones."""
    counts = sorted(Counter(guesses).items())
    return "  ".join(f"{number}:{count}" for number, count in counts) if len(counts) < 12 else ""


def compare_feedback(step: int) -> None:
    """Compares feedback with the oracle's on pairs of hands of two cards."""
    hands = list(combinations(ALL_CARDS, 2))
    start = time.process_time()
    pairs = [(answer, guess) for answer in hands[::step] for guess in hands]
    different = sum(feedback(*pair) != noted(*pair) for pair in pairs)
    print(f"feedback: {len(pairs)} pairs of two cards, {different} differ from the oracle", end="")
    print(f" ({time.process_time() - start:.0f} s)", flush=True)


SIT = """
import importlib.util, resource, sys, time
from pathlib import Path
from patience_grader.course.coursework import read_coursework
from patience_grader.marking.run_suite import run_suites

root, file, times = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])

def use(sit):
    for _ in range(times):
        sit({"guesser": file.read_text("utf-8")})

run_suites(read_coursework(root, "guessing"), use)
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(*(one.ru_utime + one.ru_stime for one in used))
"""
"""Runs a submission so many times; prints the processor seconds of worker and guests."""

PLAY = """
import sys, time
from suites.guessing.bank.targets import TARGETS
from guessing.guesser import feedback
from guesser import initial_guess, next_guess

start = time.process_time()
for size, targets in TARGETS.items():
    for target in targets:
        guess, state = initial_guess(size)
        while set(guess) != set(target):
            guess, state = next_guess((guess, state), feedback(target, guess))
print(time.process_time() - start)
"""
"""Plays all games in one process; prints the processor seconds."""


def price_of_grading(name: str, runs: int, root: Path) -> None:
    """Compares what it costs to mark a submission to this course with what its play costs alone."""
    file = ROOT / "tests/known/guessing/right" / name / "guesser.py"
    with TemporaryDirectory() as folder:
        text = file.read_text("utf-8").replace("from .cards", "from guessing.cards")
        (Path(folder) / "guesser.py").write_text(text, "utf-8")
        played_alone = [sum(_seconds(PLAY, folder, root)) for _ in range(runs)]
        marked = []
        for _ in range(runs):
            once, twice = (_seconds(SIT, folder, root, root, file, times) for times in (1, 3))
            marked.append([(more - less) / 2 for less, more in zip(once, twice, strict=True)])
    worker, guests = (statistics.median(column) for column in zip(*marked, strict=True))
    play = statistics.median(played_alone)
    print(f"\nmarking {name} (medians of {runs} runs, s CPU a submission)")
    print(f"  examiner {worker:.2f} + guests {guests:.2f}, its own play alone {play:.2f}")
    print(f"  more than its play: {worker + guests - play:.2f}")


def _seconds(script: str, folder: str, root: Path, *arguments: object) -> list[float]:
    paths = [folder, root / "solution", root / "grader", ROOT / "grader"]
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(number) for number in done.stdout.split()]


def targets_of(size: int, count: int) -> list[Target]:
    """All targets, or a sample that is the same every time."""
    if count >= comb(52, size):
        return list(combinations(ALL_CARDS, size))
    chosen = random.Random(size)
    return [tuple(chosen.sample(ALL_CARDS, size)) for _ in range(count)]


def main() -> None:
    """Prints everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer pairs and fewer targets")
    parser.add_argument("--three", type=int, default=500, help="targets of three cards")
    parser.add_argument("--four", type=int, default=100, help="targets of four cards")
    options = parser.parse_args()
    counts = (1326, options.three, options.four)
    compare_feedback(100 if options.quick else 1)
    for size, count in zip((2, 3, 4), (10, 2, 1) if options.quick else counts, strict=True):
        targets = targets_of(size, count)
        print(f"\n{size} cards, {len(targets)} of {comb(52, size)} targets")
        print(
            f"  {'player':20}{'guesses':>9}{'mean':>12}{'worst':>8}{'CPU median':>12}{'worst':>9}"
        )
        row("naive", naive(targets, size))
        row("random consistent", played(targets, random_first, random_next))
        row("entropy", played(targets, first_of, entropy_next))
        row("solution", played(targets, initial_guess, next_guess))
        sys.stdout.flush()
    if options.quick:
        with TemporaryDirectory() as folder:
            price_of_grading("quick", 1, short_course(Path(folder) / "course", FEWEST))
        return
    for name in ("quick", "entropy"):
        price_of_grading(name, 5, ROOT)


if __name__ == "__main__":
    main()
