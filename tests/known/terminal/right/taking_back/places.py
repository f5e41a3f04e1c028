"""The places where cards lie."""

from .cards import Refused


class Place:
    """Something that holds cards."""

    def __init__(self, label):
        self.label = label
        self.cards = []

    @property
    def top(self):
        return self.cards[-1] if self.cards else None

    def takeable(self, card):
        raise NotImplementedError

    def check(self, cards, source):
        raise NotImplementedError


class Pile(Place):
    def takeable(self, card):
        return card in self.cards and card.face_up

    def run_from(self, card):
        return self.cards[self.cards.index(card):]

    def check(self, cards, source):
        first = cards[0]
        if self.top is None:
            if first.rank != 13:
                raise Refused(f"{first} is no king, and pile {self.label} is empty")
        elif not first.fits_on(self.top):
            raise Refused(f"{first} does not fit on {self.top}")

    def line(self):
        return f"{self.label}: " + " ".join(card.shown() for card in self.cards)


class Foundation(Place):
    def takeable(self, card):
        return card is self.top

    def run_from(self, card):
        return [card]

    def check(self, cards, source):
        if isinstance(source, Foundation):
            raise Refused("a foundation takes no cards from another one")
        if len(cards) > 1:
            raise Refused(f"{cards[0]} is covered")
        card = cards[0]
        if self.top is None:
            if card.rank != 1:
                raise Refused(f"{card} is no ace")
        elif not card.follows(self.top):
            raise Refused(f"{card} does not follow {self.top}")

    def shown(self):
        return f"{self.label} {self.top or '[]'}"


class Stock(Place):
    def __init__(self):
        super().__init__("stock")
        self.dealt = 0

    @property
    def top(self):
        return self.cards[self.dealt - 1] if self.dealt else None

    def takeable(self, card):
        return card is self.top

    def run_from(self, card):
        return [card]

    def check(self, cards, source):
        raise Refused("nothing can be put on the stock")

    def deal(self):
        if not self.cards:
            raise Refused("the stock is empty")
        self.dealt = 0 if self.dealt == len(self.cards) else self.dealt + 1

    def shown(self):
        if not self.cards:
            return "XX"
        return str(self.top) if self.top else "[]"
