"""A board, columns or cards in a few lines, for looking at what a function returns (supplied).

    >>> print(drawn(move(1, 0, 6, board)))

A column is one line, with the card played last at its end; cards in brackets lie face down. What
is not of the types that it should be of is written as Python writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .board import Board, Placed
from .cards import Card, Suit, Value


def drawn(value: object) -> str:
    """A board, some columns, a column or some cards as text; anything else as Python writes it."""
    try:
        return "\n".join(_lines(value))
    except Exception:  # noqa: BLE001 what a function returns may be anything
        return repr(value)


def _lines(value: object) -> Iterator[str]:
    match value:
        case Board():
            yield f"deck, its top first: {_cards(value.deck) or 'empty'}"
            yield f"discard pile, its top first: {_cards(value.discard) or 'empty'}"
            tops = {suit: value.pillars.top(suit) for suit in Suit}
            yield "pillars: " + " ".join(
                f"{suit.symbol}{'-' if top is None else Value(top)}" for suit, top in tops.items()
            )
            yield from _lines(value.columns)
        case tuple() | list() if value and all(isinstance(one, Card) for one in value):
            yield _cards(value)
        case tuple() | list() if value and all(isinstance(one, Placed) for one in value):
            yield _column(value)
        case tuple() | list() if value and all(isinstance(one, tuple | list) for one in value):
            for index, column in enumerate(value):
                yield f"[{index}] {_column(column) or 'empty'}"
        case _:
            yield repr(value)


def _column(column: Sequence[Placed]) -> str:
    return " ".join(_FACES[face].format(_card(card)) for card, face in column[::-1])


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(_card, cards[:]))


def _card(card: Card) -> str:
    return f"{card.suit.symbol}{Value(card.value)}"


_FACES = {True: "{}", False: "({})"}
