"""The players that a submission is compared with: naive, consistent and the solution.

`python -m suites.guessing.bank.players` plays the last two against the targets, and writes
`standings.json`; it must be run again when targets or solution change.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from guessing.cards import ALL_CARDS
from guessing.guesser import feedback, initial_guess, next_guess
from suites.guessing.bank.targets import TARGETS
from suites.guessing.replies import Hand, place_of

FILE = Path(__file__).with_name("standings.json")

Counts = Mapping[int, int]
"""How many targets needed how many guesses."""

_TIMES = {2: 20, 3: 5, 4: 2}
"""So often is the consistent player's luck tried, by the number of cards."""

NAIVE = "one hand after another"
CONSISTENT = "any consistent hand"
SOLUTION = "the solution"


def naive(targets: Sequence[Hand]) -> Counts:
    """All hands in order, without an end."""
    return dict.fromkeys(sorted(place_of(target) + 1 for target in targets), 1)


def consistent(size: int, targets: Sequence[Hand]) -> Counts:
    """Any hand that agrees with all feedback so far.

    Targets that get the same feedback are followed together, so each hand is filtered
    once for all of them.
    """
    every = list(combinations(ALL_CARDS, size))
    return Counter(
        depth
        for time in range(_TIMES[size])
        for depth in _depths(every, list(targets), 1, random.Random(time))
    )


def _depths(
    hands: list[Hand], targets: list[Hand], depth: int, chosen: random.Random
) -> Iterator[int]:
    guess = chosen.choice(hands)
    parts: dict[object, list[Hand]] = {}
    for target in targets:
        if target == guess:
            yield depth
        else:
            parts.setdefault(feedback(target, guess), []).append(target)
    said = {hand: feedback(hand, guess) for hand in hands} if parts else {}
    for reply, part in parts.items():
        left = [hand for hand in hands if said[hand] == reply]
        yield from _depths(left, part, depth + 1, chosen)


def solution(size: int, targets: Sequence[Hand]) -> Counts:
    """The solution's own play."""
    return Counter(_guesses(size, target) for target in targets)


def _guesses(size: int, target: Hand) -> int:
    guess, state = initial_guess(size)
    count = 1
    while set(guess) != set(target):
        guess, state = next_guess((guess, state), feedback(target, guess))
        count += 1
    return count


PLAYERS: Mapping[str, Callable[[int, Sequence[Hand]], Counts]] = {
    CONSISTENT: consistent,
    SOLUTION: solution,
}


def main() -> None:
    """Plays them and writes what they need."""
    found = {
        size: {
            player: dict(sorted(play(size, targets).items())) for player, play in PLAYERS.items()
        }
        for size, targets in TARGETS.items()
    }
    FILE.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
