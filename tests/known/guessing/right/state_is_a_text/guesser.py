"""The state is a text: each guess as it is written, with what was said. The largest group counts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import NamedTuple

from .cards import ALL_CARDS, Card, Feedback, Guess, State, read_cards, written


class Said(NamedTuple):
    """The five numbers by name."""

    cards: int
    lower: int
    ranks: int
    higher: int
    suits: int


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """The five numbers: each is counted by the function of its name."""
    return Said(
        correct_cards(answer, guess),
        lower_ranks(answer, guess),
        correct_ranks(answer, guess),
        higher_ranks(answer, guess),
        correct_suits(answer, guess),
    )


def correct_cards(answer: Guess, guess: Guess) -> int:
    """How many cards of the answer are in the guess."""
    return len([card for card in answer if card in guess])


def lower_ranks(answer: Guess, guess: Guess) -> int:
    """How many cards of the answer are below all of the guess."""
    return len([card for card in answer if all(card.rank < other.rank for other in guess)])


def higher_ranks(answer: Guess, guess: Guess) -> int:
    """How many cards of the answer are above all of the guess."""
    return len([card for card in answer if all(card.rank > other.rank for other in guess)])


def correct_ranks(answer: Guess, guess: Guess) -> int:
    """How many ranks are right."""
    have = Counter(card.rank for card in guess)
    need = Counter(card.rank for card in answer)
    return sum(min(have[rank], need[rank]) for rank in have)


def correct_suits(answer: Guess, guess: Guess) -> int:
    """How many suits are right."""
    have = Counter(card.suit for card in guess)
    need = Counter(card.suit for card in answer)
    return sum(min(have[suit], need[suit]) for suit in have)


Numbers = tuple[int, ...]


@cache
def answers(size: int) -> list[Numbers]:
    """All answers, as places in the pack."""
    return list(combinations(range(52), size))


def compare(answer: Numbers, guess: Numbers) -> Feedback:
    """The five numbers for places in the pack."""
    ours = [place % 13 for place in guess]
    low, high = min(ours), max(ours)
    suits = [place // 13 for place in guess]
    cards = lower = ranks = higher = colours = 0
    for place in answer:
        rank, suit = place % 13, place // 13
        if place in guess:
            cards += 1
        if rank < low:
            lower += 1
        elif rank > high:
            higher += 1
        elif rank in ours:
            ours.remove(rank)
            ranks += 1
        if suit in suits:
            suits.remove(suit)
            colours += 1
    return cards, lower, ranks, higher, colours


@cache
def first_split(size: int) -> dict[Feedback, list[Numbers]]:
    """The answers by what is said to the first guess."""
    split = {}
    first = numbers(START[size])
    for answer in answers(size):
        split.setdefault(compare(answer, first), []).append(answer)
    return split


def numbers(text: str) -> Numbers:
    """The places of written cards."""
    return tuple(ALL_CARDS.index(card) for card in read_cards(text))


START = {2: "[6C,JD]", 3: "[5C,8D,JH]", 4: "[4D,7H,TS,QC]"}


def possible(state: str) -> list[Numbers]:
    """What the text leaves possible."""
    lines = [line.split(":") for line in state.split()]
    first, *others = [(numbers(text), tuple(map(int, said))) for text, said in lines]
    rest = first_split(len(first[0]))[first[1]]
    for guess, said in others:
        rest = [answer for answer in rest if compare(answer, guess) == said]
    return rest


def largest(rest: list[Numbers], guess: Numbers) -> int:
    """The size of the largest group."""
    return max(Counter(compare(answer, guess) for answer in rest).values())


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess, and an empty text."""
    return read_cards(START[size]), ""


@cache
def answer_to(state: str) -> Numbers:
    """The guess for a text."""
    rest = possible(state)
    thin = rest[:: 1 + len(rest) // 80]
    return min(thin[:25], key=lambda guess: (largest(thin, guess), guess))


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The guess whose largest group is smallest."""
    guess, state = last
    state += f" {written(guess)}:{''.join(map(str, said))}"
    return [ALL_CARDS[place] for place in reversed(answer_to(state))], state
