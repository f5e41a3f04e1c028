"""Exercise 1: the deck."""

from typing import Any

from klondike.cards import Card
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine
from suites.klondike.bank.deck_of_52 import CARDS, TWICE
from suites.klondike.manner import Aspect


def _has_52(deck: Any, _: Arguments) -> bool:
    return isinstance(deck, tuple) and len(deck) == len(CARDS)


def _has_none_twice(deck: Any, _: Arguments) -> bool:
    return isinstance(deck, tuple) and len(deck) > 0 and len(set(map(repr, deck))) == len(deck)


def _has_all(deck: Any, _: Arguments) -> bool:
    return isinstance(deck, tuple) and _known(deck) >= CARDS


def _known(deck: tuple[Any, ...]) -> frozenset[Any]:
    return CARDS & frozenset(card for card in deck if isinstance(card, Card))


COUNT = Cases(Aspect(_has_52), "deck.deck_of_52", TWICE)
ONCE = COUNT.judged_by(Aspect(_has_none_twice))
ALL = COUNT.judged_by(Aspect(_has_all))


def test_count(student: Student) -> None:
    """There are 52 cards."""
    examine(student, COUNT)


def test_once(student: Student) -> None:
    """No card comes twice."""
    examine(student, ONCE)


def test_all(student: Student) -> None:
    """All values of all suits are there."""
    examine(student, ALL)
