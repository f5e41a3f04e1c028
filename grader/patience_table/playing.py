"""What a move does to the cards, and the moves that the rules of Klondike allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .moves import TURN, Move
from .position import KING, SUITS, Card, Column, Lying, Position, fits
from .spots import PILES, PILLARS, WASTE


def after(position: Position, move: Move, draws: int) -> Position:
    """The position after a move that is allowed, with an uncovered card turned.

    A turn draws that many cards, from the waste turned over where the stock is used up.
    """
    if move == TURN:
        return _turned(position, draws)
    rest, cards = lifted(position, move.source, move.size)
    return _with(_uncovered(rest, move.source), move.target, cards)


def lifted(position: Position, pile: int, size: int) -> tuple[Position, Column]:
    """The position without so many cards of a pile, one from waste or pillars, and the cards."""
    if pile == WASTE:
        return replace(position, waste=position.waste[1:]), (Lying(position.waste[0], True),)
    if pile in PILLARS:
        number = PILLARS.index(pile)
        card = Card(SUITS[number], position.pillars[number])
        return _at_pillar(position, number, card.value - 1), (Lying(card, True),)
    number = PILES.index(pile)
    column = position.columns[number]
    return _at_column(position, number, column[size:]), column[:size]


def allowed(position: Position) -> Iterator[Move]:
    """Every move that the rules allow, those to a pillar first and the turn last."""
    lying = {
        WASTE: position.waste[:1],
        **{pile: _run(column) for pile, column in zip(PILES, position.columns, strict=True)},
    }
    for source, cards in lying.items():
        for card in cards[:1]:
            number = SUITS.index(card.suit)
            if position.pillars[number] == card.value - 1:
                yield Move(1, source, PILLARS[number])
    tops = zip(SUITS, position.pillars, strict=True)
    lying |= {
        pile: (Card(suit, top),) if top else ()
        for pile, (suit, top) in zip(PILLARS, tops, strict=True)
    }
    for source, cards in lying.items():
        for size, card in enumerate(cards, 1):
            for pile, column in zip(PILES, position.columns, strict=True):
                if pile != source and _takes(column, card):
                    yield Move(size, source, pile)
    if position.stock or position.waste:
        yield TURN


def _turned(position: Position, draws: int) -> Position:
    stock, waste = position.stock, position.waste
    if not stock:
        stock, waste = waste[::-1], ()
    return replace(position, stock=stock[draws:], waste=stock[:draws][::-1] + waste)


def _uncovered(position: Position, pile: int) -> Position:
    """The position with the last card of the pile face up."""
    column = position.columns[PILES.index(pile)] if pile in PILES else ()
    if not column or column[0].visible:
        return position
    turned = (column[0]._replace(visible=True), *column[1:])
    return _at_column(position, PILES.index(pile), turned)


def _with(position: Position, target: int, cards: Column) -> Position:
    if target in PILLARS:
        return _at_pillar(position, PILLARS.index(target), cards[0].card.value)
    number = PILES.index(target)
    return _at_column(position, number, cards + position.columns[number])


def _at_pillar(position: Position, number: int, top: int) -> Position:
    pillars = position.pillars
    return replace(position, pillars=(*pillars[:number], top, *pillars[number + 1 :]))


def _at_column(position: Position, number: int, column: Column) -> Position:
    columns = position.columns
    return replace(position, columns=(*columns[:number], column, *columns[number + 1 :]))


def _run(column: Column) -> tuple[Card, ...]:
    """The cards that can be taken, from the top of the column."""
    return tuple(card for card, visible in column if visible)


def _takes(column: Column, card: Card) -> bool:
    return fits(card, column[0].card) if column else card.value == KING
