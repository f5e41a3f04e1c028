"""A class for what is known, which chooses by entropy, also among guesses that cannot be right."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import log2
from operator import itemgetter

from .cards import ALL_CARDS, Card, Feedback, Guess, State


def matches(left: list, right: list) -> int:
    """How many things of the left can be paired with equal things of the right."""
    free = list(right)
    count = 0
    for thing in left:
        if thing in free:
            free.remove(thing)
            count += 1
    return count


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """The five numbers, one function for each kind."""
    answer, guess = sorted(answer), sorted(guess)
    wanted = sorted(card.rank for card in answer)
    given = sorted(card.rank for card in guess)
    lower = 0
    while lower < len(wanted) and wanted[lower] < given[0]:
        lower += 1
    higher = 0
    while higher < len(wanted) and wanted[-1 - higher] > given[-1]:
        higher += 1
    same = matches(answer, guess)
    ranks = matches(wanted, given)
    suits = matches([card.suit for card in answer], [card.suit for card in guess])
    return same, lower, ranks, higher, suits


@lru_cache(maxsize=None)
def pack(size: int) -> list[tuple[Card, ...]]:
    """All answers; nobody changes the list."""
    return list(combinations(ALL_CARDS, size))


@dataclass(frozen=True)
class Knowledge:
    """What all feedback so far leaves."""

    size: int
    possible: list[tuple[Card, ...]] = field(repr=False)
    asked: tuple[tuple[Card, ...], ...] = ()

    def learn(self, guess: Guess, said: Feedback) -> Knowledge:
        """What is known after this feedback, too."""
        ask = Question(guess)
        rest = [answer for answer in self.possible if ask(answer) == said]
        return Knowledge(self.size, rest, (*self.asked, tuple(guess)))

    def best(self) -> tuple[Card, ...]:
        """The guess that tells most."""
        if len(self.possible) <= 2:
            return self.possible[0]
        sample = self.possible[:: 1 + len(self.possible) // 60]
        tried = sample[:12]
        if self.size == 2:
            tried = tried + [pair for pair in pack(2)[::97] if pair not in self.asked]
        return max(tried, key=lambda guess: (entropy(sample, guess), guess in sample))


class Question:
    """A guess, made ready to be compared with many answers."""

    def __init__(self, guess: Guess) -> None:
        self.cards = frozenset(guess)
        self.ranks = [card.rank for card in guess]
        self.suits = [card.suit.value for card in guess]
        self.low, self.high = min(self.ranks), max(self.ranks)

    def __call__(self, answer: tuple[Card, ...]) -> Feedback:
        cards = lower = ranks = higher = suits = 0
        free, colours = self.ranks[:], self.suits[:]
        for card in answer:
            suit, rank = card
            letter = suit.value
            if card in self.cards:
                cards += 1
            if rank < self.low:
                lower += 1
            elif rank > self.high:
                higher += 1
            elif rank in free:
                free.remove(rank)
                ranks += 1
            if letter in colours:
                colours.remove(letter)
                suits += 1
        return cards, lower, ranks, higher, suits


def entropy(possible: list[tuple[Card, ...]], guess: Guess) -> float:
    """How many bits a guess tells on average."""
    ask, sizes = Question(guess), {}
    for answer in possible:
        said = ask(answer)
        sizes[said] = sizes.get(said, 0) + 1
    return -sum(size * log2(size / len(possible)) for size in sizes.values())


FIRST = {
    2: itemgetter(4, 22),
    3: itemgetter(2, 19, 35),
    4: itemgetter(2, 18, 34, 49),
}


def initial_guess(size: int) -> tuple[Guess, State]:
    """A guess that was found beforehand, and the knowledge that anything is possible."""
    print("a new game of", size)
    return list(FIRST[size](ALL_CARDS)), Knowledge(size, pack(size))


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """What tells most, given all that was said."""
    guess, known = last
    known = known.learn(guess, said)
    print(len(known.possible), "left after", *guess, said)
    return known.best(), known
