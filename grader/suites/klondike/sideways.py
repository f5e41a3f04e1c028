"""Boards drawn lying on their side: a line for each column, from the card dealt first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from klondike.board import Board, Column
from klondike.cards import Card, Suit


def sideways(board: Board) -> str:
    """The board, column by column, the card played last at the end of its line."""
    return "\n".join(_lines(board))


def _lines(board: Board) -> Iterator[str]:
    on_top = f", {_symbol(board.deck[0])} on top" if board.deck else ""
    yield f"deck: {len(board.deck)} {'card' if len(board.deck) == 1 else 'cards'}{on_top}"
    discards = _symbols(reversed(board.discard))
    yield f"discards: {discards or 'none'}" + (" (the last is the newest)" if discards else "")
    yield "pillars: " + " ".join(f"{suit.symbol}{board.pillars.top(suit) or '-'}" for suit in Suit)
    yield "columns, each in a line, the last card at its end:"
    for index, column in enumerate(board.columns):
        yield f"[{index}] {_column(column) or '(empty)'}"


def _column(column: Column) -> str:
    return " ".join(_symbol(card) if face else "???" for card, face in column[::-1])


def _symbols(cards: Iterable[Card]) -> str:
    return " ".join(map(_symbol, cards))


def _symbol(card: Card) -> str:
    return str(card).strip()
