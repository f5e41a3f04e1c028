"""What is right about feedback, by the solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from guessing.cards import Card, Feedback, Rank, Suit
from guessing.guesser import feedback
from patience_grader.suite.bank import Arguments, Book, Known
from suites.guessing.hands import FEEDBACK, Hand, Hands, hands_of, weight
from suites.guessing.replies import Answerer
from suites.guessing.replies import Hand as Target

_SUITS = list(Suit)
_told = lru_cache(maxsize=1 << 16)(feedback)


@dataclass(frozen=True)
class ReferenceAnswerer(Answerer):
    """The solution, which can answer any guess."""

    def reply(self, target: Target, guess: Target) -> Feedback:
        """What is right."""
        return _told(target, guess)


class Reference(Book):
    """The book that asks the solution."""

    functions = (FEEDBACK,)

    def answer(self, function: str, arguments: Arguments) -> Known:
        """The feedback."""
        assert function == FEEDBACK
        return Known(feedback(*hands_of(arguments)))

    def simpler(self, function: str, arguments: Arguments) -> Iterable[Arguments]:  # noqa: ARG002
        """The question with a card less on both sides, or with lower ranks and suits."""
        hands = hands_of(arguments)
        found = {_key(one): one for one in _simpler(hands) if _is_allowed(one)}
        return sorted((one for one in found.values() if weight(one) < weight(hands)), key=weight)

    def aspect(self, function: str, arguments: Arguments) -> str:  # noqa: ARG002
        """Not known: a question may examine several."""
        return ""

    def picture(self, value: object) -> str:  # noqa: ARG002
        """No drawing."""
        return ""


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
