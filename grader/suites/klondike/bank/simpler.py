"""Simpler boards, to find the smallest counterexample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from klondike.board import Board, Column
from klondike.cards import Card, Deck, Suit, Value


def size(board: Board) -> int:
    """How much there is to look at: cards in columns, discards, and then filled pillars."""
    placed = 9 * sum(len(column) for column in board.columns) + 8 * len(board.discard)
    return placed + sum(board.pillars.top(suit) is not None for suit in Suit)


def simpler(board: Board) -> Iterator[Board]:
    """Boards with fewer cards to look at that still hold all 52.

    The deck takes the rest, or the discard pile, from which the pillars do.
    """
    for index, column in enumerate(board.columns):
        for shorter in _shorter(column):
            yield _with_column(board, index, shorter)
    cleared = tuple(placed.card for column in board.columns for placed in column)
    if cleared:
        columns = ((),) * len(board.columns)
        yield _cards_up(replace(board, columns=columns, discard=board.discard + cleared))
    for count in {0, 1, len(board.discard) // 2, len(board.discard) - 1}:
        if 0 <= count < len(board.discard):
            moved = board.discard[count:]
            yield replace(board, discard=board.discard[:count], deck=board.deck + moved)
    for suit in Suit:
        top = board.pillars.top(suit)
        if top is not None:
            down = tuple(Card(suit, Value(value)) for value in range(1, top + 1))
            empty = replace(board.pillars, **{suit.name.lower(): None})
            yield replace(board, pillars=empty, deck=board.deck + down)
            lowered = board.pillars.lowered(suit)
            yield replace(board, pillars=lowered, deck=(*board.deck, Card(suit, top)))
        yield from _next_card_up(board, suit)


def without_last(board: Board, index: int, count: int) -> Board:
    """The board without so many cards at the bottom of a column, which the deck takes."""
    return _with_column(board, index, board.columns[index][count:])


def _shorter(column: Column) -> Iterator[Column]:
    if not column:
        return
    yield ()
    visible = tuple(placed for placed in column if placed.visible)
    hidden = tuple(placed for placed in column if not placed.visible)
    if hidden:
        yield visible
        yield column[:-1]
    if len(visible) > 1:
        yield visible[:1] + hidden
        yield visible[:-1] + hidden
        yield visible[1:] + hidden
        yield visible[-1:] + hidden


def _with_column(board: Board, index: int, column: Column) -> Board:
    kept = {placed.card for placed in column}
    gone = tuple(placed.card for placed in board.columns[index] if placed.card not in kept)
    columns = (*board.columns[:index], column, *board.columns[index + 1 :])
    return replace(board, columns=columns, deck=board.deck + gone)


def _cards_up(board: Board) -> Board:
    """The board after all cards under the top one of the discard pile went up that can."""
    for suit in Suit:
        for after in _next_card_up(board, suit):
            if after.discard[:1] == board.discard[:1]:
                return _cards_up(after)
    return board


def _next_card_up(board: Board, suit: Suit) -> Iterator[Board]:
    top = board.pillars.top(suit) or 0
    if top < Value.KING:
        card = Card(suit, Value(top + 1))
        pillars = board.pillars.raised(suit)
        if card in board.discard:
            discard = _without(board.discard, card)
            yield replace(board, pillars=pillars, discard=discard)


def _without(deck: Deck, card: Card) -> Deck:
    return tuple(other for other in deck if other != card)
