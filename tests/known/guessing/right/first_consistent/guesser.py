"""Exercises 1 to 4: the answerer's feedback, and the guesser.

The guesser goes through all hands in order, once per game, and guesses every hand that
fits all that has been said. A hand that did not fit earlier will never fit later, so it is
enough to go on where the last search stopped. The state therefore is

    * a tuple of all guesses made, each with what was said, and
    * the number of the hand at which the next search begins.

Only the first guess is out of order: I chose it by hand. The hands are sorted by the
feedback to it when it is first needed.
"""

from __future__ import annotations

from itertools import combinations

from .cards import ALL_CARDS, Card, Feedback, Guess, Rank, State, Suit

History = tuple[tuple[Guess, Feedback], ...]

FIRST = {
    2: (Card(Suit.HEART, Rank.SIX), Card(Suit.SPADE, Rank.JACK)),
    3: (
        Card(Suit.DIAMOND, Rank.FIVE),
        Card(Suit.HEART, Rank.EIGHT),
        Card(Suit.SPADE, Rank.JACK),
    ),
    4: (
        Card(Suit.CLUB, Rank.FOUR),
        Card(Suit.DIAMOND, Rank.SEVEN),
        Card(Suit.HEART, Rank.TEN),
        Card(Suit.SPADE, Rank.QUEEN),
    ),
}

# For each size: the hands, in order, that give a certain feedback to the first guess.
# This is the same for every game. It is filled by `hands_after_first`.
_groups: dict[int, dict[Feedback, list[Guess]]] = {}


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    unused_ranks = []
    unused_suits = []
    for card in guess:
        unused_ranks.append(card.rank)
        unused_suits.append(card.suit.value)
    lowest = min(unused_ranks)
    highest = max(unused_ranks)

    correct = lower = ranks = higher = suits = 0
    for card in answer:
        suit = card.suit.value
        rank = card.rank
        if rank < lowest:
            lower += 1
        elif rank > highest:
            higher += 1
        elif card in guess:
            correct += 1
        if rank in unused_ranks:
            ranks += 1
            unused_ranks.remove(rank)  # each card of the guess counts once
        if suit in unused_suits:
            suits += 1
            unused_suits.remove(suit)
    return correct, lower, ranks, higher, suits


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from."""
    return FIRST[size], ((), 0)


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    guess, (history, start) = last
    history = history + ((guess, said),)
    first_said = history[0][1]
    hands = hands_after_first(len(guess), first_said)
    # The feedback to the first guess fits already, so it need not be looked at again.
    for number in range(start, len(hands)):
        if fits(hands[number], history[1:]):
            return hands[number], (history, number + 1)
    raise ValueError("no hand fits what was said")


def fits(hand: Guess, history: History) -> bool:
    """Whether this hand would have given the feedback to each of these guesses."""
    for guess, said in history:
        if feedback(hand, guess) != said:
            return False
    return True


def hands_after_first(size: int, said: Feedback) -> list[Guess]:
    """All hands, in order, for which this would be said to the first guess."""
    if size not in _groups:
        groups: dict[Feedback, list[Guess]] = {}
        for hand in combinations(ALL_CARDS, size):
            groups.setdefault(feedback(hand, FIRST[size]), []).append(hand)
        _groups[size] = groups
    return _groups[size][said]
