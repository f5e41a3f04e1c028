"""Exercises 1 to 4: the answerer's feedback, and the guesser.

The guesser makes the guess to which the most different feedbacks are possible. This is
simpler than looking at the sizes of the groups (hint 3), and about as good: with many
different feedbacks, the groups must be small.

The state is the history of the game, a tuple of everything that was said. All guesses
before follow from it, so a game is a path in a tree. The places of the tree are kept by
`lru_cache`: what a place holds is the same in every game that gets there.

Inside, a hand is a text such as "3HTC". Then its ranks are hand[::2], its suits are
hand[1::2], and texts can be looked up quickly.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations, repeat

from .cards import ALL_CARDS, Card, Feedback, Guess, Rank, State

History = tuple[Feedback, ...]

FIRST_GUESSES = {2: "6CTD", 3: "5C8DJH", 4: "4C7DTHQS"}
CANDIDATES = {2: 150, 3: 50, 4: 30}  # guesses to be compared, at most
ANSWERS = 200  # answers for which they are compared, at most
CARD_OF = {str(card): card for card in ALL_CARDS}
RANK_OF = {str(rank): int(rank) for rank in Rank}


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    return compare(to_text(answer), to_text(guess))


def to_text(cards: Guess) -> str:
    """The cards as a text."""
    return "".join(map(str, cards))


def to_cards(hand: str) -> tuple[Card, ...]:
    """The cards in this text."""
    return tuple(CARD_OF[word] for word in words(hand))


def words(hand: str) -> list[str]:
    """The cards in this text, each one as a text."""
    return [hand[start : start + 2] for start in range(0, len(hand), 2)]


def compare(answer: str, guess: str) -> Feedback:
    """The feedback, when the answer and the guess are texts."""
    correct = sum([word in guess for word in words(answer)])
    lower, higher = outside(answer[::2], guess[::2])
    same_ranks = in_both(answer[::2], guess[::2])
    same_suits = in_both(answer[1::2], guess[1::2])
    return correct, lower, same_ranks, higher, same_suits


@lru_cache(maxsize=100_000)
def outside(ranks: str, guessed: str) -> tuple[int, int]:
    """How many of the ranks are below, and how many are above all of the guessed ones."""
    ordered = sorted(map(RANK_OF.__getitem__, ranks))
    limits = sorted(map(RANK_OF.__getitem__, guessed))
    return bisect_left(ordered, limits[0]), len(ordered) - bisect_right(ordered, limits[-1])


@lru_cache(maxsize=100_000)
def in_both(letters: str, guessed: str) -> int:
    """How many letters are in both texts, each used once only."""
    return (Counter(letters) & Counter(guessed)).total()


@lru_cache(maxsize=20_000)
def best_guess(size: int, history: History) -> str:
    """The guess to be made when this has been said."""
    if not history:
        return FIRST_GUESSES[size]
    possible = groups_after(size, history[:-1])[history[-1]]
    answers = spread(possible, ANSWERS)
    candidates = spread(possible, CANDIDATES[size])
    return max(candidates, key=lambda guess: number_of_groups(guess, answers))


@lru_cache(maxsize=5_000)
def groups_after(size: int, history: History) -> dict[Feedback, list[str]]:
    """The hands that are possible when this has been said, by the feedback to the next guess."""
    if history:
        possible = groups_after(size, history[:-1])[history[-1]]
    else:
        possible = list(map("".join, combinations(CARD_OF, size)))
    guess = best_guess(size, history)
    groups: defaultdict[Feedback, list[str]] = defaultdict(list)
    for hand in possible:
        groups[compare(hand, guess)].append(hand)
    return dict(groups)


def number_of_groups(guess: str, answers: list[str]) -> int:
    """How many different feedbacks these answers give."""
    return len(set(map(compare, answers, repeat(guess))))


def spread(hands: list[str], most: int) -> list[str]:
    """At most so many of the hands, evenly spread over the list."""
    return hands[:: (len(hands) - 1) // most + 1]


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from."""
    return to_cards(best_guess(size, ())), ()


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    guess, before = last
    history = (*before, said)
    return to_cards(best_guess(len(guess), history)), history
