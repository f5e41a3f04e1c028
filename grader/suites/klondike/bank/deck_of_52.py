"""The questions about the deck. It is asked for twice, so that a deck that grows is noticed."""

from klondike.deck import deck_of_52
from patience_grader.suite.bank import Arguments

__all__ = ["CARDS", "TWICE"]

CARDS = frozenset(deck_of_52())
TWICE: list[Arguments] = [(), ()]
