"""The cards and tops of pillars of which is asked whether they fit.

All that fit are asked in both editions, and so are twos on an empty pillar, as there are no
others.
"""

from klondike.cards import Card, Suit, Value
from klondike.deck import deck_of_52
from patience_grader.suite.bank import Arguments, is_public

__all__ = ["ACE", "NEXT", "NO_OTHER", "ONLY_ACE"]

_SUITS = tuple(Suit)
_FIRST = 1 if is_public() else 0
"""The suit whose turn is first."""

_HIGHER = [card for card in deck_of_52() if card.value > Value.ACE]
_NO_ACES = [
    card
    for card in _HIGHER
    if card.value == Value.TWO or (_SUITS.index(card.suit) + card.value) % 2 == _FIRST
]
"""Twos of all suits, and every other value of two suits."""

ACE: list[Arguments] = [(Card(suit, Value.ACE), None) for suit in Suit]
ONLY_ACE: list[Arguments] = [(card, None) for card in _NO_ACES]
NEXT: list[Arguments] = [(card, Value(card.value - 1)) for card in _HIGHER]
NO_OTHER: list[Arguments] = [
    (Card(_SUITS[(_FIRST + value + top) % len(_SUITS)], value), top)
    for value in Value
    for top in Value
    if value - top in (0, -1, 2, -2, 3, 12, -12)
]
