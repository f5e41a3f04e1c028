"""Exercise 1: the deck."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from klondike.cards import Card, Suit, Value
from patience_grader.sandbox.answers import Answer
from patience_grader.sandbox.batch import Batch
from patience_grader.sandbox.student import Student
from patience_grader.suite.cases import Arguments, Cases, examine, fail_case
from suites.klondike.bank.deck_of_52 import CARDS, TWICE
from suites.klondike.census import census
from suites.klondike.manner import Aspect

_ENOUGH = len(Value)
"""So many cards at least show whether one comes twice."""


SPELLED: dict[int | str, Value] = {
    spelling: one
    for one in reversed(Value)
    for spelling in (one.value, str(one.value), str(one), one.name)
}
"""The values by all their spellings; of two that are spelled alike the first."""


def _has_52(deck: Any, _: Arguments) -> bool:
    return len(_meant(deck)) == len(CARDS)


def _has_none_twice(deck: Any, _: Arguments) -> bool:
    meant = _meant(deck)
    return len(meant) >= _ENOUGH and len(set(meant)) == len(meant)


def _has_all(deck: Any, _: Arguments) -> bool:
    if not isinstance(deck, tuple):
        return False
    return {card for card in deck if isinstance(card, Card) and card in CARDS} == CARDS


def _meant(deck: Any) -> list[tuple[Suit, Value]]:
    """The cards of a deck, also where they are no `Card`; none if anything else is among them.

    How a card is made is judged once, by the criterion that wants all of them.
    """
    if not isinstance(deck, tuple):
        return []
    meant = [_card_meant(one) for one in deck]
    return [one for one in meant if one] if all(meant) else []


def _card_meant(one: Any) -> tuple[Suit, Value] | None:
    """The suit and the value of a card, or of a pair of them; the value in any spelling."""
    suit, value = (one.suit, one.value) if isinstance(one, Card) else _pair(one)
    if not isinstance(suit, Suit) or not isinstance(value, int | str):
        return None
    spelled = SPELLED.get(value)
    return (suit, spelled) if spelled else None


def _pair(one: Any) -> tuple[Any, Any]:
    return one if isinstance(one, tuple) and len(one) == len(("suit", "value")) else (None, None)


def _why(deck: Any, _: Arguments) -> str:
    return census(deck, CARDS)


COUNT = Cases(Aspect(_has_52, why=_why), "deck.deck_of_52", TWICE)
ONCE = COUNT.judged_by(Aspect(_has_none_twice, why=_why))
ALL = COUNT.judged_by(Aspect(_has_all, why=_why))


def test_count(student: Student) -> None:
    """There are 52 cards."""
    _examine(student, COUNT)


def test_once(student: Student) -> None:
    """No card comes twice."""
    _examine(student, ONCE)


def test_all(student: Student) -> None:
    """All values of all suits are there."""
    _examine(student, ALL)


def _examine(student: Student, cases: Cases) -> None:
    """Asks for decks, and for one where nothing else was ever asked and no card lies about."""
    student.expect_elsewhere()
    examine(student, cases)
    for case, answer in zip(cases.cases, _made_elsewhere(student), strict=False):
        if not cases.is_right(0, answer):
            fail_case(student, cases, case, answer)


@lru_cache(maxsize=1)
def _made_elsewhere(student: Student) -> Sequence[Answer]:
    return student.ask_elsewhere(Batch([(COUNT.function, ())], COUNT.manner.types))
