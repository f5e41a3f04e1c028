"""The table."""

from .cards import Deck, Refused
from .places import Foundation, Pile, Stock
from .steps import Deal, History, Move


class Table:
    def __init__(self):
        self.deck = Deck()
        self.piles = [Pile(label) for label in "1234567"]
        self.foundations = [Foundation(label) for label in "ABCD"]
        self.stock = Stock()
        self.history = History()

    def turn_last_cards(self):
        for pile in self.piles:
            if pile.top is not None:
                pile.top.face_up = True

    def place(self, text):
        for place in self.piles + self.foundations:
            if place.label == text.upper():
                return place
        raise Refused(f"{text!r} is not a target")

    def move(self, card_text, target_text):
        card = self.deck.typed(card_text)
        target = self.place(target_text)
        for source in [*self.piles, *self.foundations, self.stock]:
            if source.takeable(card):
                break
        else:
            raise Refused(f"{card} cannot be taken")
        self.history.carry_out(Move(source, target, source.run_from(card)))

    def deal(self):
        self.history.carry_out(Deal(self.stock))

    def undo(self):
        if not len(self.history):
            raise Refused("nothing to undo")
        self.history.take_back()

    @property
    def won(self):
        return all(place.top is not None and place.top.rank == 13 for place in self.foundations)

    def screen(self):
        lines = [f"Stock: {self.stock.shown()}"]
        lines.append("Foundations: " + "  ".join(place.shown() for place in self.foundations))
        lines.extend(pile.line() for pile in self.piles)
        if self.won:
            lines.append("You won!")
        return "\n".join(lines)
