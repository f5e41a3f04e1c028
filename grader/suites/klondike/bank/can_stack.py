"""The pairs of cards of which is asked whether they stack. All that fit, and near misses.

All pairs of the right values are asked in both editions, as there are no others.
"""

from itertools import product

from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from patience_grader.suite.bank import Arguments, is_public

__all__ = ["FITS", "OTHER_VALUE", "SAME_COLOUR"]

_FIRST = 3 if is_public() else 0
"""The pair of suits whose turn is first."""

_RED = [suit for suit in Suit if suit.is_red]
_BLACK = [suit for suit in Suit if not suit.is_red]
_OTHER = [*product(_RED, _BLACK), *product(_BLACK, _RED)]
_SAME = [*product(_RED, _RED), *product(_BLACK, _BLACK)]
_VALUES = [*product(Value, Value)]

_NEXT: list[tuple[Card, Card]] = [
    (card, onto) for card, onto in product(deck_of_52(), repeat=2) if card.value + 1 == onto.value
]


def _spread(suits: list[tuple[Suit, Suit]], values: list[tuple[Value, Value]]) -> list[Arguments]:
    """A pair of cards for every pair of values, the suits taking turns."""
    return [
        (Card(mine, low), Card(theirs, high))
        for number, (low, high) in enumerate(values, start=_FIRST)
        for mine, theirs in [suits[number % len(suits)]]
        if (mine, low) != (theirs, high)
    ]


FITS: list[Arguments] = [(card, onto) for card, onto in _NEXT if card.is_red != onto.is_red]
_COLOUR: list[Arguments] = [(card, onto) for card, onto in _NEXT if card.is_red == onto.is_red]
_WRONG_VALUES = [
    (low, high)
    for low, high in _VALUES
    if low + 1 != high and (low - high in (0, 1, -2, 2, 12, -12))
]
SAME_COLOUR = _COLOUR + _spread(_SAME, _WRONG_VALUES)
OTHER_VALUE = _spread(_OTHER, _WRONG_VALUES)
