"""Exercises 1 to 4: the answerer's feedback, and the guesser.

The guesser prepares for the worst: it makes the guess for which the largest group of
answers with the same feedback is smallest. Of guesses that are equal in this, it takes
the one with more groups.

A hand is a tuple of numbers in order. A card's number is 4 * rank + suit, so the hand is
sorted by rank. This makes the feedback easy: what two sorted rows have in common is found
in one walk through both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from .cards import ALL_CARDS, Card, Feedback, Guess, State, Suit

Hand = tuple[int, ...]

SUITS = list(Suit)
CARD_NUMBERS = {card: 4 * card.rank + SUITS.index(card.suit) for card in ALL_CARDS}
CARDS = {number: card for card, number in CARD_NUMBERS.items()}

FIRST_GUESSES = {2: "6C TD", 3: "5C 8D JH", 4: "4C 7D TH QS"}
# So many guesses are compared, and for so many answers. More would take too long.
MOST_GUESSES = {2: 150, 3: 50, 4: 30}
MOST_ANSWERS = 200


@dataclass(frozen=True)
class Turn:
    """A point in a game: what may be the answer, and the guess that is made."""

    history: tuple[Feedback, ...]
    possible: Sequence[Hand]
    guess: Hand


# All turns that came up so far, by size and history. The same things said lead to the
# same turn in every game, so nothing of a single game is kept here.
_turns: dict[tuple[int, tuple[Feedback, ...]], Turn] = {}

# For each size: all hands, grouped by the feedback to the first guess.
_first_groups: dict[int, dict[Feedback, list[Hand]]] = {}


# ---- The feedback ----


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    return compare(to_hand(answer), to_hand(guess))


def to_hand(cards: Guess) -> Hand:
    """The numbers of the cards, in order."""
    return tuple(sorted([CARD_NUMBERS[card] for card in cards]))


def compare(answer: Hand, guess: Hand) -> Feedback:
    """The feedback, when the answer and the guess are hands."""
    answer_ranks = [number >> 2 for number in answer]
    guess_ranks = [number >> 2 for number in guess]
    lower = 0
    while lower < len(answer) and answer_ranks[lower] < guess_ranks[0]:
        lower += 1
    first_higher = len(answer)
    while first_higher > 0 and answer_ranks[first_higher - 1] > guess_ranks[-1]:
        first_higher -= 1
    return (
        in_common(answer, guess),
        lower,
        in_common(answer_ranks, guess_ranks),
        len(answer) - first_higher,
        in_common(
            sorted([number & 3 for number in answer]),
            sorted([number & 3 for number in guess]),
        ),
    )


def in_common(left: Sequence[int], right: Sequence[int]) -> int:
    """How many numbers two sorted rows have in common, each used once only."""
    count = i = j = 0
    while i < len(left) and j < len(right):
        if left[i] < right[j]:
            i += 1
        elif left[i] > right[j]:
            j += 1
        else:
            count += 1
            i += 1
            j += 1
    return count


# ---- What is still possible ----


def after_first(size: int, guess: Hand, said: Feedback) -> list[Hand]:
    """All hands of this size for which this is said to the first guess."""
    if size not in _first_groups:
        groups: dict[Feedback, list[Hand]] = {}
        for hand in combinations(sorted(CARDS), size):
            groups.setdefault(compare(hand, guess), []).append(hand)
        _first_groups[size] = groups
    return _first_groups[size][said]


def still_possible(turn: Turn, said: Feedback) -> list[Hand]:
    """The hands that are left when this is said to the guess of the turn."""
    if not turn.history:
        return after_first(len(turn.guess), turn.guess, said)
    return [hand for hand in turn.possible if compare(hand, turn.guess) == said]


# ---- The choice of a guess ----


def best_guess(possible: Sequence[Hand]) -> Hand:
    """The possible hand whose worst case is the best one."""
    answers = sample(possible, MOST_ANSWERS)
    guesses = sample(possible, MOST_GUESSES[len(possible[0])])
    best, best_rating = guesses[0], (len(answers) + 1, 0)
    for guess in guesses:
        rating = rate(guess, answers)
        if rating < best_rating:
            best, best_rating = guess, rating
    return best


def rate(guess: Hand, answers: Sequence[Hand]) -> tuple[int, int]:
    """The size of the largest group, and minus the number of groups: smaller is better."""
    sizes: dict[Feedback, int] = {}
    for answer in answers:
        said = compare(answer, guess)
        sizes[said] = sizes.get(said, 0) + 1
    return max(sizes.values()), -len(sizes)


def sample(hands: Sequence[Hand], most: int) -> Sequence[Hand]:
    """At most so many of the hands: all, or some at equal distances."""
    if len(hands) <= most:
        return hands
    return [hands[place * len(hands) // most] for place in range(most)]


# ---- The two functions of the guesser ----


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from."""
    cards = [Card.parse(word) for word in FIRST_GUESSES[size].split()]
    return cards, Turn((), (), to_hand(cards))


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    _, turn = last
    history = turn.history + (said,)
    key = len(turn.guess), history
    if key not in _turns:
        possible = still_possible(turn, said)
        _turns[key] = Turn(history, possible, best_guess(possible))
    new_turn = _turns[key]
    return [CARDS[number] for number in new_turn.guess], new_turn
