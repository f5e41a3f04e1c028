"""Exercises 1 to 4: the answerer's feedback, and the guesser.

The guesser makes only guesses that are consistent with everything said so far, and tries
to do so with as little computing as possible.

Inside this file a card is its place in ALL_CARDS, a number from 0 to 51, and a hand is a
tuple of such numbers, in order. For each guess there is a `Table`. It gives every card a
*weight*, and the sum of the weights of an answer's cards says how often each thing of
interest occurs in the answer. So the feedback for an answer takes one sum and one look
into a dict.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from .cards import ALL_CARDS, Card, Feedback, Guess, State

Hand = tuple[int, ...]

# Different suits, and ranks that divide the range into about equal parts.
FIRST_GUESSES = {2: "6C TD", 3: "5C 8D JH", 4: "4C 7D TH QS"}
RANKS = [int(card.rank) for card in ALL_CARDS]
SUITS = [str(card.suit) for card in ALL_CARDS]
NUMBER = {card: number for number, card in enumerate(ALL_CARDS)}
# A count is at most 4, so it fits into one digit in base 8.
BASE = 8


class Table(dict[int, Feedback]):
    """The feedback to one guess, by the sum of the weights of the answer's cards.

    The digits of such a sum are, from the right: the correct cards, the lower and the
    higher ranks, the cards of each rank of the guess, and the cards of each suit of it.
    """

    def __init__(self, guess: Hand) -> None:
        ranks = [RANKS[card] for card in guess]
        suits = [SUITS[card] for card in guess]
        self.weights = [0] * len(ALL_CARDS)
        self._place = 1
        self._add_digit([card in guess for card in range(len(ALL_CARDS))])
        self._add_digit([rank < min(ranks) for rank in RANKS])
        self._add_digit([rank > max(ranks) for rank in RANKS])
        # How often the guess has each of its ranks and suits, in the order of the digits.
        self.rank_counts = [ranks.count(rank) for rank in sorted(set(ranks))]
        self.suit_counts = [suits.count(suit) for suit in sorted(set(suits))]
        for guessed_rank in sorted(set(ranks)):
            self._add_digit([rank == guessed_rank for rank in RANKS])
        for guessed_suit in sorted(set(suits)):
            self._add_digit([suit == guessed_suit for suit in SUITS])

    def _add_digit(self, counted: list[bool]) -> None:
        """Lets the next digit count the cards for which this is true."""
        for card, counts in enumerate(counted):
            if counts:
                self.weights[card] += self._place
        self._place *= BASE

    def __missing__(self, total: int) -> Feedback:
        """The feedback for a sum of weights that is looked up for the first time."""
        rest, correct = divmod(total, BASE)
        rest, lower = divmod(rest, BASE)
        rest, higher = divmod(rest, BASE)
        same_rank = 0
        for count in self.rank_counts:
            rest, found = divmod(rest, BASE)
            same_rank += min(found, count)
        same_suit = 0
        for count in self.suit_counts:
            rest, found = divmod(rest, BASE)
            same_suit += min(found, count)
        self[total] = (correct, lower, same_rank, higher, same_suit)
        return self[total]


@lru_cache(maxsize=5000)
def table_for(guess: Hand) -> Table:
    """The table of a guess. It is the same in every game."""
    return Table(guess)


def numbers(cards: Guess) -> Hand:
    """The cards as numbers, in order."""
    return tuple(sorted([NUMBER[card] for card in cards]))


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    table = table_for(numbers(guess))
    return table[sum([table.weights[card] for card in numbers(answer)])]


@cache
def first_hand(size: int) -> Hand:
    """The first guess, which is the same in every game."""
    return numbers([Card.parse(word) for word in FIRST_GUESSES[size].split()])


@cache
def all_hands_by_feedback(guess: Hand) -> dict[Feedback, list[Hand]]:
    """All hands, grouped by the feedback to this guess. This is for the first guess only."""
    table = table_for(guess)
    hands = combinations(range(len(ALL_CARDS)), len(guess))
    totals = map(sum, combinations(table.weights, len(guess)))
    groups: dict[Feedback, list[Hand]] = {}
    for hand, total in zip(hands, totals):
        groups.setdefault(table[total], []).append(hand)
    return groups


def consistent(hands: list[Hand] | None, guess: Hand, said: Feedback) -> list[Hand]:
    """The hands for which this would be said to the guess (None stands for all hands)."""
    if hands is None:
        return all_hands_by_feedback(guess)[said]
    table = table_for(guess)
    weight = table.weights.__getitem__
    return [hand for hand in hands if table[sum(map(weight, hand))] == said]


def choose(hands: list[Hand]) -> Hand:
    """The hand in the middle: its ranks and suits are more typical than those at the ends."""
    return hands[len(hands) // 2]


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from.

    The state is the list of the hands that are still possible, or None for all hands.
    """
    guess = first_hand(size)
    return [ALL_CARDS[card] for card in guess], None


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    guess, hands = last
    asked = numbers(guess)
    left = consistent(hands, asked, said)
    left = [hand for hand in left if hand != asked]
    chosen = choose(left)
    state = left
    return [ALL_CARDS[card] for card in chosen], state
