"""The hands of a question about feedback, and what is special about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import eq
from typing import cast

from guessing.cards import Card, Rank, Suit
from patience_grader.suite.cases import Arguments

__all__ = [
    "FEEDBACK",
    "Hand",
    "Hands",
    "Kind",
    "Wanted",
    "by_rank",
    "by_suit",
    "hands_of",
    "has_ace",
    "has_no_ace",
    "is_in_line",
    "is_plain",
    "repeats_alone",
    "weight",
]

FEEDBACK = "guesser.feedback"

Hand = Sequence[Card]
Hands = tuple[Hand, Hand]
"""An answer and a guess, in this order."""
Kind = Callable[[Card], Rank | Suit]
Wanted = Callable[[Hands], bool]

_SUITS = list(Suit)


def hands_of(arguments: Arguments) -> Hands:
    """The arguments of a question, by their type."""
    return cast(Hands, arguments)


def weight(hands: Hands) -> tuple[int, int]:
    """How much there is to look at: fewer cards first, then lower ones."""
    every = [card for hand in hands for card in hand]
    return len(every), sum(card.rank + _SUITS.index(card.suit) for card in every)


def by_rank(card: Card) -> Rank:
    """The card's rank."""
    return card.rank


def by_suit(card: Card) -> Suit:
    """The card's suit."""
    return card.suit


def is_in_line(given: Hands, kind: Kind) -> bool:
    """Whether the hands are in an order that serves those who rely on one.

    The guess ascends. Of the answer, as many cards as possible, and as many ranks (or
    suits), stand where the guess has the same, and equal ones stand together.
    """
    answer, guess = given
    kinds, others = list(map(kind, answer)), list(map(kind, guess))
    return (
        others == sorted(others)
        and sum(map(eq, answer, guess)) == len({*answer} & {*guess})
        and sum(map(eq, kinds, others)) == (Counter(kinds) & Counter(others)).total()
        and len(list(groupby(kinds))) == len(set(kinds))
    )


def has_ace(given: Hands) -> bool:
    """Whether there is an ace on either side."""
    return any(card.rank == Rank.ACE for hand in given for card in hand)


def has_no_ace(given: Hands) -> bool:
    """Whether there is no ace on either side."""
    return not has_ace(given)


def is_plain(given: Hands) -> bool:
    """Whether none of the special situations is there."""
    return not (_repeats(given, by_rank) or _repeats(given, by_suit) or has_ace(given))


def repeats_alone(kind: Kind) -> Wanted:
    """Whether a rank (or suit) is repeated, and nothing else can be the trouble."""
    return lambda hands: (
        _repeats(hands, kind) and not has_ace(hands) and not {*hands[0]} & {*hands[1]}
    )


def _repeats(given: Hands, kind: Kind) -> bool:
    """Whether a rank (or suit) is more than once in the answer or in the guess."""
    return any(len(set(map(kind, hand))) < len(hand) for hand in given)
