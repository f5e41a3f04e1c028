"""The questions about feedback, sorted by the special situation that each is free of or in.

Nearly all are asked in an order in which cards, ranks or suits that are the same on
both sides stand at the same place (see `in_line`). So a mistake in which the order of
the cards matters loses the criterion for that, and no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from guessing.cards import Card, Rank, Suit
from patience_grader.suite.bank import is_public
from suites.guessing.bank.drawing import backwards, drawn, hands, in_line, orders
from suites.guessing.hands import (
    Hands,
    Kind,
    Wanted,
    by_rank,
    by_suit,
    has_ace,
    has_no_ace,
    is_plain,
    repeats_alone,
    weight,
)

__all__ = [
    "ACES",
    "IN_ORDERS_THREE",
    "IN_ORDERS_TWO",
    "NO_ACES",
    "NO_ACE_BY_RANK",
    "PLAIN_BY_RANK",
    "PLAIN_BY_SUIT",
    "RANKS_REPEATED",
    "SHAPED",
    "SIZED_BY_RANK",
    "SIZED_BY_SUIT",
    "SUITS_REPEATED",
]

Some = tuple[Hands, ...]

_OF_THE_HANDOUT = """\
3C 4H / 4H 3C
3C 4H / 3C 3H
3D 3S / 3C 3H
3C 4H / 2H 3H
AC 2C / 3C 4H
2C 9D / 3H 5S
3H 5S / 2C 9D
QC QD QH / QD QS 2C
2C 2D AH AS / 3C 4C KD KH
7S 8S 9S TS / TS 9S 8S 6S"""
_LIKE_THOSE = """\
6D 7S / 7S 6D
6D 7S / 6D 6S
6H 6C / 6D 6S
6D 7S / 5S 6S
AD 3D / 4D 6S
4D TH / 5S 7C
5S 7C / 4D TH
JD JH JS / JH JC 3D
3D 3H AS AC / 4D 5D KH KS
6D 7D 8D 9D / 9D 8D 7D 5D"""

_EXAMPLES = tuple(map(hands, (_LIKE_THOSE if is_public() else _OF_THE_HANDOUT).splitlines()))
"""The examples of the handout; in the public edition others, as they are known already."""


def _examples(size: int, wanted: Wanted, kind: Kind) -> list[Hands]:
    """The examples of this size that are wanted, in line."""
    ordered = [in_line(one, kind) for one in _EXAMPLES if len(one[0]) == size and wanted(one)]
    return [one for one in ordered if one]


def _with_two(wanted: Wanted, kind: Kind, each: int, more: Sequence[Hands] = ()) -> Some:
    """Questions with two cards, among them the examples."""
    every = [*_examples(2, wanted, kind), *more, *drawn(2, wanted, kind, each)]
    return tuple(dict.fromkeys(every))


def _steps() -> list[Hands]:
    """Each rank but the ace beside the next, where the guess has one of them alone."""
    clubs, diamonds, hearts, spades = Suit
    if is_public():
        clubs, diamonds, hearts, spades = hearts, spades, clubs, diamonds
    both = [(Rank(rank), Rank(rank + 1)) for rank in range(Rank.TWO, Rank.KING)]
    answers = [(Card(clubs, low), Card(diamonds, high)) for low, high in both]
    return [
        (answer, (Card(hearts, one.rank), Card(spades, one.rank)))
        for answer in answers
        for one in answer
    ]


def _aces_above() -> list[Hands]:
    """An ace above each rank but the king, of which the guess has two; and two above a king."""
    clubs, diamonds, hearts, spades = reversed(Suit) if is_public() else Suit
    two = hearts, spades
    king = Card(clubs, Rank.KING), Card(diamonds, Rank.TWO)
    return [
        (king, tuple(Card(one, Rank.ACE) for one in two)),
        *(
            ((Card(clubs, Rank.ACE), Card(diamonds, other)), tuple(Card(one, rank) for one in two))
            for rank in list(Rank)[:-2]
            for other in [Rank.TWO if rank > Rank.NINE else Rank.JACK]
        ),
    ]


def _is_alone_on_top(given: Hands) -> bool:
    """Whether there is an ace, and not both a king and a queen: their order is another rule."""
    ranks = {card.rank for hand in given for card in hand}
    return Rank.ACE in ranks and not {Rank.QUEEN, Rank.KING} <= ranks


def _is_high(given: Hands) -> bool:
    """Whether there is an ace, and far below it all that is not an ace."""
    ranks = {card.rank for hand in given for card in hand}
    return Rank.ACE in ranks and not ranks & {Rank.QUEEN, Rank.KING}


def _without_aces(given: Hands) -> Hands:
    """The hands with the ace, and the ranks next to it, each taken down by one."""
    there = {card.rank for hand in given for card in hand}
    free = max(rank for rank in Rank if rank not in there)
    answer, guess = (
        tuple(Card(card.suit, Rank(card.rank - (card.rank > free))) for card in hand)
        for hand in given
    )
    return answer, guess


def _uneven(given: Hands, kind: Kind) -> bool:
    """Whether the answer has a rank (or suit) once of which the guess has more."""
    answer, guess = (Counter(map(kind, hand)) for hand in given)
    return any(answer[one] == 1 < guess[one] for one in guess)


def _uneven_both(given: Hands) -> bool:
    return not has_ace(given) and _uneven(given, by_rank) and _uneven(given, by_suit)


def _in_orders(size: int, wanted: Wanted, count: int) -> list[Some]:
    """So many hands, each in all the orders of its cards."""
    every = drawn(size, wanted, by_rank, 1)
    return [orders(one) for one in every[:: max(1, len(every) // count)][:count]]


def _sized(kind: Kind) -> Some:
    """Questions with three and four cards, and last those with one; the examples among them."""
    every: list[Hands] = []
    for size in (3, 4, 1):
        some = drawn(size, has_no_ace, kind, 2)
        some = _examples(size, has_no_ace, kind) + some[:: max(1, len(some) // 24)]
        every += sorted(dict.fromkeys(some), key=weight)
    return tuple(every)


def _both_ways(every: Iterable[Hands]) -> Some:
    return tuple(order for one in every for order in (one, backwards(one)))


_TWO_WITHOUT_ACES = [one for one in _EXAMPLES if len(one[0]) == 2 and not has_ace(one)]

PLAIN_BY_RANK = _with_two(is_plain, by_rank, 4)
PLAIN_BY_SUIT = _with_two(is_plain, by_suit, 4)
NO_ACE_BY_RANK = _with_two(has_no_ace, by_rank, 2, _steps())
RANKS_REPEATED = _with_two(repeats_alone(by_rank), by_rank, 3)
SUITS_REPEATED = _with_two(repeats_alone(by_suit), by_suit, 3)

ACES: Some = tuple(
    sorted(
        _examples(2, has_ace, by_rank)
        + _examples(4, has_ace, by_rank)
        + _aces_above()
        + drawn(2, _is_high if is_public() else _is_alone_on_top, by_rank, 1),
        key=weight,
    )
)
NO_ACES: Some = tuple(map(_without_aces, ACES))
"""Hands with the same feedback, in which there are lower ranks in the place of aces."""

IN_ORDERS_TWO = (*map(orders, _TWO_WITHOUT_ACES), *_in_orders(2, has_no_ace, 14))
IN_ORDERS_THREE = tuple(_in_orders(3, _uneven_both, 6))
"""Groups of the same hands in different orders."""

SIZED_BY_RANK = _sized(by_rank)
SIZED_BY_SUIT = _sized(by_suit)

SHAPED = _both_ways(_TWO_WITHOUT_ACES)
"""Questions for which only the form of what comes back counts."""
