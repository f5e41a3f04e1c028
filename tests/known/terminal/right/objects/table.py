"""The table, and steps that can be taken back."""

from .cards import new_deck
from .places import Forbidden, Foundation, Pile, Stock


class Table:
    def __init__(self):
        self.deck = new_deck()
        self.stock = Stock("Stock")
        self.foundations = {letter: Foundation(letter) for letter in "ABCD"}
        self.piles = {digit: Pile(digit) for digit in "1234567"}

    def place_of(self, card):
        """The place from which a card can be taken."""
        for place in (self.stock, *self.foundations.values(), *self.piles.values()):
            if card in place.loose():
                return place
        raise Forbidden(f"{card} is out of reach")

    def is_won(self):
        return all(len(place.cards) == 13 for place in self.foundations.values())


class Move:
    """A move that was made."""

    def __init__(self, table, card, target):
        self.source = table.place_of(card)
        at = self.source.cards.index(card)
        target.check(self.source.cards[at:], self.source)
        self.card, self.target = card, target
        target.put(self.source.lift(card))
        card.is_up = True
        self.was_turned = isinstance(self.source, Pile) and self.source.turn()

    def undo(self):
        if self.was_turned:
            self.source.top().is_up = False
        self.source.put(self.target.lift(self.card))


class Deal:
    """A deal that was made."""

    def __init__(self, table):
        self.stock = table.stock
        self.stock.deal()

    def undo(self):
        self.stock.take_back()


class History:
    """The last steps."""

    MOST = 5

    def __init__(self):
        self.steps = []

    def add(self, step):
        self.steps.append(step)
        if len(self.steps) > self.MOST:
            self.steps.pop(0)

    def undo(self):
        if not self.steps:
            raise Forbidden("no step to take back")
        self.steps.pop().undo()
