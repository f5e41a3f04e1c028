"""The decks that `setup` is asked to deal."""

from klondike.cards import Deck
from klondike.deck import deck_of_52
from patience_grader.suite.bank import Arguments, drawing, is_public
from suites.klondike.bank import boards

__all__ = ["DECKS"]


def _decks() -> list[Deck]:
    if is_public():
        by_value = tuple(sorted(deck_of_52(), key=lambda card: card.value))
        return [by_value, by_value[::-1], *boards.decks(drawing(__name__), 6)]
    return [deck_of_52(), deck_of_52()[::-1], *boards.decks(drawing(__name__), 6)]


DECKS: list[Arguments] = [(deck,) for deck in _decks()]
