"""What is said to guesses at the targets, written down for every guess that there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Protocol

from guessing.cards import ALL_CARDS, Card, Feedback

__all__ = ["Answerer", "Hand", "Replies", "place_of"]

Hand = tuple[Card, ...]

_PLACE = {card: place for place, card in enumerate(ALL_CARDS)}


class Answerer(Protocol):
    """Who answers guesses."""

    def reply(self, target: Hand, guess: Hand) -> Feedback:
        """What is said to a guess, in any order of its cards."""


@dataclass(frozen=True)
class Replies(Answerer):
    """The answerer that looks everything up."""

    legend: Mapping[str, Feedback]
    """The feedback that each character stands for."""
    texts: Mapping[Hand, str]
    """For each target a text with a character for every guess, in the order of `place_of`."""

    def reply(self, target: Hand, guess: Hand) -> Feedback:
        """What is written down."""
        return self.legend[self.texts[target][place_of(guess)]]


def place_of(hand: Hand) -> int:
    """The number of a hand, from 0, among all of its size in the order of `combinations`."""
    count = len(ALL_CARDS)
    after = (
        comb(count - 1 - place, len(hand) - number)
        for number, place in enumerate(sorted(map(_PLACE.__getitem__, hand)))
    )
    return comb(count, len(hand)) - 1 - sum(after)
