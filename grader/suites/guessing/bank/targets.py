"""The targets that are played, and what is said to the guesses at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from guessing.cards import ALL_CARDS, Card, Feedback
from guessing.guesser import feedback
from patience_grader.suite.bank import drawing, is_public
from suites.guessing.bank.book import ReferenceAnswerer
from suites.guessing.bank.players import solution
from suites.guessing.bank.scale import SCALES
from suites.guessing.replies import Answerer, Hand, Replies

__all__ = ["REPLIES", "TARGETS"]

_PUBLIC = {
    2: (
        "8D QS, 8D KS, 3C TC, 8H KH, QS AS, 7D 7S, AC AS, 2C 5S, 4D JS, 9C KS, 5H QD, 6D AS, "
        "TH JC, 3D 8S, 2D 9H, 4C 6S, 5C TD, 7H QC, 9D 9S, KC KD, 2S 6H, 3S JH, 4S TS, 5D QH"
    ),
    3: "4C 4S TD, 2H 9H KS, 5C JD AS, 7C 8C 8D",
    4: "3C 5C KC 5D, KC 9D 6H 8S",
}
"""Few of each size, among them hands of one suit or rank, and those with the first and the
last card. The first two are alike: games that share something disturb each other there.
They are not marked targets, but of two cards all hands are marked targets."""

PUBLIC_TARGETS: Mapping[int, Sequence[Hand]] = {
    size: [tuple(sorted(map(Card.parse, hand.split()))) for hand in text.split(",")]
    for size, text in _PUBLIC.items()
}

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
