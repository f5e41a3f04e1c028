"""Bit tables: a guess is compared with an answer by masks; choices are remembered by history."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from .cards import ALL_CARDS, Card, Feedback, Guess, Rank, State, Suit

OPENINGS = {2: "6C JD", 3: "5C 8D JH", 4: "4C 7D TH KS"}
MOST_TRIED = 40


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """The five numbers."""
    cards = sum(card in guess for card in answer)
    low = min(card.rank for card in guess)
    high = max(card.rank for card in guess)
    lower = sum(card.rank < low for card in answer)
    higher = sum(card.rank > high for card in answer)
    ranks = 0
    for rank in Rank:
        there = sum(card.rank == rank for card in answer)
        here = sum(card.rank == rank for card in guess)
        ranks += min(there, here)
    suits = 0
    for suit in Suit:
        there = sum(card.suit is suit for card in answer)
        here = sum(card.suit is suit for card in guess)
        suits += min(there, here)
    return (cards, lower, ranks, higher, suits)


Hand = tuple[Card, ...]


@cache
def hands(size: int) -> tuple[Hand, ...]:
    """Every answer of this size."""
    return tuple(combinations(ALL_CARDS, size))


def reply(answer: Hand, guess: Hand) -> Feedback:
    """What would be said, quicker than `feedback`: for the guesser's own use."""
    theirs, ours = [card[1] for card in answer], [card[1] for card in guess]
    low, high = min(ours), max(ours)
    lower = higher = cards = ranks = suits = 0
    left = [card[0] for card in guess]
    for card in answer:
        suit, rank = card
        if rank < low:
            lower += 1
        elif rank > high:
            higher += 1
        elif rank in ours:
            ours.remove(rank)
            ranks += 1
            if card in guess:
                cards += 1
        elif card in guess:
            cards += 1
        if suit in left:
            left.remove(suit)
            suits += 1
    return cards, lower, ranks, higher, suits


def groups(possible: tuple[Hand, ...], guess: Hand) -> dict[Feedback, list[Hand]]:
    """The possible answers by what would be said to the guess."""
    found: dict[Feedback, list[Hand]] = {}
    for answer in possible:
        found.setdefault(reply(answer, guess), []).append(answer)
    return found


@cache
def after_opening(size: int) -> dict[Feedback, list[Hand]]:
    """What is left after the first guess; the same in every game."""
    return groups(hands(size), opening(size))


@cache
def opening(size: int) -> Hand:
    """The first guess."""
    return tuple(Card.parse(word) for word in OPENINGS[size].split())


def left_over(size: int, history: tuple[tuple[Hand, Feedback], ...]) -> tuple[Hand, ...]:
    """What is possible after this history."""
    possible = after_opening(size)[history[0][1]]
    for guess, said in history[1:]:
        possible = [answer for answer in possible if reply(answer, guess) == said]
    return tuple(possible)


@cache
def choice(size: int, history: tuple[tuple[Hand, Feedback], ...]) -> Hand:
    """The guess with the smallest groups among some that are possible."""
    possible = left_over(size, history)
    step = max(1, len(possible) // MOST_TRIED)
    sample = possible[:: max(1, len(possible) // 200)]
    return min(
        possible[::step],
        key=lambda guess: sum(len(group) ** 2 for group in groups(sample, guess).values()),
    )


def initial_guess(size: int) -> tuple[Guess, State]:
    """The opening, and an empty history."""
    return opening(size), (size, ())


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The best guess after all that was said."""
    guess, (size, before) = last
    history = (*before, (tuple(guess), said))
    return choice(size, history), (size, history)
