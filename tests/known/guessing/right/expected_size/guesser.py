"""Exercises 1 to 4: the answerer's feedback, and the guesser.

The guesser follows hint 3 of the handout. It knows which hands are still possible
(class `Knowledge`). For each hand that it might guess (class `Question`) it sorts the
possible hands by the feedback they would give, and from the sizes of the groups it gets
the number of hands that would be left on average. The guess with the smallest one wins.

Only hands that are possible themselves are guessed. If there are too many of them, the
guesser looks at some, evenly spread over the list, both for the guesses and for the hands
that are sorted into groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from .cards import ALL_CARDS, Card, Feedback, Guess, State

Hand = tuple[Card, ...]

FIRST_GUESSES = {2: "6C TD", 3: "5C 8D JH", 4: "4C 7D TH QS"}
MOST_CANDIDATES = {2: 200, 3: 60, 4: 40}
MOST_SORTED = 250


class Question:
    """A guess, prepared for being compared with many answers."""

    def __init__(self, guess: Guess) -> None:
        self.guess = tuple(guess)
        ranks = [int(card.rank) for card in guess]
        self.lowest = min(ranks)
        self.highest = max(ranks)
        # How often the guess has each rank and each suit.
        self.ranks = [0] * 15
        self.suits = {suit: 0 for suit in "CDHS"}
        for card in guess:
            self.ranks[card.rank] += 1
            self.suits[card.suit.value] += 1

    def feedback(self, answer: Guess) -> Feedback:
        """What is said to this guess if this is the answer."""
        ranks = self.ranks.copy()
        suits = self.suits.copy()
        correct = lower = same_rank = higher = same_suit = 0
        for card in answer:
            rank, suit = card.rank, card.suit.value
            if rank < self.lowest:
                lower += 1
            elif rank > self.highest:
                higher += 1
            elif card in self.guess:
                correct += 1
            # What has been used up cannot be used for another card of the answer.
            if ranks[rank]:
                ranks[rank] -= 1
                same_rank += 1
            if suits[suit]:
                suits[suit] -= 1
                same_suit += 1
        return correct, lower, same_rank, higher, same_suit

    def group(self, hands: Iterable[Hand]) -> dict[Feedback, list[Hand]]:
        """The hands, sorted by the feedback they would give."""
        groups: dict[Feedback, list[Hand]] = {}
        for hand in hands:
            groups.setdefault(self.feedback(hand), []).append(hand)
        return groups

    def expected_size(self, hands: Sequence[Hand]) -> float:
        """How many of these hands are left, on average, after this guess."""
        sizes = [len(group) for group in self.group(hands).values()]
        return sum(size * size for size in sizes) / len(hands)


class Knowledge:
    """The hands that are still possible, and the guess to be made now.

    What is known never changes: after a guess there is a new object. `path` is everything
    that was said before.
    """

    def __init__(self, path: tuple[Feedback, ...], possible: Sequence[Hand], guess: Hand) -> None:
        self.path = path
        self.possible = possible
        self.guess = guess

    def after(self, said: Feedback) -> Knowledge:
        """What is known after this was said to the guess.

        The same path always leads to the same place, in whichever game. So with two cards
        the work is done only once for many games.
        """
        path = self.path + (said,)
        key = len(self.guess), path
        if key not in _known:
            possible = self._remaining(said)
            _known[key] = Knowledge(path, possible, best_guess(possible))
        return _known[key]

    def _remaining(self, said: Feedback) -> list[Hand]:
        """The hands for which this is said to the guess."""
        if not self.path:
            return after_first(self.guess)[said]
        question = Question(self.guess)
        return [hand for hand in self.possible if question.feedback(hand) == said]


_known: dict[tuple[int, tuple[Feedback, ...]], Knowledge] = {}
"""What is known after each path, for all games with so many cards."""


@cache
def after_first(guess: Hand) -> dict[Feedback, list[Hand]]:
    """All hands, sorted by the feedback they give to the first guess."""
    return Question(guess).group(combinations(ALL_CARDS, len(guess)))


def best_guess(possible: Sequence[Hand]) -> Hand:
    """The possible hand that leaves the smallest number of hands on average."""
    if len(possible) <= 2:
        return possible[0]
    candidates = spread(possible, MOST_CANDIDATES[len(possible[0])])
    hands = spread(possible, MOST_SORTED)
    return min(candidates, key=lambda hand: Question(hand).expected_size(hands))


def spread(hands: Sequence[Hand], most: int) -> Sequence[Hand]:
    """At most so many of the hands, evenly spread over the list."""
    step = -(-len(hands) // most)  # rounded up
    return hands[::step]


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    return Question(guess).feedback(answer)


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from."""
    first = tuple(Card.parse(word) for word in FIRST_GUESSES[size].split())
    return first, Knowledge((), (), first)


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    knowledge = last[1].after(said)
    return knowledge.guess, knowledge
