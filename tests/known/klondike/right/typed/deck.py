"""Exercises 1 and 2, with a shuffle for anything that can be indexed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeVar

from .cards import Card, Deck, Suit, Value

__all__ = ["deck_of_52", "shuffle"]

T = TypeVar("T")

SUITS: Final[tuple[Suit, ...]] = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class Randomness(Protocol):
    """The little that we need of a `random.Random`."""

    def randrange(self, start: int, stop: int) -> int: ...


def _ranked() -> Iterator[Card]:
    for value in sorted(Value, reverse=True):
        yield from (Card(suit, value) for suit in SUITS)


def deck_of_52() -> Deck:
    """All the cards, by value and then by suit."""
    return tuple(_ranked())


def _fisher_yates(rng: Randomness, items: Sequence[T]) -> list[T]:
    result: list[T] = list(items)
    size: Final = len(result)
    for here in range(size - 1):
        there = rng.randrange(here, size)
        result[here], result[there] = result[there], result[here]
    return result


def shuffle(rng: Randomness, deck: Deck) -> Deck:
    """The cards of the deck in a random order."""
    return tuple(_fisher_yates(rng, deck))
