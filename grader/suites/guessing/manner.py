"""What is right for a question about feedback, and how it is drawn and written as Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from guessing import cards as cards_module
from guessing.cards import Card, Feedback, Rank, Suit
from guessing.guesser import feedback
from patience_grader.sandbox.guest.wire import Types
from patience_grader.suite import Arguments, Expected, Manner, Value

FEEDBACK = "guesser.feedback"

Hand = Sequence[Card]
Hands = tuple[Hand, Hand]
"""An answer and a guess, in this order."""

_DRAWN_AT_MOST = 1000
_BOTH = frozenset({0, 1})
_SUITS = list(Suit)
_PRELUDE = """\
from guessing.cards import *
from guessing.guesser import *
def cards(text):
    return [Card.parse(word) for word in text.split()]

"""


def hands_of(arguments: Arguments) -> Hands:
    """The arguments of a question, by their type."""
    return cast(Hands, arguments)


def weight(hands: Hands) -> tuple[int, int]:
    """How much there is to look at: fewer cards first, then lower ones."""
    every = [card for hand in hands for card in hand]
    return len(every), sum(card.rank + _SUITS.index(card.suit) for card in every)


class _Guessing(Manner):
    """The manner of this coursework."""

    types = Types([cards_module], keep_lists=True)
    functions = (FEEDBACK,)

    def __init__(
        self, accepts: Callable[[Any, Feedback], bool], changes: frozenset[int] = frozenset()
    ) -> None:
        """`accepts` is given a value and the right one; `changes` are free to change."""
        self._accepts = accepts
        self._changes = changes

    def expect(self, function: str, arguments: Arguments) -> Expected:
        """The whole feedback is shown, whatever of it is judged."""
        assert function == FEEDBACK
        right = feedback(*hands_of(arguments))
        return Value(right, lambda value: self._accepts(value, right), self._changes)

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:  # noqa: ARG002
        """The question with a card less on both sides, or with lower ranks and suits."""
        hands = hands_of(arguments)
        found = {_key(one): one for one in _simpler(hands) if _is_allowed(one)}
        return sorted((one for one in found.values() if weight(one) < weight(hands)), key=weight)

    def draw(self, value: object) -> str:
        """The value as Python has it."""
        return repr(value)[:_DRAWN_AT_MOST]

    def given(self, arguments: Arguments) -> str:  # noqa: ARG002
        """Nothing: the call says it all."""
        return ""

    def call(self, function: str, arguments: Arguments) -> str:
        """The call as the handout writes it: `feedback(cards("3C 4H"), cards("4H 3C"))`."""
        written = ", ".join(_python(hand) for hand in hands_of(arguments))
        return f"{function.partition('.')[2]}({written})"

    def snippet(self, function: str, arguments: Arguments) -> str:
        """Lines that make the same call in the student's own folder."""
        return f"{_PRELUDE}print({self.call(function, arguments)})"


class Number(_Guessing):
    """The manner of a criterion that judges only one of the five numbers."""

    def __init__(self, place: int) -> None:
        super().__init__(lambda value, right: number_of(value, place) == right[place], _BOTH)


def number_of(value: object, place: int) -> object:
    """The number at this place of a list or tuple; None when there is none."""
    is_there = isinstance(value, tuple | list) and place < len(value)
    return cast(Sequence[object], value)[place] if is_there else None


def is_feedback(value: object) -> bool:
    """Whether it is a tuple of five whole numbers, right or wrong."""
    return (
        isinstance(value, tuple)
        and len(value) == 5
        and all(isinstance(one, int) and not isinstance(one, bool) for one in value)
    )


FORM = _Guessing(lambda value, _: is_feedback(value))
"""The manner of the criterion that judges what comes back but not the numbers in it."""


def _simpler(hands: Hands) -> Iterator[Hands]:
    answer, guess = hands
    for place in range(len(answer)):
        for other in range(len(guess)):
            yield _without(answer, place), _without(guess, other)
    every = sorted({*answer, *guess})
    for one in every:
        for rank in map(Rank, range(Rank.TWO, one.rank)):
            same = [card for card in every if card.rank == one.rank]
            yield _changed(hands, {card: Card(card.suit, rank) for card in same})
            yield _changed(hands, {one: Card(one.suit, rank)})
        for suit in _SUITS[: _SUITS.index(one.suit)]:
            same = [card for card in every if card.suit == one.suit]
            yield _changed(hands, {card: Card(suit, card.rank) for card in same})
            yield _changed(hands, {one: Card(suit, one.rank)})


def _without(hand: Hand, place: int) -> Hand:
    return _like(hand, [*hand[:place], *hand[place + 1 :]])


def _changed(hands: Hands, others: Mapping[Card, Card]) -> Hands:
    """The hands with others in the place of some cards."""
    answer, guess = hands
    return (
        _like(answer, [others.get(card, card) for card in answer]),
        _like(guess, [others.get(card, card) for card in guess]),
    )


def _like(hand: Hand, cards: list[Card]) -> Hand:
    """The cards as a list if the hand is one, else as a tuple."""
    return cards if isinstance(hand, list) else tuple(cards)


def _is_allowed(hands: Hands) -> bool:
    return all(0 < len(hand) == len(set(hand)) for hand in hands)


def _key(hands: Hands) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(tuple, hands))


def _python(hand: Hand) -> str:
    words = " ".join(map(str, hand))
    return f'cards("{words}")' if isinstance(hand, list) else f'tuple(cards("{words}"))'
