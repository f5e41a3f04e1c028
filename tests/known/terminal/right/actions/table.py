from .places import Foundation, Pile, Stock
from .problems import Problem

PLACES = ["stock", "A", "B", "C", "D", "1", "2", "3", "4", "5", "6", "7"]


class Table:
    def __init__(self, places):
        self.places = places

    @classmethod
    def new(cls, piles, stock):
        places = {"stock": Stock([], stock)}
        places.update({letter: Foundation() for letter in "ABCD"})
        for number, cards in enumerate(piles, 1):
            places[str(number)] = Pile(cards[:-1], cards[-1:])
        return cls(places)

    def move(self, card, target):
        for name in PLACES:
            origin = self.places[name]
            cards = origin.take(card)
            if cards is None:
                continue
            if name == target:
                raise Problem("It is there already.")
            self.places[target].put(cards, origin)
            return
        raise Problem("You cannot take that card.")

    def deal(self):
        self.places["stock"].deal()

    def won(self):
        return all(len(self.places[letter].cards) == 13 for letter in "ABCD")

    def __str__(self):
        place = {name: self.places[name].text() for name in PLACES}
        lines = [f"  {n}: {place[n]}" for n in "1234567"]
        lines.insert(0, "Stock: " + place["stock"])
        lines.append("Foundations: " + ", ".join(f"{n} {place[n]}" for n in "ABCD"))
        return "\n\n".join(lines)
