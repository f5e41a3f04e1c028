"""Exercises 1 to 4: the answerer's feedback, and the guesser.

The guesser makes the guess whose feedback tells most. Every guess splits the possible
answers into groups with the same feedback, and the entropy of the groups (Shannon) says
how many bits of information the feedback will bring on average. Guesses that cannot be
right are considered as well (hint 5) when there are few possible answers.

For speed, a hand is a *mask*: one whole number whose bits say what the hand holds.

    bits  0 to 51:  four bits for each rank; the lowest n are set if the rank is there n times
    bits 52 to 67:  four bits for each suit, in the same way
    bits 68 to 119: one bit for each card

With this, "as often as both have it" is simply `&`, and counting is `int.bit_count`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import log2

from .cards import ALL_CARDS, Card, Feedback, Guess, Rank, State, Suit

COPIES = 4  # bits for one rank or suit
SUITS_AT = COPIES * len(Rank)
CARDS_AT = SUITS_AT + COPIES * len(Suit)
RANK_BITS = (1 << SUITS_AT) - 1
SUIT_BITS = (1 << CARDS_AT) - 1 - RANK_BITS

# For each card: the first bit of its rank, the first bit of its suit, and its own bit.
CARD_BITS = {
    card: (
        1 << COPIES * (card.rank - Rank.TWO),
        1 << SUITS_AT + COPIES * list(Suit).index(card.suit),
        1 << CARDS_AT + place,
    )
    for place, card in enumerate(ALL_CARDS)
}

FIRST_GUESSES = {2: "6C TD", 3: "5C 8D JH", 4: "4C 7D TH QS"}
MOST_POSSIBLE = {2: 150, 3: 60, 4: 40}
"""So many of the possible answers are tried as guesses."""
MOST_OTHERS = 150
"""So many other hands are tried, too, ..."""
FEW_ANSWERS = 100
"""... if there are no more possible answers than this."""
MOST_SPLIT = 250
"""So many of the possible answers are split into groups."""


def to_mask(cards: Guess) -> int:
    """The mask of these cards."""
    mask = 0
    for card in cards:
        rank_bit, suit_bit, card_bit = CARD_BITS[card]
        while mask & rank_bit:  # this rank is there already: take the next bit
            rank_bit <<= 1
        while mask & suit_bit:
            suit_bit <<= 1
        mask |= rank_bit | suit_bit | card_bit
    return mask


def to_cards(mask: int) -> list[Card]:
    """The cards of a mask, in order."""
    return [card for place, card in enumerate(ALL_CARDS) if mask >> CARDS_AT + place & 1]


@lru_cache(maxsize=5000)
def outer_ranks(guess: int) -> tuple[int, int]:
    """The bits of all ranks below, and of all ranks above the ranks of the guess."""
    ranks = guess & RANK_BITS
    lowest_bit = ranks & -ranks
    top_rank = (ranks.bit_length() - 1) // COPIES
    return lowest_bit - 1, RANK_BITS & -1 << COPIES * (top_rank + 1)


def compare(answer: int, guess: int) -> Feedback:
    """The feedback, when the answer and the guess are masks."""
    below, above = outer_ranks(guess)
    common = answer & guess
    return (
        (common >> CARDS_AT).bit_count(),
        (answer & below).bit_count(),
        (common & RANK_BITS).bit_count(),
        (answer & above).bit_count(),
        (common & SUIT_BITS).bit_count(),
    )


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    return compare(to_mask(answer), to_mask(guess))


def spread(masks: tuple[int, ...], most: int) -> tuple[int, ...]:
    """At most so many of the masks, evenly spread."""
    return masks[:: len(masks) // (most + 1) + 1]


def entropy(guess: int, answers: tuple[int, ...]) -> float:
    """How many bits of information the feedback to this guess gives on average."""
    sizes: dict[Feedback, int] = {}
    for answer in answers:
        said = compare(answer, guess)
        sizes[said] = sizes.get(said, 0) + 1
    total = len(answers)
    return -sum(size / total * log2(size / total) for size in sizes.values())


@lru_cache(maxsize=20_000)
def best_guess(possible: tuple[int, ...]) -> int:
    """The guess with the highest entropy, and of equals one that may be right.

    The same answers are left again and again, so the results are kept.
    """
    if len(possible) <= 2:
        return possible[0]
    size = (possible[0] >> CARDS_AT).bit_count()
    answers = spread(possible, MOST_SPLIT)
    candidates = spread(possible, MOST_POSSIBLE[size])
    if len(possible) <= FEW_ANSWERS:
        candidates += spread(all_masks(size), MOST_OTHERS)
    # `max` takes the first one of equals, and the possible answers come first.
    return max(candidates, key=lambda guess: entropy(guess, answers))


@cache
def all_masks(size: int) -> tuple[int, ...]:
    """The masks of all hands with this many cards."""
    return tuple(map(to_mask, combinations(ALL_CARDS, size)))


@cache
def split_by_first(size: int) -> dict[Feedback, tuple[int, ...]]:
    """All hands, in groups with the same feedback to the first guess."""
    first = to_mask(first_guess(size))
    groups: dict[Feedback, list[int]] = {}
    for mask in all_masks(size):
        groups.setdefault(compare(mask, first), []).append(mask)
    return {said: tuple(masks) for said, masks in groups.items()}


def first_guess(size: int) -> list[Card]:
    """The first guess, which is the same in every game."""
    return [Card.parse(word) for word in FIRST_GUESSES[size].split()]


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from.

    A state is the tuple of the masks that are still possible. An empty one stands for all.
    """
    return first_guess(size), ()


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    cards, before = last
    if before:
        guess = to_mask(cards)
        possible = tuple([mask for mask in before if compare(mask, guess) == said])
    else:
        possible = split_by_first(len(cards))[said]
    return to_cards(best_guess(possible)), possible
