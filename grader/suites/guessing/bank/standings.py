"""What the players need that a submission is compared with: naive, consistent and the solution."""

from __future__ import annotations

import json
from collections.abc import Mapping

from patience_grader.suite.bank import is_public
from suites.guessing.bank.players import FILE, NAIVE, Counts, naive
from suites.guessing.bank.targets import TARGETS

__all__ = ["STANDINGS"]


def _read(players: Mapping[str, Mapping[str, int]]) -> Mapping[str, Counts]:
    return {
        player: {int(guesses): times for guesses, times in counts.items()}
        for player, counts in players.items()
    }


def _standings() -> Mapping[int, Mapping[str, Counts]]:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    return {size: {NAIVE: naive(TARGETS[size]), **_read(kept[str(size)])} for size in TARGETS}


STANDINGS: Mapping[int, Mapping[str, Counts]] = {} if is_public() else _standings()
"""How many targets took each player how many guesses, by the number of cards.

The public edition has none: its targets are too few to compare by.
"""
