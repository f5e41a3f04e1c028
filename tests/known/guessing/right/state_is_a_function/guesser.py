"""Simple elimination: the answers in a fixed, mixed order, and the next one that fits everything.

The state is a function: whether an answer fits all that was said.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

from .cards import ALL_CARDS, Card, Feedback, Guess, State


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """The five numbers."""
    low, high = None, None
    for card in guess:
        if low is None or card.rank < low:
            low = card.rank
        if high is None or card.rank > high:
            high = card.rank
    counts = [0, 0, 0, 0, 0]
    suits = [card.suit for card in guess]
    ranks = [card.rank for card in guess]
    for card in answer:
        if card in guess:
            counts[0] += 1
        if card.rank < low:
            counts[1] += 1
        if card.rank > high:
            counts[3] += 1
        if card.rank in ranks:
            ranks.remove(card.rank)
            counts[2] += 1
        if card.suit in suits:
            suits.remove(card.suit)
            counts[4] += 1
    return tuple(counts)


@cache
def mixed(size: int) -> list[tuple[Card, ...]]:
    """All answers, in an order that is the same every time."""
    answers = list(combinations(ALL_CARDS, size))
    Random(size).shuffle(answers)
    return answers


def test(guess: Guess, said: Feedback):
    """A function that tells whether an answer would give this feedback to the guess."""
    cards = set(guess)
    ranks = [card.rank for card in guess]
    suits = [card.suit for card in guess]
    low, high = min(ranks), max(ranks)

    def fits(answer: tuple[Card, ...]) -> bool:
        if len(cards.intersection(answer)) != said[0]:
            return False
        wanted = [card[1] for card in answer]
        lower = higher = same = 0
        for rank in wanted:
            if rank < low:
                lower += 1
            elif rank > high:
                higher += 1
        if lower != said[1] or higher != said[3]:
            return False
        for rank in set(ranks):
            same += min(ranks.count(rank), wanted.count(rank))
        if same != said[2]:
            return False
        alike = 0
        colours = [card[0] for card in answer]
        for suit in set(suits):
            alike += min(suits.count(suit), colours.count(suit))
        return alike == said[4]

    return fits


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first answer of the order with different suits; nothing is excluded but what comes before."""

    def state():
        return [], -1

    return mixed(size)[0], state


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next answer in the order that fits."""
    guess, state = last
    tests, place = state()
    tests = [test(guess, said), *tests]
    answers = mixed(len(guess))
    place = max(place, 0) + 1
    while not all(fits(answers[place]) for fits in tests):
        place += 1
    return answers[place], lambda: (tests, place)
