"""Exercises 1 to 4: the answerer's feedback, and the guesser.

The guesser only makes guesses that could still be the answer. The state is the list of
all hands that fit everything that was said so far. After each feedback I keep the hands
that would have given the same feedback, and guess any one of them by chance.

The first guess is always the same, so the hands can be sorted by the feedback to it once
and for all. This saves the long filtering at the beginning of every game.

Comparing cards and suits is slow, and comparing numbers and letters is fast. So all hands
are kept as *profiles*: the places of the cards in the pack, their ranks, and their suits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from .cards import ALL_CARDS, Card, Feedback, Guess, State

Profile = tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]

# Different suits, and ranks that cut 2 to ace into about equal parts.
FIRST_GUESSES = {2: "6C TD", 3: "5C 8D JH", 4: "4C 7D TH QS"}

PLACES = {card: place for place, card in enumerate(ALL_CARDS)}
RANKS = [int(card.rank) for card in ALL_CARDS]
SUITS = [str(card.suit) for card in ALL_CARDS]


# --- Exercise 1 ---


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    return compare(profile(answer), profile(guess))


def compare(answer: Profile, guess: Profile) -> Feedback:
    """The feedback, when the answer and the guess are profiles."""
    cards, ranks, suits = answer
    guessed_cards, guessed_ranks, guessed_suits = guess
    lowest, highest = min(guessed_ranks), max(guessed_ranks)
    return (
        len([card for card in cards if card in guessed_cards]),
        len([rank for rank in ranks if rank < lowest]),
        in_common(ranks, guessed_ranks),
        len([rank for rank in ranks if rank > highest]),
        in_common(suits, guessed_suits),
    )


def in_common(left: Sequence[Any], right: Sequence[Any]) -> int:
    """How many things are in both, where each is used once only.

    The first queen on the right is matched if there is a queen on the left, the second one
    if there are two, and so on.
    """
    return sum([left.count(thing) > right[:place].count(thing) for place, thing in enumerate(right)])


def profile(cards: Guess) -> Profile:
    """The places of the cards in the pack, their ranks, and their suits."""
    places = tuple([PLACES[card] for card in cards])
    return places, tuple([RANKS[place] for place in places]), tuple([SUITS[place] for place in places])


def all_profiles(size: int) -> Iterator[Profile]:
    """The profiles of all hands with this many cards."""
    return zip(combinations(range(52), size), combinations(RANKS, size), combinations(SUITS, size))


# --- Exercises 2 to 4 ---


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from.

    The state is None: nothing is known yet.
    """
    return first_guess(size), None


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    guess, possible = last
    if possible is None:
        remaining = profiles_by_first_feedback(len(guess))[said]
    else:
        remaining = consistent(possible, profile(guess), said)
    places, _, _ = random.choice(remaining)
    return [ALL_CARDS[place] for place in places], remaining


def consistent(possible: Sequence[Profile], guess: Profile, said: Feedback) -> list[Profile]:
    """Those of the possible hands for which this would have been said to the guess."""
    return [hand for hand in possible if compare(hand, guess) == said]


@cache
def first_guess(size: int) -> tuple[Card, ...]:
    """The first guess, which is the same in every game."""
    return tuple(map(Card.parse, FIRST_GUESSES[size].split()))


@cache
def profiles_by_first_feedback(size: int) -> dict[Feedback, list[Profile]]:
    """All hands of this size, grouped by the feedback to the first guess."""
    first = profile(first_guess(size))
    groups: dict[Feedback, list[Profile]] = {}
    for hand in all_profiles(size):
        groups.setdefault(compare(hand, first), []).append(hand)
    return groups
