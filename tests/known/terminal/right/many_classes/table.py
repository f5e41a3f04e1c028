from __future__ import annotations

import random

from .card import card_from, deck
from .errors import KlondikeError
from .places import Foundation, Pile, Stock


class Table:
    def __init__(self) -> None:
        self.stock = Stock()
        self.foundations = {letter: Foundation() for letter in "ABCD"}
        self.piles = {str(n): Pile() for n in range(1, 8)}

    @classmethod
    def shuffled(cls) -> "Table":
        cards = deck()
        random.shuffle(cards)
        hands = {}
        for n in range(1, 8):
            hands[str(n)], cards = cards[:n], cards[n:]
        return cls.dealt(hands, cards)

    @classmethod
    def dealt(cls, hands, stock) -> "Table":
        table = cls()
        table.stock.cards = list(stock)
        for name, cards in hands.items():
            table.piles[name].down = list(cards[:-1])
            table.piles[name].up = list(cards[-1:])
        return table

    def places(self):
        return [self.stock, *self.foundations.values(), *self.piles.values()]

    def target(self, name):
        places = {**self.foundations, **self.piles}
        if name.upper() not in places:
            raise KlondikeError(f"'{name}' is neither a pile nor a foundation")
        return places[name.upper()]

    def is_won(self) -> bool:
        return all(len(f.content) == 13 for f in self.foundations.values())


class Step:
    """Something that was done and can be undone."""

    def undo(self) -> None:
        raise NotImplementedError


class MoveStep(Step):
    def __init__(self, table: Table, card_text: str, target_text: str) -> None:
        card = card_from(card_text)
        self.target = table.target(target_text)
        for place in table.places():
            self.count = place.reach(card)
            if self.count:
                self.source = place
                break
        else:
            raise KlondikeError(f"{card} cannot be taken")
        self.target.check(card, self.count, self.source)
        self.moved, self.turned = self.source.take(self.count)
        self.target.put(self.moved)

    def undo(self) -> None:
        self.target.remove(self.count)
        self.source.give_back(self.moved, self.turned)


class DealStep(Step):
    def __init__(self, table: Table) -> None:
        self.stock = table.stock
        self.before = self.stock.next()

    def undo(self) -> None:
        self.stock.pointer = self.before
