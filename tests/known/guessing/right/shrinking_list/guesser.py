"""The plain consistent guesser: what is not possible any more is dropped; any of the rest is guessed.

The list of what is possible is the state; it shrinks in place, which does no harm: a second
call with the same feedback finds nothing more to drop.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from .cards import ALL_CARDS, Card, Feedback, Guess, State


def _common(left: list, right: list) -> int:
    """How many are in both, each used once."""
    return (Counter(left) & Counter(right)).total()


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """The five numbers."""
    theirs = [card.rank for card in answer]
    ours = [card.rank for card in guess]
    return (
        len(set(answer) & set(guess)),
        len([rank for rank in theirs if rank < min(ours)]),
        _common(theirs, ours),
        len([rank for rank in theirs if rank > max(ours)]),
        _common([card.suit for card in answer], [card.suit for card in guess]),
    )


def initial_guess(size: int) -> tuple[Guess, State]:
    """Cards of different suits with ranks far apart, and the list of all answers."""
    gap = 13 // (size + 1)
    guess = [ALL_CARDS[13 * number + gap * (number + 1)] for number in range(size)]
    return guess, list(combinations(ALL_CARDS, size))


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """Any answer that is still possible."""
    guess, possible = last
    possible[:] = [answer for answer in possible if fits(answer, guess, said)]
    return list(random.choice(possible)), possible


def fits(answer: tuple[Card, ...], guess: Guess, said: Feedback) -> bool:
    """Whether this would be said: what is quickly counted comes first."""
    if sum(card in guess for card in answer) != said[0]:
        return False
    ranks = [card.rank for card in guess]
    low = min(ranks)
    if sum(card.rank < low for card in answer) != said[1]:
        return False
    high = max(ranks)
    if sum(card.rank > high for card in answer) != said[3]:
        return False
    return feedback(answer, guess) == said
