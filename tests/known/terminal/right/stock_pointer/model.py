"""Cards, piles and the table; every change gives back how it is taken back."""

from dataclasses import dataclass, field
from enum import IntEnum


class Illegal(Exception):
    """Not allowed by the rules."""


class Rank(IntEnum):
    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self):
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(self.value, str(self.value))


@dataclass(frozen=True, order=True)
class Card:
    suit: str
    rank: Rank

    @property
    def colour(self):
        return "red" if self.suit in ("H", "D") else "black"

    def __str__(self):
        return f"{self.suit}{self.rank}"

    @classmethod
    def parse(cls, text):
        text = text.strip()
        for card in FULL_DECK:
            if str(card).casefold() == text.casefold():
                return card
        raise Illegal(f"no such card: {text!r}")


FULL_DECK = [Card(suit, rank) for suit in "HDcs" for rank in Rank]


@dataclass
class Pile:
    cards: list = field(default_factory=list)
    face_up_from: int = 0

    @property
    def top(self):
        return self.cards[-1] if self.cards else None

    def visible(self):
        return self.cards[self.face_up_from :]

    def accepts(self, card):
        if self.top is None:
            return card.rank is Rank.KING
        return self.top.colour != card.colour and self.top.rank - card.rank == 1


@dataclass
class Foundation:
    suit: str = ""
    height: int = 0

    @property
    def top(self):
        return Card(self.suit, Rank(self.height)) if self.height else None

    def accepts(self, card):
        if self.height == 0:
            return card.rank is Rank.ACE
        return card.suit == self.suit and card.rank == self.height + 1


@dataclass
class Stock:
    """The pointer counts the cards dealt."""

    cards: list = field(default_factory=list)
    pointer: int = 0

    @property
    def shown(self):
        return self.cards[self.pointer - 1] if self.pointer else None


@dataclass
class Table:
    piles: list
    stock: Stock
    foundations: list = field(default_factory=lambda: [Foundation() for _ in range(4)])

    @property
    def won(self):
        return sum(f.height for f in self.foundations) == 52

    def deal(self):
        stock = self.stock
        if not stock.cards:
            raise Illegal("the stock has run out")
        old = stock.pointer
        stock.pointer = 0 if old == len(stock.cards) else old + 1

        def back():
            stock.pointer = old

        return back

    def move(self, card, target):
        taken, remove = self._source(card)
        if isinstance(target, int):
            if not self.piles[target].accepts(card):
                raise Illegal(f"pile {target + 1} does not take {card}")
        else:
            if remove.__name__ == "from_foundation":
                raise Illegal("foundations take cards from piles and from the stock")
            if len(taken) > 1:
                raise Illegal("foundations take single cards")
            if not self.foundations["ABCD".index(target)].accepts(card):
                raise Illegal(f"foundation {target} does not take {card}")
        put_back = remove()
        if isinstance(target, int):
            pile = self.piles[target]
            pile.cards.extend(taken)

            def take_off():
                del pile.cards[-len(taken) :]

        else:
            foundation = self.foundations["ABCD".index(target)]
            foundation.suit = card.suit
            foundation.height += 1

            def take_off():
                foundation.height -= 1

        def back():
            take_off()
            put_back()

        return back

    def _source(self, card):
        """The cards that go, and a function that takes them and returns how they come back."""
        stock = self.stock
        if stock.shown == card:

            def from_stock():
                stock.pointer -= 1
                place = stock.pointer
                del stock.cards[place]

                def again():
                    stock.cards.insert(place, card)
                    stock.pointer += 1

                return again

            return [card], from_stock
        for foundation in self.foundations:
            if foundation.top == card:

                def from_foundation(foundation=foundation):
                    foundation.height -= 1

                    def again():
                        foundation.height += 1

                    return again

                return [card], from_foundation
        for pile in self.piles:
            if card in pile.visible():
                place = pile.cards.index(card)
                cards = pile.cards[place:]

                def from_pile():
                    before = pile.face_up_from
                    del pile.cards[place:]
                    if pile.cards and place == before:
                        pile.face_up_from = before - 1
                    elif not pile.cards:
                        pile.face_up_from = 0

                    def again():
                        pile.cards.extend(cards)
                        pile.face_up_from = before

                    return again

                return cards, from_pile
        raise Illegal(f"{card} is not free to be moved")
