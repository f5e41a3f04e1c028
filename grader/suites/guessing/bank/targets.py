"""The targets that are played, and what is said to the guesses at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from guessing.cards import ALL_CARDS, Feedback
from guessing.guesser import feedback
from patience_grader.suite.bank import drawing, is_public
from suites.guessing.bank.book import ReferenceAnswerer
from suites.guessing.bank.players import solution
from suites.guessing.bank.public_targets import PUBLIC_TARGETS
from suites.guessing.bank.scale import SCALES
from suites.guessing.replies import Answerer, Hand, Replies

__all__ = ["REPLIES", "TARGETS"]

_RANKS = [int(card.rank) for card in ALL_CARDS]
_SUITS = [card.suit.value for card in ALL_CARDS]
_MOST_DRAWS = 10
"""A scale may ask for more than the solution can do."""
_FIRST_LETTER = 0xA1
"""From here on there are more letters than there are kinds of feedback."""


def _marked(size: int) -> list[Hand]:
    """The targets of this size, the same for everybody, in order: of two cards all hands.

    Of the others so few are drawn that luck would decide: they are drawn again until the solution
    earns full marks on them, or they are those of several draws that it finds soonest.
    """
    every, count = list(combinations(ALL_CARDS, size)), SCALES[size].targets
    if count == len(every):
        return every
    chosen = drawing(__name__, size)
    drawn: list[tuple[Fraction, list[Hand]]] = []
    while len(drawn) < _MOST_DRAWS and (not drawn or SCALES[size].share(drawn[-1][0]) < 1):
        targets = sorted(chosen.sample(every, count))
        drawn.append((_mean_of_solution(size, targets), targets))
    return min(drawn)[1]


def _mean_of_solution(size: int, targets: Sequence[Hand]) -> Fraction:
    counts = solution(size, targets)
    return Fraction(sum(guesses * times for guesses, times in counts.items()), len(targets))


def _written_down(targets: Mapping[int, Sequence[Hand]]) -> Replies:
    """All replies to all guesses at these targets."""
    letters: dict[Feedback, str] = {}
    texts = {
        target: "".join(
            letters.setdefault(said, chr(_FIRST_LETTER + len(letters))) for said in _all_to(target)
        )
        for some in targets.values()
        for target in some
    }
    return Replies({letter: said for said, letter in letters.items()}, texts)


def _all_to(target: Hand) -> Iterator[Feedback]:
    """What is said to every guess in order.

    The solution is asked once for all guesses of the same ranks, and of the same suits.
    """
    there = {ALL_CARDS.index(card) for card in target}
    by_ranks: dict[tuple[int, ...], tuple[int, int, int]] = {}
    by_suits: dict[tuple[str, ...], int] = {}
    columns = ALL_CARDS, range(len(ALL_CARDS)), _RANKS, _SUITS
    every = (combinations(column, len(target)) for column in columns)
    for guess, places, ranks, suits in zip(*every, strict=True):
        if ranks not in by_ranks:
            by_ranks[ranks] = feedback(target, guess)[1:4]
        if suits not in by_suits:
            by_suits[suits] = feedback(target, guess)[4]
        lower, same, higher = by_ranks[ranks]
        yield len(there.intersection(places)), lower, same, higher, by_suits[suits]


TARGETS: Mapping[int, Sequence[Hand]] = {
    size: PUBLIC_TARGETS[size] if is_public() else _marked(size) for size in SCALES
}
REPLIES: Answerer = _written_down(TARGETS) if is_public() else ReferenceAnswerer()
