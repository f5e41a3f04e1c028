"""A second feedback, written from the rules word by word, and a driver for any guesser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from guessing.cards import Card, Feedback, Guess, State

First = Callable[[int], tuple[Guess, State]]
Next = Callable[[tuple[Guess, State], Feedback], tuple[Guess, State]]


def noted(answer: Sequence[Card], guess: Sequence[Card]) -> Feedback:
    """The feedback, card by card: each card of the guess is taken away when it is used."""
    lower = correct = higher = 0
    for card in answer:
        if all(card.rank < other.rank for other in guess):
            lower += 1
        if all(card.rank > other.rank for other in guess):
            higher += 1
        for other in guess:
            if card == other:
                correct += 1
    ranks, rank_uses = Counter(card.rank for card in guess), 0
    suits, suit_uses = Counter(card.suit for card in guess), 0
    for card in answer:
        if ranks[card.rank] > 0:
            ranks[card.rank] -= 1
            rank_uses += 1
        if suits[card.suit] > 0:
            suits[card.suit] -= 1
            suit_uses += 1
    return correct, lower, rank_uses, higher, suit_uses


def guesses_for(target: Sequence[Card], first: First, following: Next) -> list[Guess]:
    """The guesses of one game, the right one included; the feedback is the oracle's.

    Raises AssertionError when a guess is illegal or is made twice.
    """
    last = first(len(target))
    guesses: list[Guess] = []
    seen: set[frozenset[Card]] = set()
    while True:
        cards = frozenset(last[0])
        assert len(last[0]) == len(target) == len(cards), last[0]
        assert cards not in seen, last[0]
        seen.add(cards)
        guesses.append(last[0])
        if cards == frozenset(target):
            return guesses
        last = following(last, noted(target, last[0]))
