"""Moves: each gives a new table."""

from .cards import to_text
from .errors import GameError
from .foundations import NAMES
from .table import Table


def move(old: Table, card: int, target: str) -> Table:
    table = old.copy()
    cards, from_foundation = pick_up(table, card)
    if target in NAMES:
        index = NAMES.index(target)
        if from_foundation:
            raise GameError("cards do not go from foundation to foundation")
        if len(cards) > 1:
            raise GameError(f"{to_text(card)} is covered")
        old.foundations.check(card, index)
        table.foundations.put(card, index)
    else:
        index = int(target) - 1
        old.piles[index].check(card)
        table.piles[index].cards.extend(cards)
    return table


def pick_up(table: Table, card: int) -> tuple[list[int], bool]:
    if table.stock.shown() == card:
        return [table.stock.take()], False
    foundation = table.foundations.index_of(card)
    if foundation is not None:
        return [table.foundations.take(foundation)], True
    for pile in table.piles:
        index = pile.open_index(card)
        if index is not None:
            return pile.take_from(index), False
    raise GameError(f"{to_text(card)} cannot be picked up")


def deal(old: Table) -> Table:
    table = old.copy()
    table.stock.deal()
    return table
