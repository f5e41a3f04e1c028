"""Hands for questions about feedback, drawn by chance and put in line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random

from guessing.cards import Card, Feedback, Rank, Suit
from guessing.guesser import feedback
from patience_grader.suite.bank import drawing, is_public
from suites.guessing.bank.public_targets import PUBLIC_TARGETS
from suites.guessing.hands import Hand, Hands, Kind, Wanted, is_in_line, weight

_SUITS = list(Suit)
_DRAWN = 900
_DRAWN_IN_PUBLIC = 500
"""Fewer, as these are left out of what the marked edition draws."""


def hands(text: str) -> Hands:
    """An answer and a guess, written with a slash between them."""
    answer, guess = (tuple(map(Card.parse, part.split())) for part in text.split("/"))
    return answer, guess


def in_line(given: Hands, kind: Kind) -> Hands | None:
    """The hands in an order that serves those who rely on one; None when there is none."""
    answer, guess = given
    ascending = tuple(sorted(guess, key=lambda card: (kind(card), card)))
    ordered = ((one, ascending) for one in permutations(sorted(answer)))
    return next((one for one in ordered if is_in_line(one, kind)), None)


def drawn(size: int, wanted: Wanted, kind: Kind, each: int) -> list[Hands]:
    """Hands in line, the simplest first: up to so many for every feedback that there is."""
    found: dict[Feedback, list[Hands]] = {}
    for given, said in _pool(size):
        alike = found.setdefault(said, [])
        if len(alike) < each and wanted(given) and (ordered := in_line(given, kind)):
            alike.append(ordered)
    return sorted((one for alike in found.values() for one in alike), key=weight)


@cache
def _pool(size: int) -> Sequence[tuple[Hands, Feedback]]:
    """Hands with so many cards a side and the feedback; no public ones are marked ones."""
    public = _with_feedback(_draw(size, drawing(__name__, size, public=True), _DRAWN_IN_PUBLIC))
    if is_public():
        return tuple(public.items())
    marked = _with_feedback(_draw(size, drawing(__name__, size), _DRAWN))
    not_there = set(map(_in_no_order, public))
    answers = set(map(frozenset, PUBLIC_TARGETS[size])) if size in PUBLIC_TARGETS else set()
    return tuple(
        one
        for one in marked.items()
        if _in_no_order(one[0]) not in not_there and frozenset(one[0][0]) not in answers
    )


def _with_feedback(every: Iterable[Hands]) -> dict[Hands, Feedback]:
    return {given: feedback(*given) for given in every}


def _draw(size: int, chosen: Random, count: int) -> Iterator[Hands]:
    """Hands that are drawn so that much is in common."""
    for _ in range(count):
        width = chosen.choice((4, 6, 13))
        low = chosen.randint(Rank.TWO, Rank.ACE + 1 - width)
        ranks = chosen.sample(range(low, low + width), chosen.randint(1, 4))
        suits = chosen.sample(_SUITS, chosen.randint(1 + (size - 1) // len(ranks), 4))
        some = [Card(suit, Rank(rank)) for suit in suits for rank in ranks]
        yield tuple(chosen.sample(some, size)), tuple(chosen.sample(some, size))


def _in_no_order(given: Hands) -> tuple[frozenset[Card], frozenset[Card]]:
    answer, guess = given
    return frozenset(answer), frozenset(guess)


def backwards(given: Hands) -> Hands:
    """The same hands with their cards the other way round."""
    answer, guess = given
    return answer[::-1], guess[::-1]


def orders(given: Hands) -> tuple[Hands, ...]:
    """The same hands with the cards of one side or the other in every other order."""
    answer, guess = given
    others: list[tuple[Hand, Hand]] = [(one, guess) for one in permutations(answer)]
    others += [(answer, one) for one in permutations(guess)]
    return (given, *(one for one in others if one != given), backwards(given))
